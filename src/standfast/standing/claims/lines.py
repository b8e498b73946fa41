"""Lines of a file that give a value which a claim gives too, and what these lines give later.

Owns: manifests, configuration and documents, in which no parser says what a value belongs to. A line is known by its
words without the value (its *frame*), of which only a hash is kept. A value that stands in a line by chance is no
business of a claim: the line shares a word with what the value is said of, or the claim gives the value to something
and hardly any line has it. What a file leaves to the file of the same name above it is looked for there.
Must not: read code; `values.py` does. Neighbours: `settings.py` (keys that a claim spells), `weigh.py`.
"""

from __future__ import annotations

import posixpath
import re

from standfast.code.hashing import hash_text
from standfast.code.languages import find_language
from standfast.code.literals import spell_number
from standfast.code.tree import MAX_COMPARED
from standfast.model.value import Value
from standfast.standing.claims.values import list_claimed_values
from standfast.text.identifier import split_identifier
from standfast.text.lexicon import STOP
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.code.snapshot import Snapshot
    from standfast.code.source import Source

_VALUE = re.compile(r"(?<![\w.])(?<![\w.]-)v?(\d{1,9}(?:\.\d{1,9}){0,3})(?![\w-]|\.\w)")
# Of a past, of what is not, and of a bound nobody can tell by one value whether it is still so.
_OTHERWISE = re.compile(
    r"\b(?:was|were|used to|until|before|since|after|previous(?:ly)?|former(?:ly)?|once|originally|not|never|no longer|"
    r"will|least|most|than|above|below|or|newer|later|in (?=\d{4}\b))\b|n't\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z][\w-]*")
_CLAUSE = re.compile(r"[,;:!?]\s|\.\s|\n|[()]")
_LONGEST = 300  # characters of a line; what is longer was not written by hand
_MOST_LINES = 3  # that give one value
_MOST = 4
_SHORT = 8
_TELLING = 4  # characters of a value that few lines have by chance
# Words that say of a value no more than that it is one, or that every release changes it.
_EMPTY = frozenset(
    map(stem, ["value", "number", "default", "set", "use", "need", "now", "version", "release", "current", "latest"])
)

Rows = list[list[str]]


class Otherwise(Value):
    """What the lines give in place of a claimed value: where, at which line, and which value, where it is one."""

    said: str
    path: str
    says: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}"
        return f"{place} says {self.says}, not {self.said}" if self.says else f"{place} no longer says {self.said}"


def take_lines(snapshot: Snapshot, source: Source, claim: str) -> Rows:
    """List what gives the values of a claim: value, frame of the line, and the path of another file where it is one."""
    if not _is_read(source):
        return []
    rows: Rows = []
    for value, words, is_given in _list_given(claim):
        for other in (source, *_list_above(snapshot, source)):
            if found := _choose(other, value, words, is_given=is_given):
                path = [other.path] if other is not source else []
                rows += [[value, frame, *path] for frame in found]
                break
    return rows[:_MOST]


def names_line(source: Source, claim: str) -> bool:
    """Tell whether a line of a file gives a value of a claim to something that the claim says too."""
    given = _list_given(claim) if _is_read(source) else ()
    return any(len(value) > 1 and _choose(source, value, words) for value, words, _ in given)


def find_otherwise(snapshot: Snapshot, source: Source, rows: Sequence[Sequence[str]]) -> Otherwise | None:
    """Find the first value that its lines no longer give, and what they give now; None while all are given.

    A line that is gone is looked for in the file above. `line` is 0 where nothing says what became of it.
    """
    for value in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == value]
        frames = {row[1] for row in own}
        found = [other for row in own[:1] if len(row) > 2 and (other := snapshot.find_source(row[2])) is not None]
        places = [item for item in (*found, source) if _is_read(item)]
        seen = _read_lines(places, frames)
        if not seen:
            seen = _read_lines(_list_above(snapshot, source), frames)
        if any(says == value for says, _, _ in seen):
            continue
        if seen:
            says, path, line = seen[0]
            is_one = len({item[0] for item in seen}) == 1
            return Otherwise(value, path, says if is_one else "", line)
        if not any(value == says for item in places for _, _, says, _ in _list_values(item)):
            return Otherwise(value, source.path)
    return None


def _is_read(source: Source) -> bool:
    return len(source.data) <= MAX_COMPARED and not source.is_binary and find_language(source.path) is None


def _list_above(snapshot: Snapshot, source: Source) -> list[Source]:
    """List the files of the same name in the folders above, the nearest first."""
    folder, name = posixpath.split(source.path)
    found: list[Source] = []
    while folder:
        folder = posixpath.dirname(folder)
        other = snapshot.find_source(posixpath.join(folder, name))
        found += [other] if other is not None and _is_read(other) else []
    return found


def _list_given(claim: str) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Yield the values of a claim, the words around each, and whether the claim gives it to something."""
    given = {said.value for said in list_claimed_values(claim) if said.before or said.exact}
    for clause in _CLAUSE.split(claim):
        if _OTHERWISE.search(clause):
            continue
        words = _roots(clause)
        for match in _VALUE.finditer(clause):
            yield match[1], words, spell_number(match[1]) in given


def _choose(source: Source, value: str, words: frozenset[str], *, is_given: bool = False) -> list[str]:
    """List the frames of the lines that give a value: those with a word of the claim, else the only few there are."""
    lines = [(line, frame) for line, frame, found, _ in _list_values(source) if found == value]
    near = dict.fromkeys(frame for line, frame in lines if words & _roots(line))
    plain = {} if near or not is_given or len(value) < _TELLING else dict.fromkeys(frame for _, frame in lines)
    chosen = list(near or plain)
    return [_hash(frame) for frame in chosen] if len(chosen) <= _MOST_LINES else []


def _read_lines(sources: Sequence[Source], frames: set[str]) -> list[tuple[str, str, int]]:
    """List what the lines of these frames give: value, path and number of the line."""
    return [
        (value, source.path, number)
        for source in sources
        for _, frame, value, number in _list_values(source)
        if _hash(frame) in frames
    ]


def _list_values(source: Source) -> Iterator[tuple[str, str, str, int]]:
    """Yield each value of each line with the line, its frame, and its number."""
    for number, line in enumerate(source.text.split("\n"), 1):
        if len(line) <= _LONGEST:
            text = " ".join(line.split())
            for match in _VALUE.finditer(text):
                yield text, f"{text[: match.start(1)]}\0{text[match.end(1) :]}", match[1], number


def _hash(frame: str) -> str:
    return hash_text(frame)[:_SHORT]


def _roots(text: str) -> frozenset[str]:
    """Return the stems of the words that say what a value is of."""
    words = (part.lower() for word in _WORD.findall(text) for run in word.split("-") for part in split_identifier(run))
    return frozenset(root for word in words if word not in STOP and (root := stem(word)) not in _EMPTY)

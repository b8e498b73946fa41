"""Whether a note is about what lies at a path, by the names of the path in its words, and how many files that means.

Owns naming by words: "the feed manager" is `feed_manager.rb`, "a REST serializer" lies in `serializers/rest/`. A name
of one word says little alone: it counts where the note begins with it, calls it a folder or spells it as a place, or
where another part of the path is named beside it, or the lines put in what the note speaks of. How many files of the
repository have these parts decides whether the note is about this action, or a rule for the whole project, which the
brief has. Must not look a memory up. Hook path: light; the index of Git is searched only where a note names a path.
Neighbours: `place` (folders and patterns), `role` (what a note does with a thing).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.moments.notes.ban import denied_in
from standfast.moments.notes.file_sort import sorts_of
from standfast.moments.notes.place import lies_at
from standfast.moments.notes.role import SENT, SPOKEN, role_of
from standfast.text.lexicon import STOP
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standfast.code.tracked import Tracked

SHARE = 0.03  # of the files of a repository that a note is about by its words: of more it is a rule of the project
PLACED = 0.08  # of those in a folder that it spells out
WIDE = 0.1  # of the files: what so many have tells nothing
FEW = 12  # files that are never too many
_NEAR = 3  # words between two parts of a path that are named together
_AROUND = 40  # characters before a part that are read
_TOKEN = compile_later(r"\w+")
_PIECE = compile_later(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+")
_GAP = compile_later(r"[^\w./@*-]")
_CLAUSE = compile_later(r"[,.;:!?](?=\s)|\n|\s[–—-]\s")
_SENTENCE = compile_later(r"(?<!\bincl)(?<!\be\.g)(?<!\bi\.e)(?<!\betc)[.;:!?](?=\s)|\n")
_LABEL = compile_later(r"(?:[\w./-]+ ){0,2}[\w./-]+:(?=\s)")
_ONLY = compile_later(r"\bonly (?:\w+ ){0,2}[`'\"]?(?P<spot>[\w./@*-]+\w)", re.IGNORECASE)
_NEW = compile_later(r"\bnew\b(?:(?! (?:of|in|to|for) )[^;:])*$", re.IGNORECASE)
_ENDING = compile_later(r"(?<![\w/*.])\.[a-z]{1,6}(?:\.[a-z]{1,6})?\b(?![.(])")
_FOLDER = compile_later(r"[`'\"/]*\s+(?:folder|director(?:y|ies)|dir|package|crate)s?\b", re.IGNORECASE)
_SPOT = compile_later(r"(?<![\w/.@-])[\w.@-]+(?:/[\w.@*-]+)+/?")
_BEGINS = compile_later(r"(?:^|[.;:,(]\s?|\bbecause )(?:the )$", re.IGNORECASE)
_TESTS = compile_later(r"\s+(?:tests?|specs?)\b", re.IGNORECASE)
_DEED = compile_later(r"\b(?:push|merge|publish|deploy|release)\w* (?:to|into|on) [`'\"]?[\w./-]*$", re.IGNORECASE)
_PLAIN = frozenset(("src", "lib", "app", "main", "index", "source", "code", "init", "test", "tests", "spec", "file"))
_NO_CODE = frozenset(read_lists(__file__, "words")["no_code"])


class _Word(Value):
    """A word that says something: its stem, where its token begins and ends, its places in the text and sentence."""

    stem: str
    start: int
    end: int
    place: int
    rank: int
    opens: bool
    closes: bool
    stopped: bool  # a word that says nothing, or an end, stands behind it


class _Named(Value):
    """A part of a path that a text names: where, and whether that alone says that the text is about it."""

    part: str
    start: int
    place: int
    strong: bool
    spelled: bool
    at: int  # where the place begins that it is spelled in
    long: bool  # several words, with which a clause begins


def is_general(files: Tracked, parts: Sequence[str], share: float = SHARE) -> bool:
    """Tell whether so many files have these parts that what is said of them is said of the project."""
    return not files.is_known or files.count(parts) > max(FEW, share * files.total)


def is_subject(text: str, path: str, files: Tracked, *, fresh: Iterable[str] = (), made: bool = False) -> bool:
    """Tell whether a text is about what lies at a path, and about little else; `fresh` words are put in there.

    What denies something of code is for the lines that put it in; what it says besides of a place is said there.
    """
    named = [item for item in _named_in(text, path) if item.long or role_of(text, item.at) != SENT]
    if not made:
        named = [item for item in named if not _NEW.search(text[max(0, item.start - _AROUND) : item.start])]
    endings = [item for item in named if item.part.startswith(".") and not item.strong]
    denies = bool(denied_in(text, paths=[path]))
    strong = [item for item in named if item.strong and not (denies and denied_in(_clause_of(text, item.start)))]
    if not strong and not denies:
        strong = _together([item for item in named if item not in endings], files)
    if not strong and not denies and (telling := _told(text, named, fresh)):
        strong = telling
    if not strong or (not any(item.spelled for item in strong) and _is_of_place_elsewhere(text, path, files)):
        return False
    share = PLACED if any(item.spelled for item in strong) else SHARE
    return not is_general(files, list(dict.fromkeys(item.part for item in (*strong, *endings))), share)


def is_elsewhere(text: str, path: str, files: Tracked) -> bool:
    """Tell whether a text is for another part of the repository: it spells a place or begins with the name of one."""
    if _is_of_place_elsewhere(text, path, files):
        return True
    words = _words(text)
    first = words[0] if words and words[0].opens and words[0].closes else None
    if first is None or not _is_first(text, first, words) or first.stem in stems_of(path):
        return False
    name = text[first.start : first.end].lower()
    return name not in _PLAIN and files.count([name]) >= FEW


def _is_of_place_elsewhere(text: str, path: str, files: Tracked) -> bool:
    """Tell whether a text spells places of the repository, and a path lies in none of them."""
    spots = [at[0].strip("/.") for at in _SPOT.finditer(text) if role_of(text, at.start()) != SENT or "*" in at[0]]
    folders = [spot.rpartition("/")[0] if "*" in spot else spot for spot in spots]
    there = [spot for spot in folders if "/" in spot and "." not in spot.rpartition("/")[2] and files.count([spot])]
    return bool(there) and not any(f"/{spot}/" in f"/{path}/" for spot in there)


def _clause_of(text: str, start: int) -> str:
    if (label := _LABEL.match(text)) and start < label.end():  # what stands behind a label is said of it
        return _SENTENCE.split(text[label.end() :], maxsplit=1)[0]
    return _CLAUSE.split(text[start:], maxsplit=1)[0]


def is_of_other_ending(text: str, path: str) -> bool:
    """Tell whether a text names endings of files, and this file has none of them: "no new .js files"."""
    endings = _ENDING.findall(text)
    return bool(endings) and not path.endswith(tuple(endings))


def is_excepted(text: str, path: str) -> bool:
    """Tell whether a path is the only one that may be changed, as a text says: who is there does as it says."""
    spots = (at["spot"] for at in _ONLY.finditer(text) if "." in at["spot"] or "*" in at["spot"])
    return any(path == spot or lies_at(path, spot) for spot in spots)


def _together(named: Sequence[_Named], files: Tracked) -> list[_Named]:
    """Return parts of a path that are named beside each other, none of which most files have."""
    for place, one in enumerate(named):
        for other in named[place + 1 :]:
            alike = stem(one.part.lower()) == stem(other.part.lower())
            if alike or abs(one.place - other.place) > _NEAR:
                continue
            if not any(is_general(files, [item.part], WIDE) for item in (one, other)):
                return [one, other]
    return []


def _told(text: str, named: Sequence[_Named], fresh: Iterable[str]) -> list[_Named]:
    """Return the first part that is named, where the lines put in a word of the text besides."""
    if not named:
        return []
    parts = {word for item in named for word in _stems(item.part)}
    spoken = {word.stem for word in _words(text)} - parts
    words = {stem(word.lower()) for word in fresh if len(word) > 3 and word.lower() not in _NO_CODE}
    return [named[0]] if spoken & words else []


def _named_in(text: str, path: str) -> Iterator[_Named]:
    """Yield the parts of a path that a text names in full: all words of a part, one behind the other."""
    words = _words(text)
    for part, spelled in _parts_of(path):
        if not spelled:
            if at := re.search(rf"(?<![\w/]){re.escape(part)}(?!\w)", text):
                yield _Named(part, at.start(), 0, strong=False, spelled=False, at=at.start(), long=False)
            continue
        for begin in range(len(words) - len(spelled) + 1):
            run = words[begin : begin + len(spelled)]
            if not (run[0].opens and run[-1].closes) or [word.stem for word in run] != spelled:
                continue
            if len(run) > 1 or _is_number_of(text[run[0].start : run[0].end], part):
                placed = _is_placed(text, run[0].start, path)
                if placed is None:
                    continue
                if _DEED.search(text, 0, run[0].start) or (_TESTS.match(text, run[-1].end) and not _is_test(path)):
                    continue
                strong = len(run) > 1 or placed or _FOLDER.match(text, run[-1].end) or _is_first(text, run[0], words)
                spot = _spelled_at(text, run[0].start)[0]
                long = len(run) > 1 and bool(_BEGINS.search(text, 0, spot))
                yield _Named(part, run[0].start, run[0].place, bool(strong), placed, spot, long)
                break


def _is_test(path: str) -> bool:
    return "test" in sorts_of(path)


def _spelled_at(text: str, start: int) -> tuple[int, str]:
    """Return what a word is a part of, as a place is spelled, and where that begins."""
    begin = max((at.end() for at in _GAP.finditer(text, max(0, start - 2 * _AROUND), start)), default=0)
    end = _GAP.search(text, start)
    return begin, text[begin : end.start() if end else len(text)]


def _is_number_of(word: str, part: str) -> bool:
    """Tell whether a word is a part of a path, or one is the other's plural: `settings` are no `set`."""
    one, other = sorted((word.lower(), part.lower().strip(".")), key=len)
    return other in {one, f"{one}s", f"{one}es", f"{one[:-1]}ies"}


def _is_placed(text: str, start: int, path: str) -> bool | None:
    """Tell whether a part of a path is spelled with another one (`Localization/Core`); None: of another path."""
    spot = _spelled_at(text, start)[1].strip("/.")
    folder = spot.rpartition("/")[0] if "*" in spot else spot
    if "/" not in spot:
        return False
    return True if f"/{folder}/" in f"/{path}/" or f"/{folder}." in f"/{path}" else None


def _is_first(text: str, word: _Word, words: Sequence[_Word]) -> bool:
    """Tell whether a sentence is about a word: it begins with it, or with one word that tells which of them."""
    if role_of(text, word.start) != SPOKEN:
        return False
    return word.rank == 0 or (word.rank == 1 and word.stopped and not words[word.place - 1].stopped)


def _parts_of(path: str) -> Iterator[tuple[str, list[str]]]:
    *folders, name = path.split("/")
    head, _, ending = name.lstrip(".").partition(".")
    for part in (*folders, head):
        if (spelled := _stems(part)) and (len(spelled) > 1 or part.lower() not in _PLAIN):
            yield part, spelled
    if ending:
        yield f".{ending.rpartition('.')[2]}", []


def stems_of(path: str) -> set[str]:
    """Return the words of a path, by which notes about it are looked up."""
    return {word for _, spelled in _parts_of(path) for word in spelled if len(word) > 1}


def _stems(name: str) -> list[str]:
    return [stem(word.lower()) for word in _PIECE.findall(name)]


def _words(text: str) -> list[_Word]:
    """Return the words of a text that say something; of a name of several words each."""
    found: list[_Word] = []
    label = _LABEL.match(text)  # "refunds: the lock must …" is about refunds
    ends = [at.end() for at in _SENTENCE.finditer(text, label.end() if label else 0)]
    tokens = list(_TOKEN.finditer(text))
    rank = sentence = 0
    for number, at in enumerate(tokens):
        while sentence < len(ends) and at.start() >= ends[sentence]:
            rank, sentence = 0, sentence + 1
        if at[0].lower() in STOP:
            continue
        behind = tokens[number + 1] if number + 1 < len(tokens) else None
        stopped = behind is None or behind[0].lower() in STOP or behind.start() > at.end() + 1
        pieces = _PIECE.findall(at[0])
        for place, piece in enumerate(pieces):
            opens, closes = place == 0, place == len(pieces) - 1
            found.append(
                _Word(stem(piece.lower()), at.start(), at.end(), len(found), rank, opens, closes, stopped and closes)
            )
        rank += 1
    return found

"""Packing a brief: sections in order of weight, to a token budget that is never exceeded.

Owns the count and the shares. Must not choose what is in a section or check standing; the brief does. The order is
the caller's, and the same sections and budget give the same bytes, so that prompt caches survive.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_LINE = 160  # tokens: a talkative memory is said whole, but only after the others had their turn
_LONG_WORD = 18  # longer runs of letters are not words
_MOST_COUNTED = 20_000  # words
_NAMED = 8  # of what is left out
_KINDS = 3  # that a command names
_counted: dict[str, int] = {}
_VOWELS = frozenset("aeiouyAEIOUY")
_BESIDE = "".join(chr(code) for code in range(128) if not chr(code).isalpha())
_LETTERS = compile_later(r"[A-Za-z]+")


class BriefLine(Value):
    """One memory as the brief says it: its id, and what it says on one line; `named` shows the id beside it.

    One without words only counts among those that found no room; one with a `name` is named there.
    """

    id: str
    text: str
    named: bool = True
    kind: str = ""
    name: str = ""


class Section(Value):
    """Lines of one sort under a heading, in the order of their weight; `ask` is the command that shows the others.

    Where there is none, a list of their kinds shows them.

    `share` is what it gets before any other section gets more, `most` what it has while others have more to say (0 for
    all there is); a `firm` section never exceeds it.
    """

    heading: str
    lines: tuple[BriefLine, ...]
    ask: str = ""
    share: int = 0
    most: int = 0
    firm: bool = False


class Packed(Value):
    """The brief, the ids in it in order with the line of each, how many were left out, and the tokens counted.

    `named` has the name of each that was left out and is called by it.
    """

    text: str
    given: tuple[str, ...]
    rows: tuple[str, ...]
    named: tuple[tuple[str, str], ...]
    withheld: int
    tokens: int


def count_tokens(text: str) -> int:
    """Return a number of tokens that common tokenisers do not exceed.

    Byte-level tokenisers make at most one token of a byte, so everything that is not an ordinary word counts by the
    byte: digits, punctuation, blanks beyond one, other scripts, long runs, runs without a vowel or with capitals
    inside. Ordinary words count one for every four letters begun, then one for every two. That was never below what
    three tokenisers made of 9,000 texts (tools/ranking/tokens.py); on average it is half as much again.
    """
    if len(_counted) > _MOST_COUNTED:
        _counted.clear()
    total = 0
    for word in text.split(" ") if text else ():
        count = _counted.get(word)
        if count is None:
            count = _counted[word] = _count_word(word)
        total += count
    return total


def _count_word(word: str) -> int:
    if word.isascii() and word.isalpha():
        return _count_letters(word)
    return _count_mixed(word) if word else 1


def _count_letters(word: str) -> int:
    length = len(word)
    if length <= _LONG_WORD and (word.islower() or word[1:].islower()) and not _VOWELS.isdisjoint(word):
        return (min(length, 8) + 3) // 4 + max(0, length - 7) // 2
    return length if length > 2 else 1


def _count_mixed(word: str) -> int:
    if word.isascii() and (inner := word.strip(_BESIDE)).isalpha():  # most: a word with what stands before or after it
        return len(word) - len(inner) + _count_letters(inner)
    runs = _LETTERS.findall(word)
    return len(word.encode("utf-8", "replace")) + sum(_count_letters(run) - len(run) for run in runs)


def pack(sections: Sequence[Section], budget: int, *, longest: int = 0) -> Packed:
    """Fill a budget with whole lines: first each section's share, then what is left, in order of the sections.

    A line is said whole or not at all; one that does not fit makes room for those after it. `longest` bounds the
    characters as well: an agent that shows fewer would be on record for what it never saw.
    """
    room = _Room(budget, longest)
    taken = [_Taken(section) for section in sections]
    room.take(_reserve(sections))
    for item in taken:
        item.fill(room, item.section.share or budget, talkative=False)
    for item in taken:
        item.fill(room, budget, talkative=True)
    for item in taken:  # what is left over is nobody's: no line is left out for a bound alone
        item.fill(room, budget, talkative=True, bounded=item.section.firm)
    blocks = [block for item in taken if (block := item.render())]
    given = [line.id for item in taken for line in item.chosen()]
    rows = [render_line(line) for item in taken for line in item.chosen()]
    note = _note(taken)
    text = "\n\n".join([*blocks, note] if note and (blocks or count_tokens(note) <= budget) else blocks)
    if count_tokens(text) > budget or (longest and len(text) > longest):
        text = "\n\n".join(blocks)
    called = [(line.id, line.name) for item in taken for line in item.left() if line.name][:_NAMED]
    named = tuple(called) if note and text.endswith(note) else ()
    withheld = sum(len(section.lines) for section in sections) - len(given)
    return Packed(text, tuple(given), tuple(rows), named, withheld, count_tokens(text))


def render_line(line: BriefLine) -> str:
    """Write one line of a brief."""
    return f"- {' '.join(line.text.split())}" + (f" [{line.id}]" if line.named else "")


class _Room:
    """What is left, in tokens and in characters."""

    def __init__(self, tokens: int, longest: int) -> None:
        self.tokens = tokens
        self.characters = longest or 1 << 40

    def take(self, text: str) -> bool:
        """Take what a row costs, with its line break, if there is room for it."""
        tokens = count_tokens(text) + 1 if text else 0
        if tokens > self.tokens or len(text) + 1 > self.characters:
            return False
        self.tokens -= tokens
        self.characters -= len(text) + 1
        return True


class _Taken:
    """What a section gave so far."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.spent = 0
        self._places: list[int] = []
        self._rows: dict[int, tuple[str, int]] = {}

    def _row(self, place: int) -> tuple[str, int]:
        """Return a line as it is written and what it costs, found out once."""
        found = self._rows.get(place)
        if found is None:
            row = render_line(self.section.lines[place])
            found = self._rows[place] = (row, count_tokens(row) + 1)
        return found

    def fill(self, room: _Room, most: int, *, talkative: bool, bounded: bool = True) -> None:
        """Take whole lines in order, up to `most` tokens of this section; long ones only when `talkative`."""
        most = min(most, self.section.most or most) if bounded else most
        for place in range(len(self.section.lines)):
            if place in self._places or not self.section.lines[place].text:
                continue
            row, cost = self._row(place)
            if cost > room.tokens or self.spent + cost > most:
                continue
            head = f"## {self.section.heading}\n\n" if self.section.heading and not self._places else ""
            if cost > LONGEST_LINE and not talkative:
                continue
            if self.spent + cost + count_tokens(head) <= most and room.take(head + row):
                self.spent += cost + count_tokens(head)
                self._places.append(place)

    def chosen(self) -> list[BriefLine]:
        """Return the lines that are said, in their order."""
        return [self.section.lines[place] for place in sorted(self._places)]

    def left(self) -> list[BriefLine]:
        """Return the lines that found no room."""
        return [line for place, line in enumerate(self.section.lines) if place not in self._places]

    def render(self) -> str:
        """Write the section."""
        heading = [f"## {self.section.heading}"] if self.section.heading and self._places else []
        return "\n".join([*heading, *map(render_line, self.chosen())])


def _note(taken: Sequence[_Taken]) -> str:
    """Say how many of what kind were left out, and how to see them."""
    left: dict[str, list[str]] = {}
    listed: dict[str, None] = {}
    asks: dict[str, None] = {}
    for item in taken:
        for line in item.left():
            left.setdefault(line.kind or "memory", []).append(line.name)
            (asks if item.section.ask else listed)[item.section.ask or line.kind] = None
    if not left:
        return ""
    named = ", ".join(f"{len(names)} {_plural(kind, len(names))}{_called(names)}" for kind, names in left.items())
    kinds = [kind for kind in listed if kind]
    hint = " or ".join(f"`{ask}`" for ask in ([list_kinds(kinds)] if kinds else []) + list(asks))
    return f"Left out: {named}; {hint} shows them." if hint else f"Left out: {named}."


def _called(names: Sequence[str]) -> str:
    """Return the names of what was left out, as many as are read."""
    known = [f"“{name}”" for name in names if name]
    if not known:
        return ""
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    return f" ({', '.join(known[:_NAMED])}{more})"


def list_kinds(kinds: Iterable[str]) -> str:
    """Return the command that lists memories of these kinds; of many, all there are."""
    named = [f"--kind {kind}" for kind in kinds]
    return " ".join(["standfast list", *(named if len(named) <= _KINDS else ())])


def _plural(kind: str, number: int) -> str:
    if number == 1:
        return kind
    return "memories" if kind == "memory" else f"{kind}s"


def _reserve(sections: Sequence[Section]) -> str:
    """Return the longest note that may become necessary: room is kept for it from the start."""
    lines = [line for section in sections for line in section.lines]
    longest = [
        replace(section, lines=tuple(sorted(section.lines, key=lambda line: -len(line.name)))) for section in sections
    ]
    return _note([_Taken(section) for section in longest]) + "\n\n" if len(lines) > 1 else ""

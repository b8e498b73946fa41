"""Packing a brief: sections in order of weight, to a token budget that is never exceeded.

Owns the count and the cut. Must not choose what is in a section or check standing; the brief's verb does. The order is
the caller's, and the same sections and budget give the same bytes, so that prompt caches survive.
"""

from __future__ import annotations

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LINE = 160  # tokens: one talkative memory must not push the others out
SHORTEST_CUT = 24  # below this a cut line says nothing
_ELLIPSIS = " …"
_LONG_WORD = 18  # longer runs of letters are not words
_MOST_COUNTED = 20_000  # words
_counted: dict[str, int] = {}
_VOWELS = frozenset("aeiouyAEIOUY")


class Line(Value):
    """One memory as the brief says it: its id, and what it says on one line; `named` shows the id beside it."""

    id: str
    text: str
    named: bool = True


class Section(Value):
    """Lines of one kind under a heading; `ask` is how to get those that did not fit.

    A `share` is both what sections before it leave to it and the most it takes.
    """

    heading: str
    lines: tuple[Line, ...]
    ask: str = ""
    share: int = 0


class Packed(Value):
    """The brief, the ids in it in order with the line of each, how many were left out, and the tokens counted."""

    text: str
    given: tuple[str, ...]
    rows: tuple[str, ...]
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
    total, start = 0, 0
    for at in range(len(word) + 1):
        char = word[at] if at < len(word) else ""
        if not (char.isascii() and char.isalpha()):
            if at > start:
                total += _count_letters(word[start:at])
            total += len(char.encode("utf-8", "replace"))
            start = at + 1
    return total


def pack(sections: Sequence[Section], budget: int) -> Packed:
    """Fill a budget with sections in order; a line that does not fit makes room for shorter ones after it."""
    total = sum(len(section.lines) for section in sections)
    given: list[str] = []
    rows: list[str] = []
    blocks: list[str] = []
    spent = 0
    for place, section in enumerate(sections):
        waiting = total - len(given)
        room = budget - spent - _reserve(sections, waiting)
        room -= sum(_need(later) for later in sections[place + 1 :] if later.share)
        heading, lines, ids, cost = _pack_section(section, min(room, section.share) if section.share else room)
        if ids:
            blocks.append("\n".join([*heading, *lines]))
            given += ids
            rows += lines
            spent += cost
    withheld = total - len(given)
    if withheld:
        note = _note(sections, withheld, set(given))
        cost = count_tokens(note) + 2
        if spent + cost <= budget:
            blocks.append(note)
            spent += cost
    text = "\n\n".join(blocks)
    return Packed(text, tuple(given), tuple(rows), withheld, count_tokens(text))


def _need(section: Section) -> int:
    """Return how many tokens a section with a share uses of it."""
    if not section.lines:
        return 0
    whole = _row_cost(f"## {section.heading}") + 1 + sum(_row_cost(render_line(line)) for line in section.lines)
    return min(section.share, whole)


def render_line(line: Line) -> str:
    """Write one line of a brief."""
    return f"- {' '.join(line.text.split())}" + (f" [{line.id}]" if line.named else "")


def _pack_section(section: Section, room: int) -> tuple[list[str], list[str], list[str], int]:
    heading = [f"## {section.heading}"] if section.heading else []
    cost = sum(map(_row_cost, heading)) + 1  # the blank line between sections
    rows: list[str] = []
    ids: list[str] = []
    for line in section.lines:
        row = _fit(line, min(LONGEST_LINE, room - cost - 1))
        if row is not None:
            rows.append(row)
            cost += _row_cost(row)
            ids.append(line.id)
    return heading, rows, ids, cost


def _row_cost(row: str) -> int:
    return count_tokens(row) + 1  # the line break


def _fit(line: Line, room: int) -> str | None:
    """Return the line within `room`, cut at a word where it must be; None when too little would be left."""
    row = render_line(line)
    if count_tokens(row) <= room:
        return row
    words = line.text.split()
    tail = f"{_ELLIPSIS} [{line.id}]"
    left = room - count_tokens(f"-{tail}") - 2
    if left < SHORTEST_CUT:
        return None
    kept: list[str] = []
    for word in words:
        left -= count_tokens(word) + 1
        if left < 0:
            break
        kept.append(word)
    return f"- {' '.join(kept)}{tail}" if kept else None


def _note(sections: Sequence[Section], withheld: int, given: set[str]) -> str:
    asks = [one.ask for one in sections if one.ask and any(line.id not in given for line in one.lines)]
    hint = f"; ask for {', '.join(dict.fromkeys(asks))}" if asks else ""
    return f"{withheld} withheld{hint}."


def _reserve(sections: Sequence[Section], waiting: int) -> int:
    """Keep room for the note about what is withheld, as long as that may be needed."""
    return count_tokens(_note(sections, waiting, set())) + 2 if waiting else 0

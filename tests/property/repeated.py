"""Texts that are made for one expression: what it repeats, repeated, behind what it wants before that.

An expression that may take the same text in several ways costs most where, after many repetitions, it fails. Each text
is a beginning, a piece and an end; who measures says how many pieces it has.
"""

from __future__ import annotations

from itertools import cycle, islice
from re import (
    _constants as ops,  # type: ignore[attr-defined]
    _parser,  # type: ignore[attr-defined]
)
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.property.growth import ENOUGH_S, MOST, TIMES, TRIES, cpu

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator

_SIGNS = "a1A- _.,;:/=\n\t\"'`<>(){}[]|*#@$%&+!?\\~^é"
_CATEGORIES = {
    ops.CATEGORY_DIGIT: str.isdigit,
    ops.CATEGORY_NOT_DIGIT: lambda sign: not sign.isdigit(),
    ops.CATEGORY_SPACE: str.isspace,
    ops.CATEGORY_NOT_SPACE: lambda sign: not sign.isspace(),
    ops.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
    ops.CATEGORY_NOT_WORD: lambda sign: not (sign.isalnum() or sign == "_"),
}
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
_ENDS = ("!", "\n\0")
_SEPARATORS = ("", " ", "-", ",", "\n")
_EACH = 2  # signs of a class that are tried
_TEXTS = 80  # texts for one expression
_PART = 200  # that a part is made at most
_PLENTY_S = 0.1
_SIZES = (20, 24, 28, 32, 40, 60, 120, 240, 480, 1_000, 4_000)
LONGEST = _SIZES[-1]


class Repeated(NamedTuple):
    """A text of a beginning, many pieces and an end."""

    before: str
    piece: str
    end: str

    def of(self, size: int) -> str:
        """Return it with as many pieces as make about such a size."""
        return self.before + self.piece * (size // len(self.piece) + 1) + self.end


def list_repeated(pattern: str, flags: int = 0) -> list[Repeated]:
    """Return texts that may be hard for an expression."""
    tree = _parser.parse(pattern, flags)
    pairs: dict[tuple[str, str], None] = {}
    for reader in (_Reader(least=True), _Reader(least=False)):
        whole = reader.read(tree, "")
        pairs |= dict.fromkeys((before, piece) for before, piece in reader.pairs if piece)
        pairs |= dict.fromkeys(("", before + piece) for before, piece in reader.pairs if piece)
        pairs |= dict.fromkeys(("", whole + sign) for sign in _SEPARATORS if whole + sign)
    texts = [Repeated(before, piece, end) for before, piece in pairs for end in _ENDS]
    return texts[:: max(1, len(texts) // _TEXTS)]


class _Reader:
    """Reads what `re` makes of an expression; a text that the lookarounds refuse is only a text more.

    With `least`, what may be left out is left out of the text.
    """

    def __init__(self, *, least: bool) -> None:
        self._least = least
        self.pairs: list[tuple[str, str]] = []
        self._groups: dict[int, str] = {}

    def read(self, tree: Iterable[tuple[Any, Any]], before: str) -> str:
        """Return a text that an expression takes, and note what it repeats behind it."""
        text = ""
        for op, told in tree:
            text += self._read_one(op, told, before + text)
        return text

    def _read_one(self, op: Any, told: Any, before: str) -> str:
        if op in _REPEATS:
            return self._read_repeat(told, before)
        if op is ops.SUBPATTERN:
            number, _, _, inside = told
            found = self.read(inside, before)
            self._groups[number] = found
            return found
        if op is ops.BRANCH:
            ways = [self.read(way, before) for way in told[1]]  # all are read: each may repeat something
            return ways[0]
        if op in (ops.ASSERT, ops.ASSERT_NOT):
            self.read(told[1], before)
            return ""
        if op is ops.ATOMIC_GROUP:
            return self.read(told, before)
        if op is ops.GROUPREF:
            return self._groups.get(told, "")
        if op is ops.GROUPREF_EXISTS:
            ways = [self.read(way, before) for way in told[1:] if way]
            return ways[0]
        return next(_signs(op, told), "")

    def _read_repeat(self, told: Any, before: str) -> str:
        least, most, inside = told
        once = self.read(inside, before)
        times = min(max(least, 0 if self._least else 1), _PART)
        if most > 1:
            only = list(inside)
            many = list(_signs(*only[0]))[:_EACH] if len(only) == 1 else []
            self.pairs += [(before, piece) for piece in many or [once]]
            self.pairs += [(before, once + sign) for sign in _SEPARATORS[1:] if len(only) > 1]
            if many:  # a letter and a digit, where both may be there: lookaheads ask for them
                return "".join(islice(cycle(many[:2]), times))
        return once * times


def _signs(op: Any, told: Any) -> Iterator[str]:
    """Yield signs that one place of an expression takes."""
    if op is ops.LITERAL:
        yield chr(told)
    elif op is ops.NOT_LITERAL:
        yield from (sign for sign in _SIGNS if ord(sign) != told)
    elif op is ops.ANY:
        yield from _SIGNS
    elif op is ops.IN:
        negated = told[0][0] is ops.NEGATE
        yield from (sign for sign in _SIGNS if any(map(_takes(sign), told[negated:])) is not negated)
        yield from (chr(item[1] if item[0] is ops.LITERAL else item[1][0]) for item in told if _is_literal(item[0]))


def _is_literal(op: Any) -> bool:
    return op in (ops.LITERAL, ops.RANGE)


def _takes(sign: str) -> Any:
    def take(item: tuple[Any, Any]) -> bool:
        op, told = item
        if op is ops.LITERAL:
            return ord(sign) == int(told)
        if op is ops.RANGE:
            return int(told[0]) <= ord(sign) <= int(told[1])
        return op is ops.CATEGORY and bool(_CATEGORIES[told](sign))

    return take


def find_steep(pattern: re.Pattern[str], way: str = "finditer", longest: int = LONGEST) -> Repeated | None:
    """Return a text of which four times as much costs far more than four times as much to read in a way.

    `longest` is the length that whoever asks it never exceeds.
    """
    texts = list_repeated(pattern.pattern, pattern.flags)
    return next((text for text in texts if _is_steep(pattern, text, way, longest)), None)


def _is_steep(pattern: re.Pattern[str], text: Repeated, way: str, longest: int) -> bool:
    read = getattr(pattern, way)

    def cost(size: int) -> float:
        whole = text.of(size)
        return cpu(lambda: sum(1 for _ in read(whole)) if way == "finditer" else read(whole))

    steep = False
    for size in _SIZES:  # small ones first: some never end
        if size > longest:
            break
        spent = cost(size)
        if spent > ENOUGH_S:
            steep = _is_each_time(lambda size=size: cost(size) > MOST * max(cost(size // TIMES), ENOUGH_S / 4))
            if spent > _PLENTY_S:  # less may grow up to a bound and no further, or only begin to grow
                break
    return steep


def _is_each_time(seen: Callable[[], bool]) -> bool:
    """Tell whether something is seen whenever one looks: others may interfere."""
    return all(seen() for _ in range(TRIES))

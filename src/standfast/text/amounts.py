"""Amounts of time and of bytes as people write them: 60s, 60 sec, sixty seconds and 1 minute are the same.

Owns the one table of units, that of numbers in words, and finding amounts in a sentence. Pure; no code is read here
(`standing/claims/amounts.py` does).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMERALS = {
    **{word: number for number, word in enumerate(_SMALL.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "hundred": 100,
    "thousand": 1_000,
    "million": 1_000_000,
}
"""What a number is called in English."""
SECOND, BYTE = "second", "byte"
_UNITS: dict[str, dict[str, float]] = {  # words, and how many seconds or bytes each is
    SECOND: {
        "ns nanosecond nanoseconds": 1e-9, "us µs μs microsecond microseconds": 1e-6,
        "ms msec msecs millisecond milliseconds": 1e-3, "s sec secs second seconds": 1, "min mins minute minutes": 60,
        "h hr hrs hour hours": 3_600, "d day days": 86_400, "week weeks": 604_800,
    },
    BYTE: {
        "byte bytes": 1, "kb kib kilobyte kilobytes": 1 << 10, "mb mib megabyte megabytes": 1 << 20,
        "gb gib gigabyte gigabytes": 1 << 30, "tb tib terabyte terabytes": 1 << 40,
    },
}  # fmt: skip
UNITS = {
    word: (sort, float(factor)) for sort, table in _UNITS.items() for words, factor in table.items()
    for word in words.split()
}  # fmt: skip
"""Of each word for a unit: what it measures, and how many seconds or bytes it is."""
_NUMBERS = {**NUMERALS, "half a": 0.5, "half an": 0.5}
_COUNTED = "|".join(sorted(NUMERALS, key=len, reverse=True))
_NAMED = "|".join(sorted(UNITS, key=len, reverse=True))
UNIT = rf"[\s-]?(?i:{_NAMED})\b"
"""A unit behind its number, as an expression."""
# A decade ("1990s"), "100s of files" and a range ("5-10 minutes") are no amounts; a bare letter stands at its number.
_AMOUNT = compile_later(
    rf"(?<![\w.`/=:$#-])(?<!\d to )(?!(?:19|20)\d0s\b|\d+s of\b)"
    rf"(?P<number>\d[\d_]*(?:,\d{{3}}){{0,6}}(?:\.\d+)?|\b(?:{_COUNTED}|half an?)\b)"
    rf"(?:(?P<glued>(?:{_NAMED}))|[\s-](?P<word>(?:{_NAMED})))(?![\w/-]|\.\w)",
    re.IGNORECASE,
)
_LIKELY = compile_later(rf"[\d_][\s-]?(?:{_NAMED})", re.IGNORECASE)
_COUNTS = _NUMBERS.keys() | {"half"}
_APART = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
_ALONE = frozenset("hd")


class Amount(Value):
    """An amount in a text: where it stands, what it measures, and how many seconds or bytes it is."""

    start: int
    end: int
    sort: str
    worth: float


def find_amounts(text: str) -> Iterator[Amount]:
    """Yield the amounts of time and bytes that a text gives, in its order."""
    for found in _AMOUNT.finditer(text):
        unit = (found["glued"] or found["word"]).lower()
        if unit not in UNITS or (unit in _ALONE and not found["glued"]):
            continue  # a letter that only looks like one of a unit's: an expression that ignores case takes it
        low = found["number"].lower()
        if low not in _NUMBERS and not low[0].isdigit():
            continue
        number = str(_NUMBERS[low]) if low in _NUMBERS else low.replace(",", "").replace("_", "")
        sort, factor = UNITS[unit]
        yield Amount(found.start(), found.end(), sort, round(float(number) * factor, 9))


def spell_amounts(text: str) -> str:
    """Return a text whose amounts are all in seconds and bytes: "10 min" is "600 seconds"."""
    if text.isascii() and not _LIKELY.search(text) and _COUNTS.isdisjoint(text.lower().translate(_APART).split()):
        return text  # nearly every clause, at a third of the cost
    spelled, at = "", 0
    for item in find_amounts(text):
        spelled += f"{text[at : item.start]}{item.worth:.12g} {item.sort}s"
        at = item.end
    return spelled + text[at:]

"""What a value of the code comes to, and whether an amount that a claim gives is the same, whatever unit either is in.

Owns the forms in which code says a unit (`5*time.Minute`, `timedelta(hours=1)`, `30.seconds`); values come spelled, as
`relations.py` has them. Also which words say that a caller gives the value. Neighbours: `values.py` (whose value it
is), `items.py` (numbers and their units).
"""

from __future__ import annotations

import re

from standfast.code.literals import compute
from standfast.code.qualified import last_name
from standfast.standing.claims.items import NUMBER, list_items
from standfast.text.amounts import SECOND, UNIT, UNITS, find_amounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.standing.claims.claim import Claim

# What a caller may give says nothing of what is there: "set X to 3", "by passing X=3", "if X is 3".
_OPEN_CALL = re.compile(r"([A-Za-z_$][\w$.:]*)\([^()]*$")
_CALL = 200  # characters of a call before a value
GIVEN = re.compile(
    r"\b(?:set(?:ting|s)?|pass(?:ing|es|ed)?|giv(?:e|es|ing|en)(?! up)|specif(?:y|ies|ying)|us(?:e|ing)|with|"
    r"call(?:ing|s)?|enabl(?:e|es|ing|ed)|disabl(?:e|es|ing|ed)|configur(?:e|es|ing)|chang(?:e|es|ing)|overrid(?:e|es|ing)|"
    r"if|when|unless|via|try|run(?:ning)?)\b[^.;:\n]{0,60}$",
    re.IGNORECASE,
)
# What follows a number that is said of a product: another word would say what is counted, as in "16 pages".
ENDS = r"\s*(?:$|[.,;:)\n]|(?:and|but|because|by|in|for|so|which|since)\b)"
_BYTES = re.compile(r"b(?:ytes?)?$", re.IGNORECASE)
_FINER = (1, 1000, 10**6, 10**9)  # a time may be kept in a finer unit than it is said in


_NAMES = {"nanos": "ns", "micros": "us", "millis": "ms", "milli": "ms", "mills": "ms"}
_NUMBER = r"(?P<number>\d[\d_]*(?:\.\d+)?(?:[*<]+\d+)*)"
_UNIT = r"(?P<unit>[A-Za-z]+)"
_FORMS = (
    re.compile(rf"(?:{_NUMBER}\*)?(?:time|chrono)\.{_UNIT}"),  # Go
    re.compile(rf"time\.(?P<unit>[A-Z][a-z]+)\*{_NUMBER}"),
    re.compile(rf"(?:[\w:]+::)?Duration::from_{_UNIT}\({_NUMBER}\)"),  # Rust
    re.compile(rf"(?:[\w.]+\.)?(?:Duration\.of|TimeSpan\.From){_UNIT}\({_NUMBER}\)"),  # Java, C#
    re.compile(rf"(?:[\w.]+\.)?TimeUnit\.{_UNIT}\.to[A-Z][a-z]+\({_NUMBER}\)"),
    re.compile(rf"(?:std::)?(?:chrono::)?{_UNIT}\({_NUMBER}\)"),  # C++
    re.compile(rf"{_NUMBER}\.{_UNIT}(?:\.to_i)?"),  # Ruby, Kotlin
)
_DELTA = re.compile(r"(?:\w+\.)?(?:timedelta|relativedelta|Duration)\((?P<parts>(?:[a-z]+[=:]\d[\d.]*,?)+)\)")
_PART = re.compile(r"(?<![a-z])([a-z]+)[=:](\d+(?:\.\d+)?)")
_QUOTED = re.compile(r'"(\d+(?:\.\d+)? ?[A-Za-z]+)"')


def is_given(before: str, own: str) -> bool:
    """Tell whether a caller gives the value that stands after some words: said so, or in a call of another thing."""
    call = _OPEN_CALL.search(before[-_CALL:])
    return GIVEN.search(before) is not None or (call is not None and last_name(call[1]) != last_name(own))


def is_same(claim: Claim, number: str, values: set[str]) -> bool:
    """Tell whether a number of a claim is one of these in its unit: 30000 ms is 30."""
    items = (item for item in list_items(claim.text) if item.sort == NUMBER and item.word == number)
    return any(f"n:{value}" in item.keys for item in items for value in values)


def is_worth(said: str, value: str) -> bool:
    """Tell whether an amount, with its unit, is what a value of the code comes to: 64 KB is `64*(1<<10)`."""
    if quantity := find_quantity(value):
        return quantity in [(item.worth, item.sort) for item in find_amounts(said)]
    worth = compute(value)
    found = value if worth is None else str(worth)
    keys = {key.removeprefix("n:") for item in list_items(said) if item.sort == NUMBER for key in item.keys}
    if found in keys or not re.search(rf"\d{UNIT}$", said) or _BYTES.search(said):
        return found in keys
    return found.isdigit() and any(int(found) == int(key) * finer for key in keys if key.isdigit() for finer in _FINER)


def is_within(scope: str, name: str) -> bool:
    """Tell whether a scope is a definition of this name or stands inside it."""
    return scope == name or scope.startswith(name + ".")


def find_quantity(value: str) -> tuple[float, str] | None:
    """Return how many seconds or bytes a value is that says its unit, and which of the two; None for all else."""
    if delta := _DELTA.fullmatch(value):
        parts = [(_unit(name), number) for name, number in _PART.findall(delta["parts"])]
        known = [(UNITS[unit], float(number)) for unit, number in parts if unit in UNITS]
        if len(known) < len(parts) or any(sort != SECOND for (sort, _), _ in known):
            return None
        return round(sum(factor * number for (_, factor), number in known), 9), SECOND
    if quoted := _QUOTED.fullmatch(value):
        found = list(find_amounts(quoted[1]))
        return (found[0].worth, found[0].sort) if found else None
    for form in _FORMS:
        found_here = form.fullmatch(value)
        unit = _unit(found_here["unit"]) if found_here else ""
        if found_here is not None and unit in UNITS:
            sort, factor = UNITS[unit]
            return round(_number(found_here["number"]) * factor, 9), sort
    return None


def _unit(name: str) -> str:
    low = name.lower()
    return _NAMES.get(low, low)


def _number(text: str | None) -> float:
    worth = compute(text) if text else 1
    return float(worth) if worth is not None else float((text or "1").replace("_", ""))

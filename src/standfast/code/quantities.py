"""What a value of the code comes to where it says its unit: `5*time.Minute`, `timedelta(hours=1)`, `30.seconds`.

Owns the few forms in which languages write an amount of time or bytes. A bare number has no unit: `amount.py` asks what
it may be. Must not see the syntax tree: values come spelled, as `relations.py` has them. Neighbour: `literals.py`.
"""

from __future__ import annotations

import re

from standfast.code.literals import compute
from standfast.text.amounts import SECOND, UNITS, find_amounts

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

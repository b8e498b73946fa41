"""Find values that a vendor's rule expects beside the vendor's name: `adafruit_key = …`, `"jira": "…"`.

Owns the assigned half of gitleaks' rules; the shapes of those values say little, so the name must stand before them.
Neighbours: gitleaks.py holds the rules, assignments.py reads the syntax in between.
"""

from __future__ import annotations

from standfast.capture.needles import Needles
from standfast.capture.redact import gitleaks
from standfast.capture.redact.assignments import _TAIL, find_lead
from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.names import TOKEN
from standfast.capture.redact.values import entropy, is_placeholder

Span = tuple[int, int, str]

_OPENING = r"[\x60'\"\\=\s]{0,5}"
_INSIDE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=-")


def _by_name() -> dict[str, list[tuple[str, str, float]]]:
    names: dict[str, list[tuple[str, str, float]]] = {}
    for rule, keys, pattern, least in gitleaks.ASSIGNED:
        for key in keys:
            names.setdefault(key, []).append((rule, pattern, least))
    return names


_RULES = _by_name()
_NAMES = Needles(_RULES)


def find_beside(text: str, lower: str, letters: set[str]) -> list[Span]:
    """Return the spans of values beside the names of their vendors; `letters` are the text's runs of three."""
    found: list[Span] = []
    for name in _NAMES.present(lower, letters):
        rules = _RULES[name]
        at = lower.find(name)
        while at >= 0:
            after = at + len(name)
            inside = at and text[at].islower() and text[at - 1].islower()  # "lob" in "global"
            tail = None if inside else compiled(_TAIL).match(text, after)
            lead = find_lead(text, tail, TOKEN, at) if tail else None
            if lead:
                span = _value(text, lead.at, rules)
                if span:
                    found.append(span)
            at = lower.find(name, after)
    return found


def _value(text: str, at: int, rules: list[tuple[str, str, float]]) -> Span | None:
    opening = compiled(_OPENING).match(text, at)
    at = opening.end() if opening else at
    end = at
    while end < len(text) and end - at < 16 and (text[end] in _INSIDE or text[end] in ".:|%"):
        end += 1
    if end - at < 14 or text[at:end].isalpha():  # cheaper than trying, and no rule takes less
        return None
    for rule, pattern, least in rules:
        match = compiled(pattern).match(text, at)
        if match and text[match.end() : match.end() + 1] not in _INSIDE and _is_real(match[0], least):
            return (at, match.end(), rule)
    return None


def _is_real(value: str, least: float) -> bool:
    if value.isalpha() or (value.isdigit() and len(value) > 20):
        return False
    return entropy(value) >= max(least, 2.0) and not is_placeholder(value)

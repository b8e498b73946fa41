"""Find secrets in tables of values separated by commas: the heading of a column gives away what stands below it.

Owns that one shape, which downloads of credentials have ("User name,Password,Access key ID"). A heading is a line of
nothing but short names. Neighbours: names.py judges the headings, weigh.py the values, engine.py collects.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.names import NONE, PASSWORD, classify
from standfast.capture.redact.weigh import is_secret

Span = tuple[int, int, str]

_HEADING = r"(?m)^\ufeff?[\"']?[A-Za-z][\w \"'./()-]{0,40}(?:,[\w \"'./()-]{1,40}){1,24}\r?$"
_SIGNS = ("password", "passwd", "secret", "token", "_key", " key")
_MOST_ROWS = 1000


def find_columns(text: str, lower: str) -> list[Span]:
    """Return the spans of values below headings that promise a secret."""
    found: list[Span] = []
    if not any(sign in lower for sign in _SIGNS):
        return found
    last = 0
    for heading in compiled(_HEADING).finditer(text):
        if heading.start() >= last:
            levels = [classify(name.strip(" \"'")) for name in heading[0].split(",")]
            if any(levels):
                last = _rows(text, heading.end() + 1, levels, found)
    return found


def _rows(text: str, at: int, levels: list[int], found: list[Span]) -> int:
    """Add the values of the rows that follow, as long as they have as many columns, and return where they end."""
    for _ in range(_MOST_ROWS):
        end = text.find("\n", at)
        row = text[at : end if end >= 0 else len(text)]
        fields = row.split(",")
        if len(fields) != len(levels):
            break
        place = at
        for level, field in zip(levels, fields, strict=True):
            value = field.strip(" \r\"'")
            if level != NONE and value and is_secret(value, level, quoted=True, firm=not value.isalpha()):
                start = place + field.find(value)
                found.append((start, start + len(value), "password" if level == PASSWORD else "secret"))
            place += len(field) + 1
        if end < 0:
            return len(text)
        at = end + 1
    return at

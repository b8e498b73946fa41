"""Regular expressions over text, for what no syntax tree knows.

`regex:` is a pattern, or `pattern` with `keywords` (at least one must stand in the file before the pattern is even
compiled) and `flags`. `^` and `$` are line ends. Text is read in overlapping windows, so that a pattern whose time
grows with the square of its text costs time in proportion to the file; a match is at most `OVERLAP` characters sure
to be seen whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.rule import Guard

WINDOW = 4000
OVERLAP = 1000
MAX_MATCHES = 1000
FLAGS = {"ignorecase": re.IGNORECASE, "dotall": re.DOTALL, "verbose": re.VERBOSE, "ascii": re.ASCII}


def settings(guard: Guard) -> tuple[str, tuple[str, ...], int]:
    """Return the pattern, its keywords and its flags."""
    value = guard.rule["regex"]
    whole = value if isinstance(value, Mapping) else {**guard.rule, "pattern": value}
    flags = re.MULTILINE
    for name in whole.get("flags") or ():
        flags |= FLAGS[str(name).lower()]
    return str(whole["pattern"]), tuple(whole.get("keywords") or ()), int(flags)


@lru_cache(maxsize=1024)
def compiled(pattern: str, flags: int) -> re.Pattern[str]:
    """Compile once per process."""
    return re.compile(pattern, flags)


def find(guard: Guard, file: File) -> list[Match]:
    """Return every place where the pattern fits, at most `MAX_MATCHES`."""
    pattern, keywords, flags = settings(guard)
    text = file.text
    if keywords and not _has_keyword(text, keywords, fold=bool(flags & re.IGNORECASE)):
        return []
    expression = compiled(pattern, flags)
    found: dict[tuple[int, int], Match] = {}
    for begin, stop in _windows(text):
        for hit in expression.finditer(text, begin, stop):
            start, end = hit.span()
            if end > start and (start, end) not in found:
                found[start, end] = Match(file.line_at(start), file.line_at(end - 1), hit.group())
                if len(found) >= MAX_MATCHES:
                    return list(found.values())
    return list(found.values())


def _has_keyword(text: str, keywords: tuple[str, ...], *, fold: bool) -> bool:
    if fold:
        text = text.lower()
        return any(word.lower() in text for word in keywords)
    return any(word in text for word in keywords)


def _windows(text: str) -> list[tuple[int, int]]:
    """Return overlapping stretches of the text that end with a line where one ends nearby."""
    if len(text) <= WINDOW:
        return [(0, len(text))]
    parts: list[tuple[int, int]] = []
    start = 0
    while True:
        end = min(start + WINDOW, len(text))
        if end < len(text):
            line_end = text.find("\n", end, end + OVERLAP)
            end = end if line_end < 0 else line_end
        parts.append((start, end))
        if end >= len(text):
            return parts
        start = end - OVERLAP

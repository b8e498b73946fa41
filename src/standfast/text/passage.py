"""Passages: where some words stand in a text, layout, marks and capitals aside. Pure.

Owns reading a text as one row of words; kept, because a brief holds many statements against the same few documents.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from standfast.model.pattern import compile_later

_WORD = compile_later(r"\w+")
_MARKS = {code: " " for code in range(128) if chr(code) not in "\n_" and not chr(code).isalnum()}
_FRONT = 8  # words by which a passage is found
_SIZE = 3
_ENOUGH = 0.6  # of three words in a row: a text that says less of them says something else
_LEAD = compile_later(r"(?P<lead>[^\n:]{2,200}):\s+(?P<rest>\S.*)", re.DOTALL)


def says(text: str, words: str) -> bool:
    """Tell whether a text says something, apart from what was put around it.

    What introduces an item of a list ("Never: ...") stands before the first of the list, not before each.
    """
    if _says(text, words):
        return True
    led = _LEAD.match(words)
    return led is not None and _says(text, led["lead"]) and _says(text, led["rest"])


def _says(text: str, words: str) -> bool:
    told = _words(words)
    row, _ = _read(text)
    if f" {' '.join(told)} " in row:
        return True
    size = min(_SIZE, len(told))
    wanted = {f" {' '.join(told[at : at + size])} " for at in range(len(told) - size + 1)} if size else set()
    return sum(part in row for part in wanted) >= _ENOUGH * len(wanted)


def find_lines(text: str, words: str) -> tuple[int, int]:
    """Find the first and the last line that some words stand on; (0, 0) when they are not there."""
    wanted = _words(words)
    row, ends = _read(text)
    at = row.find(f" {' '.join(wanted[:_FRONT])} ") if wanted else -1
    if at < 0:
        return 0, 0
    place = row.count(" ", 0, at)
    last = min(place + len(wanted), ends[-1]) - 1
    return bisect_right(ends, place) + 1, bisect_right(ends, last) + 1


def _words(text: str) -> list[str]:
    """Return the words of a text in small letters; of plain letters without an expression: it takes twice as long."""
    if text.isascii():
        return text.lower().translate(_MARKS).split()
    return [word.lower() for word in _WORD.findall(text)]


@lru_cache(maxsize=64)
def _read(text: str) -> tuple[str, tuple[int, ...]]:
    """Return a text as one row of words with a space around each, and how many of them there are up to each line."""
    words: list[str] = []
    ends: list[int] = []
    text, read = (text.lower().translate(_MARKS), str.split) if text.isascii() else (text, _words)
    for line in text.split("\n"):
        words += read(line)
        ends.append(len(words))
    return f" {' '.join(words)} ", tuple(ends)

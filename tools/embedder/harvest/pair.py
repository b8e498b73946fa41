"""A pair: two texts a reader would file together, and where they come from."""

from __future__ import annotations

import re
from typing import NamedTuple

SHORTEST = 12
LONGEST = 1200
_SPACE = re.compile(r"[ \t]+")
_BLANK = re.compile(r"\n\s*\n+")


class Pair(NamedTuple):
    """`left` asks or names, `right` tells; `kind` says how they belong together."""

    kind: str
    source: str
    left: str
    right: str


def tidy(text: str, longest: int = LONGEST) -> str:
    """Fold white space and cut at a word."""
    text = _BLANK.sub("\n", _SPACE.sub(" ", text)).strip()
    if len(text) > longest:
        text = text[:longest].rsplit(None, 1)[0]
    return text


def is_prose(text: str) -> bool:
    """Tell sentences from tables, markup and data: enough letters, and words of a usual length."""
    letters = sum(c.isalpha() for c in text)
    words = text.split()
    return len(text) >= SHORTEST and len(words) >= 3 and letters > 0.6 * len(text) and len(text) / len(words) < 14


def make(kind: str, source: str, left: str, right: str) -> Pair | None:
    """Return a pair of tidy texts, or nothing where one side says too little."""
    left, right = tidy(left, 400), tidy(right)
    if len(left) < 4 or len(right) < SHORTEST or left == right:
        return None
    return Pair(kind, source, left, right)

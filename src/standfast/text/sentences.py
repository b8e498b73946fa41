"""Sentences: where one ends and the next begins, word for word.

Owns the cut. Must not reword, join or judge.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later

_STOP = r"(?<=[.!?])[\"')\]*_]*\s+"
_WRITTEN = compile_later(_STOP + r"(?=[\"'(\[`*_]*[A-Z0-9`])")
_TYPED = compile_later(_STOP + r"(?=\S)")
_ABBREVIATED = compile_later(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|v\d+|fig|incl|resp|mr|mrs|dr)|\.\.|\b\w)\.[\"')\]*_]*\s*$", re.IGNORECASE
)


def split_sentences(text: str, *, typed: bool = False) -> list[str]:
    """Return the sentences of a paragraph as they are written; an abbreviation does not end one.

    A sentence begins with a capital, a number or code; where words are `typed` to an agent, with anything.
    """
    found: list[str] = []
    start = 0
    for stop in (_TYPED if typed else _WRITTEN).finditer(text):
        if not _ABBREVIATED.search(text[max(0, stop.start() - 12) : stop.start() + 1]):
            found.append(text[start : stop.end()].strip())
            start = stop.end()
    return [part for part in (*found, text[start:].strip()) if part]


def first_sentence(text: str) -> str:
    """Return the first sentence of a paragraph, or nothing of an empty one."""
    return next(iter(split_sentences(text)), "")

"""Sentences of a turn, word for word: people who type to an agent use few capitals and fewer stops.

Owns the cut. Must not reword, join or judge.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later

SHORT = 160  # a turn up to this long is taken whole: its sentences explain each other
LONGEST = 220  # a longer sentence is a specification

_END = compile_later(r"(?<=[.!?])[\"')\]]*\s+(?=\S)")
_ABBREVIATED = compile_later(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|v\d+|fig|incl|resp|mr|mrs|dr)|\.\.|\b\w)\.[\"')\]]*\s*$", re.IGNORECASE
)
_BULLET = compile_later(r"^\s*(?:[-*+•–]|\(?\d{1,2}[.):])\s+")


def sentences(words: str) -> list[str]:
    """Return the sentences of a person's words, each as it was typed."""
    found: list[str] = []
    for typed in words.split("\n"):
        line = _BULLET.sub("", typed).strip()
        start = 0
        for match in _END.finditer(line):
            if _ABBREVIATED.search(line[max(0, match.start() - 12) : match.start() + 1]):
                continue
            found.append(line[start : match.end()].strip())
            start = match.end()
        found.append(line[start:].strip())
    return [" ".join(part.split()) for part in found if part]

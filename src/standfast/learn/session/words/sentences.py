"""Sentences of a turn, word for word: people who type to an agent use few capitals, fewer stops, and bullets."""

from __future__ import annotations

from standfast.model.pattern import compile_later
from standfast.text.sentences import split_sentences

SHORT = 160  # a turn up to this long is taken whole: its sentences explain each other
LONGEST = 220  # a longer sentence is a specification

_BULLET = compile_later(r"^\s*(?:[-*+•–]|\(?\d{1,2}[.):])\s+")


def sentences(words: str) -> list[str]:
    """Return the sentences of a person's words, each as it was typed."""
    lines = [_BULLET.sub("", line) for line in words.split("\n")]
    return [" ".join(part.split()) for line in lines for part in split_sentences(line.strip(), typed=True)]

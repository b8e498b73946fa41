"""Everyday English: a dictionary, told problems and small talk, so that a developer's table keeps its common words."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from .pair import Pair, make

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def read_wordnet(source: str, text: str) -> Iterator[Pair | None]:
    """Yield words with their meaning and meanings with their examples from a WordNet data file."""
    for line in text.splitlines():
        head, bar, gloss = line.partition(" | ")
        fields = head.split()
        if not bar or line.startswith("  ") or len(fields) < 5:
            continue
        count = int(fields[3], 16)
        words = ", ".join(word.replace("_", " ") for word in fields[4 : 4 + 2 * count : 2])
        meaning, *examples = [part.strip(' "') for part in gloss.split('; "')]
        yield make("word", source, words, meaning)
        for example in examples[:2]:
            yield make("example", source, f"{words}: {meaning}", example)


def read_problems(source: str, text: str) -> Iterator[Pair | None]:
    """Yield told arithmetic problems with their solutions and the question with its story (GSM8K)."""
    for line in text.splitlines():
        problem = json.loads(line)
        answer = re.sub(r"<<[^>]*>>|####.*", "", problem["answer"])
        yield make("answer", source, problem["question"], answer)
        story = _SENTENCE.split(problem["question"])
        if len(story) > 1:
            yield make("sentence", source, story[-1], " ".join(story[:-1]))


def read_small_talk(source: str, text: str) -> Iterator[Pair | None]:
    """Yield what is said and what is answered (ChatterBot's corpus: YAML lists of lists)."""
    said = ""
    for line in text.splitlines():
        found = re.match(r"^(- -|  -) (.+)$", line)
        if not found:
            continue
        words = found[2].strip("'\" ")
        if found[1] == "  -" and said:
            yield make("answer", source, said, words)
        said = words if found[1] == "- -" else said

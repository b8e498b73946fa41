"""Everyday English: a dictionary, told problems and small talk, so that a developer's table keeps its common words."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from .pair import Pair, make

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_TURNS = 4  # of those that answer a question
LONG_TURN = 80  # characters; "okay" belongs to everything
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


def read_meetings(source: str, text: str) -> Iterator[Pair | None]:
    """Yield questions about meetings with their answers and with what was said to the point (QMSum)."""
    for line in text.splitlines():
        meeting = json.loads(line)
        said = [re.sub(r"\{\w+\}", "", turn["content"]) for turn in meeting["meeting_transcripts"]]
        for asked in meeting["specific_query_list"]:
            yield make("answer", source, asked["query"], asked["answer"])
            turns = [turn for start, end in asked["relevant_text_span"] for turn in said[int(start) : int(end) + 1]]
            for turn in sorted(turns, key=len, reverse=True)[:MOST_TURNS]:
                yield make("asked", source, asked["query"], turn)
        for before, after in pairwise(said):
            if min(len(before), len(after)) > LONG_TURN:
                yield make("next", source, before, after)


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

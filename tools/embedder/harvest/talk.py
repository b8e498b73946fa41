"""Conversations: what a person asks an assistant and what is answered, small talk, and questions meant alike."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from .pair import Pair, is_prose, make
from .prose import paragraphs, plain

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

MOST_PASSAGES = 6  # of one answer: a long one is asked for by its middle as well
MOST_ALIKE = 4  # others of the same meaning, for each sentence
FEWEST_WORDS = 4
_SPOKEN = re.compile(r"^_\*\*(User|Assistant|Agent)\b[^\n]*\*\*_$", re.MULTILINE)
_ASKED = re.compile(r"^#### (.*)$", re.MULTILINE)
_FOLDED = re.compile(r"<details>.*?</details>|<think>.*?</think>|```.*?(?:```|\Z)|^>.*$", re.DOTALL | re.MULTILINE)


def read_sessions(source: str, text: str) -> Iterator[Pair | None]:
    """Yield the pairs of one session with an assistant as SpecStory writes it."""
    marks = list(_SPOKEN.finditer(text))
    turns: list[tuple[bool, str]] = []
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else len(text)
        turns.append((mark[1] == "User", text[mark.end() : end]))
    yield from _answered(source, turns)


def read_chat(source: str, text: str) -> Iterator[Pair | None]:
    """Yield the pairs of a chat in which every line that is asked begins with four hashes (aider's own form)."""
    marks = list(_ASKED.finditer(text))
    turns: list[tuple[bool, str]] = []
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else len(text)
        turns += [(True, mark[1]), (False, text[mark.end() : end])]
    yield from _answered(source, turns)


def _answered(source: str, turns: list[tuple[bool, str]]) -> Iterator[Pair | None]:
    """Yield what was asked with each passage of the answer, and with what was asked next."""
    asked = ""
    for user, text in turns:
        passages = paragraphs(_FOLDED.sub("", text))
        if user:
            said = " ".join(passages)
            if len(said.split()) < FEWEST_WORDS:
                continue
            if asked:
                yield make("next", source, asked, said)
            asked = said
        elif asked and passages:
            yield make("answer", source, asked, "\n".join(passages))
            for passage in passages[1:MOST_PASSAGES]:
                if len(passage) > 80:
                    yield make("asked", source, asked, passage)


def read_dialogues(source: str, text: str) -> Iterator[Pair | None]:
    """Yield turns with what was said around them (Self-dialogue Corpus: one conversation a row, a turn a column)."""
    for row in csv.DictReader(io.StringIO(text)):
        said = [(row.get(f"Answer.sentence{number}") or "").strip() for number in range(1, 21)]
        spoken = [plain(turn) for turn in said if turn]
        for before, after in pairwise(spoken):
            if min(len(before), len(after)) > 30:
                yield make("turn", source, before, after)
        for at in range(2, len(spoken) - 2, 5):
            if is_prose(spoken[at]) and len(spoken[at]) > 50:
                yield make("turns", source, spoken[at], "\n".join(spoken[at - 2 : at] + spoken[at + 1 : at + 3]))


def read_alike(source: str, text: str, chance: random.Random) -> Iterator[Pair | None]:
    """Yield sentences that mean the same: rows of text and meaning, as CSV with a header or as JSON lists of such."""
    meant: dict[str, list[str]] = defaultdict(list)
    if text.lstrip().startswith("{"):
        rows = [row for part in json.loads(text).values() for row in part]
    else:
        rows = list(csv.reader(io.StringIO(text)))[1:]
    for sentence, meaning in rows:
        if meaning != "oos":
            meant[meaning].append(sentence)
    for sentences in meant.values():
        for sentence in sentences:
            for other in chance.sample(sentences, min(MOST_ALIKE, len(sentences))):
                yield make("alike", source, sentence, other)

"""Copies of one rule that have grown apart: a group's, and the same rule in the project at hand in other words.

Owns which rules are copies (the same title, or most of their words) and where they differ, word by word. It names them
and changes nothing: a person says which is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from standfast.context.context import Context
from standfast.model.kind import Kind
from standfast.model.memory import Memory
from standfast.model.value import Value
from standfast.store.values import View

_RULES = (Kind.CONVENTION, Kind.DECISION, Kind.REQUIREMENT, Kind.PROCEDURE)
_SHARE = 0.6  # of the words of both, which two copies have in common
_MOST = 2_000
_WORD = re.compile(r"\w+|[^\w\s]")


class Apart(Value):
    """Two copies of one rule, and where they differ: (what the first says, what the second says)."""

    ids: tuple[str, str]
    scopes: tuple[str, str]
    title: str
    differences: tuple[tuple[str, str], ...]


def find_apart(context: Context) -> list[Apart]:
    """Return the rules in reach that are copies across scopes and say different things by now."""
    found: list[Apart] = []
    seen: list[tuple[Memory, set[str]]] = []
    for partition in context.partitions():
        view = View(kinds=_RULES, now=context.clock.now())
        here = [(memory, _words(memory)) for memory in partition.memories.select(view, limit=_MOST)]
        for memory, words in here:
            for other, others in seen:
                if _are_copies(memory, words, other, others):
                    found.append(_apart(other, memory))
        seen += here
    return found


def _are_copies(one: Memory, words: set[str], other: Memory, others: set[str]) -> bool:
    if one.content.kind is not other.content.kind or one.content.text == other.content.text:
        return False
    titled = bool(one.content.title) and one.content.title.casefold() == other.content.title.casefold()
    common = len(words & others) / max(1, len(words | others))
    return titled or common >= _SHARE


def _apart(one: Memory, other: Memory) -> Apart:
    scopes = (str(one.content.scope), str(other.content.scope))
    title = one.content.title or one.content.text.partition("\n")[0][:80]
    return Apart((one.id, other.id), scopes, title, tuple(_differences(one.content.text, other.content.text)))


def _differences(one: str, other: str) -> list[tuple[str, str]]:
    first, second = _WORD.findall(one), _WORD.findall(other)
    steps = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    return [(_said(first[a:b]), _said(second[c:d])) for tag, a, b, c, d in steps if tag != "equal"]


def _said(words: Sequence[str]) -> str:
    return " ".join(words)


def _words(memory: Memory) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w+", memory.content.text)}

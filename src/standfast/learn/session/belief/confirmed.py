"""Confirmed: what an agent remembered in its own words after a user's sentence, and whether it may rest on it.

The claim must share words with the sentence and name nothing that is not there; then the user's turn becomes its
evidence, and the sentence itself need not be told any more. Reads; `verbs.learn` writes.
"""

from __future__ import annotations

import re

from standfast.learn.session.words.spoken import content_words
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.store.values import LogFilter
from standfast.trust.conflicts.conflict import why_against

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from standfast.model.memory import Memory
    from standfast.store.contract import Partition

_SHARED = 2  # words that a claim and the sentence it rests on have in common
_PATH = re.compile(r"(?<![\w./-])(?:[\w.-]+/)+[\w.-]+\.\w{1,6}\b")
_SYMBOL = re.compile(r"\b[A-Za-z]\w*_\w+\b|\b[A-Za-z_]\w*(?=\(\))|(?<=`)[A-Za-z]\w*[a-z][A-Z]\w*(?=`)")
_MOST = 20


def _shares(claim: frozenset[str], text: str) -> int:
    """Return how many words a claim shares with a sentence, where that is enough: all of one that has hardly any."""
    words = content_words(text)
    common = len(claim & words)
    return common if common >= min(_SHARED, len(words)) else 0


class Confirmation(Value):
    """An agent's claim, the sentence of the user it rests on, and the turn that holds it."""

    memory: Memory
    sentence: str
    turn: str


def names_what_is_there(
    memory: Memory, said: str, is_file: Callable[[str], bool], is_symbol: Callable[[str], bool]
) -> bool:
    """Tell whether every file and symbol that a memory names is in the repository, or the user named it."""
    claim = f"{memory.content.title} {memory.content.text} {memory.content.why}"
    if not all(path in said or is_file(path) for path in _PATH.findall(claim)):
        return False
    return all(name in said or is_symbol(name) for name in _SYMBOL.findall(_PATH.sub(" ", claim)))


def find(
    partition: Partition, session: str, sentences: Sequence[tuple[str, str]], is_sound: Callable[[Memory], bool]
) -> list[Confirmation]:
    """Return what an agent claimed in a session after the user's sentences, given as (turn, words), where it holds."""
    wanted = LogFilter(session=session, acts=(Act.REMEMBER,))
    found: list[Confirmation] = []
    for operation in partition.log.iterate(wanted, limit=_MOST):
        memory = partition.memories.find(operation.header.memory) if operation.header.memory else None
        if memory is None or memory.source.kind != "agent" or memory.status is not Status.ACTIVE:
            continue
        words = content_words(f"{memory.content.title} {memory.content.text} {memory.content.why}")
        shared = [(_shares(words, text), turn, text) for turn, text in sentences]
        best = max(shared, default=(0, "", ""))
        if best[0] and is_sound(memory) and not why_against(best[2], memory.content.text):
            found.append(Confirmation(memory, best[2], best[1]))
    return found

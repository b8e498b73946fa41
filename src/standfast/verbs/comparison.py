"""Comparison: what stands against a memory that waits, what it would replace, what the code says of both; merging.

Owns the picture that a person decides from, and joining several memories into one: the one that stays gets the words,
the others are superseded by it, so the history of each stays. Neighbours: `review` (what waits, and the decision).
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError
from standfast.model.ids import MemoryId
from standfast.model.memory import Memory
from standfast.model.trust import WAITING
from standfast.model.value import Value
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.links import contradict
from standfast.standing.memories import Judge
from standfast.standing.support import Support, supported
from standfast.trust.near import are_of_one_sort, find_near
from standfast.trust.person import require_person
from standfast.trust.record import Changed
from standfast.verbs.decide import approve
from standfast.verbs.revise import revise
from standfast.verbs.supersede import supersede

_NEAR = 3
_SHARED = 0.6
_OPPOSED = frozenset(("contradicts", "supersedes"))


class Beside(Value):
    """Another memory, how it is related to the one that waits, and what the code supports of the two."""

    shown: Shown
    relation: str
    support: Support


class Comparison(Value):
    """A memory that waits and what to look at before deciding."""

    shown: Shown
    others: tuple[Beside, ...]


def compare(context: Context, reference: str, *, given: bool = False) -> Comparison:
    """Return a memory with what it stands against, would replace, or says nearly the same as."""
    partition, memory = get_memory(context, reference)
    judge = Judge(context, explain=True)
    shown = Shown(memory, judge(memory))
    related = {link.target: link.kind for link in memory.content.links if link.kind in _OPPOSED}
    related.update(dict.fromkeys(shown.judged.against, "contradicts"))
    found = [
        (other, related[other.id])
        for other in partition.memories.find_several([MemoryId(name) for name in related]).values()
    ]
    for other in find_near(context, partition, memory.content):
        if other.id == memory.id or other.id in related or len(found) >= len(related) + _NEAR:
            continue
        if contradict(memory, other) or _says_much_of(memory, other):
            found.append((other, "contradicts" if contradict(memory, other) else "near"))
    others = [Beside(Shown(other, judge(other)), kind, _support(context, kind, memory, other)) for other, kind in found]
    if given:
        give(context, "review", [(item.memory, item.judged) for item in (shown, *(each.shown for each in others))])
    return Comparison(shown, tuple(others))


def _says_much_of(memory: Memory, other: Memory) -> bool:
    """Tell whether two memories share most of their words: a person may want to merge them."""
    if not are_of_one_sort(memory.content, other.content):
        return False
    own, others = (set(item.content.text.casefold().split()) for item in (memory, other))
    return len(own & others) >= _SHARED * min(len(own), len(others))


def _support(context: Context, kind: str, memory: Memory, other: Memory) -> Support:
    return supported(context, memory, other) if kind in _OPPOSED else Support(None)


def merge(context: Context, keep: str, others: Sequence[str], *, text: str = "") -> Changed:
    """Let one memory stand for several: it gets the words, if any are given, and the others give way to it."""
    require_person(context.who, "merges memories")
    _, memory = get_memory(context, keep)
    merged = [get_memory(context, other)[1] for other in others]
    if not merged or any(other.id == memory.id for other in merged):
        hint = "Name the one that stays, and others that give way to it."
        raise ConfigError("There is nothing to merge.", hint=hint, code="usage")
    if text and text.strip() != memory.content.text.strip():
        revise(context, memory.id, text=text)  # first: what waits is approved in the person's own words
        _, memory = get_memory(context, memory.id)
    if memory.status in WAITING:
        approve(context, [f"{memory.id}@{memory.revision}" if text else memory.id])
    for other in merged:
        supersede(context, other.id, memory.id)
    _, state = get_memory(context, memory.id)
    return Changed(state.id, state.revision, state.version.operation, state.status)

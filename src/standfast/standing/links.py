"""How memories are linked: which contradict each other, which rest on which, and what each is linked to.

Owns the reading of links, one by one and of many at once. Must not judge what stands: `memories` does.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Link, Memory
    from standfast.store.contract import Partition
    from standfast.store.values import View

    Pairs = dict[tuple[MemoryId, MemoryId], set[str]]

_RESTS = frozenset(("derived-from", "because-of", "about"))
_MOST_RELATED = 20


def contradict(one: Memory, other: Memory) -> bool:
    """Tell whether one of two memories is linked to the other as its opposite, and nobody said that both stand."""
    opposed = list_links(one, "contradicts", other) or list_links(other, "contradicts", one)
    return bool(opposed) and not are_settled(one, other)


def are_settled(one: Memory, other: Memory) -> bool:
    """Tell whether one took the other's place, or a person said that both stand, and neither has changed since."""
    if one.superseded_by == other.id or other.superseded_by == one.id:
        return True
    for memory, target in ((one, other), (other, one)):
        for link in list_links(memory, "beside", target):
            if link.at is None or link.at >= target.version.at:
                return True
    return False


def list_links(memory: Memory, kind: str, target: Memory) -> list[Link]:
    """Return the links of one kind from a memory to another."""
    return [link for link in memory.content.links if link.kind == kind and link.target == target.id]


def list_grounds(memory: Memory) -> list[str]:
    """Return the memories that a memory names as what it rests on."""
    linked = [link.target for link in memory.content.links if link.kind in _RESTS]
    return list(dict.fromkeys([*linked, *(item.ref for item in memory.content.evidence if item.kind == "memory")]))


def list_resting(partition: Partition, memory: Memory) -> list[Memory]:
    """Return the memories that rest on this one: derived from it, about it, or the reason of it."""
    reasons = [link.target for link in memory.content.links if link.kind == "because-of"]
    others = [partition.memories.find(reason) for reason in reasons]  # type: ignore[arg-type]
    linked = [item for item in list_linked(partition, [memory])[memory.id] if memory.id in list_grounds(item)]
    return [*linked, *(other for other in others if other is not None)]


def list_pairs(partition: Partition, memories: Sequence[MemoryId], view: View, limit: int, kind: str) -> Pairs:
    """Return, of the first that each memory is linked to, those by this kind of link, or by any: with all kinds."""
    kinds: Pairs = {}
    for memory, found, other in partition.index.relations(memories):
        kinds.setdefault((memory, other), set()).add(found)
    wanted = {pair for pair, found in kinds.items() if not kind or kind in found}
    linked = partition.index.linked(memories, view, limit) if wanted else ()
    return {pair: kinds[pair] for memory, document in linked if (pair := (memory, document.memory)) in wanted}


def list_linked(partition: Partition, memories: Sequence[Memory], kind: str = "") -> dict[MemoryId, list[Memory]]:
    """Return what each of some memories is linked to, either way; by a kind of link, where one is named."""
    from standfast.store.values import View

    ends: dict[MemoryId, dict[MemoryId, None]] = {memory.id: {} for memory in memories}
    for identity, other in list_pairs(partition, list(ends), View(), _MOST_RELATED, kind):
        ends[identity][other] = None
    whole = partition.memories.find_several(list(dict.fromkeys(other for others in ends.values() for other in others)))
    return {
        identity: [whole[other] for other in others if other in whole and other != identity]
        for identity, others in ends.items()
    }

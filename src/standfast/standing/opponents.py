"""Opponents: what stands against memories, and what takes the place of one on the branch at hand.

Owns looking that up for many at once, since each question costs a round trip, and reading no more of it than is told.
Must not judge what stands: `memories` does. Neighbour: `links` reads the links.
"""

from __future__ import annotations

from standfast.model.trust import Status
from standfast.standing.links import are_settled, list_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.standing.links import Pairs
    from standfast.store.contract import Partition

_MOST = 8
SIDES = 3
"""Of how many that stand against a memory more is told, where not everything is."""


class Opponents:
    """What stands against memories: found once, and kept for one answer. `whole`: all of it is read."""

    def __init__(self, context: Context, *, whole: bool) -> None:
        self._context = context
        self._whole = whole
        self._against: dict[MemoryId, dict[MemoryId, Memory | None]] = {}
        self.replaced: dict[MemoryId, MemoryId] = {}
        """Memories by what takes their place on the branch at hand; elsewhere they still hold."""

    def find(self, memory: Memory) -> dict[MemoryId, Memory | None]:
        """Return what stands against a memory, whichever was said first: in force, or a person's words in a session."""
        if memory.id not in self._against:
            self.look_up([memory])
        others = self._against[memory.id].items()
        return {
            name: item for name, item in others if name != memory.id and (item is None or not are_settled(memory, item))
        }

    def look_up(self, memories: Sequence[Memory]) -> None:
        """Find what stands against several memories."""
        from standfast.context.view import scopes_here
        from standfast.store.values import View

        alike: dict[tuple[str, bool], list[Memory]] = {}
        for memory in memories:
            self._against.setdefault(memory.id, {})
            if memory.status is Status.ACTIVE:
                alike.setdefault((memory.content.scope.partition, bool(memory.source.turn)), []).append(memory)
        for (key, spoken), some in alike.items():
            partition = self._context.store.find_partition(key)
            if partition is None:
                continue
            statuses = (Status.ACTIVE, Status.PROPOSED) if spoken else (Status.ACTIVE,)
            view = View(scopes_here(self._context, partition), statuses)
            pairs = list_pairs(partition, [memory.id for memory in some], view, _MOST, "contradicts")
            self._take_against(partition, pairs, whole=spoken or self._whole)
            self._take_replaced(partition, [memory.id for memory in some])

    def _take_against(self, partition: Partition, pairs: Pairs, *, whole: bool) -> None:
        """Note what stands against memories; where not all is told of it, only the first of it is read."""
        told: dict[MemoryId, int] = {}
        read: dict[MemoryId, None] = {}
        for (memory, other), kinds in pairs.items():
            plain = "beside" not in kinds  # nobody said that both stand
            told[memory] = told.get(memory, 0) + plain
            if whole or not plain or told[memory] <= SIDES:
                read[other] = None
        found = partition.memories.find_several(list(read))
        for memory, other in pairs:
            state = found.get(other)
            if other not in read:
                self._against[memory][other] = None
            elif state is not None and (state.status is Status.ACTIVE or state.source.kind == "session"):
                self._against[memory][other] = state

    def _take_replaced(self, partition: Partition, some: Sequence[MemoryId]) -> None:
        """Note what takes the place of memories on the branch at hand: elsewhere they still hold."""
        from standfast.context.view import is_here
        from standfast.model.encode import decode_scope
        from standfast.store.values import View

        own = [scope for scope in partition.memories.scopes() if "branch:" in scope]
        own = [scope for scope in own if is_here(self._context, decode_scope(scope).branch)]
        pairs = list_pairs(partition, some, View(tuple(own)), _MOST, "supersedes") if own else {}
        newer = partition.memories.find_several([other for _, other in pairs])
        for memory, other in pairs:
            if (item := newer.get(other)) and any(link.target == memory for link in item.content.links):
                self.replaced[memory] = item.id

"""Blast radius: who had been given what is being undone, and what was built on it."""

from __future__ import annotations

from standfast.model.ids import MemoryId
from standfast.model.operation import Operation
from standfast.model.value import Value
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.store.contract import Partition


class Blast(Value):
    """Sessions that were given it (from receipts), with the memories each got; the memories derived from it; and the
    commits made at its anchors while it was in force.
    """

    sessions: tuple[tuple[str, tuple[MemoryId, ...]], ...]
    derived: tuple[MemoryId, ...]
    commits: tuple[dict[str, str], ...] = ()


def measure(partitions: Sequence[Partition], operations: Sequence[Operation]) -> Blast:
    """Return what was reached by these operations."""
    since: dict[MemoryId, int] = {}  # the first revision of each memory that is undone
    for operation in operations:
        for memory in operation.header.touched:
            since[memory] = min(operation.header.revision, since.get(memory, operation.header.revision))
    # What took the place of a memory says something else: it was not built on it.
    instead = {operation.payload.get("by") for operation in operations if operation.payload is not None}
    sessions: dict[str, dict[MemoryId, None]] = {}
    derived: dict[MemoryId, None] = {}
    everything = View(statuses=())
    for partition in partitions:
        for memory, first in since.items():
            for receipt in partition.receipts.of_memory(memory):
                given = [item for item in receipt.given if item.memory == memory and item.revision >= first]
                if given:
                    who = receipt.session or receipt.to
                    sessions.setdefault(who, {})[memory] = None
        for _, document in partition.index.linked(list(since), everything, 1000):
            if document.memory not in since and document.memory not in instead:
                derived[document.memory] = None
    return Blast(tuple((name, tuple(given)) for name, given in sessions.items()), tuple(derived))

"""Blast radius: who had been given what is being undone, and what was built on it."""

from __future__ import annotations

from standfast.model.encode import decode_content
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.operation import Act, Operation
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.store.values import LogFilter, View

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


def taken_from(partition: Partition, session: str) -> list[Operation]:
    """Return what later sessions wrote down with a turn of this one as evidence, because they said it again."""
    kept = (Status.ACTIVE, Status.PROPOSED, Status.SUPERSEDED)
    spoken = partition.memories.select(View(None, kept, (Kind.CONVENTION, Kind.PREFERENCE)))
    heard = (item for item in spoken if item.source.kind == "session" and not item.is_decided)
    written = [
        item
        for memory in heard
        if session in memory.content.sessions_behind
        for item in partition.log.of_memory(memory.id)
        if item.payload is not None and item.header.act is Act.REMEMBER and not partition.log.is_reverted(item.id)
    ]
    later = [item for item in written if item.header.source.session not in ("", session)]
    return [item for item in later if session in decode_content(item.payload["content"]).sessions_behind]  # type: ignore[index]


def reverted_sessions(partition: Partition) -> set[str]:
    """Return the prints of the sessions that a standing revert names, whether or not they had left anything.

    Made as a purge makes what it leaves of a session: without the secret nobody can tell which one it was.
    """
    reverts = partition.log.iterate(LogFilter(acts=(Act.REVERT,)))
    standing = [item for item in reverts if not partition.log.is_reverted(item.id)]
    return {str(item.payload["session"]) for item in standing if item.payload and item.payload.get("session")}


def measure(partitions: Sequence[Partition], operations: Sequence[Operation]) -> Blast:
    """Return what was reached by these operations."""
    from standfast.trust.conflicts.conflict import BESIDE  # heavy, and sessions load this module for another reason

    against = {"contradicts", BESIDE}  # such a memory is not built on the other
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
                who = receipt.session or receipt.to
                if given and not who.startswith("person:"):  # what people look up themselves is no session
                    sessions.setdefault(who, {})[memory] = None
        near = dict.fromkeys(document.memory for _, document in partition.index.linked(list(since), everything, 1000))
        for other, found in partition.memories.find_several([item for item in near if item not in since]).items():
            # Its own links: what the undone one was built on is not built on it.
            rests = {str(link.target) for link in found.content.links if link.kind not in against}
            rests |= {item.ref for item in found.content.evidence if item.kind == "memory"}
            if other not in instead and not rests.isdisjoint(since):
                derived[other] = None
    return Blast(tuple((name, tuple(given)) for name, given in sessions.items()), tuple(derived))

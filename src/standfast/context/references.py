"""Finding what a person or agent named: memories, operations and sessions by any unambiguous part of an id, and how
short such a part may be.
"""

from __future__ import annotations

from collections.abc import Iterable

from standfast.context.context import Context
from standfast.errors import Ambiguous, NotFound
from standfast.model.ids import TAIL, MemoryId, OperationId, fold_reference
from standfast.model.memory import Memory
from standfast.model.trust import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.store.contract import Partition


_LEAST = 2  # shorter references are not looked up


def get_memory(context: Context, reference: str) -> tuple[Partition, Memory]:
    """Return the one current memory that `reference` names, within reach of the caller."""
    partition, identity = get_memory_id(context, reference)
    memory = partition.memories.find(identity)
    if memory is None:
        hint = f"It was reverted or purged; `standfast log {identity}` shows what happened."
        raise NotFound(f"Memory {identity} is no longer here.", hint=hint)
    return partition, memory


def get_memory_id(context: Context, reference: str) -> tuple[Partition, MemoryId]:
    """Return the one memory id that `reference` names, even if the memory is no longer current."""
    wanted = fold_reference(reference)
    found: dict[MemoryId, Partition] = {}
    lives: dict[MemoryId, bool] = {}
    for partition in context.partitions():
        for identity in partition.memories.resolve(wanted) if wanted else ():
            current = partition.memories.find(identity)
            # A memory that moved to another scope is still retracted where it came from.
            alive = current is not None and current.status is not Status.RETRACTED
            if identity not in found or (alive and not lives[identity]):
                found[identity], lives[identity] = partition, alive
    _expect_one("memory", reference, found)
    identity = next(iter(found))
    return found[identity], identity


def get_operation(context: Context, reference: str) -> tuple[Partition, OperationId]:
    """Return the one operation that `reference` names."""
    wanted = fold_reference(reference)
    found: dict[OperationId, Partition] = {}
    for partition in context.partitions():
        found.update(dict.fromkeys(partition.log.resolve(wanted) if wanted else (), partition))
    _expect_one("operation", reference, found)
    identity = next(iter(found))
    return found[identity], identity


def get_session(context: Context, reference: str, *, logged: bool = False) -> str:
    """Return the one session that `reference` names; with `logged`, also one that wrote and left no events."""
    found: dict[str, None] = {}
    for partition in context.partitions():
        if partition.journal.find(reference):
            return reference
        found.update(dict.fromkeys(partition.journal.resolve(reference)))
        found.update(dict.fromkeys(partition.log.sessions(reference) if logged else ()))
    if reference in found:
        return reference
    _expect_one("session", reference, found)
    return next(iter(found))


def _expect_one(what: str, reference: str, found: Iterable[str]) -> None:
    names = list(found)
    if not names:
        listing = {"session": "sessions", "memory": "list"}.get(what, "log")
        raise NotFound(f"There is no {what} {reference!r} here.", hint=f"`standfast {listing}` lists what there is.")
    if len(names) > 1:
        hint = "It could be " + ", ".join(names[:8]) + "."
        raise Ambiguous(f"{reference!r} names more than one {what}.", hint=hint)


def shortest(context: Context, memories: Iterable[MemoryId]) -> dict[MemoryId, int]:
    """Return, for each memory, how many characters after the dash name it and nothing else in reach."""
    partitions = context.partitions()
    found: dict[MemoryId, int] = {}
    for memory in memories:
        tail = memory[TAIL:]
        for length in range(_LEAST, len(tail) + 1):
            named = {item for partition in partitions for item in partition.memories.resolve(tail[:length])}
            if len(named) == 1:
                found[memory] = length
                break
        else:
            found[memory] = len(tail)
    return found

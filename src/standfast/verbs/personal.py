"""Personal: everything that is kept about the person at this machine, its origin, and all of it deleted at once.

Owns what "about the person" means: what is in user scope, in every status, whoever said it. What a person said about
projects belongs to the projects and is only counted. Only the person looks and deletes. Neighbours: `purge`.
"""

from __future__ import annotations

from standfast.context.context import Context
from standfast.model.ids import MemoryId
from standfast.model.source import SourceFilter
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.recall.answer import Shown
from standfast.standing.memories import Judge
from standfast.store.values import LogFilter, View
from standfast.trust.person import require_person

_USER = "user"
_SHOWN = 500


class Personal(Value):
    """What is kept about a person: memories in user scope, how many there are, and what else carries the name."""

    name: str
    memories: tuple[Shown, ...]
    total: int
    said: int
    """Memories of projects in reach that the person said."""
    sessions: int
    """Sessions of agents here, with what the person asked in them."""


def list_personal(context: Context) -> Personal:
    """Return everything kept about the person."""
    require_person(context.who, "sees what is kept about them")
    ids = list_ids(context)
    partition = context.store.find_partition(_USER)
    judge = Judge(context)
    memories = list(partition.memories.find_several(ids[:_SHOWN]).values()) if partition else []
    memories.sort(key=lambda memory: -memory.hlc)
    others = [item for item in context.partitions() if item.key != _USER]
    wanted = LogFilter(source=SourceFilter("person", context.who.name))
    said = {operation.header.memory for item in others for operation in item.log.iterate(wanted)} - {None}
    return Personal(
        name=context.who.name,
        memories=tuple(Shown(memory, judge(memory)) for memory in memories),
        total=len(ids),
        said=len(said),
        sessions=sum(len(item.journal.sessions(limit=0)) for item in context.partitions()),
    )


def list_ids(context: Context) -> list[MemoryId]:
    """Return the memories about the person, whatever became of them."""
    partition = context.store.find_partition(_USER)
    if partition is None:
        return []
    return [memory.id for memory in partition.memories.select(View(statuses=tuple(Status)))]

"""Show, log, diff, why: one memory, its history, what changed, and who was given it."""

from __future__ import annotations

import difflib
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory, get_memory_id, get_session
from standfast.errors import NotFound
from standfast.model.ids import MemoryId
from standfast.model.memory import Memory, Version
from standfast.model.moment import Time, as_time, render_time
from standfast.model.operation import Operation
from standfast.model.receipt import Receipt
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.memories import Judge
from standfast.store.contract import Partition
from standfast.store.values import LogFilter, View
from standfast.trust.use import read_use
from standfast.verbs.words import put_on_record, worded

_EVERY = View(None, tuple(Status))
_MOST = 50  # memories linked to one


class Entry(Value):
    """One operation of the log, whether it is undone, and in one line what it was about."""

    operation: Operation
    reverted: bool
    words: str = ""

    def to_dict(self) -> dict[str, Any]:
        header = self.operation.header
        return {
            "operation": header.id,
            "act": header.act.value,
            "memory": header.memory,
            "revision": header.revision or None,
            "supersedes": list(header.supersedes),
            "reverts": list(header.targets),
            "source": header.source.to_dict(),
            "at": render_time(header.at),
            "recorded_at": render_time(header.recorded_at),
            "reverted": self.reverted,
            "partition": header.partition,
            "words": self.words,
        }


def show(context: Context, reference: str, *, as_of: Time = None, given: bool = False) -> Shown:
    """Return one memory as it is, or was; with `given`, a caller who is not a person gets it on record."""
    as_of = as_time(as_of, context.clock)
    if as_of is None:
        partition, memory = get_memory(context, reference)
    else:
        partition, identity = get_memory_id(context, reference)
        past = partition.memories.as_of(identity, as_of)
        if past is None:
            raise NotFound(f"{identity} was not known then.", hint=f"`standfast log {identity}` shows its history.")
        memory = past
    judged = Judge(context, explain=True)(memory)
    if given:
        give(context, "show", [(memory, judged)], query=reference)
    if as_of is not None:
        return Shown(memory, judged)
    earlier = tuple(item for item in partition.memories.versions(memory.id) if item.revision < memory.revision)
    return Shown(memory, judged, read_use(partition, memory.id), earlier, _replaced(partition, memory))


def _replaced(partition: Partition, memory: Memory) -> tuple[Memory, ...]:
    """Return what a memory took the place of."""
    linked = [item.memory for _, item in partition.index.linked([memory.id], _EVERY, _MOST)]
    found = partition.memories.find_several(linked) if linked else {}
    return tuple(item for item in found.values() if item.superseded_by == memory.id)


def log(context: Context, reference: str = "", *, limit: int = 50, skip: int = 0) -> list[Entry]:
    """Return operations, the latest first, after `skip` of them: of one memory, or of everything in reach."""
    if reference:
        partition, identity = get_memory_id(context, reference)
        operations = list(partition.log.of_memory(identity))
        operations += partition.log.reverts_of([operation.id for operation in operations])
        operations.sort(key=lambda operation: operation.header.hlc, reverse=True)
        entries = [
            Entry(operation, partition.log.is_reverted(operation.id))
            for operation in operations[skip : skip + limit if limit else None]
        ]
        return worded(context, entries)
    most = skip + limit if limit else 0
    found = [
        (item, partition)
        for partition in context.partitions()
        for item in partition.log.iterate(LogFilter(), limit=most)
    ]
    found.sort(key=lambda pair: pair[0].header.hlc, reverse=True)
    page = found[skip : most or None]
    return worded(context, [Entry(item, partition.log.is_reverted(item.id)) for item, partition in page])


def diff(context: Context, reference: str, revision: int | None = None) -> list[str]:
    """Return what changed between a revision and the one before it, as unified diff lines."""
    partition, identity = get_memory_id(context, reference)
    versions = partition.memories.versions(identity)
    if not versions:
        raise NotFound(f"{identity} no longer has any content.", hint=f"`standfast log {identity}` shows why.")
    wanted = revision if revision is not None else versions[-1].revision
    place = next((i for i, item in enumerate(versions) if item.revision == wanted), None)
    if place is None:
        known = ", ".join(str(version.revision) for version in versions)
        raise NotFound(f"{identity} has no revision {wanted}.", hint=f"It has {known}.")
    before = _lines(versions[place - 1]) if place else []
    name = versions[place - 1].revision if place else 0
    after = _lines(versions[place])
    put_on_record(context, {identity: "\n".join(after)})
    return list(difflib.unified_diff(before, after, f"revision {name}", f"revision {wanted}", lineterm=""))


def _lines(version: Version) -> list[str]:
    content = version.content
    head = [f"kind: {content.kind}", f"scope: {content.scope}", f"title: {content.title}"]
    head += [f"tags: {', '.join(content.tags)}", *(f"anchor: {anchor.anchor}" for anchor in content.anchors)]
    return [*head, *content.text.splitlines(), *(f"why: {line}" for line in content.why.splitlines())]


def why(context: Context, reference: str) -> list[Receipt]:
    """Return what a session was given and why, or who was given a memory; a session's whole id is no short memory's."""
    if told := _of_session(context, reference):
        return told
    try:
        _, memory = get_memory_id(context, reference)
    except NotFound:
        return receipts_of(context, reference)
    return [
        item for partition in context.partitions() for item in partition.receipts.of_memory(MemoryId(memory), limit=100)
    ]


def receipts_of(context: Context, reference: str) -> list[Receipt]:
    """Return the receipts of a session, oldest first, or the one receipt that `reference` names."""
    if found := _of_session(context, reference):
        return found
    for partition in context.partitions():
        if receipt := partition.receipts.find(reference):
            return [receipt]
    return _of_session(context, get_session(context, reference))


def _of_session(context: Context, session: str) -> list[Receipt]:
    return [item for partition in context.partitions() for item in partition.receipts.of_session(session)]

"""Short ways to write operations in tests."""

from __future__ import annotations

from standfast.model.encode import encode_content
from standfast.model.ids import DeviceId, MemoryId, OperationId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Content
from standfast.model.operation import GENESIS, Act, Operation, hash_header
from standfast.model.scope import Scope
from standfast.model.source import Source
from standfast.model.value import replace
from standfast.store.contract import Partition
from standfast.store.values import Carried, Change, LogFilter

ANA = Source("person", "ana")
CODEX = Source("agent", "codex", session="s-1")
HERE = Scope("project", "p000000-0000000")


def content(text: str, **fields: object) -> Content:
    return Content(Kind(str(fields.pop("kind", "fact"))), text, fields.pop("scope", HERE), **fields)  # type: ignore[arg-type]


def say(
    partition: Partition, text: str, *, source: Source = ANA, supersedes: tuple[MemoryId, ...] = (), **fields: object
) -> Operation:
    memory = MemoryId(mint("memory"))
    payload = {"content": encode_content(content(text, **fields))}
    with partition.writing():
        return partition.log.append(Change(Act.REMEMBER, source, memory, payload, supersedes=supersedes, revision=1))


def revise(
    partition: Partition, memory: MemoryId, text: str, *, based_on: str | None = None, source: Source = ANA
) -> Operation:
    current = partition.memories.find(memory)
    assert current is not None
    change = Change(
        Act.REVISE,
        source,
        memory,
        {"content": encode_content(content(text))},
        based_on=based_on or current.version.operation,  # type: ignore[arg-type]
        revision=partition.memories.last_revision(memory) + 1,
    )
    with partition.writing():
        return partition.log.append(change)


def act(
    partition: Partition, what: Act, memory: MemoryId | None = None, *, source: Source = ANA, **payload: object
) -> Operation:
    with partition.writing():
        return partition.log.append(Change(what, source, memory, payload))


def revert(partition: Partition, *operations: Operation) -> Operation:
    with partition.writing():
        return partition.log.append(Change(Act.REVERT, ANA, targets=tuple(operation.id for operation in operations)))


def self_revert(partition: Partition, *operations: Operation) -> Carried:
    """Return a revert as no verb writes it, from a device of its own: it names itself beside these."""
    last = next(iter(partition.log.iterate(LogFilter()))).header
    name = OperationId(mint("operation"))
    header = replace(
        last,
        id=name,
        device=DeviceId(mint("device")),
        number=1,
        hlc=last.hlc + 1,
        act=Act.REVERT,
        memory=None,
        supersedes=(),
        targets=(name, *(operation.id for operation in operations)),
        based_on=None,
        revision=0,
        previous=GENESIS,
        commitment="",
    )
    text = header.encode()
    return Carried(text, hash_header(text), None, None)


def found(partition: Partition, *terms: str) -> list[str]:
    from standfast.recall.terms import query_terms
    from standfast.store.values import View

    return [item.memory for item in partition.index.lexical(query_terms(" ".join(terms)), View(), 50)]

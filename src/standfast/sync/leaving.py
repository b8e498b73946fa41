"""What leaves this machine for the team: default deny, and a preview of all of it.

Owns the choice, per memory: what a person or an agent noted for a project or a group and that counts may leave; what
waits, is untrusted, or tells of a session stays unless it is tagged or named. Later operations follow a memory that has
left. An operation leaves as it was written or not at all, so secrets are looked for once more and hold it back whole.
Purges always leave: they say nothing, and must reach whoever has what they are about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import NotFound
from standfast.model.ids import MemoryId
from standfast.model.kind import HAPPENED
from standfast.model.memory import Memory
from standfast.model.operation import Act, Header, Operation
from standfast.model.trust import Authority, Status
from standfast.model.value import Value
from standfast.store.contract import Partition
from standfast.store.relational.exchange import read_carried
from standfast.store.values import CONTENT, Carried
from standfast.sync.batch import LARGEST, MOST, Batch
from standfast.sync.ranges import Ranges, covers, lacking
from standfast.sync.texts import holds_secret
from standfast.trust.release import KINDS, SHARED

_COUNTS = frozenset((Status.ACTIVE, Status.SUPERSEDED, Status.RETRACTED, Status.EXPIRED, Status.DISPUTED))


class Stays(Value):
    """A memory, or an operation on one that has left, that stays here, and why."""

    id: str
    title: str
    reason: str


class Leaves(Value):
    """A memory that leaves, or of which something leaves."""

    id: str
    title: str
    fresh: bool  # nothing of it was there before


class Leaving:
    """The choice for one partition, against what the other side has."""

    def __init__(
        self, context: Context, partition: Partition, theirs: Ranges, *, named: Sequence[str] = (), only: str = ""
    ) -> None:
        self._context = context
        self._partition = partition
        self._theirs = theirs
        self._named = frozenset(named)
        self._only = only
        self._reasons: dict[MemoryId, str] = {}
        self.leaves: dict[str, Leaves] = {}
        self.stays: dict[str, Stays] = {}

    def batches(self) -> Iterator[Batch]:
        """Yield what leaves, in batches."""
        chosen: list[Carried] = []
        size, purged = 0, set[str]()
        for item, operation in self._lacking():
            if self._may_leave(operation):
                chosen.append(item)
                size += len(item.body or "") + len(item.header)
                if operation.header.act is Act.PURGE and operation.header.memory:
                    purged.add(operation.header.memory)
                if len(chosen) >= MOST or size >= LARGEST:
                    yield Batch(tuple(chosen), stones_of(self._partition, purged))
                    chosen, size, purged = [], 0, set()
        if chosen:
            yield Batch(tuple(chosen), stones_of(self._partition, purged))

    def _lacking(self) -> Iterator[tuple[Carried, Operation]]:
        exchange = self._partition.exchange
        for device, spans in lacking(self._theirs, exchange.held()).items():
            for first, last in spans:
                for start in range(first, last + 1, MOST):
                    for item in exchange.carried(device, start, min(last, start + MOST - 1), limit=MOST):
                        yield item, read_carried(item)

    def _may_leave(self, operation: Operation) -> bool:
        header = operation.header
        if header.act is Act.PURGE:
            return True
        if header.act is Act.REVERT:
            return self._concerns(header)
        if header.memory is None or not self._leaves(header.memory):
            return False
        reason = self._reason_of(operation)
        if reason:
            self.stays[header.id] = Stays(header.memory, self._title(header.memory), reason)
        return not reason

    def _concerns(self, header: Header) -> bool:
        """Tell whether an operation is about a memory that leaves; a revert is about what it undoes, or brings back."""
        if header.act is not Act.REVERT:
            return self._leaves(header.memory)
        undone = (self._partition.log.find(target) for target in header.targets)
        return any(item is not None and self._concerns(item.header) for item in undone)

    def _reason_of(self, operation: Operation) -> str:
        source = operation.header.source
        if self._only and source.is_person and source.name.casefold() != self._only.casefold():
            return f"{source} said it, and only {self._only}'s own words may be handed in from here"
        if holds_secret(self._context, operation):
            return "redaction finds something in it now: revise it, or purge it"
        return ""

    def _leaves(self, memory: MemoryId | None) -> bool:
        if memory is None:
            return False
        if memory not in self._reasons:
            self._reasons[memory] = self._judge(memory)
        return not self._reasons[memory]

    def _judge(self, memory: MemoryId) -> str:
        state = self._partition.memories.find(memory)
        known = any(
            covers(self._theirs, operation.header.device, operation.header.number)
            for operation in self._partition.log.of_memory(memory)
        )
        reason = "" if known or memory in self._named else why_stays(state)
        if reason:
            self.stays[memory] = Stays(memory, _title(state), reason)
        elif state is not None:
            self.leaves[memory] = Leaves(memory, _title(state), not known)
        return reason

    def _title(self, memory: MemoryId) -> str:
        return _title(self._partition.memories.find(memory))


def why_stays(memory: Memory | None) -> str:
    """Say why a memory does not leave by itself, or nothing."""
    if memory is None:
        return "nothing is left of it"
    if memory.status not in _COUNTS:
        return f"it is {memory.status.value}"
    if memory.authority is Authority.UNTRUSTED:
        return "it came from an untrusted origin and nobody stood up for it"
    kind = memory.content.kind
    if memory.content.scope.level == "user":
        return ""  # whoever asks for the user scope by name means all of it
    if kind in HAPPENED and SHARED not in memory.content.tags:
        return f"a memory of kind {kind.value} leaves only when it is tagged {SHARED!r}"
    if kind not in KINDS | HAPPENED:
        return f"a {kind.value} leaves only when it is named"
    return ""


def find_named(context: Context, references: Sequence[str]) -> list[str]:
    """Return the ids of memories that a person names: these may leave although they would stay."""
    found = [get_memory(context, reference)[1].id for reference in references]
    if len(found) != len(references):
        raise NotFound("There is no such memory.", hint="`standfast list` shows them.")
    return list(found)


def stones_of(partition: Partition, memories: set[str]) -> dict[str, tuple[str, ...]]:
    """Return what purges left of the content of these memories: hashes that others can know it again by."""
    found: dict[str, list[str]] = {}
    for memory, stone in partition.tombstones() if memories else ():
        if memory in memories and stone.kind == CONTENT and stone.content:
            found.setdefault(memory, []).append(stone.content)
    return {memory: tuple(stones) for memory, stones in found.items()}


def _title(memory: Memory | None) -> str:
    return (memory.content.title or memory.content.text) if memory is not None else ""

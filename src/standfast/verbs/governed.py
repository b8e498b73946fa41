"""Governed changes: who may make one, one act on record, and what every answer to one tells.

The verbs that change a memory share these steps: `revise`, `supersede`, `retract`, `restore`, `verify`, `feedback`.
"""

from __future__ import annotations

from typing import Any

from standfast.context.context import Context
from standfast.errors import Refused
from standfast.mirror.block import find_behind, refresh_blocks
from standfast.model.fold import authority_of
from standfast.model.ids import MemoryId, OperationId
from standfast.model.memory import Memory
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.contract import Partition
from standfast.store.values import Change
from standfast.trust.overrule import may_overrule
from standfast.trust.record import Changed


def must_overrule(context: Context, memory: Memory) -> None:
    if not may_overrule(authority_of(memory.content, (context.who,)), context.who, memory):
        hint = f"A person decides. Say `standfast feedback {memory.id} wrong --note …`, or remember a proposal."
        raise Refused(f"{memory.id} carries more authority than {context.who}.", hint=hint, code="authority")


def act_on(context: Context, partition: Partition, memory: Memory, act: Act, payload: dict[str, Any] | None) -> Changed:
    with partition.writing():
        operation = partition.log.append(Change(act, context.who, memory.id, payload))
        return changed_by(partition, memory.id, operation.id)


def quoted(context: Context, changed: Changed) -> Changed:
    """Bring what instruction files quote up to date with a change, and say where the mirror still says it."""
    refresh_blocks(context)
    return replace(changed, behind=find_behind(context, changed.id))


def changed_by(partition: Partition, memory: MemoryId, operation: OperationId | None) -> Changed:
    state = partition.memories.find(memory)
    revision, status = (state.revision, state.status) if state else (0, Status.RETRACTED)
    return Changed(memory, revision, operation, status)

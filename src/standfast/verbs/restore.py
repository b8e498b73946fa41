"""Restore: make a memory current again that was retracted, superseded or has expired."""

from __future__ import annotations

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import Refused
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.trust.overrule import may_bring_back, who_ended
from standfast.trust.record import Changed, find_standing, say_again
from standfast.verbs.governed import act_on, changed_by, must_overrule, quoted


def restore(context: Context, reference: str) -> Changed:
    """Make a retracted, superseded or expired memory current again; where its very words stand, say those again."""
    partition, memory = get_memory(context, reference)
    if memory.status in {Status.PROPOSED, Status.QUARANTINED, Status.DISPUTED}:
        raise Refused(f"{memory.id} is {memory.status}.", hint=f"`standfast review --approve {memory.id}` decides.")
    if memory.status is Status.ACTIVE:
        return changed_by(partition, memory.id, None)
    must_overrule(context, memory)
    ended = who_ended(partition, memory)
    if not may_bring_back(context.who, ended):
        hint = "A person restores it, or remember it again: it waits for a person then."
        raise Refused(f"{memory.id} was {memory.status} by {ended}.", hint=hint, code="authority")
    with partition.writing():
        known = find_standing(partition, memory)
        done = (
            say_again(context, partition, known, memory)
            if known
            else act_on(context, partition, memory, Act.RESTORE, None)
        )
    return quoted(context, done)  # instruction files are written when nobody waits for the store

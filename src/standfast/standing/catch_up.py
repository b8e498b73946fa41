"""Catch up: what time and Git have decided meanwhile goes on record, before a verb reads.

Reading itself changes nothing; a verb that answers calls this first. What cannot be written now waits for the next one.
"""

from __future__ import annotations

from contextlib import suppress

from standfast.errors import StoreBusy
from standfast.model.operation import Act
from standfast.model.source import BY_US
from standfast.store.values import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.store.contract import Partition


def catch_up(context: Context) -> None:
    """Let memories expire whose time is over, land what was learned on branches, and close the threads of these."""
    if context.store.is_read_only:
        return
    for partition in context.partitions():
        _expire(context, partition)
        scopes = partition.memories.scopes()
        if any("branch:" in scope for scope in scopes):
            from standfast.standing.branches.land import land_lazily

            land_lazily(context, partition, scopes)
        if context.here.root is not None and partition.key == context.scope.partition:
            _close(context, partition)


def _close(context: Context, partition: Partition) -> None:
    """Close the threads that have landed, where a branch that worked on one is watched at all."""
    from standfast.code.locate import find_checkout
    from standfast.context.branches import open_branches, watched_of

    place = find_checkout(str(context.here.root))
    if place is not None and open_branches(place).get(watched_of(partition.key)):
        from standfast.standing.branches.threads import close_lazily

        close_lazily(context, partition)


def _expire(context: Context, partition: Partition) -> None:
    due = partition.memories.due(context.clock.now())
    if due:
        with suppress(StoreBusy), partition.writing():
            for memory in due:
                reason = {"reason": "its time is over"}
                partition.log.append(Change(Act.EXPIRE, BY_US, memory, reason))

"""Undo: take back the last operation of whoever asks, here; asked again, the one before it.

Owns which operation that is. What undo itself wrote is passed over, so it walks back step by step; `revert` of what it
wrote brings a step back. Neighbours: `revert` does the work and says what had been reached.
"""

from __future__ import annotations

from standfast.errors import NotFound, Refused
from standfast.model.operation import Act
from standfast.verbs.revert import Reverted, revert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.context.context import Context
    from standfast.model.operation import Operation
    from standfast.store.contract import Partition

UNDO = {"undo": True}
"""What marks a revert that `undo` made."""


def undo(context: Context, *, dry_run: bool = False) -> Reverted:
    """Take back the caller's last operation here, with what belongs to it; a purge cannot be taken back."""
    steps = _steps(context)
    last = next(steps, None)
    if last is None:
        hint = "`standfast log` shows what happened here, and by whom."
        raise NotFound(f"There is nothing by {context.who} to undo here.", hint=hint, code="nothing-to-undo")
    before = next(steps, None)
    if last.header.act is Act.PURGE:
        earlier = f" `standfast revert {before.id}` takes back what you did before it." if before else ""
        message = f"Your last operation here, {last.id}, is a purge: what it removed is gone for good."
        raise Refused(message, hint=f"Nothing brings it back.{earlier}", code="purged")
    chosen = [last.id]
    if before is not None and _belongs(before, last):
        chosen.append(before.id)
    return revert(context, chosen, dry_run=dry_run, mark=UNDO)


def _steps(context: Context) -> Iterator[Operation]:
    """Yield the caller's operations in reach that count now, the latest first."""
    import heapq

    streams = [_of_caller(context, partition) for partition in context.partitions()]
    return heapq.merge(*streams, key=lambda operation: -operation.header.hlc)


def _of_caller(context: Context, partition: Partition) -> Iterator[Operation]:
    from standfast.model.source import SourceFilter
    from standfast.store.values import LogFilter

    who = context.who
    for operation in partition.log.iterate(LogFilter(source=SourceFilter(who.kind, who.name))):
        source = operation.header.source
        if source.identity != who.identity or (not who.is_person and source.session != who.session):
            continue
        if operation.header.act is Act.REVERT and (operation.payload or {}).get("undo"):
            continue
        if not partition.log.is_reverted(operation.id):
            yield operation


def _belongs(before: Operation, last: Operation) -> bool:
    """Tell whether two operations are one step: an approval with what it retired, a move with what it left."""
    payload = last.payload or {}
    if last.header.act is Act.SUPERSEDE and before.header.act is Act.APPROVE:
        return payload.get("by") == before.header.memory
    return last.header.act is Act.RETRACT and "moved" in payload and before.header.memory == last.header.memory

"""Undo: take back the last act of whoever asks, here; asked again, the one before it.

Owns which operations that are: one, or all that one request wrote, such as an import. What undo itself wrote is passed
over, so it walks back step by step; `revert` of what it wrote brings a step back. What cannot be taken back is told
once and then passed by. Neighbours: `context/acts.py` knows what belongs together; `revert` does the work and says what
had been reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standfast.context.acts import WholeAct, list_acts, note_told, told_until
from standfast.context.context import Context
from standfast.errors import NotFound, Refused
from standfast.model.ids import OperationId
from standfast.model.operation import Act, Operation
from standfast.model.source import SourceFilter
from standfast.model.value import Value, replace
from standfast.store.contract import Partition
from standfast.store.values import LogFilter
from standfast.verbs.guard import list_guards
from standfast.verbs.revert import Reverted, revert, revert_marked

UNDO = {"undo": True}
"""What marks a revert that `undo` made."""
_BROUGHT = ("document", "import", "commit")  # kinds of sources that nobody speaks for


class _Step(Value):
    """What is taken back at once, and when the last of it was written; `last` where it is the caller's own."""

    hlc: int
    operations: tuple[OperationId, ...]
    last: Operation | None = None


def undo(context: Context, *, dry_run: bool = False) -> Reverted:
    """Take back the caller's last act here, with all that belongs to it; a purge cannot be taken back."""
    acts = list_acts(context)
    steps = _steps(context, acts)
    chosen = next(steps, None)
    held = []
    while chosen is not None and _is_final(context, chosen):
        held.append(chosen)
        chosen = next(steps, None)
    if held and held[0].hlc > told_until(context):
        if not dry_run:
            note_told(context, held[0].hlc)
        raise _refusal(context, held, chosen)
    if chosen is None:
        hint = "`standfast log` shows what happened here, and by whom."
        raise NotFound(f"There is nothing by {context.who} to undo here.", hint=hint, code="nothing-to-undo")
    operations = chosen.operations
    before = next(steps, None)
    if before and before.last and chosen.last and _belongs(before.last, chosen.last):
        operations += before.operations
    passed = _passed_by(context, chosen.hlc, {item for act in acts for ids in act.operations.values() for item in ids})
    before_it = _guards(context)
    done = revert_marked(context, operations, UNDO, dry_run=dry_run)
    after = _guards(context)
    return replace(done, passed=passed, guards={name: name in after for name in sorted(before_it ^ after)})


def _guards(context: Context) -> set[str]:
    return {guard.id for guard in list_guards(context)}


def _is_final(context: Context, step: _Step) -> bool:
    """Tell whether the caller cannot take a step back: a purge, and what an agent had read from elsewhere."""
    if step.last is not None:
        return step.last.header.act is Act.PURGE
    if context.who.is_person:
        return False
    found = (partition.log.find(item) for item in step.operations for partition in context.partitions())
    return any(item is not None and item.header.source.identity != context.who.identity for item in found)


def _refusal(context: Context, held: Sequence[_Step], before: _Step | None) -> Refused:
    """Say what cannot be undone, and that asking again takes back what was done before it."""
    earlier = ""
    if before is not None:
        preview = revert(context, before.operations, dry_run=True)
        words = next(iter(preview.words.values()), "")
        named = " ".join(before.operations[:1]) if len(before.operations) == 1 else ""
        earlier = f" `standfast undo`, run again, undoes what you did before it{f': “{words}”' if words else ''}"
        earlier += f" (as `standfast revert {named}` does)." if named else "."
    if held[0].last is None:
        message = f"Your last act here brought in {len(held[0].operations)} operations that are not your own words."
        hint = f"An agent can only undo its own words; a person can undo this.{earlier}"
        return Refused(message, hint=hint, code="authority")
    message = f"Your last operation here, {held[0].last.id}, is a purge: what it removed is gone for good."
    return Refused(message, hint=f"Nothing brings it back.{earlier}", code="purged")


def _steps(context: Context, acts: Sequence[WholeAct]) -> Iterator[_Step]:
    """Yield the caller's steps in reach that count now, the latest first."""
    import heapq

    within = {item for act in acts for ids in act.operations.values() for item in ids}
    streams = [_of_caller(context, partition, within) for partition in context.partitions()]
    return heapq.merge(_whole(context, acts), *streams, key=lambda step: -step.hlc)


def _whole(context: Context, acts: Sequence[WholeAct]) -> Iterator[_Step]:
    """Yield the acts of many operations of which any counts here now."""
    for act in acts:
        found = [
            item
            for partition in context.partitions()
            for item in act.operations.get(partition.key, ())
            if partition.log.find(item) is not None and not partition.log.is_reverted(item)
        ]
        if found:
            yield _Step(act.hlc, tuple(found))


def _of_caller(context: Context, partition: Partition, within: set[OperationId]) -> Iterator[_Step]:
    who = context.who
    for operation in partition.log.iterate(LogFilter(source=SourceFilter(who.kind, who.name))):
        source = operation.header.source
        if source.identity != who.identity or (not who.is_person and source.session != who.session):
            continue
        if operation.header.act is Act.REVERT and (operation.payload or {}).get("undo"):
            continue
        gone = operation.payload is None and operation.header.commitment  # a purge took what it said
        if operation.id not in within and not gone and not partition.log.is_reverted(operation.id):
            yield _Step(operation.header.hlc, (operation.id,), operation)


def _passed_by(context: Context, hlc: int, known: set[OperationId]) -> dict[str, int]:
    """Return how many memories came in since a step from files, history and other tools, by their source."""
    passed: dict[str, int] = {}
    for partition in context.partitions():
        for operation in partition.log.iterate(LogFilter(acts=(Act.REMEMBER,))):
            header = operation.header
            if header.hlc <= hlc:
                break
            meant = header.source.kind in _BROUGHT and operation.id not in known
            if meant and not partition.log.is_reverted(operation.id):
                passed[str(header.source)] = passed.get(str(header.source), 0) + 1
    return passed


def _belongs(before: Operation, last: Operation) -> bool:
    """Tell whether two operations are one step: an approval with what it retired, a move with what it left."""
    payload = last.payload or {}
    if last.header.act is Act.SUPERSEDE and before.header.act is Act.APPROVE:
        return payload.get("by") == before.header.memory
    return last.header.act is Act.RETRACT and "moved" in payload and before.header.memory == last.header.memory

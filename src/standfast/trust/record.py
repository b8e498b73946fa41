"""Record: admitted drafts become operations in the log. Every way in ends here.

Owns what a draft changes: a new memory, a revision, a corroboration, a supersession, or nothing.
Neighbours: `batch` (many at once), `admission` (what it may become by itself), `ruling` (what it becomes beside what is
in force), `purged`, `standing.anchors.anchoring` (what it is about).
"""

from __future__ import annotations

from contextlib import suppress

from standfast.capture.draft import Draft, Prepared
from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import Refused, StandfastError
from standfast.model.encode import encode_content
from standfast.model.fold import authority_of
from standfast.model.ids import MemoryId, OperationId, mint
from standfast.model.key import content_key
from standfast.model.kind import HAPPENED, Kind
from standfast.model.memory import Content, Memory
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.standing.anchors.anchoring import anchored
from standfast.standing.anchors.judgement import bears_nothing_out
from standfast.store.values import Change
from standfast.trust.admission import prepare
from standfast.trust.conflicts.conflict import find_elsewhere, keep
from standfast.trust.overrule import find_rejected, may_overrule
from standfast.trust.purged import any_purged_for, purged_runs, refuse_purged, repeats_purged
from standfast.trust.ruling import Ruling, rule
from standfast.trust.successor import carried, find_resting, holds_beyond, of_one_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from standfast.store.contract import Partition


_ALWAYS = ("id", "revision", "operation", "status", "redactions", "conflicts")


class Changed(Value):
    """What became of a change to one memory. `operation` is None when nothing needed to change."""

    id: MemoryId
    revision: int
    operation: OperationId | None
    status: Status
    redactions: tuple[str, ...] = ()
    conflicts: tuple[dict[str, str], ...] = ()
    reasons: tuple[str, ...] = ()
    behind: str = ""  # the file of the mirror that still says what was changed
    rests: tuple[dict[str, str], ...] = ()  # what was built on what it replaced
    doubts: tuple[str, ...] = ()  # what it says and the code does not
    near: tuple[dict[str, str], ...] = ()  # what says nearly the same
    guard: str = ""  # its guard, which stays in force although it is disputed
    later: tuple[str, ...] = ()  # what it takes the place of once its branch has landed
    unresolved: tuple[str, ...] = ()  # its anchors at which nothing was found
    instead_of: MemoryId | None = None  # the memory that was named, whose very words this one says and stands for

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; of what need not be the case, only what is."""
        return {name: value for name, value in super().to_dict().items() if value or name in _ALWAYS}


class Remembered(Changed):
    """What became of a draft."""

    anchors: tuple[str, ...] = ()
    dry_run: bool = False
    branch: str = ""
    unanchored: bool = False  # said of the code, and nothing can tell when it stops being true
    likely: str = ""  # then the place that it is probably about
    kind: str = ""  # what its words made it, where nobody gave a kind
    unchecked: tuple[str, ...] = ()  # its anchors at which the code bears nothing of it out


def _with_near(context: Context, partition: Partition, prepared: Prepared, done: Remembered) -> Remembered:
    """Name what says nearly the same, unless it is named as a conflict: a hint, never an act."""
    if done.conflicts or prepared.source.kind not in {"person", "agent"} or prepared.content.kind in HAPPENED:
        return done
    from standfast.trust.near import find_same

    other = find_same(context, partition, prepared.content, done.id)
    if other is None or other.id in done.later:
        return done
    return replace(done, near=({"id": other.id, "words": other.content.text},))


class _Undo(Exception):
    pass


def remember(context: Context, draft: Draft, *, dry_run: bool = False) -> Remembered:
    """Store one memory; saying the same again changes nothing, another source saying it corroborates."""
    older = superseded(context, draft.supersedes)
    prepared = prepare(context, of_one_kind(draft, [memory for _, memory in older]))
    prepared = anchored(context, carried(prepared, [memory for _, memory in older]), asked=draft.scope)
    partition = context.partition(prepared.content.scope)
    result: Remembered | None = None
    try:
        with partition.writing():
            purged = any_purged_for(context, partition)
            runs = purged_runs(context) if purged and prepared.source.kind == "import" else ()
            result = store_prepared(context, partition, prepared, older, purged=purged, runs=runs)
            if dry_run:
                raise _Undo
    except _Undo:
        return replace(result, dry_run=True) if result else _impossible()
    older, result = until_landed(prepared, older, result)
    supersede_elsewhere(partition, prepared.source, result, older)
    blocked = {conflict["id"] for conflict in result.conflicts}
    if result.operation:
        with suppress(StandfastError):  # a remark: what is wrong with another scope is no fault of this write
            differing = find_elsewhere(context, prepared, older)
            result = replace(result, conflicts=(*result.conflicts, *differing))
            result = _with_near(context, partition, prepared, result)
    replaced = [(home, memory) for home, memory in older if memory.id not in blocked]
    if not replaced or result.operation is None or prepared.source.kind == "session":
        return result
    rests = [item for home, memory in replaced for item in find_resting(context, home, memory)]
    return replace(result, rests=tuple(item for item in rests if item["id"] != result.id))


def store_prepared(
    context: Context,
    partition: Partition,
    prepared: Prepared,
    older: list[tuple[Partition, Memory]],
    *,
    purged: bool,
    runs: tuple[str, ...],
) -> Remembered:
    """Put a draft on record; `purged` tells whether anything in reach was ever purged, `runs` which sentences."""
    content, source = prepared.content, prepared.source
    if purged:
        refuse_purged(context, partition, content)
    if source.kind == "import" and repeats_purged(context, content, runs):
        hint = "Somebody purged a sentence of it. Take that out of what is imported."
        raise Refused("This says again what was purged.", hint=hint, code="purged")
    equal = partition.memories.find_equal(content_key(content, source))
    if (
        not equal and prepared.worded and content.kind is not Kind.FACT
    ):  # as it was kept before words made kinds, or as a person has it since
        plain_fact = replace(content, kind=Kind.FACT)
        if equal := partition.memories.find_equal(content_key(plain_fact, source)):
            content, prepared = plain_fact, replace(prepared, content=plain_fact)
    rejected = find_rejected(partition, equal, source)
    if rejected and not any(memory.status in (Status.ACTIVE, Status.PROPOSED) for memory in equal):
        memory, person = rejected
        reason = f"{person} rejected it before: it is not proposed again; a person can restore it"
        conflicts = ({"id": memory.id, "why": f"rejected by {person}"},)
        return _report(context, partition, memory.id, None, prepared, conflicts, (reason,))
    ruling, retired = rule(context, partition, prepared, older, equal)
    if ruling.known and (ruling.ended or not retired):
        said = replace(prepared, content=ruling.content, reasons=ruling.reasons)
        again = _again(context, partition, ruling.known, said)
        return replace(again, conflicts=ruling.conflicts) if ruling.ended else again
    return _append(context, partition, prepared, ruling, retired)


def _append(
    context: Context, partition: Partition, prepared: Prepared, ruling: Ruling, retired: list[tuple[Partition, Memory]]
) -> Remembered:
    """Write a new memory, or a new revision of the one that says it already and now retires others."""
    content, source, known = ruling.content, prepared.source, ruling.known
    memory = known.id if known else MemoryId(mint("memory", seconds=context.clock.now().timestamp()))
    local = tuple(entry.id for home, entry in retired if home is partition and entry.id != memory)
    change = Change(
        Act.REMEMBER,
        source,
        memory,
        payload_of(content, ruling.status, ruling.reasons, doubt=prepared.doubt),
        at=prepared.at,
        supersedes=local if ruling.status is Status.ACTIVE else (),
        revision=partition.memories.last_revision(memory) + 1 if known else 1,
        content=content,
    )
    operation = partition.log.append(change)
    named = {conflict["id"] for conflict in ruling.conflicts}
    similar = _similar(partition, content, memory, local)
    conflicts = (*ruling.conflicts, *(item for item in similar if item["id"] not in named))
    if known:
        return _report(context, partition, memory, operation.id, prepared, conflicts, ruling.reasons)
    if content.kind not in HAPPENED:  # nothing is held against what happened
        keep(memory, 1, content, source, prepared.load)
    return Remembered(
        memory,
        1,
        operation.id,
        ruling.status,
        prepared.redactions,
        conflicts,
        ruling.reasons,
        anchors=tuple(str(anchor.anchor) for anchor in content.anchors),
        unchecked=tuple(str(item.anchor) for item in content.anchors if bears_nothing_out(item.fingerprint)),
        unresolved=list_unresolved(context, content),
        branch=content.scope.branch,
        doubts=prepared.notes,
        unanchored=prepared.loose,
        likely=prepared.likely,
        kind=content.kind.value if prepared.worded else "",
    )


def list_unresolved(context: Context, content: Content) -> tuple[str, ...]:
    """Return the anchors at which nothing was found: they cannot tell whether the memory still holds."""
    if context.here.root is None:
        return ()
    return tuple(str(anchor.anchor) for anchor in content.anchors if anchor.fingerprint is None)


def payload_of(content: Content, status: Status, reasons: tuple[str, ...], *, doubt: bool = False) -> dict[str, object]:
    """Return what goes on record with a memory that is remembered."""
    payload: dict[str, object] = {"content": encode_content(content)}
    if status is not Status.ACTIVE:
        payload["status"] = status.value
    if reasons:
        payload["reason"] = "; ".join(reasons)
    if doubt:
        payload["doubt"] = True
    return payload


def revised_payload(prepared: Prepared) -> dict[str, object]:
    """Return what goes on record with a revision."""
    return {"content": encode_content(prepared.content)} | ({"doubt": True} if prepared.doubt else {})


def find_standing(partition: Partition, memory: Memory) -> Memory | None:
    """Return the memory in force that says the very words of one that is not: of the two, only one may be."""
    equal = partition.memories.find_equal(content_key(memory.content, memory.source))
    return next((other for other in equal if other.status is Status.ACTIVE and other.id != memory.id), None)


def say_again(context: Context, partition: Partition, known: Memory, memory: Memory) -> Changed:
    """Let what stands be said once more instead of a memory with the same words, with what that one adds."""
    said = Prepared(memory.content, Status.ACTIVE, (), (), context.who, (), None)
    with partition.writing():
        done = _again(context, partition, known, said)
    return Changed(done.id, done.revision, done.operation, done.status, instead_of=memory.id)


def _again(context: Context, partition: Partition, known: Memory, prepared: Prepared) -> Remembered:
    source = prepared.source
    if not may_overrule(authority_of(known.content, (source,)), source, known):
        # Who may not change it may agree with it, and adds nothing: an anchor that is gone would make it look broken.
        prepared = replace(prepared, content=known.content)
    heard = any((*item.identity, item.session) == (*source.identity, source.session) for item in known.sources)
    adds = known.content.joined(prepared.content) != known.content
    if heard and not adds:
        return _report(context, partition, known.id, None, prepared, (), prepared.reasons)
    change = Change(
        Act.REMEMBER,
        source,
        known.id,
        payload_of(prepared.content, known.status, prepared.reasons, doubt=prepared.doubt),
        at=prepared.at,
        revision=partition.memories.last_revision(known.id) + 1,
    )
    operation = partition.log.append(change)
    return _report(context, partition, known.id, operation.id, prepared, (), prepared.reasons)


def _report(
    context: Context,
    partition: Partition,
    memory: MemoryId,
    operation: OperationId | None,
    prepared: Prepared,
    conflicts: tuple[dict[str, str], ...],
    reasons: tuple[str, ...],
) -> Remembered:
    state = partition.memories.find(memory)
    if state is None:
        return _impossible()
    return Remembered(
        id=memory,
        revision=state.revision,
        operation=operation,
        status=state.status,
        redactions=prepared.redactions,
        conflicts=conflicts,
        reasons=reasons,
        anchors=tuple(str(anchor.anchor) for anchor in state.content.anchors),
        unchecked=tuple(str(item.anchor) for item in state.content.anchors if bears_nothing_out(item.fingerprint)),
        unresolved=list_unresolved(context, state.content),
        branch=state.content.scope.branch,
        doubts=prepared.notes if operation else (),
        kind=state.content.kind.value if prepared.worded else "",
    )


def superseded(context: Context, references: Iterable[str]) -> list[tuple[Partition, Memory]]:
    """Return what a draft says that it takes the place of, each once."""
    found: dict[MemoryId, tuple[Partition, Memory]] = {}
    for reference in references:
        partition, memory = get_memory(context, reference)
        found[memory.id] = (partition, memory)
    return list(found.values())


def until_landed(
    prepared: Prepared, older: list[tuple[Partition, Memory]], result: Remembered
) -> tuple[list[tuple[Partition, Memory]], Remembered]:
    """Return what it may retire now, and its result with what it takes the place of once its branch has landed."""
    later = [memory.id for _, memory in older if holds_beyond(prepared.content, memory)]
    now = [entry for entry in older if entry[1].id not in later]
    return now, replace(result, later=tuple(later)) if result.status is Status.ACTIVE else result


def supersede_elsewhere(
    partition: Partition, source: Source, result: Remembered, older: list[tuple[Partition, Memory]]
) -> None:
    """Retire memories that live in another partition than the new one."""
    blocked = {conflict["id"] for conflict in result.conflicts}
    for home, memory in older:
        if home is not partition and memory.id not in blocked and result.status is Status.ACTIVE:
            with home.writing():
                home.log.append(Change(Act.SUPERSEDE, source, memory.id, {"by": result.id}))


def _similar(
    partition: Partition, content: Content, memory: MemoryId, retired: tuple[MemoryId, ...]
) -> tuple[dict[str, str], ...]:
    """Name current memories of the same kind and title that say something else: a hint, never an act."""
    if not content.title:
        return ()
    return tuple(
        {"id": item, "why": "same kind and title, different text"}
        for item in partition.memories.titled(content.kind, content.title, str(content.scope), limit=5)
        if item != memory and item not in retired
    )


def _impossible() -> Remembered:
    raise StandfastError("The memory just written cannot be read.", hint="Run `standfast doctor`.", code="bug")

"""Record: admitted drafts become operations in the log. Every way in ends here.

Owns what a draft changes: a new memory, a revision, a corroboration, a supersession, or nothing.
Neighbours: `admission` (what it may become), `overrule` (whose words may retire
whose), `standing.anchor` (what it is about).
"""

from __future__ import annotations

from itertools import islice

from standfast.capture.draft import Draft, Prepared
from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import NotFound, Refused, StandfastError
from standfast.model.encode import encode_content
from standfast.model.fold import authority_of
from standfast.model.ids import MemoryId, OperationId, mint
from standfast.model.key import content_key
from standfast.model.memory import Content, Link, Memory
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, plain, replace
from standfast.standing.anchor import Look, anchored
from standfast.store.values import RUN, Change
from standfast.trust.admission import prepare
from standfast.trust.ahead import reading_ahead
from standfast.trust.authority import way_of
from standfast.trust.conflict import Conflict, expect_conflicts, find_conflicts, keep, with_links
from standfast.trust.overrule import find_ended, find_reworded, may_overrule
from standfast.trust.successor import carried, find_resting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from standfast.store.contract import Partition

    Accept = Callable[[Prepared], bool]

_LOOK = 64  # drafts that share one look at the repository: files that were read for it are kept as long
_WINDOW = 8_192  # drafts that are read ahead of what is written
BATCH = 1024  # what one transaction takes; prepared before it begins, so that others wait a fraction of a second


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

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; reasons and what is behind only where there are some."""
        names = (
            "id",
            "revision",
            "operation",
            "status",
            "redactions",
            "conflicts",
            *(["reasons"] if self.reasons else []),
            *(["behind"] if self.behind else []),
            *(["rests"] if self.rests else []),
        )
        return {name: plain(getattr(self, name)) for name in names}


class Remembered(Changed):
    """What became of a draft."""

    anchors: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()
    dry_run: bool = False
    branch: str = ""
    doubts: tuple[str, ...] = ()  # what it says and the code does not

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; what does not apply is left out."""
        more = {name: plain(getattr(self, name)) for name in ("anchors", "doubts", "unresolved", "branch", "dry_run")}
        return {**super().to_dict(), **{name: value for name, value in more.items() if value}}


class _Undo(Exception):
    pass


def remember(context: Context, draft: Draft, *, dry_run: bool = False) -> Remembered:
    """Store one memory; saying the same again changes nothing, another source saying it corroborates."""
    prepared = prepare(context, draft)
    older = _superseded(context, prepared)
    prepared = anchored(context, carried(prepared, [memory for _, memory in older]), asked=draft.scope)
    partition = context.partition(prepared.content.scope)
    result: Remembered | None = None
    try:
        with partition.writing():
            purged = _any_purged(context, partition)
            runs = _purged_runs(context) if purged and prepared.source.kind == "import" else ()
            result = _store(context, partition, prepared, older, purged=purged, runs=runs)
            if dry_run:
                raise _Undo
    except _Undo:
        return replace(result, dry_run=True) if result else _impossible()
    _supersede_elsewhere(partition, prepared.source, result, older)
    blocked = {conflict["id"] for conflict in result.conflicts}
    replaced = [(home, memory) for home, memory in older if memory.id not in blocked]
    if not replaced or result.operation is None or prepared.source.kind == "session":
        return result
    rests = [item for home, memory in replaced for item in find_resting(context, home, memory)]
    return replace(result, rests=tuple(item for item in rests if item["id"] != result.id))


def remember_many(
    context: Context, drafts: Iterable[Draft], *, accept: Accept | None = None
) -> Iterator[Remembered | StandfastError]:
    """Store drafts in batches; each is yielded only after its batch is committed. A bad one does not stop the rest.

    What `accept` does not want, seeing it redacted and screened, is refused.
    """
    waiting = iter(drafts)
    while window := list(islice(waiting, _WINDOW)):
        with reading_ahead(context, window) as read:
            for start in range(0, len(window), BATCH):
                places = range(start, min(start + BATCH, len(window)))
                yield from _store_batch(context, window, places, read, accept)


def _store_batch(
    context: Context, drafts: list[Draft], places: range, read: Callable[[int], Prepared], accept: Accept | None
) -> list[Remembered | StandfastError]:
    results: dict[int, Remembered | StandfastError] = {}
    by_partition: dict[str, list[tuple[int, Prepared]]] = {}
    look = Look(context)
    for place in places:
        look = look if place % _LOOK else Look(context)
        try:
            prepared = anchored(context, read(place), asked=drafts[place].scope, look=look)
            if accept and not accept(prepared):
                raise Refused("It was not wanted.", hint="See what became of it in the counts.", code="not-wanted")
            by_partition.setdefault(prepared.content.scope.partition, []).append((place, prepared))
        except StandfastError as error:
            results[place] = error
    for members in by_partition.values():
        partition = context.partition(members[0][1].content.scope)
        done: list[tuple[int, Prepared, Remembered, list[tuple[Partition, Memory]]]] = []
        with partition.writing():
            purged = _any_purged(context, partition)
            runs = _purged_runs(context) if purged else ()
            expect_conflicts(context, partition, [prepared.content for _, prepared in members])
            for place, prepared in members:
                try:
                    older = _superseded(context, prepared)
                    result = _store(context, partition, prepared, older, purged=purged, runs=runs)
                    done.append((place, prepared, result, older))
                except (Refused, NotFound) as error:
                    results[place] = error
        for place, prepared, result, older in done:
            _supersede_elsewhere(partition, prepared.source, result, older)
            results[place] = result
    return [results[place] for place in sorted(results)]


def _store(
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
    if source.kind == "import" and _repeats_purged(context, content, runs):
        hint = "Somebody purged a sentence of it. Take that out of what is imported."
        raise Refused("This says again what was purged.", hint=hint, code="purged")
    retired, conflicts = _allowed(prepared, older)
    status, reasons = prepared.status, prepared.reasons
    if conflicts:
        status = Status.PROPOSED if status is Status.ACTIVE else status
        reasons = (*reasons, "it would replace what a person decided: a person approves")
        links = tuple(Link("supersedes", conflict["id"]) for conflict in conflicts)
        content = content.joined(replace(content, links=links))
    equal = partition.memories.find_equal(content_key(content, source))
    known = _find_same(equal, source, status)
    ended = find_ended(partition, equal, content, source) if known is None else []
    if ended:
        status = Status.PROPOSED if status is Status.ACTIVE else status
        reasons = (*reasons, "a person took it back before: a person approves")
        conflicts = (*conflicts, *({"id": entry, "why": why} for entry, why, _ in ended))
        links = tuple(Link("supersedes", entry) for entry, _, current in ended if current)
        content = content.joined(replace(content, links=links))
        known = _find_same(equal, source, status)
    if known is None and status is Status.ACTIVE:
        reworded = find_reworded(context, partition, content, source)
        if reworded:
            status = Status.PROPOSED
            reasons = (*reasons, "a person gave it other words: a person approves")
            conflicts = (*conflicts, *({"id": item.id, "why": "it says something else now"} for item in reworded))
            known = _find_same(equal, source, status)
    if known is None and status is Status.ACTIVE:
        clashes = find_conflicts(context, partition, content, source, besides=[entry.id for _, entry in older])
        content = with_links(content, clashes)
        conflicts = (*conflicts, *({"id": clash.memory, "why": _said_before(clash, source)} for clash in clashes))
        if any(clash.is_decided for clash in clashes) and not way_of(source, context.who).rule:
            status = Status.PROPOSED
            reasons = (*reasons, "it stands against what a person decided: a person approves")
            known = _find_same(equal, source, status)
    if known and (ended or not retired):
        again = _again(partition, known, replace(prepared, content=content, reasons=reasons))
        return replace(again, conflicts=conflicts) if ended else again
    memory = known.id if known else MemoryId(mint("memory", seconds=context.clock.now().timestamp()))
    local = tuple(entry.id for home, entry in retired if home is partition and entry.id != memory)
    change = Change(
        Act.REMEMBER,
        source,
        memory,
        payload_of(content, status, reasons, doubt=prepared.doubt),
        at=prepared.at,
        supersedes=local if status is Status.ACTIVE else (),
        revision=partition.memories.last_revision(memory) + 1 if known else 1,
        content=content,
    )
    operation = partition.log.append(change)
    if not known:
        keep(memory, 1, content, source)
    named = {conflict["id"] for conflict in conflicts}
    similar = _similar(partition, content, memory, local)
    conflicts = (*conflicts, *(item for item in similar if item["id"] not in named))
    if known:
        return _report(partition, memory, operation.id, prepared, conflicts, reasons)
    anchors = tuple(str(anchor.anchor) for anchor in content.anchors)
    unresolved = _unresolved(context, content)
    told = Remembered(memory, 1, operation.id, status, prepared.redactions, conflicts, reasons)
    return replace(told, anchors=anchors, unresolved=unresolved, branch=content.scope.branch, doubts=prepared.notes)


def _said_before(clash: Conflict, source: Source) -> str:
    """Say why two stand against each other; a person who said the other one before is offered to replace it."""
    mine = source.is_person and clash.source.identity == source.identity
    return f"{clash.why}; the same person said it before, so this one may take its place" if mine else clash.why


def _unresolved(context: Context, content: Content) -> tuple[str, ...]:
    """Return the anchors at which nothing was found: they cannot tell whether the memory still holds."""
    if context.here.root is None:
        return ()
    return tuple(str(anchor.anchor) for anchor in content.anchors if anchor.fingerprint is None)


def refuse_purged(context: Context, partition: Partition, content: Content) -> None:
    """Keep out what was purged, however it is said again."""
    if is_purged(context, partition, content):
        hint = "A person purged it on purpose: it is not to be stored in other words either."
        if context.who.is_person:
            hint = "It was purged on purpose. Say anew, in other words, what has to be remembered."
        raise Refused("This content was purged and stays out.", hint=hint, code="purged")


def _purged_runs(context: Context) -> tuple[str, ...]:
    """Return what is kept of the sentences that were purged: read once for many drafts."""
    return tuple(context.store.catalog.buried(RUN)) if context.store.catalog.any_purged() else ()


def _repeats_purged(context: Context, content: Content, runs: tuple[str, ...]) -> bool:
    """Tell whether a sentence of it was purged: what comes from elsewhere may have grown around it since.

    What a person, or an agent at work, says anew is theirs to say.
    """
    if not runs:
        return False
    from standfast.text.quotation import quotation_of_hashes

    said = f"{content.title}\n{content.text}\n{content.why}"
    return quotation_of_hashes(context.purge_key, runs).carries(said)  # one for each: it remembers what it is asked


def is_purged(context: Context, partition: Partition, content: Content, memory: MemoryId | None = None) -> bool:
    """Tell whether a content, or the memory it comes as, was purged: here, or in any other partition of this home."""
    catalog = context.store.catalog
    return _any_purged(context, partition) and any(
        partition.memories.is_purged(tombstone, memory) or catalog.is_purged(tombstone)
        for tombstone in context.tombstones_of(content)
    )


def _any_purged(context: Context, partition: Partition) -> bool:
    return partition.memories.any_purged() or context.store.catalog.any_purged()


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


def _find_same(equal: list[Memory], source: Source, status: Status) -> Memory | None:
    """Return which of the memories that say the same says it now: active, or waiting from the same source."""
    for memory in equal:
        same_source = any(item.identity == source.identity for item in memory.sources)
        if memory.status is Status.ACTIVE and status is Status.ACTIVE:
            return memory
        if memory.status is status and same_source:
            return memory
    return None


def _again(partition: Partition, known: Memory, prepared: Prepared) -> Remembered:
    source = prepared.source
    if not may_overrule(authority_of(known.content, (source,)), source, known):
        # Who may not change it may agree with it, and adds nothing: an anchor that is gone would make it look broken.
        prepared = replace(prepared, content=known.content)
    heard = any((*item.identity, item.session) == (*source.identity, source.session) for item in known.sources)
    adds = known.content.joined(prepared.content) != known.content
    if heard and not adds:
        return _report(partition, known.id, None, prepared, (), prepared.reasons)
    change = Change(
        Act.REMEMBER,
        source,
        known.id,
        payload_of(prepared.content, known.status, prepared.reasons, doubt=prepared.doubt),
        at=prepared.at,
        revision=partition.memories.last_revision(known.id) + 1,
    )
    operation = partition.log.append(change)
    return _report(partition, known.id, operation.id, prepared, (), prepared.reasons)


def _report(
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
        branch=state.content.scope.branch,
    )


def _superseded(context: Context, prepared: Prepared) -> list[tuple[Partition, Memory]]:
    found: dict[MemoryId, tuple[Partition, Memory]] = {}
    for reference in prepared.supersedes:
        partition, memory = get_memory(context, reference)
        found[memory.id] = (partition, memory)
    return list(found.values())


def _allowed(
    prepared: Prepared, older: list[tuple[Partition, Memory]]
) -> tuple[list[tuple[Partition, Memory]], tuple[dict[str, str], ...]]:
    """Split what is to be superseded into what this source may retire, and what a person has to approve."""
    allowed: list[tuple[Partition, Memory]] = []
    conflicts: list[dict[str, str]] = []
    if not older:
        return allowed, ()
    weight = authority_of(prepared.content, (prepared.source,))
    for partition, memory in older:
        if may_overrule(weight, prepared.source, memory):
            allowed.append((partition, memory))
        else:
            conflicts.append({"id": memory.id, "why": f"{memory.authority.word} by {memory.source}"})
    return allowed, tuple(conflicts)


def _supersede_elsewhere(
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

"""Revise: write a memory's next revision, in its place or beside it, also where it moves to another scope."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from standfast.capture.draft import Draft, Prepared
from standfast.code.snapshot import open_snapshot
from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError
from standfast.model.encode import encode_content
from standfast.model.fold import authority_of
from standfast.model.ids import OperationId
from standfast.model.memory import Content, Memory
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.standing.anchors.anchoring import (
    anchored,
    list_doubts,
    restated,
)
from standfast.store.contract import Partition
from standfast.store.values import Change
from standfast.trust.admission import MANY, prepare
from standfast.trust.conflicts.conflict import BESIDE, find_conflicts, with_links
from standfast.trust.near import find_same
from standfast.trust.overrule import may_overrule
from standfast.trust.purged import refuse_purged
from standfast.trust.record import Changed, list_unresolved, remember, revised_payload
from standfast.verbs.governed import changed_by, quoted


def revise(
    context: Context,
    reference: str,
    text: str | None = None,
    *,
    title: str | None = None,
    why: str | None = None,
    kind: str | None = None,
    scope: str | None = None,
    tags: Sequence[str] | None = None,
    anchors: Sequence[str] | None = None,
    guard: str | None = None,
    expires: str | None = None,
    based_on: int | None = None,
) -> Changed:
    """Write a new revision: what is None stays as it is. One based on an outdated revision disputes the memory."""
    partition, memory = get_memory(context, reference)
    words = {"text": text, "title": title, "why": why, "kind": kind, "scope": scope, "guard": guard, "expires": expires}
    lists = {"tags": tags, "anchors": anchors}
    given = {name: value for name, value in {**words, **lists}.items() if value is not None}
    draft = replace(_draft_of(memory.content), **given)
    prepared = _prepare(context, partition, memory, draft, given)
    weight = authority_of(prepared.content, (context.who,))
    if not may_overrule(weight, context.who, memory) or prepared.status is not Status.ACTIVE:
        # What a person stands behind is not rewritten by an agent or by suspect text: it is proposed beside it.
        derived = (*draft.links, f"derived-from:{memory.id}")
        return remember(context, replace(draft, supersedes=(memory.id,), links=derived))
    if prepared.content.scope.partition != memory.content.scope.partition:
        return _move(context, partition, memory, prepared.content)
    return _write(context, partition, memory, prepared, based_on)


def _draft_of(old: Content) -> Draft:
    """Return a memory as the draft it would be today."""
    return Draft(
        text=old.text,
        kind=old.kind.value,
        title=old.title,
        why=old.why,
        scope=str(old.scope),
        tags=old.tags[:MANY],
        anchors=[str(anchor.anchor) for anchor in old.anchors[:MANY]],
        evidence=[f"{item.kind}:{item.ref}" for item in old.evidence[:MANY]],
        links=[f"{link.kind}:{link.target}" for link in old.links[: MANY - 1]],
        guard=old.guard,
    )


def _prepare(context: Context, partition: Partition, memory: Memory, draft: Draft, given: Container[str]) -> Prepared:
    """Return a revision that is safe to write; what was not `given` stays as it is, to the byte."""
    old = memory.content
    prepared = prepare(context, draft)
    ends = prepared.content.expires_at if "expires" in given else old.expires_at
    content = replace(prepared.content, expires_at=ends, **_kept(context, old))
    if "anchors" not in given:
        content = replace(content, anchors=old.anchors)
        content = restated(context, content) if (content.title, content.text) != (old.title, old.text) else content
    if content.text != old.text:
        content = _compared(context, partition, memory, content)
    prepared = replace(prepared, content=content)
    if "anchors" not in given and content.anchors != old.anchors:
        doubts = list_doubts(open_snapshot(str(context.here.root)), content.anchors)
        prepared = replace(prepared, notes=(*prepared.notes, *doubts))
    return anchored(context, prepared, asked=str(old.scope)) if "anchors" in given else prepared


def _write(context: Context, partition: Partition, memory: Memory, prepared: Prepared, based_on: int | None) -> Changed:
    """Put a revision on record, unless it changes nothing."""
    with partition.writing():
        refuse_purged(context, partition, prepared.content)
        current = partition.memories.find(memory.id) or memory
        base = _base(partition, current, based_on)
        if prepared.content == current.content and base == current.version.operation:
            return changed_by(partition, memory.id, None)
        change = Change(
            Act.REVISE,
            context.who,
            memory.id,
            revised_payload(prepared),
            based_on=base,
            revision=partition.memories.last_revision(memory.id) + 1,
        )
        operation = partition.log.append(change)
        changed = changed_by(partition, memory.id, operation.id)
    same = find_same(context, partition, prepared.content, memory.id)
    near = ({"id": same.id, "words": same.content.text},) if same is not None else ()
    told = replace(changed, redactions=prepared.redactions, near=near, doubts=prepared.notes)
    return quoted(context, replace(told, unresolved=list_unresolved(context, prepared.content)))


def _compared(context: Context, partition: Partition, memory: Memory, content: Content) -> Content:
    """Return other words of a memory, held against what is in force anew: what was settled was settled for the old."""
    links = tuple(link for link in content.links if link.kind not in {"contradicts", BESIDE})
    fresh = replace(content, links=links)
    return with_links(fresh, find_conflicts(context, partition, fresh, context.who, besides=[memory.id]))


def _kept(context: Context, old: Content) -> dict[str, Any]:
    """Return evidence and links as they were, in the words that may be written today; notes and times stay."""
    return {
        "evidence": tuple(map(context.clean_evidence, old.evidence)),
        "links": tuple(replace(link, target=context.clean(link.target)) for link in old.links),
    }


def _base(partition: Partition, memory: Memory, based_on: int | None) -> OperationId:
    if based_on is None or based_on == memory.revision:
        return memory.version.operation
    for version in partition.memories.versions(memory.id):
        if version.revision == based_on:
            return version.operation
    raise ConfigError(f"{memory.id} has no revision {based_on}.", hint=f"`standfast log {memory.id}` lists them.")


def _move(context: Context, partition: Partition, memory: Memory, content: Any) -> Changed:
    """Move a memory to another partition: there first, then away here, so that no moment is without it."""
    target = context.partition(content.scope)
    with target.writing():
        refuse_purged(context, target, content)
        before = target.memories.find(memory.id)
        payload = {"content": encode_content(content), "status": memory.status.value, "reason": memory.reason}
        if before is not None:  # it lived there once
            target.log.append(Change(Act.RESTORE, context.who, memory.id))
        change = Change(
            Act.REVISE if before is not None else Act.REMEMBER,
            context.who,
            memory.id,
            payload,
            at=memory.at,
            based_on=before.version.operation if before is not None else None,
            revision=max(target.memories.last_revision(memory.id), memory.revision) + 1,
        )
        operation = target.log.append(change)
    with partition.writing():
        reason = f"moved to {content.scope}"
        partition.log.append(
            Change(Act.RETRACT, context.who, memory.id, {"reason": reason, "moved": str(content.scope)})
        )
    return changed_by(target, memory.id, operation.id)

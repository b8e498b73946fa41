"""Revise, supersede, retract, restore, verify, feedback: the governed changes to a memory."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from standfast.capture.draft import Draft, Prepared
from standfast.code.snapshot import open_snapshot
from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, Conflict, Refused
from standfast.mirror.block import find_behind, refresh_blocks
from standfast.model.anchor import Anchor
from standfast.model.encode import encode_anchored, encode_content
from standfast.model.fold import authority_of
from standfast.model.ids import MemoryId, OperationId
from standfast.model.memory import Content, Link, Memory
from standfast.model.operation import Act
from standfast.model.trust import Standing, Status
from standfast.model.value import replace
from standfast.standing.anchors.anchoring import (
    anchored,
    beside,
    claim_of,
    fingerprinted,
    is_only_here,
    list_doubts,
    restated,
)
from standfast.standing.breach import REMEDY, Breach, demands_of_code, describe_breach
from standfast.standing.memories import Judge
from standfast.store.contract import Partition
from standfast.store.revised import enriched, revised
from standfast.store.values import Change
from standfast.trust.admission import MANY, clean_remark, prepare
from standfast.trust.conflicts.conflict import BESIDE, find_conflicts, with_links
from standfast.trust.near import find_same
from standfast.trust.overrule import may_bring_back, may_overrule, who_ended
from standfast.trust.record import Changed, list_unresolved, refuse_purged, remember, revised_payload
from standfast.trust.successor import find_resting, holds_beyond, succeed

VERDICTS = ("helpful", "wrong", "stale")


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
            return _changed(partition, memory.id, None)
        change = Change(
            Act.REVISE,
            context.who,
            memory.id,
            revised_payload(prepared),
            based_on=base,
            revision=partition.memories.last_revision(memory.id) + 1,
        )
        operation = partition.log.append(change)
        changed = _changed(partition, memory.id, operation.id)
    same = find_same(context, partition, prepared.content, memory.id)
    near = ({"id": same.id, "words": same.content.text},) if same is not None else ()
    told = replace(changed, redactions=prepared.redactions, near=near, doubts=prepared.notes)
    return _quoted(context, replace(told, unresolved=list_unresolved(context, prepared.content)))


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
    return _changed(target, memory.id, operation.id)


def supersede(context: Context, old: str, new: str) -> Changed:
    """Replace one memory by another."""
    partition, older = get_memory(context, old)
    home, newer = get_memory(context, new)
    if older.id == newer.id:
        raise ConfigError("A memory cannot supersede itself.", hint="Name two memories.")
    _must_overrule(context, older)
    # Both partitions, in one order for everyone: two that supersede each other at once would retire both.
    first, second = sorted((partition, home), key=lambda item: item.key)
    with first.writing(), second.writing():
        newer = home.memories.find(newer.id) or newer
        if newer.status is not Status.ACTIVE:
            hint = f"Approve or restore {newer.id} first."
            raise Refused(f"{newer.id} is {newer.status}: it cannot take another's place.", hint=hint)
        _must_overrule(context, partition.memories.find(older.id) or older)
        if holds_beyond(newer.content, older):
            content = succeed(newer.content, [older], guard=False)  # which stays where the old one holds
            if content.anchors != newer.content.anchors:
                content = restated(context, content)
            content = replace(content, links=(*content.links, Link("supersedes", older.id)))
            operation = home.log.append(enriched(home, newer, content, context.who))
            return replace(_changed(home, newer.id, operation.id), later=(older.id,))
        done = _act(context, partition, older, Act.SUPERSEDE, {"by": newer.id})
        _carry(context, home, newer, older)
    return _quoted(context, replace(done, rests=find_resting(context, partition, older)))


def _carry(context: Context, home: Partition, newer: Memory, older: Memory) -> None:
    """Let a successor take over the anchors, tags and guard it has none of."""
    content = succeed(newer.content, [older], guard=context.who.is_person)
    if content == newer.content:
        return
    if content.anchors != newer.content.anchors:
        content = restated(context, content)
    if content.guard != newer.content.guard:  # a person's act: what it guards from now on, they stand behind
        home.log.append(revised(home, newer, content, context.who))
    else:  # places and tags are added; the words stay those of who said them
        home.log.append(enriched(home, newer, content, newer.version.source, at=newer.version.at))


def retract(context: Context, reference: str, *, reason: str = "") -> Changed:
    """Take a memory back: it stays in the history and is no longer given to anyone."""
    partition, memory = get_memory(context, reference)
    _must_overrule(context, memory)
    return _quoted(context, _act(context, partition, memory, Act.RETRACT, {"reason": clean_remark(context, reason)}))


def retract_all(context: Context, references: Sequence[str], *, reason: str = "") -> list[Changed]:
    """Take several memories back: all of them, or none where one is not there or not the caller's to take back."""
    meant = list(dict.fromkeys(get_memory(context, reference)[1].id for reference in references))
    for identity in meant:
        _must_overrule(context, get_memory(context, identity)[1])
    return [retract(context, identity, reason=reason) for identity in meant]


def restore(context: Context, reference: str) -> Changed:
    """Make a retracted, superseded or expired memory current again."""
    partition, memory = get_memory(context, reference)
    if memory.status in {Status.PROPOSED, Status.QUARANTINED, Status.DISPUTED}:
        raise Refused(f"{memory.id} is {memory.status}.", hint=f"`standfast review --approve {memory.id}` decides.")
    if memory.status is Status.ACTIVE:
        return _changed(partition, memory.id, None)
    _must_overrule(context, memory)
    ended = who_ended(partition, memory)
    if not may_bring_back(context.who, ended):
        hint = "A person restores it, or remember it again: it waits for a person then."
        raise Refused(f"{memory.id} was {memory.status} by {ended}.", hint=hint, code="authority")
    return _quoted(context, _act(context, partition, memory, Act.RESTORE, None))


def verify(context: Context, reference: str, *, note: str = "") -> Changed:
    """Confirm that a memory still holds: its anchors are taken afresh and its age starts anew; `note` says why."""
    # What an agent says of something a person decided is only noted. A rule that the code breaks holds against the
    # code, which stays marked: only who says why takes what the code does for what the rule means. Where what was read
    # (`ID@2`) is worded anew since, nothing is vouched for.
    reference, _, read = reference.partition("@")
    partition, memory = get_memory(context, reference)
    _must_be_as_read(partition, memory, read)
    if not context.who.is_person and not note.strip():
        hint = "Say how you know: what you read or ran, with --note."
        raise Refused("An agent vouches for a memory only with evidence.", hint=hint, code="no-evidence")
    payload: dict[str, Any] = {"note": clean_remark(context, note)}
    if not may_overrule(authority_of(memory.content, (context.who,)), context.who, memory):
        told = _act(context, partition, memory, Act.VERIFY, {**payload, "noted": True})
        return replace(told, reasons=(f"it carries more authority than {context.who}: noted, a person verifies it",))
    if not note.strip() and (breach := _find_breach(context, memory)):
        told = _act(context, partition, memory, Act.VERIFY, {**payload, "breach": breach.mark})
        return replace(told, doubts=(f"the code breaks this rule at {breach.place}, and stays marked: {REMEDY}",))
    if context.here.root is not None and memory.content.anchors:
        fresh = fingerprinted(context, _where_they_are(context, memory), claim_of(memory.content))
        if not memory.content.scope.branch and is_only_here(context, fresh):
            fresh = beside(memory, fresh)
        payload["anchors"] = [encode_anchored(item) for item in fresh]
        told = _act(context, partition, memory, Act.VERIFY, payload)
        return replace(told, doubts=tuple(list_doubts(open_snapshot(str(context.here.root)), fresh)))
    return _act(context, partition, memory, Act.VERIFY, payload)


def _must_be_as_read(partition: Partition, memory: Memory, read: str) -> None:
    """Refuse to vouch for words that are not those of the revision that was read, where one is named."""
    if not read or read == str(memory.revision):
        return
    revisions = {str(version.revision): version.content for version in partition.memories.versions(memory.id)}
    if read not in revisions:
        hint = f"`standfast log {memory.id}` lists them."
        raise ConfigError(f"{memory.id} has no revision {read}.", hint=hint, code="bad-revision")
    then, now = revisions[read], memory.content
    if (then.title, then.text, then.why) != (now.title, now.text, now.why):
        hint = f"Read it again: `standfast show {memory.id}`, then verify {memory.id}@{memory.revision}."
        raise Conflict(f"{memory.id} says something else since revision {read}.", hint=hint, code="changed")


def _find_breach(context: Context, memory: Memory) -> Breach | None:
    """Return where the code at hand breaks a rule; None for what is none, or is kept."""
    if context.here.root is None or not memory.content.anchors or not demands_of_code(memory.content):
        return None
    return describe_breach(memory.content, Judge(context).judge_here(memory))


def _where_they_are(context: Context, memory: Memory) -> list[Anchor]:
    """Return a memory's anchors where they are now; what is gone cannot be vouched for."""
    from standfast.standing.anchors.judge import judge

    snapshot = open_snapshot(str(context.here.root))
    found: list[Anchor] = []
    for anchor in memory.content.anchors:
        judgement = judge(snapshot, anchor.anchor, anchor.fingerprint)
        if judgement.standing is Standing.BROKEN:
            hint = f"Anchor it to what took its place: `standfast revise {memory.id} --anchor …`, or retract it."
            raise Refused(f"{anchor.anchor} is gone: nothing is there to vouch for.", hint=hint, code="broken")
        found.append(judgement.now or anchor.anchor)
    return found


def feedback(context: Context, reference: str, verdict: str, *, note: str = "") -> Changed:
    """Say that a memory was helpful, wrong or stale; it changes its rank, visibly and reversibly."""
    # What a person says is wrong is told to nobody any more until a person decides on it, or takes the verdict back.
    # Its guard stays in force: the answer names it.
    if verdict not in VERDICTS:
        raise ConfigError(f"{verdict!r} is not a verdict.", hint="Say helpful, wrong or stale.", code="bad-verdict")
    partition, memory = get_memory(context, reference)
    payload: dict[str, Any] = {"verdict": verdict, "note": clean_remark(context, note)}
    weight = authority_of(memory.content, (context.who,))
    if verdict != "wrong" or not context.who.is_person or not may_overrule(weight, context.who, memory):
        return _act(context, partition, memory, Act.FEEDBACK, payload)
    done = _act(context, partition, memory, Act.FEEDBACK, {**payload, "disputes": True})
    refresh_blocks(context)
    return replace(done, guard=_find_guard(context, memory) if done.status is Status.DISPUTED else "")


def _find_guard(context: Context, memory: Memory) -> str:
    """Return the guard of a memory that is in force here, if there is one."""
    from standfast.guard.carried import read_carried
    from standfast.verbs.enforced import find_carriers

    carriers = find_carriers(context) if memory.content.guard else []
    return next((read_carried(item).id for item in carriers if item.id == memory.id), "")


def _must_overrule(context: Context, memory: Memory) -> None:
    if not may_overrule(authority_of(memory.content, (context.who,)), context.who, memory):
        hint = f"A person decides. Say `standfast feedback {memory.id} wrong --note …`, or remember a proposal."
        raise Refused(f"{memory.id} carries more authority than {context.who}.", hint=hint, code="authority")


def _act(context: Context, partition: Partition, memory: Memory, act: Act, payload: dict[str, Any] | None) -> Changed:
    with partition.writing():
        operation = partition.log.append(Change(act, context.who, memory.id, payload))
        return _changed(partition, memory.id, operation.id)


def _quoted(context: Context, changed: Changed) -> Changed:
    """Bring what instruction files quote up to date with a change, and say where the mirror still says it."""
    refresh_blocks(context)
    return replace(changed, behind=find_behind(context, changed.id))


def _changed(partition: Partition, memory: MemoryId, operation: OperationId | None) -> Changed:
    state = partition.memories.find(memory)
    revision, status = (state.revision, state.status) if state else (0, Status.RETRACTED)
    return Changed(memory, revision, operation, status)

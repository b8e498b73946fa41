"""Verify: confirm that a memory still holds; its anchors are taken afresh and its age starts anew."""

from __future__ import annotations

from typing import Any

from standfast.code.snapshot import open_snapshot
from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, Conflict, Refused
from standfast.model.anchor import Anchor
from standfast.model.encode import encode_anchored
from standfast.model.fold import authority_of
from standfast.model.memory import Memory
from standfast.model.operation import Act
from standfast.model.trust import Standing
from standfast.model.value import replace
from standfast.standing.anchors.anchoring import beside, claim_of, fingerprinted, is_only_here, list_doubts
from standfast.standing.breach import REMEDY, Breach, demands_of_code, describe_breach
from standfast.standing.memories import Judge
from standfast.store.contract import Partition
from standfast.trust.admission import clean_remark
from standfast.trust.overrule import may_overrule
from standfast.trust.record import Changed
from standfast.verbs.governed import act_on


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
        told = act_on(context, partition, memory, Act.VERIFY, {**payload, "noted": True})
        return replace(told, reasons=(f"it carries more authority than {context.who}: noted, a person verifies it",))
    if not note.strip() and (breach := _find_breach(context, memory)):
        told = act_on(context, partition, memory, Act.VERIFY, {**payload, "breach": breach.mark})
        return replace(told, doubts=(f"the code breaks this rule at {breach.place}, and stays marked: {REMEDY}",))
    if context.here.root is not None and memory.content.anchors:
        fresh = fingerprinted(context, _where_they_are(context, memory), claim_of(memory.content))
        if not memory.content.scope.branch and is_only_here(context, fresh):
            fresh = beside(memory, fresh)
        payload["anchors"] = [encode_anchored(item) for item in fresh]
        told = act_on(context, partition, memory, Act.VERIFY, payload)
        return replace(told, doubts=tuple(list_doubts(open_snapshot(str(context.here.root)), fresh)))
    return act_on(context, partition, memory, Act.VERIFY, payload)


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

"""Promotion: what several sessions said becomes one memory in force; what nothing confirmed fades.

Owns the step from said to learned, and what a new rule takes the place of. Neighbours: `belief` (which words say the
same), `trust.record` stores, `verbs.learn` says when.
"""

from __future__ import annotations

from contextlib import suppress

from standfast.capture.draft import Draft
from standfast.errors import StandfastError
from standfast.learn.session.belief.for_brief import has_faded, voice_of
from standfast.learn.session.belief.grouping import groups_of
from standfast.learn.session.belief.known import find_same
from standfast.learn.session.finding import is_said, is_sure
from standfast.learn.session.turns import turn_ref
from standfast.learn.session.words.subject import subject_of
from standfast.model.kind import parse_kind
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.source import BY_US, Source
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.values import Change, View
from standfast.trust.record import remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.model.session import Session
    from standfast.store.contract import Partition

_COMPARED = 400  # rules in force that a new one may take the place of


def promote(context: Context, partition: Partition) -> int:
    """Make active what was said in two sessions or more; return how many.

    A request is not: it came with a task each time, and stays what it is until somebody confirms it. Nor do words count
    that may hold in their task only.
    """
    waiting = partition.memories.select(View(None, (Status.PROPOSED,)))
    said = {item.id: item for item in waiting if is_sure(item)}
    done = 0
    known = _taught(partition)
    for group in sorted(groups_of(voice_of(item) for item in said.values()), key=lambda item: -item.sessions):
        members = [said[voice.id] for voice in group.voices]  # type: ignore[index]
        best = said[group.best.id]  # type: ignore[index]
        same = find_same(best.content.text, known)
        if same is not None:
            _join(context, partition, same, members)
        elif group.is_learned and (learned := _promote(context, best, members)) is not None:
            known.append(learned)
            done += 1
        elif group.sessions > 1:  # it stands against what a person decided, or points to something: one waits for all
            _join(context, partition, best, members)
    return done


def fade_said(partition: Partition, now: datetime) -> None:
    """Let expire what was said and nothing confirmed for weeks: it is not told any more, and does not wait, either."""
    waiting = partition.memories.select(View(None, (Status.PROPOSED,)))
    faded = [item for item in waiting if is_said(item) and has_faded(item, now)]
    if faded:
        with partition.writing():
            for memory in faded:
                reason = {"reason": "nothing confirmed it"}
                partition.log.append(Change(Act.EXPIRE, BY_US, memory.id, reason))


def _taught(partition: Partition) -> list[Memory]:
    """Return what sessions taught and persons asked to be remembered, as far as it is in force."""
    known = partition.memories.select(View(None, (Status.ACTIVE,)), pinned=True, limit=_COMPARED)
    return [item for item in known if item.source.turn]


def _join(context: Context, partition: Partition, same: Memory, members: Sequence[Memory]) -> None:
    """Let what is known already stand for what several sessions said in other words."""
    others = [memory for memory in members if memory.id != same.id]
    for memory in others:
        session = partition.journal.find(memory.source.session)
        if session is not None and same.source.kind == "session":
            corroborate(context, session, same)
    with partition.writing():
        for memory in others:
            partition.log.append(Change(Act.SUPERSEDE, memory.source, memory.id, {"by": same.id}))


def _promote(context: Context, best: Memory, members: Sequence[Memory]) -> Memory | None:
    """Say in one active memory what several sessions said; what they said each is superseded by it."""
    latest = max(members, key=lambda member: member.at)
    partition = context.partition(best.content.scope)
    older, outdated = said_before(partition, best.content.text, best.content.kind.value, latest.source)
    against = [
        f"{link.kind}:{link.target}" for item in members for link in item.content.links if link.kind == "contradicts"
    ]
    evidence = dict.fromkeys(f"{ref.kind}:{ref.ref}" for member in members for ref in member.content.evidence)
    draft = Draft(
        text=best.content.text,
        kind=best.content.kind.value,
        scope=str(best.content.scope),
        tags=best.content.tags,
        anchors=[str(anchor.anchor) for anchor in best.content.anchors],
        evidence=list(evidence)[-20:],
        supersedes=[member.id for member in members] + [item.id for item in older if item.source.kind == "session"],
        links=list(
            dict.fromkeys(
                (
                    *links_against([item for item in (*older, *outdated) if item.source.is_person or item in outdated]),
                    *against,
                )
            )
        ),
        at=render_time(latest.at),
        source=latest.source,
    )
    with suppress(StandfastError):
        if remember(context, draft, dry_run=True).status is Status.ACTIVE:
            learned = remember(context, draft)
            for source in {member.source.session: member.source for member in members}.values():
                remember(context, replace(draft, supersedes=(), evidence=(), source=source))
            return partition.memories.find(learned.id)
    return None


def said_before(
    partition: Partition, text: str, kind: str, source: Source, *, before: datetime | None = None
) -> tuple[list[Memory], list[Memory]]:
    """Return what the same person, or their own turns, said before about the same thing with another value.

    First what is about exactly this subject, which is replaced; then what is about it in other words, which is not
    current any more, either, but waits for a person.
    """
    subject = subject_of(text)
    known = partition.memories.select(View(None, (Status.ACTIVE,), (parse_kind(kind),)), limit=_COMPARED)
    spoken = [item for item in known if item.source.turn and item.source.kind in ("person", "session")]
    mine = [item for item in spoken if item.source.kind == "session" or item.source.name == source.name]
    earlier = [(item, subject_of(item.content.text)) for item in mine if before is None or item.at < before]
    succeeded = [item for item, other in earlier if subject.succeeds(other)]
    return succeeded, [item for item, other in earlier if item not in succeeded and subject.replaces(other)]


def links_against(outdated: Sequence[Memory]) -> list[str]:
    return [f"contradicts:{item.id}" for item in outdated]


def corroborate(context: Context, session: Session, memory: Memory, *, turn: str = "") -> None:
    """Add a session to those that said what is known already, and the turn where it did."""
    content = memory.content
    draft = Draft(
        text=content.text,
        kind=content.kind.value,
        title=content.title,
        why=content.why,
        scope=str(content.scope),
        evidence=[turn_ref(session.id, turn)] if turn else [],
        source=Source("session", session.id, session=session.id, turn=turn),
    )
    with suppress(StandfastError):
        remember(context, draft)

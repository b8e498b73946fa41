"""Learn: what sessions teach, in order: read the signs, leave out what is known, store, promote what came back.

Three entries: `heed` when a person asks in a live prompt, `learn_session` when one ended, `learn_pending` for those
that ended without saying so or were brought in. Each event is learned from once. Neighbours: `learn.session` finds,
`trust.record` stores.
"""

from __future__ import annotations

from contextlib import suppress

from standfast.capture.draft import Draft
from standfast.errors import StandfastError
from standfast.learn.session import SIGNS
from standfast.learn.session.belief import groups_of
from standfast.learn.session.known import Known
from standfast.learn.session.said import FADES_AFTER, is_said, voice_of
from standfast.learn.session.told import find_order, kind_of
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.session import Event, EventKind
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.moments.quiet import captures
from standfast.store.values import Change, View
from standfast.trust.record import remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.learn.session.finding import Finding
    from standfast.model.memory import Memory
    from standfast.model.session import Session
    from standfast.store.contract import Partition, Progress

MOST = 5  # what one session leaves at most, besides its episode
_AT_START = 20  # sessions looked at when one starts; the rest waits for an import or a person
_LEARNED = "learned:"


class Learned(Value):
    """What sessions left: how many were read, what was said, learned from repetition, and found in deeds."""

    sessions: int = 0
    said: int = 0
    learned: int = 0
    found: int = 0

    def __add__(self, other: Learned) -> Learned:
        return Learned(
            self.sessions + other.sessions,
            self.said + other.said,
            self.learned + other.learned,
            self.found + other.found,
        )


def heed(context: Context, prompt: str, turn: str) -> str | None:
    """Store at once what a person asks to be remembered in their own prompt, and return what to say about it."""
    if "told" in context.settings.signs_off:
        return None
    text = find_order(prompt)
    if not text or not captures(context):
        return None
    from standfast.trust.person import find_person

    session = context.who.session
    person = replace(find_person(context.where, context.settings.user), session=session, turn=turn)
    draft = Draft(text=text, kind=kind_of(text), evidence=[_turn_ref(session, turn)], source=person)
    result = remember(context, draft)
    if result.operation is None or result.status is not Status.ACTIVE:
        return None
    from standfast.moments.spoken import give_told

    return give_told(context, result.id, text)


def learn_pending(
    context: Context, *, limit: int = _AT_START, besides: str = "", progress: Progress | None = None
) -> Learned:
    """Learn from the sessions here that were not learned from yet, oldest first."""
    journal = context.partition(context.scope).journal
    waiting = [
        one
        for one in reversed(journal.sessions(limit=limit))
        if one.id != besides and one.events and not journal.knows(one.id, _mark(one))
    ]
    total = Learned()
    for done, session in enumerate(waiting, 1):
        total += learn_session(context, session.id)
        if progress:
            progress(done, len(waiting))
    return total


def learn_session(context: Context, identity: str) -> Learned:
    """Learn from one session what was not learned from it before."""
    partition = context.partition(context.scope)
    session = partition.journal.find(identity)
    if session is None or partition.journal.knows(identity, _mark(session)):
        return Learned()
    from standfast.learn.session.read import read_session

    known = Known(partition, context.clock.now())
    on = [name for name in SIGNS if name not in context.settings.signs_off]
    found = read_session(context, session, partition.journal.events(identity), known, on)
    spoken = [one for one in found if one.step == "said"][:MOST]
    deeds = [one for one in found if one.step != "said"]
    said = sum(_store(context, session, one) for one in spoken)
    stored = sum(_store(context, session, one) for one in deeds)
    for memory in known.heard_again:
        _corroborate(context, session, memory)
    learned = promote(context, partition) if said else 0
    note = Event(
        identity, _mark(session), EventKind.NOTE, session.last_at, body=f"learned: {said} said, {stored} found"
    )
    with partition.writing():
        partition.journal.record(session, [note])
    return Learned(1, said, learned, stored)


def promote(context: Context, partition: Partition) -> int:
    """Make active what was said in two sessions or more, and let fade what nothing confirmed; return how many."""
    now = context.clock.now()
    waiting = list(partition.memories.select(View(None, (Status.PROPOSED,))))
    said = {one.id: one for one in waiting if is_said(one)}
    faded = [one for one in said.values() if now - one.version.recorded_at > FADES_AFTER]
    if faded:
        with partition.writing():
            for memory in faded:
                reason = {"reason": "nothing confirmed it"}
                partition.log.append(Change(Act.EXPIRE, Source("import", "standfast"), memory.id, reason))
                said.pop(memory.id)
    done = 0
    for group in groups_of(voice_of(one) for one in said.values()):
        if group.sessions < 2:
            continue
        members = [said[voice.id] for voice in group.voices]  # type: ignore[index]
        done += _promote(context, said[group.best.id], members)  # type: ignore[index]
    return done


def _promote(context: Context, best: Memory, members: Sequence[Memory]) -> int:
    """Say in one active memory what several sessions said; what they said each is superseded by it."""
    latest = max(members, key=lambda one: one.at)
    evidence = dict.fromkeys(f"{ref.kind}:{ref.ref}" for one in members for ref in one.content.evidence)
    draft = Draft(
        text=best.content.text,
        kind=best.content.kind.value,
        scope=str(best.content.scope),
        anchors=[str(one.anchor) for one in best.content.anchors],
        evidence=list(evidence)[-20:],
        supersedes=[one.id for one in members],
        at=render_time(latest.at),
        source=latest.source,
    )
    with suppress(StandfastError):
        first = remember(context, draft)
        if first.status is not Status.ACTIVE:
            return 0
        for source in {one.source.session: one.source for one in members}.values():
            remember(context, replace(draft, supersedes=(), evidence=(), source=source))
        return 1
    return 0


def _store(context: Context, session: Session, found: Finding) -> bool:
    """Store one finding; what screening doubts is left out: nobody waits for it."""
    status = Status.PROPOSED if found.step == "said" else Status.ACTIVE
    draft = Draft(
        text=found.text,
        kind=found.kind,
        title=found.title,
        why=found.why,
        anchors=found.anchors,
        tags=found.tags,
        evidence=[_turn_ref(session.id, key) for key in found.turns] + [f"commit:{sha}" for sha in found.commits],
        at=render_time(found.at),
        status=status.value,
        source=Source("session", session.id, session=session.id, turn=found.turns[0] if found.turns else ""),
    )
    try:
        dry = remember(context, draft, dry_run=True)
        if dry.reasons or dry.status is not status:
            return False
        return remember(context, draft).operation is not None
    except StandfastError:
        return False


def _corroborate(context: Context, session: Session, memory: Memory) -> None:
    """Add a session to those that said what is known already."""
    content = memory.content
    draft = Draft(
        text=content.text,
        kind=content.kind.value,
        title=content.title,
        why=content.why,
        scope=str(content.scope),
        source=Source("session", session.id, session=session.id),
    )
    with suppress(StandfastError):
        remember(context, draft)


def _mark(session: Session) -> str:
    return f"{_LEARNED}{render_time(session.last_at)}"


def _turn_ref(session: str, key: str) -> str:
    return f"turn:{session}/{key}"

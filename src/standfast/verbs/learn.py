"""Learn: what sessions teach, in order: read the signs, leave out what is known, store, promote what came back.

Two entries: `learn_session` when one ended, `learn_pending` for those that ended without saying so or were brought in.
Each event is learned from once. Neighbours: `learn.session` finds, `trust.record` stores, `verbs.told` is for what a
person asks to be remembered.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from standfast.capture.draft import Draft
from standfast.capture.screen import screen
from standfast.errors import StandfastError
from standfast.learn.session import SIGNS
from standfast.learn.session.alone import alone
from standfast.learn.session.belief.promotion import corroborate, fade_said, links_against, promote, said_before
from standfast.learn.session.finding import UNSURE, is_said
from standfast.learn.session.turns import turn_ref
from standfast.learn.session.waiting import PATIENCE_S, find_waiting, list_waiting, mark_of
from standfast.learn.session.words.place import branches_noted
from standfast.model.encode import decode_content
from standfast.model.key import content_key
from standfast.model.kind import Kind
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.session import Event, EventKind
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.store.values import Change, LogFilter, View
from standfast.trust.batch import remember_many
from standfast.trust.blast import reverted_sessions
from standfast.trust.life import fade
from standfast.trust.overrule import find_ended
from standfast.verbs.told import content_said, place_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from standfast.capture.draft import Prepared
    from standfast.context.context import Context
    from standfast.learn.session.belief.known import Known
    from standfast.learn.session.belief.repeated import Earlier
    from standfast.learn.session.finding import Lesson
    from standfast.model.memory import Memory
    from standfast.model.session import Session
    from standfast.store.contract import Partition, Progress

_IDLE = timedelta(hours=1)  # a session that was silent for so long is judged as one that ended
_BEFORE = 50  # earlier sessions in which a doubted sentence is looked for
_EPISODES = 30  # earlier sessions whose commands are compared
_SPOKEN = (Kind.CONVENTION, Kind.PREFERENCE)
_WAYS = 3  # memories of one break
_STORED = 200  # memories of a session's turns that it need not teach again


class Learned(Value):
    """What sessions left: how many were read, what was said, learned from repetition, found in deeds, and not read."""

    sessions: int = 0
    said: int = 0
    learned: int = 0
    found: int = 0
    waiting: int = 0  # another process was learning for longer than we wait: the next start or end finds these


def learn(context: Context, session: str = "", *, limit: int = 20, progress: Progress | None = None) -> Learned:
    """Learn from a session that ended, or from those that were not learned from yet."""
    if session:
        return learn_session(context, session)
    return learn_pending(context, limit=limit, besides=context.who.session, progress=progress)


def learn_session(context: Context, identity: str) -> Learned:
    """Learn from one session that ended what was not learned from it before."""

    def waiting(partition: Partition) -> list[Session]:
        session = partition.journal.find(identity)
        return list(find_waiting(partition, [session] if session else []))

    return _learn(context, waiting, PATIENCE_S)


def learn_pending(
    context: Context,
    *,
    limit: int = 0,
    besides: str = "",
    progress: Progress | None = None,
    patience_s: float = PATIENCE_S,
) -> Learned:
    """Learn from the sessions here that were not learned from yet, oldest first; no limit means all."""
    return _learn(context, partial(list_waiting, limit=limit, besides=besides), patience_s, progress)


def _learn(
    context: Context,
    waiting: Callable[[Partition], list[Session]],
    patience_s: float,
    progress: Progress | None = None,
) -> Learned:
    """Learn from what waits; one process at a time, and what it learned from meanwhile waits no more."""
    partition = context.partition(context.scope)
    if context.is_kept_out or not waiting(partition):
        return Learned()
    with alone(context, patience_s=patience_s) as mine:
        left = waiting(partition)
        return _learn_from(context, partition, left, progress) if mine else Learned(waiting=len(left))


def _learn_from(
    context: Context, partition: Partition, waiting: Sequence[Session], progress: Progress | None
) -> Learned:
    if not waiting:
        return Learned()
    from standfast.learn.session.belief.known import Known
    from standfast.learn.session.belief.repeated import Earlier

    known, said, found, learned = Known(partition), 0, 0, 0
    earlier = Earlier(lambda: _heard_before(context, partition, {item.id for item in waiting}))
    for place, session in enumerate(waiting, 1):
        spoken, done = _learn_one(context, partition, session, known, earlier)
        said, found = said + spoken, found + done
        if place == len(waiting):  # before the last mark: whoever waits for it is told what is known then
            fade(partition, context.clock.now())
            fade_said(partition, context.clock.now())
            learned = promote(context, partition)
        _mark(partition, session, f"learned: {spoken} said, {done} found")
        if progress:
            progress(place, len(waiting))
    return Learned(len(waiting), said, learned, found)


def _learn_one(
    context: Context, partition: Partition, session: Session, known: Known, earlier: Earlier
) -> tuple[int, int]:
    """Learn from one session; return how many sentences and how many findings in deeds were stored."""
    from standfast.learn.session.belief.outcome import corrections_in
    from standfast.learn.session.read import read_session
    from standfast.verbs.outcomes import find_outcomes, record_outcomes
    from standfast.verbs.witness import witnessed

    ended = session.ended_at is not None or context.clock.now() - session.last_at > _IDLE
    on = _signs(context)
    episodes = partition.memories.select(View(None, (Status.ACTIVE,), (Kind.EPISODE,)), limit=_EPISODES)
    events = witnessed(partition.journal.events(session.id))
    outcomes = find_outcomes(partition, session, events)
    read = read_session(
        events,
        known,
        on,
        against=corrections_in(outcomes),
        inside=_inside(context, session),
        episodes=[
            (item.content.text, turn) for item in episodes if item.source.kind == "session" for turn in _turns_of(item)
        ],
        ended=ended,
        stored=[item for part in context.partitions() for item in _stored_from(part, session.id)],
        repeated=partial(earlier.repeated, session=session.id),
    )
    is_sound = _sound(context, events)
    confirmed = _confirm(context, partition, session, read.heard, is_sound)
    known_breaks = _known_breaks(context, read.findings)
    fresh = [item for item in read.findings if item.text not in confirmed and item.text not in known_breaks]
    drafts = [_draft(context, session, finding, branches_noted(events)) for finding in fresh]
    corrected = {item.said.text: item.memory for item in outcomes if item.said}
    stored = _store(context, fresh, _outdating(context, drafts, fresh, corrected))
    for memory, turn in (*read.again, *((memory, "") for memory in known_breaks.values())):
        if memory.source.kind != "agent" or is_sound(memory):
            corroborate(context, session, memory, turn=turn)
    record_outcomes(partition, session, outcomes)
    _work_on_threads(context, partition, session, events)
    said = sum(item.step == "said" for item in stored)
    return said, len(stored) - said


def _mark(partition: Partition, session: Session, note: str) -> None:
    """Put on record that all of a session was learned from."""
    event = Event(session.id, mark_of(session), EventKind.NOTE, session.last_at, body=note)
    with partition.writing():
        partition.journal.record(session, [event])


def _known_breaks(context: Context, findings: Sequence[Lesson]) -> dict[str, Memory]:
    """Return the ways out of a failed command that need not be kept: one of this very break is in force."""
    from standfast.learn.session.failure import find_tagged

    ways = [(item, tag) for item in findings if item.sign == "retried" for tag in item.tags]
    found = ((item.text, memory) for item, tag in ways for memory in find_tagged(context, tag, limit=_WAYS))
    return {text: memory for text, memory in found if any(part.anchor.kind == "cmd" for part in memory.content.anchors)}


def _turns_of(memory: Memory) -> list[str]:
    """Return the latest turn of each session that a memory rests on, as evidence: equal episodes are one memory."""
    turns = [ref.ref for ref in memory.content.evidence if ref.kind == "turn"]
    latest = {turn.rpartition("/")[0] or turn: f"turn:{turn}" for turn in turns}
    return list(latest.values()) or [""]


def _stored_from(partition: Partition, session: str) -> list[tuple[str, str]]:
    """Return what was stored from turns of a session already, whatever became of it since: each turn and its words."""
    operations = partition.log.iterate(LogFilter(session=session, acts=(Act.REMEMBER,)), limit=_STORED)
    said = ((item.header.source.turn, (item.payload or {}).get("content")) for item in operations)
    return [(turn, decode_content(content).text) for turn, content in said if turn and content]


def _signs(context: Context) -> list[str]:
    return [name for name in SIGNS if name not in context.settings.signs_off]


def _heard_before(
    context: Context, partition: Partition, besides: Collection[str]
) -> Iterator[tuple[str, str, Callable[[], Sequence[Lesson]]]]:
    """Yield the prompts of the latest other sessions that stand: the session, and what hears their signs."""
    from standfast.verbs.witness import witnessed

    reverted = reverted_sessions(partition)
    for session in partition.journal.sessions(limit=_BEFORE):
        if session.id in besides or (reverted and context.purge_print(session.id) in reverted):
            continue
        if not _is_taken_back(partition, session.id):
            for event in witnessed(partition.journal.events(session.id)):
                if event.kind is EventKind.PROMPT:
                    yield session.id, event.body, partial(_hear, event, _signs(context))


def _is_taken_back(partition: Partition, session: str) -> bool:
    """Tell whether all that a session left was reverted: then nothing that was said in it counts."""
    left = [item.id for item in partition.log.iterate(LogFilter(session=session), limit=_STORED)]
    return bool(left) and all(map(partition.log.is_reverted, left))


def _hear(event: Event, signs: Sequence[str]) -> Sequence[Lesson]:
    """Return what a prompt says that carries a sign."""
    from standfast.learn.session.signs.corrected import hear
    from standfast.learn.session.turns import read_turns

    return hear(read_turns([event]), signs)


def _work_on_threads(context: Context, partition: Partition, session: Session, events: Sequence[Event]) -> None:
    """Let the open threads that a session worked on carry it, and close those whose work has landed."""
    from standfast.learn.session.episode import changed_in, commits_in
    from standfast.learn.session.turns import read_turns
    from standfast.standing.branches.threads import close_landed, has_open, work_on

    turns = read_turns(events) if has_open(partition) else []
    if not turns:
        return
    files, commits = changed_in(turns, _inside(context, session)), [sha for sha, _ in commits_in(turns)]
    if work_on(context, partition, session, files, commits, turns[-1].key):
        close_landed(context, partition)


def _sound(context: Context, events: Sequence[Event]) -> Callable[[Memory], bool]:
    """Return what tells whether a memory names only what is in the repository, or what the user named."""
    from standfast.learn.session.belief.confirmed import names_what_is_there
    from standfast.verbs.consult import ground_on

    said = "\n".join(event.body for event in events if event.kind is EventKind.PROMPT)
    ground = ground_on(context, said)
    if context.here.root is None:
        return lambda _: True
    return partial(names_what_is_there, said=said, is_file=ground.is_file, is_symbol=ground.stands_in_code)


def _confirm(
    context: Context,
    partition: Partition,
    session: Session,
    heard: Sequence[Lesson],
    is_sound: Callable[[Memory], bool],
) -> set[str]:
    """Let what an agent remembered rest on the user's turn; return the sentences that need not be kept besides."""
    from standfast.learn.session.belief import confirmed

    spoken = [(item.turns[0], item.text) for item in heard]
    # A session that was taken up again was learned from before: what was said then waits for its claim, too.
    waiting = partition.memories.select(View(None, (Status.PROPOSED,)))
    held = {item.content.text: item for item in waiting if is_said(item) and item.source.session == session.id}
    spoken += [(item.source.turn, text) for text, item in held.items() if text not in {said for _, said in spoken}]
    if not spoken:
        return set()
    known = confirmed.find(partition, session.id, spoken, is_sound)
    for item in known:
        corroborate(context, session, item.memory, turn=item.turn)
        if (said := held.get(item.sentence)) is not None:
            with partition.writing():
                partition.log.append(Change(Act.SUPERSEDE, said.source, said.id, {"by": item.memory.id}))
    return {item.sentence for item in known}


def _store(context: Context, findings: Sequence[Lesson], drafts: Sequence[Draft]) -> list[Lesson]:
    """Store findings and return those that are new; what screening doubts is left out: nobody waits for it."""

    def accept(prepared: Prepared) -> bool:
        if _was_taken_back(context, prepared):
            return False
        if not prepared.reasons:
            return prepared.status in (Status.ACTIVE, Status.PROPOSED)
        # People give orders in their own prompts: of their quoted, unconfirmed words only known attacks are kept out.
        own = prepared.source.kind == "session" and prepared.content.kind in _SPOKEN
        known = screen(prepared.content.text, trusted=True).verdict != "clean"
        return own and not known and prepared.status is Status.PROPOSED

    results = remember_many(context, drafts, accept=accept)
    return [
        item
        for item, result in zip(findings, results, strict=True)
        if not isinstance(result, StandfastError) and result.operation is not None
    ]


def _was_taken_back(context: Context, prepared: Prepared) -> bool:
    """Tell whether a person retracted, rejected or undid these very words: they are not proposed again."""
    partition = context.partition(prepared.content.scope)
    equal = partition.memories.find_equal(content_key(prepared.content, prepared.source))
    return bool(find_ended(partition, equal, prepared.content, prepared.source))


def _outdating(
    context: Context, drafts: Sequence[Draft], findings: Sequence[Lesson], corrected: Mapping[str, Memory]
) -> list[Draft]:
    """Link what was said to what it stands against: the same person's earlier word, or what it `corrected`."""
    if all(found.step != "said" for found in findings):
        return list(drafts)
    from standfast.trust.person import find_person

    person = find_person(context.where, context.settings.user)
    partition = context.partition(context.scope)
    linked: list[Draft] = []
    for draft, found in zip(drafts, findings, strict=True):
        said = found.step == "said"
        content = content_said(context, found.text, found.kind, draft.scope)
        before = said_before(partition, content, person, before=found.at) if said else ()
        older = {item.id: item for several in before for item in several}
        if said and found.text in corrected:
            older[corrected[found.text].id] = corrected[found.text]
        linked.append(replace(draft, links=links_against(list(older.values()))))
    return linked


def _draft(context: Context, session: Session, found: Lesson, branches: Mapping[str, str]) -> Draft:
    status = Status.PROPOSED if found.step == "said" else Status.ACTIVE
    turn = found.turns[0] if found.turns else ""
    branch = branches.get(turn, session.branch)  # another one may be checked out when the session is learned from
    return Draft(
        text=found.text,
        kind=found.kind,
        scope=place_named(context, found.text, branch) if found.step == "said" else "",
        title=found.title,
        why=found.why,
        anchors=found.anchors,
        tags=(*found.tags, *([UNSURE] if found.unsure else [])),
        evidence=[
            *(turn_ref(session.id, key) for key in found.turns),
            *found.earlier,
            *(f"commit:{sha}" for sha in found.commits),
        ],
        at=render_time(found.at),
        status=status.value,
        source=Source("session", session.id, session=session.id, turn=turn),
    )


def _inside(context: Context, session: Session) -> Callable[[str], str]:
    """Return what names a file as the repository does; nothing for one outside it."""
    import os

    root = str(context.here.root or "")
    base = session.cwd or str(context.where)

    def name(path: str) -> str:
        whole = os.path.normpath(os.path.join(base, path))  # noqa: PTH118 - names from other systems, too
        inside = os.path.relpath(whole, root).replace("\\", "/") if root else ""
        return "" if not inside or inside.startswith(("..", ".standfast/")) else inside

    return name

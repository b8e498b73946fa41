"""Consult a model, where a person configured one: about sessions that ended, and about what a merge made stale.

Owns the order of steps: budget, question, answer, check, store as proposed. A proposal waits for a person, whatever it
says; one that names anything which is not there is dropped. Each session is asked about once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from standfast.capture.draft import Draft
from standfast.code.git import Git, find_git
from standfast.context.branches import open_branches
from standfast.context.context import Context
from standfast.errors import ConfigError, Refused, StandfastError
from standfast.learn.model.ask import ANSWER_TOKENS, Reply, ask, run_command
from standfast.learn.model.budget import add_spent, read_spent
from standfast.learn.model.check import KINDS, Ground, anchors_of, find_fault, text_of
from standfast.learn.model.wording import LONGEST, ask_about_merge, ask_about_session, evidence_of, shape
from standfast.learn.session.belief.known import Known
from standfast.learn.session.ending import ended_badly
from standfast.learn.session.turns import Turn, read_turns, turn_ref
from standfast.model.kind import Kind
from standfast.model.memory import Memory
from standfast.model.moment import render_time
from standfast.model.session import Event, EventKind, Session
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.recall.pack import count_tokens
from standfast.standing.judged import STALE
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.trust.record import remember
from standfast.verbs.witness import witnessed

_MOST = 5
_SESSIONS = 20
_STALE = 12
_MARK = "consulted:"
_REVIEWED = "reviewed"
_AFTER_BAD = frozenset((Kind.ATTEMPT, Kind.GOTCHA))


class Consulted(Value):
    """What came of it: sessions asked about, proposals stored, those dropped and why, tokens spent."""

    sessions: int = 0
    proposed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    tokens: int = 0
    left: int = 0  # sessions that wait for the next day's budget


def consult(context: Context, session: str = "") -> Consulted:
    """Ask the configured model about a session, or about those that ended and that it was not asked about yet."""
    if not context.settings.learner:
        hint = "`standfast config set learner openai:MODEL`, anthropic:MODEL or command:WORDS."
        raise ConfigError("No model is configured.", hint=hint, code="no-learner")
    partition = context.partition(context.scope)
    if session:
        from standfast.context.references import get_session

        found = partition.journal.find(get_session(context, session))
        waiting = [found] if found else []
    else:
        waiting = [item for item in reversed(partition.journal.sessions(limit=_SESSIONS)) if item.ended_at is not None]
    done, known = Consulted(), Known(partition)
    for place, item in enumerate(waiting):
        if partition.journal.knows(item.id, _mark(item)):
            continue
        try:
            consulted = _about(context, item, known)
        except Refused:
            return replace(done, left=len(waiting) - place)
        done = Consulted(
            done.sessions + 1,
            done.proposed + consulted.proposed,
            done.dropped + consulted.dropped,
            done.tokens + consulted.tokens,
        )
    return done


def _about(context: Context, session: Session, known: Known) -> Consulted:
    partition = context.partition(context.scope)
    turns = read_turns(witnessed(partition.journal.events(session.id)))
    evidence = evidence_of(turns)
    done = Consulted()
    if any(turn.words for turn in turns):
        kinds = _AFTER_BAD if ended_badly(turns) else KINDS
        reply = _ask(context, ask_about_session(context.mask(evidence)), shape())
        source = Source("import", "learner", session=session.id)
        ground = ground_on(context, evidence)

        def draft(proposal: dict[str, Any]) -> Draft:
            turn = _turn_of(text_of(proposal, "quote"), turns)
            kind = text_of(proposal, "kind").lower() or Kind.FACT.value
            if kind not in kinds:
                raise Refused(f"nothing of the kind {kind} is learned here", hint="", code="not-wanted")
            return Draft(
                text=text_of(proposal, "text"), kind=kind, why=text_of(proposal, "why"), anchors=anchors_of(proposal),
                evidence=[turn_ref(session.id, turn)], source=replace(source, turn=turn),
            )  # fmt: skip

        done = _take(context, reply, ground, known, draft)
    with partition.writing():
        note = f"a model was asked: {len(done.proposed)} proposed, {len(done.dropped)} dropped"
        event = Event(session.id, _mark(session), EventKind.NOTE, session.last_at, body=note)
        partition.journal.record(session, [event])
    return done


def consult_merge(context: Context) -> Consulted:
    """Let the command of `after_merge` look at a merged diff, and propose what stale memories should say now."""
    command, root = context.settings.after_merge, context.here.root
    git = find_git(str(root)) if command and root else None
    if git is None or not git.find_commit("ORIG_HEAD") or not _is_new_merge(git):
        return Consulted()
    out = context.kept_out
    changes = git.list_changes("ORIG_HEAD", "HEAD")
    changed = {change.path for change in changes if out is None or not out.covers(change.path)}
    stale = _made_stale(context, changed)
    if not stale:
        return Consulted()
    paths = sorted({item.anchor.path for memory, _ in stale for item in memory.content.anchors} & changed)
    diff = git.read("diff", "ORIG_HEAD", "HEAD", "--", *paths).decode("utf-8", "replace")[:LONGEST]
    memories = {memory.id: memory for memory, _ in stale}
    prompt = ask_about_merge(context.mask(diff), [(memory, standing) for memory, standing in stale])
    reply = _ask(context, context.mask(prompt), shape(updates=True), command=command)
    commit = git.find_commit("HEAD")

    def draft(proposal: dict[str, Any]) -> Draft:
        older = memories.get(text_of(proposal, "id"))  # type: ignore[call-overload]
        if older is None:
            raise Refused("it names no memory that was asked about", hint="", code="not-wanted")
        return Draft(
            text=text_of(proposal, "text"), kind=older.content.kind.value, title=older.content.title,
            why=text_of(proposal, "why"), links=[f"supersedes:{older.id}"], evidence=[f"commit:{commit}"],
            anchors=anchors_of(proposal) or [str(item.anchor) for item in older.content.anchors],
            source=Source("import", "after-merge"),
        )  # fmt: skip

    return _take(context, reply, ground_on(context, diff), None, draft)


def _is_new_merge(git: Git) -> bool:
    """Tell whether the last thing that moved the checkout was a merge or pull that nobody looked at, and note that."""
    kept, head = open_branches(git.place), git.find_commit("HEAD")
    merged = git.find_line("reflog", "-1", "--format=%gs").startswith(("merge ", "pull"))
    if not merged or kept.get(_REVIEWED) == head:
        return False
    kept[_REVIEWED] = head
    kept.save()
    return True


def _made_stale(context: Context, changed: set[str]) -> list[tuple[Memory, str]]:
    partition = context.partition(context.scope)
    found: list[tuple[Memory, str]] = []
    for identity, standing in survey(context, Judge(context)).standings.items():
        memory = partition.memories.find(identity) if standing in STALE else None
        if memory is not None and {item.anchor.path for item in memory.content.anchors} & changed:
            found.append((memory, standing.value))
    return found[:_STALE]


def _ask(context: Context, prompt: str, schema: dict[str, Any], *, command: str = "") -> Reply:
    """Ask within the day's budget, and put what it took on record."""
    settings, day = context.settings, f"{context.clock.now():%Y-%m-%d}"
    wanted = count_tokens(prompt) + ANSWER_TOKENS
    if read_spent(settings.home, day).tokens + wanted > settings.learner_tokens:
        add_spent(settings.home, day, failed="budget")
        hint = "`standfast config set learner_tokens N` changes it; it starts afresh tomorrow."
        raise Refused("The day's budget for the model is spent.", hint=hint, code="budget")
    cwd = str(context.here.root or context.where)
    try:
        if command:
            reply = run_command(command, prompt, cwd=cwd)
        else:
            reply = ask(settings.learner, prompt, schema, url=settings.learner_url, key=settings.learner_key, cwd=cwd)
    except StandfastError as error:
        add_spent(settings.home, day, tokens=count_tokens(prompt), calls=1, failed=error.code)  # it may have cost that
        raise
    add_spent(settings.home, day, tokens=reply.tokens, calls=1)
    return reply


def _take(
    context: Context, reply: Reply, ground: Ground, known: Known | None, draft: Callable[[dict[str, Any]], Draft]
) -> Consulted:
    """Store what stands every check as proposed, and say why the rest is dropped."""
    proposed: list[str] = []
    dropped: list[str] = []
    for proposal in reply.proposals[:_MOST]:
        fault = find_fault(proposal, ground)
        if not fault and known is not None and known.covers(text_of(proposal, "text")):
            fault = "it is known"
        if fault:
            dropped.append(fault)
            continue
        try:
            done = remember(context, replace(draft(proposal), status=Status.PROPOSED.value))
        except StandfastError as error:
            dropped.append(error.message)
            continue
        (proposed if done.operation and done.status is Status.PROPOSED else dropped).append(done.id)
    day = f"{context.clock.now():%Y-%m-%d}"
    add_spent(context.settings.home, day, proposed=len(proposed), dropped=len(dropped))
    return Consulted(1, tuple(proposed), tuple(context.clean(item) for item in dropped), reply.tokens)


def ground_on(context: Context, evidence: str) -> Ground:
    """Return what is held against some evidence and the repository at hand."""
    root = context.here.root
    git = find_git(str(root)) if root else None

    def is_file(path: str) -> bool:
        inside = root is not None and not Path(path).is_absolute() and ".." not in path.split("/")
        return root is not None and inside and (root / path).is_file()

    def is_commit(sha: str) -> bool:
        return git is not None and bool(git.find_commit(sha))

    def stands_in_code(name: str) -> bool:
        return git is not None and git.ask("grep", "--untracked", "-q", "-w", "-F", "-e", name).code == 0

    return Ground(evidence, is_file, is_commit, stands_in_code)


def _turn_of(quote: str, turns: Sequence[Turn]) -> str:
    """Return the turn that a quote stands in."""
    words = " ".join(quote.split())
    return next((turn.key for turn in turns if words in " ".join(evidence_of([turn]).split())), turns[-1].key)


def _mark(session: Session) -> str:
    return f"{_MARK}{render_time(session.last_at)}"

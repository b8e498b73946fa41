"""Review: what waits for a person, and their decision."""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import suppress
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, Conflict, Refused, StandfastError
from standfast.learn.session.finding import is_said
from standfast.learn.session.words.approved import as_rule
from standfast.mirror.block import refresh_blocks
from standfast.model.kind import Kind
from standfast.model.memory import AboutMemory, Content, Link, Memory, Version
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.source import BY_US
from standfast.model.trust import WAITING, Authority, Status
from standfast.model.value import replace
from standfast.recall.receipts import give
from standfast.standing.breach import REMEDY, demands_of_code, describe_breach, find_breach
from standfast.standing.judged import STALE
from standfast.standing.links import are_settled, contradict
from standfast.standing.memories import Judge
from standfast.standing.support import supported
from standfast.standing.survey import Surveyed, find_last, survey
from standfast.store.contract import Partition
from standfast.store.revised import revised
from standfast.store.values import Change, LogFilter, View
from standfast.trust.conflicts.conflict import BESIDE, link_everywhere, list_conflicts
from standfast.trust.life import LIVES, find_asking
from standfast.trust.person import require_person
from standfast.trust.record import Changed
from standfast.trust.threshold import asks_first
from standfast.verbs.revise import retract, revise, verify

SUCCESSOR = "said later by the same person, it may take the place of"
_MOST = 2_000  # memories of each sort that may wait; and those whose code is read to count what drifted
_TRIED = 5_000  # operations of the past held against a threshold
_STALE_REASONS = {standing: f"{standing}: verify, revise or retract it" for standing in STALE}
_UNTOLD = "no brief tells it until you approve it"
_TOLD = "it is told as unconfirmed until you approve it"
SHOWN = 5
"""How many proposals of history are shown at once: more than a few nobody reads."""


class Waiting(AboutMemory):
    """One memory that waits, and why."""

    reason: str
    against: str = ""  # the memory it stands against

    @property
    def is_disproved(self) -> bool:
        """Whether it waits because the code says otherwise, or is gone."""
        return self.memory.status is Status.ACTIVE and self.reason.startswith(tuple(STALE))

    def to_dict(self) -> dict[str, Any]:
        return {**self.memory.to_dict(), "reason": self.reason, **({"against": self.against} if self.against else {})}


def review(
    context: Context, *, limit: int = 100, given: bool = False, everything: bool = False, conflicts: bool = False
) -> list[Waiting]:
    """Return what waits for a person: proposed, disputed, quarantined and drifted, the oldest first.

    With `given`, on record unless a person asks. With `conflicts`, everything in force is held against
    everything else first, and only what stands against each other is returned.
    """
    if conflicts:
        for partition in context.partitions():
            link_everywhere(context, partition)
        opposed = sorted(_opposing(context), key=lambda item: item.memory.hlc)
        return [_explained(context, item) for item in opposed[:limit]]
    waiting = _everything(context, survey(context, Judge(context)) if context.here.root else None)
    shown = (waiting if everything else _telling(waiting))[:limit]
    found = _told([_explained(context, item) for item in shown], context)
    if given:
        judge = Judge(context)
        give(context, "review", [(item.memory, judge(item.memory)) for item in found])
    return found


def count_waiting(context: Context, *, glance: bool = False) -> tuple[int, int]:
    """Return how many memories `review` shows now, and how many with everything; code not yet looked at is not read.

    At a `glance`, what drifted is taken from the last look at the code, unless memories or git changed since.
    """
    surveyed = None
    with suppress(StandfastError):  # where git cannot be asked, what drifted is not counted
        if context.here.root:
            judge = Judge(context)
            surveyed = (find_last(context, judge) if glance else None) or survey(context, judge, most=_MOST)
    waiting = _everything(context, surveyed)
    return len(_telling(waiting)), len(waiting)


def count_hidden(context: Context) -> int:
    """Return how many more `review` shows with everything: only what history proposes is left out unasked."""
    history = [item for item in _undecided(context) if _is_history(item.memory)]
    return len(history) - len(_telling(history))


def _undecided(context: Context) -> list[Waiting]:
    """Return what has a status that a person ends."""
    view = View(statuses=tuple(sorted(WAITING)))
    return [
        Waiting(memory, memory.reason or _reason(memory))
        for partition in context.partitions()
        for memory in partition.memories.select(view, newest_first=False, limit=_MOST)
    ]


def _everything(context: Context, surveyed: Surveyed | None) -> list[Waiting]:
    """Return all that waits, the oldest first, and after it what history proposes, the best first."""
    found = _undecided(context)
    found += _opposing(context)
    for partition in context.partitions():
        asking = find_asking(partition, context.clock.now())
        found += [Waiting(memory, f"{reason}; verify, revise or retract it") for memory, reason in asking]
    found += _drifted(context, surveyed) if surveyed else []
    found = sorted(_once(found), key=lambda item: item.memory.hlc)
    history = sorted((item for item in found if _is_history(item.memory)), key=lambda item: -_worth(item.memory))
    return [*(item for item in found if not _is_history(item.memory)), *history]


def _once(found: Sequence[Waiting]) -> list[Waiting]:
    """Return each memory once, for the first of its reasons; another shows when that one is settled."""
    first: dict[str, Waiting] = {}
    for item in found:
        first.setdefault(item.memory.id, item)
    return list(first.values())


def _telling(waiting: Sequence[Waiting]) -> list[Waiting]:
    """Return what is shown unasked: of history a few claims with their why; the rest is for who wants everything."""
    best = [item for item in waiting if _is_history(item.memory) and item.memory.content.why][:SHOWN]
    return [*(item for item in waiting if not _is_history(item.memory)), *best]


def _opposing(context: Context) -> list[Waiting]:
    """Return what stands against something else in force; which of the two the code supports is asked when shown."""
    return [
        Waiting(newer, "", older.id)
        for partition in context.partitions()
        for older, newer in list_conflicts(partition, _MOST)
        if contradict(older, newer)
    ]


def _explained(context: Context, item: Waiting) -> Waiting:
    if item.reason in _STALE_REASONS.values():
        return replace(item, reason=_disproved(context, item))
    if not item.against:
        return item
    older = get_memory(context, item.against)[1]
    return replace(item, reason=_opposed(context, older, item.memory))


def _told(waiting: list[Waiting], context: Context) -> list[Waiting]:
    """Say of a person's words in sessions which of them a brief tells while they wait."""
    if not any(item.reason.endswith(_UNTOLD) for item in waiting):
        return waiting
    from standfast.moments.brief import draw

    drawn = draw(context, budget=context.settings.brief_tokens, again=True)
    told = {result.memory.id for result in drawn.results}
    return [
        replace(item, reason=item.reason.replace(_UNTOLD, _TOLD)) if item.memory.id in told else item
        for item in waiting
    ]


def _disproved(context: Context, item: Waiting) -> str:
    """Say what the code says otherwise; of a rule that it breaks, that the code may be what is to be fixed."""
    judged = Judge(context).judge_here(item.memory)
    word, _, way = item.reason.partition(": ")
    if place := find_breach(item.memory.content, judged):
        return f"{word}: the code breaks this rule at {place}; {REMEDY}"
    why = next((found["reason"] for found in judged.detail if found["standing"] == word and found["reason"]), "")
    return f"{word}: {why}; {way}" if why else item.reason


def _opposed(context: Context, older: Memory, newer: Memory) -> str:
    """Say what a memory stands against, which of the two the code supports, and what a person may do about it."""
    support = supported(context, older, newer)
    side = "it" if support.memory == newer.id else "the other"
    told = f"; the code supports {side}" if support.memory else ""
    if _may_succeed(older, newer):
        return (
            f"{SUCCESSOR} {older.id}{told}: `standfast supersede {older.id} {newer.id}`, or approve both to keep both"
        )
    return f"it conflicts with {older.id}{told}: supersede one, scope them apart, or approve both to keep both"


def _may_succeed(older: Memory, newer: Memory) -> bool:
    """Tell whether the same person said both: then the later word most likely takes the earlier one's place."""
    return newer.source.is_person and older.source.identity == newer.source.identity and older.at < newer.at


def _is_history(memory: Memory) -> bool:
    return memory.status is Status.PROPOSED and memory.source.kind == "commit"


def _worth(memory: Memory) -> float:
    """Order proposals of history: a choice and what was tried before the rest, with its reason, the newest first."""
    kinds = {Kind.DECISION: 1.0, Kind.ATTEMPT: 0.8}
    age = memory.at.timestamp() / (365 * 86_400)
    return kinds.get(memory.content.kind, 0.0) + min(len(memory.content.why), 300) / 300 + age / 10


def _drifted(context: Context, surveyed: Surveyed) -> list[Waiting]:
    """Return active memories whose code changed or is gone: a person verifies, revises or retracts them."""
    partition = context.store.find_partition(context.scope.partition)
    if partition is None:
        return []
    found: list[Waiting] = []
    for identity, standing in surveyed.standings.items():
        memory = partition.memories.find(identity) if standing in STALE else None
        if memory is None or memory.source.kind in {"import", "commit"} or _is_upheld(context, partition, memory):
            continue
        found.append(Waiting(memory, _STALE_REASONS[standing]))
    return found


def _is_upheld(context: Context, partition: Partition, memory: Memory) -> bool:
    """Tell whether a person said that a rule stands against the very code that breaks it: then that is to be fixed."""
    if memory.verified_at is None or not demands_of_code(memory.content):
        return False
    wanted = LogFilter(memory=memory.id, acts=(Act.VERIFY,))
    last = next(iter(partition.log.iterate(wanted, limit=1)), None)
    mark = ((last.payload if last else None) or {}).get("breach")
    breach = describe_breach(memory.content, Judge(context).judge_here(memory)) if mark else None
    return breach is not None and breach.mark == mark


def _reason(memory: Memory) -> str:
    if memory.disputed_by:
        return f"{len(memory.disputed_by) + 1} versions were written from the same revision"
    if memory.status is Status.DISPUTED:
        return f"{memory.reason}: no agent is given it until a person decides"
    if memory.status is Status.QUARANTINED:
        return "it looks like an injected instruction: no agent is given it unless you approve it"
    if memory.status is Status.PROPOSED and memory.source.kind == "session" and memory.source.turn:
        return f"you said it in session {memory.source.session[:8]}: {_UNTOLD}"
    if memory.status is Status.PROPOSED:
        return f"{memory.source} proposed it: it counts once you approve it"
    return ""


def try_threshold(context: Context, entries: Sequence[str]) -> list[Waiting]:
    """Return what of the past would have waited under these entries of the setting `review`: a dry run, the latest
    first; nothing changes.
    """
    found: list[Waiting] = []
    for partition in context.partitions():
        for operation in partition.log.iterate(LogFilter(acts=(Act.REMEMBER,)), limit=_TRIED):
            memory = partition.memories.find(operation.header.memory) if operation.header.memory else None
            if memory is None or memory.status is not Status.ACTIVE or operation.header.revision > 1:
                continue
            entry = asks_first(entries, memory.content, operation.header.source)
            if entry:
                found.append(Waiting(memory, f"it would have waited: {entry}"))
    return found


def approve(context: Context, references: Sequence[str], *, version: int | None = None) -> list[Changed]:
    """Let memories take effect. A reference names the revision that the person read (`ID@2`), or `version` does.

    Where the words are no longer those of that revision, nothing is decided. Of a disputed memory the revision that is
    named is the one kept. Without one, only what was never worded otherwise, or by a person last, is approved.

    What drifted is verified: a person says that it holds for the code as it is now. Rejected, it is retracted. A
    note of an agent that is active already gains the weight of an approval. Of two that stand against each other both
    are kept where both are approved at once; one alone is only approved, and what it stands against is asked about.
    """
    return _decide_all(context, references, Act.APPROVE, version)


def reject(context: Context, references: Sequence[str]) -> list[Changed]:
    """Keep memories out; they stay in the history."""
    return _decide_all(context, references, Act.REJECT, None)


def _decide_all(context: Context, references: Sequence[str], act: Act, version: int | None) -> list[Changed]:
    named = [_read(reference, version) for reference in references]
    if act is Act.APPROVE:
        for name, number in named:  # all of them, before the first is decided
            require_shown(*get_memory(context, name), number)
    together = {get_memory(context, name)[1].id for name, _ in named}
    decided = [_decide(context, name, act, number, together) for name, number in named]
    refresh_blocks(context)
    return decided


def _read(reference: str, version: int | None) -> tuple[str, int | None]:
    """Return the memory that a reference names, and the revision of it."""
    name, at, number = reference.partition("@")
    if not at:
        return name, version
    if not (number.isascii() and number.isdecimal()):
        hint = f"Write {name}@2, or {name} alone."
        raise ConfigError(f"{reference!r} names no revision.", hint=hint, code="bad-revision")
    if version not in {None, int(number)}:
        hint = "Name the revision once."
        raise ConfigError(f"{reference!r} and revision {version} are two.", hint=hint, code="bad-revision")
    return name, int(number)


def require_shown(partition: Partition, memory: Memory, number: int | None) -> None:
    """Refuse words that are not those of the revision `number`, which a person read before they approve it.

    Without a number, only what was never worded otherwise, or by a person last: of several, nobody knows which one
    they read.
    """
    if memory.version.source.is_person if number is None else bool(memory.disputed_by):
        return
    versions = _list_shown(partition, memory)
    read = [said for version, said in versions if number in {None, version.revision}]
    if not read:
        hint = f"`standfast log {memory.id}` lists them."
        raise ConfigError(f"{memory.id} has no revision {number}.", hint=hint, code="bad-revision")
    if memory.disputed_by:
        hint = f"`standfast review --show {memory.id}`, then --approve {memory.id}@REV."
        raise Conflict(f"{memory.id} is disputed: say which revision counts.", hint=hint, code="changed")
    current = [said for version, said in versions if version.operation == memory.version.operation]
    if any([said] != current for said in read):
        by = memory.version.source
        hint = f"`standfast review --show {memory.id}`, then --approve {memory.id}@{memory.revision}."
        message = f"{memory.id} says something else since: {by} worded it anew (revision {memory.revision})."
        raise Conflict(message, hint=hint, code="changed")


def _list_shown(partition: Partition, memory: Memory) -> list[tuple[Version, tuple[object, ...]]]:
    """Return each revision with what a person approves of it; who only repeats a memory words nothing anew."""
    worded = {item.id for item in partition.log.iterate(LogFilter(memory=memory.id, acts=(Act.REVISE,)))}
    found: list[tuple[Version, tuple[object, ...]]] = []
    words: tuple[object, ...] = ()
    replaced: frozenset[str] = frozenset()
    for version in partition.memories.versions(memory.id):
        content = version.content
        if not found or (version.operation in worded and not _has_landed(version, words)):
            words, replaced = _words(content), frozenset()
        replaced |= {link.target for link in content.links if link.kind == "supersedes"}
        found.append((version, (*words, replaced)))
    return found


def _words(content: Content) -> tuple[object, ...]:
    said = (content.kind, content.title, content.text, content.why, content.guard)
    places = tuple(str(item.anchor) for item in content.anchors)
    return content.scope, *said, content.expires_at, places


def _has_landed(version: Version, words: tuple[object, ...]) -> bool:
    """Tell whether nothing but the branch of a memory has gone, because what it is about was merged."""
    return version.source == BY_US and _words(version.content)[1:] == words[1:]


def _decide(context: Context, reference: str, act: Act, number: int | None, together: Container[str]) -> Changed:
    """Decide about a memory within one write: what is approved is what `require_shown` saw there."""
    partition, memory = get_memory(context, reference)
    with partition.writing():
        memory = partition.memories.find(memory.id) or memory
        if act is Act.APPROVE:
            require_shown(partition, memory, number)
        if memory.status is Status.ACTIVE and (done := _decide_active(context, partition, memory, act, together)):
            return done
        return _decide_waiting(context, partition, memory, act, number)


def _decide_active(
    context: Context, partition: Partition, memory: Memory, act: Act, together: Container[str]
) -> Changed | None:
    """Decide about what is in force and still asks for a person; None for what does not."""
    opposed = _list_opposed(partition, memory)
    opponents = [other.id for other in opposed if not are_settled(memory, other)]
    both = [other for other in opponents if other in together]
    if both and act is Act.APPROVE:
        return _settle(context, partition, memory, both)
    is_stale = Judge(context).judge_here(memory).standing in STALE
    if any(link.target in opponents for link in memory.content.links) or (opponents and not is_stale):
        is_approved = act is Act.APPROVE
        return _approve_one(context, partition, memory, opponents) if is_approved else retract(context, memory.id)
    if any(other.id in together for other in opposed) and act is Act.APPROVE:
        return Changed(memory.id, memory.revision, None, memory.status)  # kept with the other a moment ago
    if is_stale:
        return verify(context, memory.id) if act is Act.APPROVE else retract(context, memory.id, reason="it drifted")
    if memory.id in {item.id for item, _ in find_asking(partition, context.clock.now())}:
        return _renew(context, memory) if act is Act.APPROVE else retract(context, memory.id, reason="it was outlived")
    return None


def _decide_waiting(context: Context, partition: Partition, memory: Memory, act: Act, number: int | None) -> Changed:
    settled = Authority.APPROVED if act is Act.APPROVE else Authority.NOTE  # nothing to decide from this weight on
    if memory.status not in WAITING and not (memory.status is Status.ACTIVE and memory.authority < settled):
        later, hint = memory.superseded_by, "`standfast review` lists what waits."
        status = f"{memory.status} by {later}" if later else memory.status
        hint = f"`standfast show {later}` is what says it now." if later else hint
        raise Refused(f"{memory.id} is {status}: there is nothing to decide.", hint=hint)
    require_person(context.who, "approves or rejects")
    payload: dict[str, str] = {}
    if act is Act.APPROVE and number is not None:
        chosen = [item for item in (*memory.disputed_by, memory.version) if item.revision == number]
        if not chosen and memory.disputed_by:
            raise Refused(f"{memory.id} has no disputed revision {number}.", hint=f"`standfast show {memory.id}`.")
        payload |= {"version": chosen[0].operation} if chosen else {}
    change = _in_own_words(context, partition, memory) if act is Act.APPROVE and is_said(memory) else None
    operation = partition.log.append(change or Change(act, context.who, memory.id, payload))
    state = partition.memories.find(memory.id)
    if act is Act.APPROVE and state:
        for link in state.content.links:  # of a disputed one, those of the revision that is kept
            if link.kind == "supersedes":
                _retire(context, link.target, state)
    status = state.status if state else Status.RETRACTED
    return Changed(memory.id, state.revision if state else 0, operation.id, status)


def _in_own_words(context: Context, partition: Partition, memory: Memory) -> Change | None:
    """Return what lets a sentence of a session take effect as a rule of who approves it; None where it is one as said.

    It becomes a revision of theirs, without what only opened it in the talk.
    """
    words = as_rule(memory.content.text)
    if words == memory.content.text:
        return None
    content = replace(memory.content, text=words)
    return revised(partition, memory, content, context.who, status=Status.ACTIVE.value)


def _renew(context: Context, memory: Memory) -> Changed:
    """Let a memory live on: a person says that it holds, and an end that was set moves on by the life of its kind."""
    if memory.content.expires_at is not None:
        later = context.clock.now() + LIVES[memory.content.kind]
        revise(context, memory.id, expires=render_time(later))
    return verify(context, memory.id)


def _list_opposed(partition: Partition, memory: Memory) -> list[Memory]:
    """Return what is in force and stands against a memory, whichever of the two was said first."""
    related = partition.index.relations([memory.id])
    others = partition.memories.find_several([other for _, kind, other in related if kind == "contradicts"])
    return [other for other in others.values() if other.status is Status.ACTIVE]


def _approve_one(context: Context, partition: Partition, memory: Memory, opponents: Sequence[str]) -> Changed:
    """Approve one of two that stand against each other: nobody said what becomes of the other, so it is asked."""
    require_person(context.who, "approves or rejects")
    why = "still unsettled: supersede it, or `standfast review --approve {} {}` keeps both"
    conflicts = tuple({"id": other, "why": why.format(memory.id, other)} for other in opponents)
    change = Change(Act.APPROVE, context.who, memory.id, {}) if memory.authority < Authority.APPROVED else None
    operation = partition.log.append(change).id if change is not None else None
    return Changed(memory.id, memory.revision, operation, memory.status, conflicts=conflicts)


def _settle(context: Context, partition: Partition, memory: Memory, opponents: Sequence[str]) -> Changed:
    """Say that a memory and what it stands against both hold; it stays so until one of them says something else."""
    require_person(context.who, "settles a conflict")
    links = tuple(Link(BESIDE, opponent, context.clock.now()) for opponent in opponents)
    kept = tuple(link for link in memory.content.links if link.kind != BESIDE or link.target not in opponents)
    content = replace(memory.content, links=(*kept, *links))
    change = revised(partition, memory, content, context.who)
    operation = partition.log.append(change)
    return Changed(memory.id, change.revision, operation.id, Status.ACTIVE)


def _retire(context: Context, older: str, newer: Memory) -> None:
    home, memory = get_memory(context, older)
    if memory.status is Status.ACTIVE:
        with home.writing():
            home.log.append(Change(Act.SUPERSEDE, context.who, memory.id, {"by": newer.id}))

"""Decide: what a person says of what waits: let it take effect, or keep it out.

Owns which words a decision is about (those that the person read), and what becomes of what stands against them. Where
the words are no longer those of the revision that was named, nothing is decided; of a disputed memory the named one is
kept; without one, only what was never worded otherwise, or by a person last, is approved. What drifted is verified:
rejected, it is retracted. A note of an agent that is active already gains the weight of an approval. Of two that stand
against each other both are kept where both are approved at once; one alone is only approved, and what it stands against
is asked about.
Neighbour: `verbs.review` lists what waits.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, Conflict, Refused
from standfast.learn.session.finding import is_said
from standfast.learn.session.words.approved import as_rule
from standfast.mirror.block import refresh_blocks
from standfast.model.memory import Content, Link, Memory, Version
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.source import BY_US
from standfast.model.trust import WAITING, Authority, Status
from standfast.model.value import replace
from standfast.standing.judged import STALE
from standfast.standing.links import are_settled
from standfast.standing.memories import Judge
from standfast.store.contract import Partition
from standfast.store.revised import revised
from standfast.store.values import Change, LogFilter
from standfast.trust.conflicts.conflict import BESIDE
from standfast.trust.life import LIVES, find_asking
from standfast.trust.person import require_person
from standfast.trust.record import Changed, find_standing, say_again
from standfast.trust.successor import holds_beyond
from standfast.verbs.retract import retract
from standfast.verbs.revise import revise
from standfast.verbs.verify import verify


def approve(context: Context, references: Sequence[str], *, version: int | None = None) -> list[Changed]:
    """Approve memories, each in the revision that was read: `ID@2` names it, or `version` does."""
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
    if act is Act.APPROVE and not memory.disputed_by and (known := find_standing(partition, memory)):
        partition.log.append(Change(Act.SUPERSEDE, context.who, memory.id, {"by": known.id}))
        _retire_older(context, memory.content, known)
        return say_again(context, partition, known, memory)
    change = _in_own_words(context, partition, memory) if act is Act.APPROVE and is_said(memory) else None
    operation = partition.log.append(change or Change(act, context.who, memory.id, payload))
    state = partition.memories.find(memory.id)
    if act is Act.APPROVE and state:
        _retire_older(context, state.content, state)  # of a disputed one, what the revision that is kept replaces
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


def _retire_older(context: Context, content: Content, newer: Memory) -> None:
    for older in [link.target for link in content.links if link.kind == "supersedes"]:
        home, memory = get_memory(context, older)
        if memory.status is Status.ACTIVE and not holds_beyond(content, memory):
            with home.writing():
                home.log.append(Change(Act.SUPERSEDE, context.who, memory.id, {"by": newer.id}))

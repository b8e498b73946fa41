"""Fold: what a memory is, given its operations. Pure; both engines and every replay use this and nothing else.

Operations come in the order of their hybrid logical clocks. What was reverted is left out before folding, so a
memory is exactly what it would be had the reverted operation never happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from standfast.model.encode import decode_anchored, decode_content
from standfast.model.ids import MemoryId, OperationId
from standfast.model.kind import TRAITS
from standfast.model.memory import Content, Feedback, Memory, Version
from standfast.model.operation import Act, Operation
from standfast.model.source import Source
from standfast.model.trust import WAITING, Authority, Status
from standfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

VOTES = 2  # how many sessions of agents count as feedback on one memory, whatever names they give; a person has one

_NO_VOTES = Feedback()

Step = Callable[[Memory, Operation, set[OperationId]], Memory]


def effective(operations: Iterable[Operation], reverts: Iterable[Operation]) -> list[Operation]:
    """Leave out what was reverted; a revert that was itself reverted does not count."""
    undone = reverted_by(reverts)
    kept = [
        operation for operation in operations if operation.id not in undone and operation.header.act is not Act.REVERT
    ]
    return sorted(kept, key=lambda item: (item.header.hlc, item.header.device))


def reverted_by(reverts: Iterable[Operation]) -> set[OperationId]:
    """Return the operations undone by these reverts; later reverts may undo earlier ones."""
    latest_first = sorted(reverts, key=lambda item: (item.header.hlc, item.header.device), reverse=True)
    undone: set[OperationId] = set()
    for revert in latest_first:
        if revert.id not in undone:
            undone.update(revert.header.targets)
    return undone


def fold(memory: MemoryId, operations: Sequence[Operation]) -> Memory | None:
    """Return the memory these effective, ordered operations make, or None when they make none."""
    state: Memory | None = None
    known = {item.id for item in operations}
    silent = _outvoted(operations)
    for operation in operations:
        if operation.header.act is Act.PURGE:
            return None
        if operation.id in silent:
            continue
        state = _step(memory, state, operation, known)
    return state


def _outvoted(operations: Sequence[Operation]) -> set[OperationId]:
    """Return the feedback that does not count: of a session only its last word, of all agents only the last few.

    Names of clients and sessions are their own word, so a vote is counted for agents together, and for each person.
    """
    votes = [operation for operation in operations if operation.header.act is Act.FEEDBACK]
    heard: dict[tuple[str, str], set[str]] = {}
    silent: set[OperationId] = set()
    for vote in reversed(votes):
        source = vote.header.source
        sessions = heard.setdefault((source.kind, source.name if source.is_person else ""), set())
        if source.session in sessions or len(sessions) >= VOTES:
            silent.add(vote.id)
        else:
            sessions.add(source.session)
    return silent


def as_of(operations: Iterable[Operation], moment: datetime) -> list[Operation]:
    """Keep the operations that had been learned by `moment`."""
    return [operation for operation in operations if operation.header.at <= moment]


def _step(memory: MemoryId, state: Memory | None, operation: Operation, known: set[OperationId]) -> Memory | None:
    header = operation.header
    if memory in header.supersedes:
        if state is None:
            return None
        return replace(state, status=Status.SUPERSEDED, superseded_by=header.memory, hlc=header.hlc)
    if header.memory != memory:
        return state
    if header.act is Act.REMEMBER:
        return _remember(memory, state, operation)
    if state is None:
        return None
    changed = _ACTS[header.act](state, operation, known)
    return replace(changed, hlc=header.hlc)


def _remember(memory: MemoryId, state: Memory | None, operation: Operation) -> Memory | None:
    header, payload = operation.header, operation.payload
    if payload is None:
        return state
    if state is None:
        return begun(memory, operation, decode_content(payload["content"]))
    version = _version(operation, payload)
    sources = (*state.sources, header.source)
    joined = state.content.joined(version.content)
    if joined != state.content:
        state = replace(state, version=replace(version, content=joined))
    authority = state.authority if payload.get("doubt") else max(state.authority, authority_of(state.content, sources))
    return replace(state, sources=sources, authority=authority, hlc=header.hlc)


def begun(memory: MemoryId, operation: Operation, content: Content) -> Memory:
    """Return the memory that its first operation makes; `content` is what the payload encodes."""
    header, payload = operation.header, operation.payload or {}
    return Memory(
        memory,
        Version(header.revision, content, header.id, header.source, header.at, header.recorded_at),
        Status(payload["status"]) if "status" in payload else Status.ACTIVE,
        Authority.UNTRUSTED if payload.get("doubt") else authority_of(content, (header.source,)),
        (header.source,),
        header.at,
        header.recorded_at,
        header.hlc,
        None,
        (),
        _NO_VOTES,
        None,
        payload.get("reason", ""),
        None,
    )


def _version(operation: Operation, payload: Mapping[str, Any]) -> Version:
    header = operation.header
    content = decode_content(payload["content"])
    return Version(header.revision, content, header.id, header.source, header.at, header.recorded_at)


def authority_of(content: Content, sources: Sequence[Source]) -> Authority:
    """Return the weight of this content from these sources: that of the weightiest.

    Repetition adds nothing: the names, sessions and threads of agents are their own word.
    """
    ceiling = max(source.ceiling for source in sources)
    default = TRAITS[content.kind].authority
    return ceiling if ceiling <= Authority.OBSERVED else min(ceiling, max(default, Authority.APPROVED))


def _revise(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
    header, payload = operation.header, operation.payload
    if payload is None:
        return state
    version = _version(operation, payload)
    stale = header.based_on != state.version.operation and header.based_on in known
    if stale:
        said = {_words(item.content) for item in (state.version, *state.disputed_by)}
        beside = state.disputed_by if _words(version.content) in said else (*state.disputed_by, version)
        return replace(state, status=Status.DISPUTED, disputed_by=beside) if beside else state
    status = Status(payload["status"]) if "status" in payload else state.status
    authority = max(state.authority, authority_of(version.content, (header.source,)))
    if status in WAITING or header.source.untrusted:
        authority = state.authority
    elif payload.get("doubt"):
        authority = Authority.UNTRUSTED
    reason = payload.get("reason", state.reason)
    approved_at = state.approved_at if _words(version.content) == _words(state.content) else None
    return replace(state, version=version, status=status, authority=authority, reason=reason, approved_at=approved_at)


def _words(content: Content) -> tuple[str, ...]:
    return (content.kind.value, content.title, content.text, content.why)


def _supersede(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
    del known
    newer = (operation.payload or {}).get("by")
    return replace(state, status=Status.SUPERSEDED, superseded_by=MemoryId(newer) if newer else None)


def _to(status: Status) -> Step:
    def act(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
        del known
        return replace(state, status=status, reason=(operation.payload or {}).get("reason", ""))

    return act


def _approve(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
    """Make it active; when versions were disputed, the one named in the payload, else the current one, is kept."""
    del known
    chosen = (operation.payload or {}).get("version")
    version = next((item for item in state.disputed_by if item.operation == chosen), state.version)
    header = operation.header
    authority = max(state.authority, authority_of(version.content, (header.source,)))
    approved_at = header.at if header.source.is_person else state.approved_at if version is state.version else None
    return replace(
        state,
        version=version,
        status=Status.ACTIVE,
        disputed_by=(),
        superseded_by=None,
        authority=authority,
        reason="",
        approved_at=approved_at,
    )


def _restore(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
    del operation, known
    return replace(state, status=Status.ACTIVE, superseded_by=None, reason="")


def _verify(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
    del known
    payload = operation.payload or {}
    if payload.get("noted"):  # word from someone who may not vouch for it: it stays in the log, and nothing changes
        return state
    version = state.version
    if "anchors" in payload:
        anchors = tuple(decode_anchored(item) for item in payload["anchors"])
        version = replace(version, content=replace(version.content, anchors=anchors))
    if payload.get("moved"):  # only the anchors follow the code: nobody looked whether it still holds
        return replace(state, version=version)
    status = Status.ACTIVE if state.status is Status.EXPIRED else state.status
    return replace(state, version=version, status=status, verified_at=operation.header.at)


def _feedback(state: Memory, operation: Operation, known: set[OperationId]) -> Memory:
    del known
    payload = operation.payload or {}
    verdict = payload.get("verdict", "")
    if verdict not in {"helpful", "wrong", "stale"}:
        return state
    if verdict != "helpful" and state.is_decided and not operation.header.source.is_person:
        verdict = "noted"
    counts = {verdict: getattr(state.feedback, verdict) + 1}
    state = replace(state, feedback=_counted(state.feedback, counts))
    is_disputing = payload.get("disputes") is True and operation.header.source.is_person
    if verdict != "wrong" or not is_disputing or state.status is not Status.ACTIVE:
        return state
    note = payload.get("note", "")
    reason = f"{operation.header.source} says that it is wrong{f': {note}' if note else ''}"
    return replace(state, status=Status.DISPUTED, reason=reason)


def _counted(feedback: Feedback, counts: Mapping[str, int]) -> Feedback:
    return replace(feedback, **counts)


_ACTS: Mapping[Act, Step] = {
    Act.REVISE: _revise,
    Act.SUPERSEDE: _supersede,
    Act.RETRACT: _to(Status.RETRACTED),
    Act.REJECT: _to(Status.RETRACTED),
    Act.EXPIRE: _to(Status.EXPIRED),
    Act.RESTORE: _restore,
    Act.APPROVE: _approve,
    Act.VERIFY: _verify,
    Act.FEEDBACK: _feedback,
}

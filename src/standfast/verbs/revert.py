"""Revert: undo operations, a session, or everything a source ever said; with the blast-radius report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_operation, get_session
from standfast.errors import ConfigError, Refused
from standfast.learn.session.episode import commits_in
from standfast.learn.session.turns import read_turns
from standfast.mirror.block import refresh_blocks
from standfast.model.ids import MemoryId, OperationId
from standfast.model.memory import Memory
from standfast.model.moment import Time, as_time
from standfast.model.operation import Act, Operation
from standfast.model.source import parse_source
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.store.contract import Partition
from standfast.store.values import Change, LogFilter
from standfast.trust.blast import Blast, measure, reverted_sessions, taken_from
from standfast.trust.overrule import may_take_back
from standfast.trust.successor import commits_since
from standfast.verbs.words import words_of

_Chosen = list[tuple[Partition, list[Operation]]]


_NEVER = {Act.PURGE}
_DEEPEST = 5
_ANCHORED = 50  # memories whose files are asked for commits
_SESSIONS = 50  # sessions that were given it, whose commits are named


class Reverted(Value):
    """What was undone (`operations`), by which operations (`reverts`), and what had been reached by it."""

    operations: tuple[OperationId, ...]
    reverts: tuple[OperationId, ...]
    memories: tuple[MemoryId, ...]
    blast: Blast
    dry_run: bool
    words: Mapping[MemoryId, str] = {}
    """What each of the memories said, in one line."""
    passed: Mapping[str, int] = {}
    """What `undo` left alone though it is later, because nobody here did it: how many memories, by their source."""
    guards: Mapping[str, bool] = {}
    """The guards that `undo` put in force again, or took off."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with whom it had reached."""
        return {
            "operations": list(self.operations),
            "reverts": list(self.reverts),
            "operation": self.reverts[0] if len(self.reverts) == 1 else None,
            "memories": list(self.memories),
            "words": {memory: self.words[memory] for memory in self.memories if memory in self.words},
            "sessions": [{"session": name, "given": list(given)} for name, given in self.blast.sessions],
            "derived": list(self.blast.derived),
            "commits": list(self.blast.commits),
            "passed": dict(self.passed),
            "guards": dict(self.guards),
            "dry_run": self.dry_run,
        }


def revert(
    context: Context,
    references: Sequence[str] = (),
    *,
    session: str = "",
    source: str = "",
    model: str = "",
    since: Time = None,
    until: Time = None,
    derived: bool = False,
    dry_run: bool = False,
) -> Reverted:
    """Undo operations, a session, everything a source said or a model did, or what was recorded in a time.

    A revert can be reverted. With `derived`, what was built on it is undone as well, and what was built on that.
    """
    if sum(map(bool, (references, session, source, model))) != 1 and not (since and not references):
        hint = "Name operations, or one of --session, --source, --model, --since."
        raise ConfigError("What should be reverted?", hint=hint, code="usage")
    since, until = as_time(since, context.clock), as_time(until, context.clock)
    session = get_session(context, session, logged=True) if session else ""
    chosen = _named(context, references) if references else _filtered(context, session, source, since, until)
    chosen = _by_model(context, model, chosen) if model else chosen
    chosen = _with_later(context, session, chosen) if session else chosen
    return _revert(context, chosen, session=session, derived=derived, dry_run=dry_run)


def revert_marked(
    context: Context, references: Sequence[str], mark: Mapping[str, Any], *, dry_run: bool = False
) -> Reverted:
    """Undo operations; `mark` goes on record with it."""
    return _revert(context, _named(context, references), dry_run=dry_run, mark=mark)


def _revert(
    context: Context,
    chosen: _Chosen,
    *,
    session: str = "",
    derived: bool = False,
    dry_run: bool,
    mark: Mapping[str, Any] | None = None,
) -> Reverted:
    chosen = _with_promotions(chosen)
    chosen = _with_derived(context, chosen) if derived else chosen
    _check(context, chosen)
    undone = [operation for _, operations in chosen for operation in operations]
    touched = _touched_by(context, undone)
    blast = measure(context.partitions(), undone)
    blast = replace(blast, commits=_commits(context, touched, blast))
    words = words_of(context, (*touched, *blast.derived))
    reverts = () if dry_run else _record(context, chosen, session, mark)
    return Reverted(tuple(operation.id for operation in undone), reverts, tuple(touched), blast, dry_run, words)


def _touched_by(context: Context, operations: Iterable[Operation]) -> dict[MemoryId, datetime | None]:
    """Return the memories of operations, with when what is undone began, where that is not as it was said."""
    touched: dict[MemoryId, datetime | None] = {}
    for operation in operations:
        later = operation.header.recorded_at if operation.header.act is not Act.REMEMBER else None
        for memory in _touched(context, operation):
            began = touched.get(memory, later)
            touched[memory] = min(began, later) if began and later else None
    return touched


def _record(context: Context, chosen: _Chosen, session: str, mark: Mapping[str, Any] | None) -> tuple[OperationId, ...]:
    """Write the reverts; of a session also that what was said in it counts no more."""
    reverts: list[OperationId] = []
    sign = context.purge_print(session) if session else ""
    named = {**(mark or {}), "session": sign} if sign else mark
    for partition, operations in chosen:
        with partition.writing():
            targets = tuple(operation.id for operation in operations)
            if targets or (sign and context.who.is_person and sign not in reverted_sessions(partition)):
                change = Change(Act.REVERT, context.who, payload=named, targets=targets)
                reverts.append(partition.log.append(change).id)
    refresh_blocks(context)
    return tuple(reverts)


def _with_later(context: Context, session: str, chosen: _Chosen) -> _Chosen:
    """Return operations with those of later sessions that were taken because they said again what this one had.

    A place that knows the session is among them also where it left nothing.
    """
    by_key = {partition.key: (partition, operations) for partition, operations in chosen}
    for partition in context.partitions():
        held = by_key.get(partition.key, (partition, []))[1]
        known = {item.id for item in held}
        held += [item for item in taken_from(partition, session) if item.id not in known]
        if held or partition.journal.find(session):
            by_key[partition.key] = (partition, held)
    return list(by_key.values())


def _with_promotions(chosen: _Chosen) -> _Chosen:
    """Return operations with those that made one memory of what several sessions said, where one of these is undone.

    Without its voice the others are what they were, sentences on their own; what a person decided since stays.
    """
    whole: _Chosen = []
    for partition, operations in chosen:
        held = {item.id: item for item in operations}
        for operation in operations:
            memory = partition.memories.find(operation.header.memory) if operation.header.memory else None
            learned = partition.memories.find(memory.superseded_by) if memory and memory.superseded_by else None
            if memory is None or memory.source.kind != "session" or learned is None or learned.is_decided:
                continue
            said = [item for item in partition.log.of_memory(learned.id) if item.header.source.kind == "session"]
            if any(memory.id in item.header.supersedes for item in said):
                held.update({item.id: item for item in said if not partition.log.is_reverted(item.id)})
        whole.append((partition, list(held.values())))
    return whole


def _with_derived(context: Context, chosen: _Chosen) -> _Chosen:
    """Return operations with those of every memory that was derived from what they touched, step by step."""
    by_key = {partition.key: (partition, {item.id: item for item in operations}) for partition, operations in chosen}
    for _ in range(_DEEPEST):
        known = [item for _, operations in by_key.values() for item in operations.values()]
        added = False
        for memory in measure(context.partitions(), known).derived:
            for partition in context.partitions():
                for item in partition.log.of_memory(memory):
                    held = by_key.setdefault(partition.key, (partition, {}))[1]
                    fresh = item.id not in held and item.header.act not in {*_NEVER, Act.REVERT}
                    if fresh and not partition.log.is_reverted(item.id):
                        held[item.id] = item
                        added = True
        if not added:
            break
    return [(partition, list(operations.values())) for partition, operations in by_key.values()]


def _by_model(context: Context, model: str, chosen: _Chosen) -> _Chosen:
    """Keep what agents did, and what was learned from their sessions, while this model worked in them.

    What persons said in these sessions is theirs. `model` also names every version of it: NAME-VERSION.
    """
    worked: dict[str, list[tuple[str, datetime]]] = {}
    for partition in context.partitions():
        for session in partition.journal.sessions(limit=0):
            worked.setdefault(session.id, []).extend(partition.journal.models(session.id))

    def is_meant(operation: Operation) -> bool:
        source, at = operation.header.source, operation.header.recorded_at
        heard = sorted(worked.get(source.session, ()), key=lambda item: item[1])
        name = next((name for name, since in reversed(heard) if since <= at), heard[0][0] if heard else "")
        return source.kind in {"agent", "session"} and (name == model or name.startswith(f"{model}-"))

    kept = [(partition, [item for item in operations if is_meant(item)]) for partition, operations in chosen]
    return [(partition, operations) for partition, operations in kept if operations]


def _commits(context: Context, touched: Mapping[MemoryId, datetime | None], blast: Blast) -> tuple[dict[str, str], ...]:
    """Return the commits made while what is undone was in force: at its anchors, and by sessions that were given it.

    What was approved or revised later than it was said is undone from then on.
    """
    found: dict[str, dict[str, str]] = {}
    for partition in context.partitions():
        for memory in partition.memories.find_several(list(touched)[:_ANCHORED]).values():
            ended = _ended_at(partition, memory)
            at_files = commits_since(context, memory, since=touched[memory.id], until=ended)
            found.update({item["id"]: item for item in at_files})
        for session, _ in blast.sessions[:_SESSIONS]:
            for sha, subject in commits_in(read_turns(partition.journal.events(session))):
                if not any(sha.startswith(known) or known.startswith(sha) for known in found):
                    found[sha] = {"kind": "commit", "id": sha, "words": subject, "session": session}
    return tuple(found.values())


def _ended_at(partition: Partition, memory: Memory) -> datetime | None:
    """Return when a memory stopped being in force; None where it still is."""
    if memory.status is Status.ACTIVE:
        return None
    acts = {Act.SUPERSEDE, Act.RETRACT, Act.EXPIRE, Act.REJECT}
    ends = [item.header.recorded_at for item in partition.log.of_memory(memory.id) if item.header.act in acts]
    return max(ends, default=None)


def _touched(context: Context, operation: Operation) -> tuple[MemoryId, ...]:
    if operation.header.act is not Act.REVERT:
        return operation.header.touched
    found: list[MemoryId] = []
    for target in operation.header.targets:
        for partition in context.partitions():
            if inner := partition.log.find(target):
                found += _touched(context, inner)
    return tuple(found)


def _named(context: Context, references: Sequence[str]) -> list[tuple[Partition, list[Operation]]]:
    chosen: dict[str, tuple[Partition, list[Operation]]] = {}
    for reference in references:
        partition, identity = get_operation(context, reference)
        operation = partition.log.find(identity)
        if operation:
            chosen.setdefault(partition.key, (partition, []))[1].append(operation)
    found = [(partition, _in_force(partition, operations)) for partition, operations in chosen.values()]
    if not any(operations for _, operations in found):
        raise Refused("All of that is reverted already.", hint="`standfast log` shows it.", code="already")
    return [(partition, operations) for partition, operations in found if operations]


def _in_force(partition: Partition, operations: Sequence[Operation]) -> list[Operation]:
    """Return what of this is to be undone: what is not undone yet, and what only these operations themselves undid.

    Who notes something and takes it back is undone as a whole: with the taking back alone, the note would be there.
    """
    wanted = {item.id for item in operations if not partition.log.is_reverted(item.id)}
    for item in sorted(operations, key=lambda item: item.header.hlc, reverse=True):  # a revert follows what it undoes
        if item.header.act is Act.REVERT and item.id in wanted:
            wanted.update(item.header.targets)
    return [item for item in operations if item.id in wanted]


def _filtered(
    context: Context, session: str, source: str, since: datetime | None, until: datetime | None
) -> list[tuple[Partition, list[Operation]]]:
    wanted = LogFilter(session=session, source=parse_source(source) if source else None, since=since)
    chosen = []
    for partition in context.partitions():
        operations = [
            item
            for item in partition.log.iterate(wanted)
            if item.header.act not in _NEVER and (until is None or item.header.recorded_at <= until)
        ]
        if undone := _in_force(partition, operations):
            chosen.append((partition, undone))
    return chosen


def _check(context: Context, chosen: list[tuple[Partition, list[Operation]]]) -> None:
    for partition, operations in chosen:
        for operation in operations:
            if operation.header.act in _NEVER:
                raise Refused(f"{operation.id} is a purge: what it removed is gone.", hint="Nothing brings it back.")
            foreign = operation.header.source.identity != context.who.identity
            if foreign and not context.who.is_person:
                hint = "An agent reverts what it did itself; a person reverts anything."
                raise Refused(f"{operation.id} was made by {operation.header.source}.", hint=hint, code="authority")
            touched = (
                () if context.who.is_person else partition.memories.find_several(operation.header.touched).values()
            )
            for memory in touched:
                if not may_take_back(context.who, operation, memory):
                    hint = "Say what is wrong with it; a person retracts what a person approved."
                    raise Refused(f"{memory.id} was approved since.", hint=hint, code="authority")

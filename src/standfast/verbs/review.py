"""Review: what waits for a person, and their decision."""

from __future__ import annotations

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import Refused
from standfast.model.encode import encode_content
from standfast.model.kind import Kind
from standfast.model.memory import Link, Memory
from standfast.model.operation import Act
from standfast.model.trust import WAITING, Authority, Status
from standfast.model.value import Value, replace
from standfast.recall.receipts import give
from standfast.standing.memories import STALE, Judge, contradict
from standfast.standing.survey import survey
from standfast.store.values import Change, View
from standfast.trust.conflict import BESIDE, list_conflicts
from standfast.trust.person import require_person
from standfast.verbs.revise import Changed, retract, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.store.contract import Partition


SHOWN = 5
"""How many proposals of history are shown at once: more than a few nobody reads."""


class Waiting(Value):
    """One memory that waits, and why."""

    memory: Memory
    reason: str


def review(context: Context, *, limit: int = 100, given: bool = False, everything: bool = False) -> list[Waiting]:
    """Return what waits for a person: proposed, disputed, quarantined and drifted, the oldest first.

    With `given`, a caller who is no person gets them on record.
    """
    found: list[Waiting] = []
    view = View(statuses=tuple(sorted(WAITING)))
    for partition in context.partitions():
        for memory in partition.memories.select(view, newest_first=False, limit=limit):
            found.append(Waiting(memory, memory.reason or _reason(memory)))
        found += [
            Waiting(newer, f"it stands against {older.id}: supersede one, scope them apart, or approve it to keep both")
            for older, newer in list_conflicts(partition, limit)
            if contradict(older, newer)
        ]
    found += _drifted(context, limit)
    found.sort(key=lambda item: item.memory.hlc)
    proposed = [item for item in found if _is_history(item.memory)]
    # Unasked only what is a claim with its why: the rest is there for who wants to see everything.
    telling = [item for item in proposed if everything or item.memory.content.why]
    best = sorted(telling, key=lambda item: -_worth(item.memory))[: None if everything else SHOWN]
    found = [*(item for item in found if not _is_history(item.memory)), *best]
    if given:
        judge = Judge(context)
        give(context, "review", [(item.memory, judge(item.memory)) for item in found[:limit]])
    return found[:limit]


def _is_history(memory: Memory) -> bool:
    return memory.status is Status.PROPOSED and memory.source.kind == "commit"


def _worth(memory: Memory) -> float:
    """Order proposals of history: a choice and what was tried before the rest, with its reason, the newest first."""
    kinds = {Kind.DECISION: 1.0, Kind.ATTEMPT: 0.8}
    age = memory.at.timestamp() / (365 * 86_400)
    return kinds.get(memory.content.kind, 0.0) + min(len(memory.content.why), 300) / 300 + age / 10


def _drifted(context: Context, limit: int) -> list[Waiting]:
    """Return active memories whose code changed or is gone: a person verifies, revises or retracts them."""
    partition = context.store.find_partition(context.scope.partition)
    if partition is None or context.here.root is None:
        return []
    found: list[Waiting] = []
    for identity, standing in survey(context, Judge(context)).standings.items():
        memory = partition.memories.find(identity) if standing in STALE else None
        if memory is not None and memory.source.kind not in {"import", "commit"}:
            found.append(Waiting(memory, f"{standing}: verify, revise or retract it"))
        if len(found) >= limit:
            break
    return found


def _reason(memory: Memory) -> str:
    if memory.status is Status.DISPUTED:
        return f"{len(memory.disputed_by) + 1} versions were written from the same revision"
    return {Status.QUARANTINED: "it looks hostile", Status.PROPOSED: "it was proposed"}.get(memory.status, "")


def approve(context: Context, references: Sequence[str], *, version: int | None = None) -> list[Changed]:
    """Let memories speak; of a disputed one, `version` says which revision is kept (default: the current one).

    What drifted is verified: a person says that it holds for the code as it is now. Rejected, it is retracted.
    """
    return [_decide(context, reference, Act.APPROVE, version) for reference in references]


def reject(context: Context, references: Sequence[str]) -> list[Changed]:
    """Keep memories out; they stay in the history."""
    return [_decide(context, reference, Act.REJECT, None) for reference in references]


def _decide(context: Context, reference: str, act: Act, version: int | None) -> Changed:
    partition, memory = get_memory(context, reference)
    opponents = [link.target for link in memory.content.links if link.kind == "contradicts"]
    if memory.status is Status.ACTIVE and opponents:
        return _settle(context, partition, memory, opponents) if act is Act.APPROVE else retract(context, memory.id)
    if memory.status is Status.ACTIVE and Judge(context).judge_here(memory).standing in STALE:
        return verify(context, memory.id) if act is Act.APPROVE else retract(context, memory.id, reason="it drifted")
    doubted = memory.status is Status.ACTIVE and memory.authority is Authority.UNTRUSTED
    if memory.status not in WAITING and not doubted:
        hint = "`standfast review` lists what waits."
        raise Refused(f"{memory.id} is {memory.status}: there is nothing to decide.", hint=hint)
    require_person(context.who, "approves or rejects")
    payload: dict[str, str] = {}
    if version is not None:
        chosen = [item for item in (*memory.disputed_by, memory.version) if item.revision == version]
        if not chosen:
            raise Refused(f"{memory.id} has no disputed revision {version}.", hint=f"`standfast show {memory.id}`.")
        payload["version"] = chosen[0].operation
    with partition.writing():
        operation = partition.log.append(Change(act, context.who, memory.id, payload))
        if act is Act.APPROVE:
            for link in memory.content.links:
                if link.kind == "supersedes":
                    _retire(context, link.target, memory)
        state = partition.memories.find(memory.id)
    status = state.status if state else Status.RETRACTED
    return Changed(memory.id, state.revision if state else 0, operation.id, status)


def _settle(context: Context, partition: Partition, memory: Memory, opponents: Sequence[str]) -> Changed:
    """Say that a memory and what it stands against both hold; it stays so until one of them says something else."""
    require_person(context.who, "settles a conflict")
    links = tuple(Link(BESIDE, opponent) for opponent in opponents)
    content = memory.content.joined(replace(memory.content, links=links))
    payload = {"content": encode_content(content)}
    number = partition.memories.last_revision(memory.id) + 1
    with partition.writing():
        change = Change(Act.REVISE, context.who, memory.id, payload, based_on=memory.version.operation, revision=number)
        operation = partition.log.append(change)
    return Changed(memory.id, number, operation.id, Status.ACTIVE)


def _retire(context: Context, older: str, newer: Memory) -> None:
    home, memory = get_memory(context, older)
    if memory.status is Status.ACTIVE:
        with home.writing():
            home.log.append(Change(Act.SUPERSEDE, context.who, memory.id, {"by": newer.id}))

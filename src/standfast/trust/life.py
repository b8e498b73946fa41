"""Life: how long what nobody confirms is given on, by kind, and what renews it.

Owns the default life per kind, when a memory was last renewed (said, revised, verified, praised, or given in a session
that did not contradict it), and the fading of what agents noted and sessions taught. What a person told or approved, a
file says or history holds never ends by silence: it asks. Everything that ended comes back with `restore` or `verify`.
Neighbours: `standing.catch_up` ends what was given an end; `verbs.review` asks.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from standfast.model.fold import effective
from standfast.model.ids import MemoryId
from standfast.model.kind import TRAITS, Kind
from standfast.model.operation import Act
from standfast.model.source import BY_US
from standfast.model.trust import Status
from standfast.store.values import Change, LogFilter, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.model.memory import Memory
    from standfast.model.receipt import Receipt
    from standfast.store.contract import Partition

LIVES = {
    Kind.THREAD: timedelta(days=60),
    Kind.EPISODE: timedelta(days=180),
    Kind.ATTEMPT: timedelta(days=180),
    Kind.FACT: timedelta(days=180),
    Kind.GOTCHA: timedelta(days=270),
    Kind.PROCEDURE: timedelta(days=270),
    Kind.DECISION: timedelta(days=365),
    Kind.CONVENTION: timedelta(days=365),
    Kind.REQUIREMENT: timedelta(days=365),
    Kind.PREFERENCE: timedelta(days=365),
}
"""How long what nobody reviewed lives without being confirmed or used."""
FADED = "nothing confirmed or used it"
MISLED = "misled"
"""The verdict on record when a session contradicted what it had been given; it changes no rank."""
SOON = timedelta(days=7)
USED = timedelta(days=30)
_FADING = frozenset(("agent", "session"))
_SPOKE_AGAINST = {
    "corrected": "the person said otherwise",
    "failed": "the command it names failed",
    "needless": "the command that it says fails worked",
}
_RENEWS = frozenset((Act.REMEMBER, Act.REVISE, Act.APPROVE, Act.RESTORE))
_SCANNED = 5_000  # of the longest unchanged, looked at in one pass
_VOTES = 500
_TWICE = 2
_BRIEF = "brief"  # what a session is given when it starts, asked or not


def fades(memory: Memory) -> bool:
    """Tell whether silence may end a memory: an agent or a session said it, and no person stands behind it."""
    return memory.source.kind in _FADING and not memory.is_decided and memory.status is Status.ACTIVE


def renewed_at(partition: Partition, memory: Memory) -> datetime:
    """Return when a memory was last said, verified, praised, or given to a session that did not contradict it."""
    operations = partition.log.of_memory(memory.id)
    kept = effective(operations, partition.log.reverts_of(item.id for item in operations))
    times = [memory.at, *(item.header.recorded_at for item in kept if _renews(item.header.act, item.payload or {}))]
    misled = {item.header.source.session for item in kept if (item.payload or {}).get("verdict") == MISLED}
    for receipt in partition.receipts.of_memory(memory.id, limit=20):
        if receipt.session not in misled and _was_of_use(partition, receipt):
            times.append(receipt.at)
            break
    return max(times)


def _was_of_use(partition: Partition, receipt: Receipt) -> bool:
    """Tell whether what was given may have been of use: to a session in which nobody asked anything it was not.

    What the journal does not hold any more is given the benefit of the doubt.
    """
    if receipt.verb != _BRIEF or not receipt.session or partition.journal.find(receipt.session) is None:
        return True
    return bool(partition.journal.prompts(receipt.session, limit=1))


def _renews(act: Act, payload: object) -> bool:
    said = payload if isinstance(payload, dict) else {}
    if act is Act.FEEDBACK:
        return said.get("verdict") == "helpful"
    return act in _RENEWS or (act is Act.VERIFY and not said.get("noted"))


def fade(partition: Partition, now: datetime) -> int:
    """Let expire what agents noted and sessions taught and nothing confirmed or used for its life; return how many."""
    faded = [
        memory
        for memory in _unchanged(partition, now - min(LIVES.values()))
        if fades(memory) and now - renewed_at(partition, memory) > LIVES[memory.content.kind]
    ]
    if faded:
        with partition.writing():
            for memory in faded:
                change = Change(Act.EXPIRE, BY_US, memory.id, {"reason": FADED})
                partition.log.append(change)
    return len(faded)


def _unchanged(partition: Partition, since: datetime) -> Iterator[Memory]:
    """Yield what is in force and was not changed since a moment, the longest unchanged first."""
    for memory in partition.memories.select(View(), newest_first=False, limit=_SCANNED):
        if _changed_at(memory) > since:
            break
        yield memory


def _changed_at(memory: Memory) -> datetime:
    return datetime.fromtimestamp((memory.hlc >> 16) / 1000, UTC)


def find_asking(partition: Partition, now: datetime) -> list[tuple[Memory, str]]:
    """Return what a person decided and should look at again, with the question: it is old, ends soon, or misled."""
    found: dict[str, tuple[Memory, str]] = {}
    for memory in _unchanged(partition, now - min(LIVES.values())):
        ages = TRAITS[memory.content.kind].half_life_days is not None
        if memory.is_decided and memory.source.is_person and ages and _is_used(partition, memory, now):
            age = now - max(memory.at, memory.verified_at or memory.at)
            if age > LIVES[memory.content.kind]:
                found[memory.id] = memory, f"said {age.days} days ago and still given: does it hold?"
    for memory in partition.memories.find_several(partition.memories.due(now + SOON)).values():
        ends = memory.content.expires_at
        if ends is not None and ends > now and _is_used(partition, memory, now):
            found[memory.id] = memory, f"it ends on {ends:%Y-%m-%d} and is still given: approve it to keep it"
    for memory, sessions in find_misleading(partition):
        found[memory.id] = memory, f"in {sessions} sessions {_how_misled(partition, memory)} after it had been given"
    return list(found.values())


def _how_misled(partition: Partition, memory: Memory) -> str:
    """Return what spoke against a memory, in words: the person, a command, or both."""
    how = {
        (operation.payload or {}).get("note")
        for operation in partition.log.of_memory(memory.id)
        if (operation.payload or {}).get("verdict") == MISLED
    }
    return " or ".join(said for note, said in _SPOKE_AGAINST.items() if note in how)


def _is_used(partition: Partition, memory: Memory, now: datetime) -> bool:
    given = partition.receipts.of_memory(memory.id, limit=1)
    return bool(given) and now - given[0].at <= USED


def find_misleading(partition: Partition) -> list[tuple[Memory, int]]:
    """Return what is in force and misled two sessions or more since it was last said or verified, and how many."""
    sessions: dict[str, set[str]] = {}
    for operation in partition.log.iterate(LogFilter(acts=(Act.FEEDBACK,)), limit=_VOTES):
        if operation.header.memory and (operation.payload or {}).get("verdict") == MISLED:
            memory = partition.memories.find(operation.header.memory)
            told = max(memory.version.recorded_at, memory.verified_at or memory.version.recorded_at) if memory else None
            if (
                told is not None
                and operation.header.recorded_at >= told
                and not partition.log.is_reverted(operation.id)
            ):
                sessions.setdefault(operation.header.memory, set()).add(operation.header.source.session)
    twice = {name: len(told) for name, told in sessions.items() if len(told) >= _TWICE}
    memories = partition.memories.find_several([MemoryId(name) for name in twice])
    return [(memory, twice[memory.id]) for memory in memories.values() if memory.status is Status.ACTIVE]

"""Review: what waits for a person, and why. Neighbour: `verbs.decide` takes their decision."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.context.view import is_here
from standfast.errors import StandfastError
from standfast.model.kind import Kind
from standfast.model.memory import AboutMemory, Memory
from standfast.model.operation import Act
from standfast.model.trust import WAITING, Status
from standfast.model.value import replace
from standfast.recall.receipts import give
from standfast.standing.breach import REMEDY, demands_of_code, describe_breach, find_breach
from standfast.standing.judged import STALE
from standfast.standing.links import contradict
from standfast.standing.memories import Judge
from standfast.standing.support import supported
from standfast.standing.survey import Surveyed, find_last, survey
from standfast.store.contract import Partition
from standfast.store.values import LogFilter, View
from standfast.trust.conflicts.conflict import link_everywhere, list_conflicts
from standfast.trust.life import find_asking
from standfast.trust.threshold import asks_first

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
        # Two that hold on different branches, or one of them on another branch than this, do not meet here.
        and (is_here(context, older.content.scope.branch) or older.content.scope.branch == newer.content.scope.branch)
        and is_here(context, newer.content.scope.branch)
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
    last = partition.log.find_latest(wanted)
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

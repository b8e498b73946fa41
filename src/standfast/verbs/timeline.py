"""Timeline: what was known when. When each memory came into force and went out of it, read off the log once.

Owns the stretches of time in which memories were in force, kept in the process until the log grows, and two answers
from them: how much was known at points in time, and which memories were known at one, as they read and stood then.
Neighbours: `show` and `recall` take one memory or question back in time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from standfast.code.git import find_git
from standfast.context.context import Context
from standfast.context.view import is_here
from standfast.errors import ConfigError, StandfastError
from standfast.model.encode import decode_scope
from standfast.model.ids import MemoryId
from standfast.model.moment import parse_time
from standfast.model.operation import Act, Operation
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.judged import STALE
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.store.contract import Partition
from standfast.store.values import LogFilter, View

Span = tuple[datetime, datetime | None, MemoryId]
POINTS = 120
LONGEST = 500
_BLAMED = 40  # stale memories whose commit is looked for; the others count as stale from today
_STARTS = frozenset((Act.APPROVE, Act.RESTORE))
_ENDS = frozenset((Act.RETRACT, Act.REJECT, Act.EXPIRE, Act.SUPERSEDE))
_KEPT: dict[tuple[str, str], tuple[tuple[int, int], list[Span]]] = {}


class Point(Value):
    """How much was known at one time, and how much of that no longer stood."""

    at: datetime
    known: int
    stale: int


class Past(Value):
    """What was known at a time: one page of it, how much there was, and the commit it was held against."""

    at: datetime
    commit: str
    known: int
    memories: tuple[Shown, ...]
    cursor: str = ""


def history(context: Context, *, points: int = POINTS) -> list[Point]:
    """Return how much was known over time, from the first memory until now."""
    spans = [span for partition in context.partitions() for span in _spans(context, partition)]
    if not spans:
        return []
    now = context.clock.now()
    starts = sorted(start for start, _, _ in spans)
    ends = sorted(end for _, end, _ in spans if end is not None)
    stale = sorted(_stale_since(context, now))
    step = max((now - starts[0]) / max(1, points - 1), timedelta(seconds=1))
    times = [starts[0] + step * place for place in range(points)]
    times = [*(time for time in times if time < now), now]
    return [
        Point(time, bisect_right(starts, time) - bisect_right(ends, time), bisect_right(stale, time)) for time in times
    ]


def past(context: Context, at: str, *, limit: int = 50, cursor: str = "", given: bool = False) -> Past:
    """Return what was known at a moment, the latest first, each as it read and stood then."""
    if not 0 < limit <= LONGEST:
        raise ConfigError(f"A limit is between 1 and {LONGEST}.", hint="Use 50.", code="bad-limit")
    moment = parse_time(at, now=context.clock.now())
    first = int(cursor) if cursor.isascii() and cursor.isdecimal() and len(cursor) < 10 else 0
    found = [
        (start, memory, partition)
        for partition in context.partitions()
        for start, end, memory in _spans(context, partition)
        if start <= moment and (end is None or end > moment)
    ]
    found.sort(key=lambda item: (item[0], item[1]), reverse=True)
    commit = commit_at(context, moment)
    judge = Judge(context, rev=commit)
    page: list[Shown] = []
    for _, identity, partition in found[first : first + limit]:
        memory = partition.memories.as_of(identity, moment)
        if memory is not None and memory.status is Status.ACTIVE:
            page.append(Shown(memory, judge.judge_here(memory)))
    if given:
        give(context, "list", [(item.memory, item.judged) for item in page])
    more = str(first + limit) if len(found) > first + limit else ""
    return Past(moment, commit, len(found), tuple(page), more)


def commit_at(context: Context, moment: datetime) -> str:
    """Return the last commit of this branch before a moment; nothing where there is none."""
    git = find_git(str(context.here.root)) if context.here.root else None
    if git is None or moment >= context.clock.now():
        return ""
    try:
        return git.find_line("rev-list", "-1", f"--before={moment.astimezone(UTC).isoformat()}", "HEAD")
    except StandfastError:
        return ""


def _stale_since(context: Context, now: datetime) -> Iterable[datetime]:
    """Yield when each memory that no longer stands stopped doing so: the commit that changed its code, or today."""
    partition = context.store.find_partition(context.scope.partition)
    if partition is None or context.here.root is None:
        return
    judge = Judge(context, blame=True)
    stale = [identity for identity, standing in survey(context, judge).standings.items() if standing in STALE]
    for place, memory in enumerate(partition.memories.find_several(stale).values()):
        commits = [detail["commit"]["at"] for detail in judge(memory).detail if detail.get("commit")]
        changed = _read(commits) if place < _BLAMED else None
        yield max(changed, memory.at) if changed else now


def _read(texts: Sequence[str]) -> datetime | None:
    times = []
    for text in texts:
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            continue
        times.append(time if time.tzinfo else time.replace(tzinfo=UTC))
    return min(times, default=None)


def _spans(context: Context, partition: Partition) -> list[Span]:
    """Return when memories of a partition were in force; what only another branch knows is left out."""
    mark = partition.log.mark()
    key = (str(context.settings.home), partition.key)
    known = _KEPT.get(key)
    if known is None or known[0] != mark:
        known = _KEPT[key] = (mark, list(_read_spans(list(partition.log.iterate(LogFilter(), newest_first=False)))))
    elsewhere = [text for text in partition.memories.scopes() if not is_here(context, decode_scope(text).branch)]
    if not elsewhere:
        return known[1]
    hidden = {memory.id for memory in partition.memories.select(View(tuple(elsewhere), tuple(Status)))}
    return [span for span in known[1] if span[2] not in hidden]


def _read_spans(operations: Sequence[Operation]) -> Iterable[Span]:
    """Follow what operations did to each memory, leaving out those that were undone."""
    undone: set[str] = set()
    for operation in reversed(operations):  # a revert that was itself reverted undoes nothing
        if operation.header.act is Act.REVERT and operation.id not in undone:
            undone.update(operation.header.targets)
    since: dict[MemoryId, datetime] = {}
    said = {item.header.memory for item in operations if item.header.act is Act.REMEMBER and item.payload}  # not purged
    effective = [item for item in operations if item.id not in undone]
    for operation in sorted(effective, key=lambda item: item.header.at):
        header = operation.header
        for memory in (*header.supersedes, *((header.memory,) if header.act in _ENDS and header.memory else ())):
            if memory in since:
                yield since.pop(memory), header.at, memory
        if header.memory and header.memory in said and header.memory not in since and _brings_in(operation):
            since[header.memory] = header.at
    for memory, start in since.items():
        yield start, None, memory


def _brings_in(operation: Operation) -> bool:
    status = (operation.payload or {}).get("status", Status.ACTIVE)
    if operation.header.act is Act.REMEMBER:
        return bool(status == Status.ACTIVE)
    return operation.header.act in _STARTS

"""List: the memories in reach, filtered, in one order, a page at a time; each with where it stands now.

Owns the order and the cursor. A cursor names the last memory of a page by its place in the order, so what is added or
taken away meanwhile shifts nothing. Neighbours: `verbs.list_filter` (the words of the filters), `recall`, `review`.
"""

from __future__ import annotations

import base64
import heapq
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from standfast.context.context import Context
from standfast.context.view import is_here, parse_statuses, views
from standfast.errors import ConfigError
from standfast.model.encode import decode_scope
from standfast.model.ids import MemoryId
from standfast.model.kind import parse_kind
from standfast.model.memory import Memory
from standfast.model.moment import parse_horizon, render_time
from standfast.model.scope import Scope, parse_scope
from standfast.model.trust import RANK, Standing, Status
from standfast.model.value import Value, plain
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.catch_up import catch_up
from standfast.standing.memories import Judge
from standfast.store.contract import Partition
from standfast.store.values import View
from standfast.verbs.list_filter import (
    ListFilter,
    checked_limit,
    checked_sort,
    split_values,
    standings_of,
    statuses_of,
    tests_of,
)

Test = Callable[[Memory], bool]
_UNSURVEYED = frozenset((Standing.HOLDS, Standing.UNANCHORED))
_NEVER = "9999"
_MOST_DUE = 100  # the store names no more at once


class Listed(Value):
    """One page, and the cursor of the next one; empty on the last page."""

    shown: tuple[Shown, ...]
    cursor: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: the memories in full, and how to get the next page."""
        return {"memories": plain(self.shown), "cursor": self.cursor or None}


def list_memories(
    context: Context,
    *,
    kind: str | Sequence[str] = (),
    tag: str | Sequence[str] = (),
    status: str | Sequence[str] = (),
    standing: str | Sequence[str] = (),
    source: str = "",
    file: str = "",
    path: str = "",
    scope: str = "",
    branch: str = "",
    since: str = "",
    ending: str = "",
    text: str = "",
    sort: str = "",
    limit: int = 50,
    cursor: str = "",
    given: bool = False,
) -> Listed:
    """Return one page of the memories in reach that fit, and the cursor of the next; `given` leaves a receipt.

    `status` also knows `waiting` and `all`, `standing` also `stale`; `ending` is when they end at the latest: a
    date, or a span from now on. Sorted newest, oldest, title, standing or ending.
    """
    wanted = ListFilter(
        kind=kind, tag=tag, status=status, standing=standing, source=source, file=file, path=path, scope=scope,
        branch=branch, since=since, ending=ending, text=text, sort=sort, limit=limit, cursor=cursor,
    )  # fmt: skip
    catch_up(context)
    limit = checked_limit(wanted.limit)
    sort = checked_sort(wanted)
    place: Callable[[Memory], tuple[int | str, str]]
    judge = Judge(context)
    statuses = statuses_of(wanted)
    standings = _Standings(context, judge, standings_of(wanted.standing))
    tests = list(tests_of(context, wanted))
    after = _read_cursor(wanted.cursor, sort)
    if sort in {"newest", "oldest"}:
        beyond = (int(after[0]), str(after[1])) if after else None
        found = _stream(context, wanted, statuses, standings, newest_first=sort == "newest", beyond=beyond)
        chosen = list(islice((item for item in found if _passes(item, tests, standings)), limit + 1))
        place = _by_change
    else:
        place = _order(sort, standings)
        found = _stream(context, wanted, statuses, standings, newest_first=True, beyond=None)
        matching = ((place(item), item) for item in found if _passes(item, tests, standings))
        later = (pair for pair in matching if after is None or pair[0] > after)
        chosen = [entry for _, entry in heapq.nsmallest(limit + 1, later, key=lambda pair: pair[0])]
    closely = Judge(context, history=True)  # what is listed stands as `show` says, however much was looked at before
    shown = [Shown(item, closely(item)) for item in chosen[:limit]]
    page = tuple(item for item in shown if not standings.wanted or item.judged.standing in standings.wanted)
    if given:
        give(context, "list", [(item.memory, item.judged) for item in page])
    return Listed(page, _write_cursor(sort, place(chosen[limit - 1])) if len(chosen) > limit else "")


def newest(
    context: Context,
    *,
    limit: int = 10,
    kinds: Sequence[str] = (),
    tags: Sequence[str] = (),
    include: Sequence[str] = (),
    given: bool = False,
) -> list[Shown]:
    """Return what was learned last, of these kinds, with all of these tags; `given` leaves a receipt for agents."""
    catch_up(context)
    found = []
    for partition, view in views(
        context, kinds=list(map(parse_kind, kinds)), tags=tags, statuses=parse_statuses(include)
    ):
        found += list(islice(partition.memories.select(view, limit=limit), limit))
    found.sort(key=lambda item: item.hlc, reverse=True)
    judge = Judge(context)
    shown = [Shown(item, judge(item)) for item in found[:limit]]
    if given:
        give(context, "show", [(item.memory, item.judged) for item in shown])
    return shown


class _Standings:
    """Where memories stand, and which standings are asked for; the survey is made once, when first needed."""

    def __init__(self, context: Context, judge: Judge, wanted: frozenset[Standing]) -> None:
        self._context = context
        self._judge = judge
        self.wanted = wanted
        self._known: dict[MemoryId, Standing] | None = None

    @property
    def known(self) -> dict[MemoryId, Standing]:
        if self._known is None:
            from standfast.standing.survey import survey

            self._known = survey(self._context, self._judge).standings
        return self._known

    def __call__(self, memory: Memory) -> Standing:
        if memory.status is Status.ACTIVE and memory.id in self.known:
            return self.known[memory.id]
        return self._judge(memory).standing if memory.content.anchors else Standing.UNANCHORED

    @property
    def few(self) -> list[MemoryId] | None:
        """The memories that can stand as asked, where the survey names them all; None where it does not."""
        if not self.wanted or self.wanted & _UNSURVEYED:
            return None
        return [identity for identity, standing in self.known.items() if standing in self.wanted]


def _stream(
    context: Context,
    wanted: ListFilter,
    statuses: tuple[Status, ...],
    standings: _Standings,
    *,
    newest_first: bool,
    beyond: tuple[int, str] | None,
) -> Iterator[Memory]:
    """Yield what the store itself can choose, from all partitions in one order."""
    few = standings.few if statuses == (Status.ACTIVE,) else None
    streams: list[Iterable[Memory]] = []
    for partition in context.partitions():
        scopes = _scopes(context, partition, wanted)
        ending = _ending(context, partition, wanted) if statuses == (Status.ACTIVE,) else None
        if ending is not None:
            streams.append(_named(partition, ending, scopes, newest_first=newest_first, beyond=beyond))
        elif few is None:
            kinds = tuple(parse_kind(kind) for kind in split_values(wanted.kind))
            tags = tuple(tag.lower() for tag in split_values(wanted.tag))
            view = View(scopes, statuses, kinds, tags, None, context.clock.now())
            streams.append(partition.memories.select(view, newest_first=newest_first, beyond=beyond))
        elif few:
            streams.append(_named(partition, few, scopes, newest_first=newest_first, beyond=beyond))
    return heapq.merge(*streams, key=_by_change if newest_first else _by_first_change)


def _ending(context: Context, partition: Partition, wanted: ListFilter) -> list[MemoryId] | None:
    """Return the memories that end in time, where the store names them all; None where it does not."""
    if not wanted.ending:
        return None
    due = partition.memories.due(parse_horizon(wanted.ending, now=context.clock.now()))
    return due if len(due) < _MOST_DUE else None


def _named(
    partition: Partition,
    few: Sequence[MemoryId],
    scopes: tuple[str, ...],
    *,
    newest_first: bool,
    beyond: tuple[int, str] | None,
) -> list[Memory]:
    """Return these memories of a partition in order: they are few, so all are read."""
    place = _by_change if newest_first else _by_first_change
    seen: list[Memory] = []
    for start in range(0, len(few), 500):
        seen += partition.memories.find_several(few[start : start + 500]).values()
    last = beyond and ((-beyond[0] if newest_first else beyond[0]), beyond[1])
    visible = {str(decode_scope(scope)) for scope in scopes}
    return sorted(
        (
            memory
            for memory in seen
            if memory.status is Status.ACTIVE
            and str(memory.content.scope) in visible
            and (last is None or place(memory) > last)
        ),
        key=place,
    )


def _scopes(context: Context, partition: Partition, wanted: ListFilter) -> tuple[str, ...]:
    asked = parse_scope(wanted.scope, here=context.scope) if wanted.scope else None
    known = ((text, decode_scope(text)) for text in partition.memories.scopes())
    return tuple(text for text, scope in known if _in_scope(context, scope, asked, wanted.branch))


def _in_scope(context: Context, scope: Scope, asked: Scope | None, branch: str) -> bool:
    branch = branch or (asked.branch if asked else "")
    if asked is not None and (scope.partition != asked.partition or not set(asked.paths) <= set(scope.paths)):
        return False
    return scope.branch == branch if branch else is_here(context, scope.branch)


def _passes(memory: Memory, tests: Sequence[Test], standings: _Standings) -> bool:
    return all(test(memory) for test in tests) and (not standings.wanted or standings(memory) in standings.wanted)


def _by_change(memory: Memory) -> tuple[int, str]:
    return -memory.hlc, memory.id


def _by_first_change(memory: Memory) -> tuple[int, str]:
    return memory.hlc, memory.id


def _order(sort: str, standings: _Standings) -> Callable[[Memory], tuple[int | str, str]]:
    def place(memory: Memory) -> tuple[int | str, str]:
        content = memory.content
        if sort == "standing":
            return RANK[standings(memory)], memory.id
        if sort == "ending":
            return render_time(content.expires_at) if content.expires_at else _NEVER, memory.id
        return " ".join((content.title or content.text).casefold().split())[:200], memory.id

    return place


def _write_cursor(sort: str, place: tuple[int | str, str]) -> str:
    key = abs(place[0]) if isinstance(place[0], int) else place[0]
    text = json.dumps([sort, key, place[1]], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read_cursor(cursor: str, sort: str) -> tuple[int | str, str] | None:
    if not cursor:
        return None
    wanted = str if sort in {"title", "ending"} else int
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        made_for, key, identity = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        made_for, key, identity = "", None, None
    fits = type(key) is wanted and isinstance(identity, str) and not (isinstance(key, int) and key >= 2**63)
    if made_for != sort or not fits:
        hint = "Use the cursor of the page before, with the same order, or leave it out for the first page."
        raise ConfigError("That is not a cursor of this list.", hint=hint, code="bad-cursor")
    return key, identity

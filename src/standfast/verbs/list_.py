"""List: the memories in reach, filtered, in one order, a page at a time; each with where it stands now.

Owns the words of the filters and the cursor. A cursor names the last memory of a page by its place in the order, so
what is added or taken away meanwhile shifts nothing. Neighbours: `recall` answers questions, `review` what waits.
"""

from __future__ import annotations

import base64
import heapq
import json
from itertools import islice

from standfast.context.context import Context
from standfast.context.view import is_here, parse_statuses, views
from standfast.errors import ConfigError
from standfast.model.encode import decode_scope
from standfast.model.kind import Kind, parse_kind
from standfast.model.moment import parse_time, render_time
from standfast.model.scope import parse_scope
from standfast.model.source import parse_source
from standfast.model.trust import WAITING, WORST_FIRST, Standing, Status
from standfast.model.value import Value, plain
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.memories import STALE, Judge
from standfast.standing.settle import settle
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.model.scope import Scope
    from standfast.store.contract import Partition

    Test = Callable[[Memory], bool]

SORTS = ("newest", "oldest", "title", "standing", "ending")
LONGEST = 1000
_RANKS = {standing: rank for rank, standing in enumerate((*WORST_FIRST, Standing.UNANCHORED))}
_UNSURVEYED = frozenset((Standing.HOLDS, Standing.UNANCHORED))
_NEVER = "9999"
_MOST_DUE = 100  # the store names no more at once


class Wanted(Value):
    """Which memories are asked for, in the words of every face; several values stand between commas or in a list."""

    kind: str | Sequence[str] = ()
    tag: str | Sequence[str] = ()
    status: str | Sequence[str] = ()
    standing: str | Sequence[str] = ()
    source: str = ""
    file: str = ""
    path: str = ""
    scope: str = ""
    branch: str = ""
    since: str = ""
    ending: str = ""
    text: str = ""
    sort: str = ""
    cursor: str = ""
    limit: int = 50


class Listed(Value):
    """One page, and what to ask with for the next one; nothing where this was the last."""

    shown: tuple[Shown, ...]
    cursor: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: the memories in full, and how to get the next page."""
        return {"memories": plain(self.shown), "cursor": self.cursor or None}


def list_memories(context: Context, wanted: Wanted, *, given: bool = False) -> Listed:
    """Return one page of the memories asked for; without a status, of those that are active."""
    settle(context)
    limit = _checked_limit(wanted.limit)
    sort = _checked_sort(wanted)
    place: Callable[[Memory], tuple[int | str, str]]
    judge = Judge(context)
    statuses = _statuses(wanted)
    standings = _Standings(context, judge, _standings(wanted.standing))
    tests = list(_tests(context, wanted))
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
    page = tuple(Shown(item, judge(item)) for item in chosen[:limit])
    if given:
        give(context, "list", [(item.memory, item.judged) for item in page])
    return Listed(page, _write_cursor(sort, place(chosen[limit - 1])) if len(chosen) > limit else "")


def newest(
    context: Context,
    *,
    limit: int = 10,
    kinds: Sequence[Kind] = (),
    tags: Sequence[str] = (),
    include: Sequence[str] = (),
    given: bool = False,
) -> list[Shown]:
    """Return the memories in reach that changed last, the latest first: active ones, and what `include` adds.

    With `given`, a caller who is not a person gets them on record.
    """
    settle(context)
    found = []
    for partition, view in views(context, kinds=kinds, tags=tags, statuses=parse_statuses(include)):
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
    wanted: Wanted,
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
            kinds = tuple(parse_kind(kind) for kind in _several(wanted.kind))
            tags = tuple(tag.lower() for tag in _several(wanted.tag))
            view = View(scopes, statuses, kinds, tags, None, context.clock.now())
            streams.append(partition.memories.select(view, newest_first=newest_first, beyond=beyond))
        elif few:
            streams.append(_named(partition, few, scopes, newest_first=newest_first, beyond=beyond))
    return heapq.merge(*streams, key=_by_change if newest_first else _by_first_change)


def _ending(context: Context, partition: Partition, wanted: Wanted) -> list[MemoryId] | None:
    """Return the memories that end in time, where the store names them all; None where it does not."""
    if not wanted.ending:
        return None
    due = partition.memories.due(_horizon(wanted.ending, context.clock.now()))
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


def _scopes(context: Context, partition: Partition, wanted: Wanted) -> tuple[str, ...]:
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


def _tests(context: Context, wanted: Wanted) -> Iterator[Test]:
    """Yield what each memory is held against, the cheapest first."""
    now = context.clock.now()
    if wanted.kind:
        kinds = {parse_kind(kind) for kind in _several(wanted.kind)}
        yield lambda memory: memory.content.kind in kinds
    if wanted.tag:
        tags = {tag.lower() for tag in _several(wanted.tag)}
        yield lambda memory: tags <= {tag.lower() for tag in memory.content.tags}
    if wanted.since:
        first = int(parse_time(wanted.since, now=now).timestamp() * 1000) << 16
        yield lambda memory: memory.hlc >= first
    if wanted.ending:
        last = _horizon(wanted.ending, now)
        yield lambda memory: memory.content.expires_at is not None and memory.content.expires_at <= last
    if wanted.source:
        source = parse_source(wanted.source)
        yield lambda memory: any(source.matches(item) for item in (*memory.sources, memory.version.source))
    if wanted.file:
        file = wanted.file.replace("\\", "/").removeprefix("./")
        yield lambda memory: _is_about(memory, file)
    if wanted.path:
        yield beneath(wanted.path)
    if words := wanted.text.casefold().split():
        yield lambda memory: _says(memory, words)


def _is_about(memory: Memory, file: str) -> bool:
    from standfast.code.globs import BadGlob, matches_any

    content = memory.content
    if any(anchor.anchor.path == file for anchor in content.anchors):
        return True
    if any(source.kind == "document" and source.name == file for source in memory.sources):
        return True
    try:
        return bool(content.scope.paths) and matches_any(file, content.scope.paths)
    except BadGlob:
        return False


def beneath(path: str) -> Test:
    """Tell what is anchored, scoped or written beneath a folder, or where a glob says."""
    from standfast.code.globs import BadGlob, matches_any

    plain = path.replace("\\", "/").removeprefix("./").rstrip("/")
    globs = (plain if any(sign in plain for sign in "*?[{") else f"/{plain}",)
    try:
        matches_any("x", globs)
    except BadGlob as error:
        hint = "Write a folder, or a glob such as src/**/*.py."
        raise ConfigError(f"{path!r} is not a path or glob: {error}", hint=hint, code="bad-path") from None

    def test(memory: Memory) -> bool:
        places = [anchor.anchor.path for anchor in memory.content.anchors if anchor.anchor.path]
        places += [source.name for source in memory.sources if source.kind == "document"]
        places += [scope.removesuffix("/**").removesuffix("/*") for scope in memory.content.scope.paths]
        return any(matches_any(place, globs) for place in places)

    return test


def _says(memory: Memory, words: Sequence[str]) -> bool:
    content = memory.content
    said = "\n".join((content.title, content.text, content.why, *content.tags, memory.id)).casefold()
    return all(word in said for word in words)


def _horizon(text: str, now: datetime) -> datetime:
    """Read when something ends at the latest: a date, or a span from now on such as 30d."""
    moment = parse_time(text, now=now)
    return moment if "-" in text else now + (now - moment)


def _several(given: str | Sequence[str]) -> list[str]:
    values = [given] if isinstance(given, str) else list(given)
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def _statuses(wanted: Wanted) -> tuple[Status, ...]:
    found: list[Status] = []
    for word in _several(wanted.status):
        if word == "all":
            found += list(Status)
        elif word == "waiting":
            found += sorted(WAITING)
        elif word in set(Status):
            found.append(Status(word))
        else:
            hint = "One of: " + ", ".join((*Status, "waiting", "all"))
            raise ConfigError(f"{word!r} is not a status.", hint=hint, code="bad-status")
    return tuple(dict.fromkeys(found)) or (Status.ACTIVE,)


def _standings(given: str | Sequence[str]) -> frozenset[Standing]:
    found: set[Standing] = set()
    for word in _several(given):
        if word == "stale":
            found |= STALE
        elif word in set(Standing):
            found.add(Standing(word))
        else:
            hint = "One of: " + ", ".join((*Standing, "stale (drifted or broken)"))
            raise ConfigError(f"{word!r} is not a standing.", hint=hint, code="bad-standing")
    return frozenset(found)


def _checked_limit(limit: int) -> int:
    if not 1 <= limit <= LONGEST:
        hint = f"Ask for 1 to {LONGEST}, then for the next page with the cursor."
        raise ConfigError(f"{limit} is not a number of memories to list.", hint=hint, code="bad-limit")
    return limit


def _checked_sort(wanted: Wanted) -> str:
    sort = wanted.sort or ("ending" if wanted.ending else "newest")
    if sort not in SORTS:
        raise ConfigError(f"{sort!r} is not an order.", hint="One of: " + ", ".join(SORTS), code="bad-sort")
    return sort


def _by_change(memory: Memory) -> tuple[int, str]:
    return -memory.hlc, memory.id


def _by_first_change(memory: Memory) -> tuple[int, str]:
    return memory.hlc, memory.id


def _order(sort: str, standings: _Standings) -> Callable[[Memory], tuple[int | str, str]]:
    def place(memory: Memory) -> tuple[int | str, str]:
        content = memory.content
        if sort == "standing":
            return _RANKS[standings(memory)], memory.id
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

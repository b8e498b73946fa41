"""The words of `list`: which memories are asked for, and what each memory is held against.

Must not read a store. Neighbour: `verbs.list_` walks the memories and keeps the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.model.kind import parse_kind
from standfast.model.memory import Memory
from standfast.model.moment import parse_horizon, parse_time
from standfast.model.source import parse_source
from standfast.model.trust import WAITING, Standing, Status
from standfast.model.value import Value
from standfast.standing.judged import STALE

Test = Callable[[Memory], bool]
SORTS = ("newest", "oldest", "title", "standing", "ending")
LONGEST = 1000


class ListFilter(Value):
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


def tests_of(context: Context, wanted: ListFilter) -> Iterator[Test]:
    """Yield what each memory is held against, the cheapest first."""
    now = context.clock.now()
    if wanted.kind:
        kinds = {parse_kind(kind) for kind in split_values(wanted.kind)}
        yield lambda memory: memory.content.kind in kinds
    if wanted.tag:
        tags = {tag.lower() for tag in split_values(wanted.tag)}
        yield lambda memory: tags <= {tag.lower() for tag in memory.content.tags}
    if wanted.since:
        first = int(parse_time(wanted.since, now=now).timestamp() * 1000) << 16
        yield lambda memory: memory.hlc >= first
    if wanted.ending:
        last = parse_horizon(wanted.ending, now=now)
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


def split_values(given: str | Sequence[str]) -> list[str]:
    values = [given] if isinstance(given, str) else list(given)
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def statuses_of(wanted: ListFilter) -> tuple[Status, ...]:
    found: list[Status] = []
    for word in split_values(wanted.status):
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


def standings_of(given: str | Sequence[str]) -> frozenset[Standing]:
    found: set[Standing] = set()
    for word in split_values(given):
        if word == "stale":
            found |= STALE
        elif word in set(Standing):
            found.add(Standing(word))
        else:
            hint = "One of: " + ", ".join((*Standing, "stale (drifted or broken)"))
            raise ConfigError(f"{word!r} is not a standing.", hint=hint, code="bad-standing")
    return frozenset(found)


def checked_limit(limit: int) -> int:
    if not 1 <= limit <= LONGEST:
        hint = f"Ask for 1 to {LONGEST}, then for the next page with the cursor."
        raise ConfigError(f"{limit} is not a number of memories to list.", hint=hint, code="bad-limit")
    return limit


def checked_sort(wanted: ListFilter) -> str:
    sort = wanted.sort or ("ending" if wanted.ending else "newest")
    if sort not in SORTS:
        raise ConfigError(f"{sort!r} is not an order.", hint="One of: " + ", ".join(SORTS), code="bad-sort")
    return sort

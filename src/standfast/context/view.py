"""Views: what a caller may see in each partition in reach. Exact scopes, decided before the query."""

from __future__ import annotations

from datetime import datetime

from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.model.encode import decode_scope
from standfast.model.kind import Kind
from standfast.model.scope import Scope, parse_scope
from standfast.model.trust import Status
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.store.contract import Partition
BRANCHES = "branches"
"""What `--include` calls the memories of branches that have not landed."""


def views(
    context: Context,
    *,
    files: Sequence[str] = (),
    scope: str = "",
    kinds: Sequence[Kind] = (),
    tags: Sequence[str] = (),
    statuses: Sequence[Status] = (Status.ACTIVE,),
    before: datetime | None = None,
    elsewhere: bool = False,
) -> list[tuple[Partition, View]]:
    """Return each partition in reach with what may be seen of it; `elsewhere` adds what unmerged branches say."""
    wanted = parse_scope(scope, here=context.scope) if scope else None
    partitions = context.partitions()
    if wanted is not None:
        partitions = [item for item in partitions if item.key == wanted.partition]
    found = []
    now = context.clock.now() if before is None else None
    for partition in partitions:
        known = partition.memories.scopes()
        scopes = [item for item in known if _visible(context, decode_scope(item), files, wanted, elsewhere=elsewhere)]
        view = View(tuple(scopes), tuple(statuses), tuple(kinds), tuple(tag.lower() for tag in tags), before, now)
        found.append((partition, view))
    return found


def _visible(
    context: Context, scope: Scope, files: Sequence[str], wanted: Scope | None, *, elsewhere: bool = False
) -> bool:
    if wanted is not None:
        if wanted.branch or wanted.paths:
            return scope.branch == wanted.branch and set(wanted.paths) <= set(scope.paths)
        return elsewhere or not scope.branch or is_here(context, scope.branch)
    if scope.branch and not elsewhere and not is_here(context, scope.branch):
        return False
    return not scope.paths or _concerns(scope.paths, files, context.here.inside)


def scopes_here(context: Context, partition: Partition) -> tuple[str, ...] | None:
    """Return the scopes of a partition without those of branches that are not at hand; None where that is all."""
    known = partition.memories.scopes()
    here = tuple(item for item in known if "branch:" not in item or is_here(context, decode_scope(item).branch))
    return here if len(here) < len(known) else None


def is_here(context: Context, branch: str) -> bool:
    """Tell whether what is only true on a branch is true where the caller stands; what is of none is."""
    if not branch or branch == context.here.branch:
        return True
    from standfast.context.branches import is_at_hand

    return is_at_hand(context, branch)


def _concerns(globs: Sequence[str], files: Sequence[str], inside: str) -> bool:
    """Tell whether a path scope is about the files or folder at hand; at the top of the repository everything is."""
    if not files and not inside:
        return True
    from standfast.code.globs import BadGlob, matches_any

    places = (*files, *((inside, f"{inside}/_") if inside else ()))
    try:
        return any(matches_any(place, tuple(globs)) for place in places)
    except BadGlob:
        return False


def parse_statuses(words: Sequence[str]) -> tuple[Status, ...]:
    """Read what `--include` adds to active memories; `branches` is not a status and is left to the caller."""
    found = [Status.ACTIVE]
    for word in words:
        if word.strip().lower() == BRANCHES:
            continue
        try:
            found.append(Status(word.strip().lower()))
        except ValueError:
            hint = "One of: " + ", ".join((*Status, BRANCHES))
            raise ConfigError(f"{word!r} is not a status.", hint=hint, code="bad-status") from None
    return tuple(dict.fromkeys(found))

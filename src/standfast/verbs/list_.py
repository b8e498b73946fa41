"""Newest: what was learned last within reach, each with where it stands now."""

from collections.abc import Sequence
from itertools import islice

from standfast.context.context import Context
from standfast.context.view import parse_statuses, views
from standfast.model.kind import Kind
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.memories import Judge
from standfast.standing.settle import settle


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

    With `given`, a caller who is no person gets them on record.
    """
    settle(context)
    found = []
    for partition, view in views(context, kinds=kinds, tags=tags, statuses=parse_statuses(include)):
        found += list(islice(partition.memories.select(view, limit=limit), limit))
    found.sort(key=lambda one: one.hlc, reverse=True)
    judge = Judge(context)
    shown = [Shown(one, judge(one)) for one in found[:limit]]
    if given:
        give(context, "show", [(one.memory, one.judged) for one in shown])
    return shown

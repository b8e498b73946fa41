"""Newest: what was learned last within reach, each with where it stands now."""

from collections.abc import Sequence
from itertools import islice

from holdfast.model.kind import Kind
from holdfast.verbs.context import Context
from holdfast.verbs.show import Shown
from holdfast.verbs.standing import Judge
from holdfast.verbs.view import views


def newest(context: Context, *, limit: int = 10, kinds: Sequence[Kind] = ()) -> list[Shown]:
    """Return the active memories in reach that changed last, the latest first."""
    found = []
    for partition, view in views(context, kinds=kinds):
        found += list(islice(partition.memories.select(view, limit=limit), limit))
    found.sort(key=lambda one: one.hlc, reverse=True)
    judge = Judge(context)
    return [Shown(one, judge(one)) for one in found[:limit]]

"""Pages: what a person looks at to see everything: files, the whole graph, time, themselves, what stands against what.

One method a verb, reached as `memory.pages`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.context.context import Context
from standfast.model.ids import MemoryId
from standfast.model.moment import parse_time
from standfast.trust.record import Changed
from standfast.verbs.blocked import Blocked, list_blocked
from standfast.verbs.comparison import Comparison, compare, merge
from standfast.verbs.graph import Graph
from standfast.verbs.personal import Personal, list_ids, list_personal
from standfast.verbs.places import FilePage, PathSummary, list_places, open_file
from standfast.verbs.timeline import Past, Point, history, past
from standfast.verbs.whole_graph import draw_whole_graph


class Pages:
    """Everything at a glance, for the project at hand; `given` leaves a receipt where an agent asks."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def whole_graph(
        self, *, path: str = "", since: str = "", until: str = "", limit: int = 1000, given: bool = False
    ) -> Graph:
        """Return everything known here as one graph, the latest first, as far as it fits."""
        return draw_whole_graph(self._context, path=path, since=since, until=until, limit=limit, given=given)

    def places(self, under: str = "") -> list[PathSummary]:
        """Return what is beneath a folder of the repository, with how much is known there."""
        return list_places(self._context, under)

    def file(self, path: str, *, given: bool = False) -> FilePage:
        """Return a file with what is known about it beside its lines."""
        return open_file(self._context, path, given=given)

    def history(self, *, points: int = 120) -> list[Point]:
        """Return how much was known over time, and how much of it no longer stood."""
        return history(self._context, points=points)

    def past(self, at: str, *, limit: int = 50, cursor: str = "", given: bool = False) -> Past:
        """Return what was known at a time."""
        moment = parse_time(at, now=self._context.clock.now())
        return past(self._context, moment, limit=limit, cursor=cursor, given=given)

    def personal(self) -> Personal:
        """Return everything kept about the person; only they ask."""
        return list_personal(self._context)

    def personal_ids(self) -> list[MemoryId]:
        """Return the memories about the person, whatever became of them."""
        return list_ids(self._context)

    def compare(self, reference: str, *, given: bool = False) -> Comparison:
        """Return what waits beside what it conflicts with, and what the code supports."""
        return compare(self._context, reference, given=given)

    def merge(self, keep: str, others: Sequence[str], *, text: str = "") -> Changed:
        """Let one memory stand for several. A person's act."""
        return merge(self._context, keep, others, text=text)

    def blocked(self, *, limit: int = 100) -> list[Blocked]:
        """Return the calls of agents that guards stopped here, the latest first."""
        return list_blocked(self._context, limit=limit)

    def groups(self) -> list[str]:
        """Return the groups that the project at hand shares with."""
        context = self._context
        return context.store.catalog.groups_of(context.here.project) if context.here.project else []

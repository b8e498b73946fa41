"""Status: what is here, what still holds, what needs a person."""

from __future__ import annotations

from holdfast.model.trust import WAITING
from holdfast.model.value import Value
from holdfast.verbs.context import Context


class State(Value):
    """One partition in numbers."""

    partition: str
    memories: dict[str, int]
    operations: int


class StatusReport(Value):
    """Where the caller stands and what is in reach."""

    project: str
    name: str
    root: str
    branch: str
    home: str
    partitions: tuple[State, ...]
    waiting: int
    embedder: str
    groups: tuple[str, ...]


def status(context: Context) -> StatusReport:
    """Return what is in reach here."""
    here = context.here
    states = [State(one.key, dict(one.memories.counts()), one.log.count()) for one in context.partitions()]
    waiting = sum(state.memories.get(word, 0) for state in states for word in WAITING)
    return StatusReport(
        project=here.project,
        name=here.name,
        root=str(here.root or ""),
        branch=here.branch,
        home=str(context.settings.home),
        partitions=tuple(states),
        waiting=waiting,
        embedder=context.embedder.model if context.embedder else "off",
        groups=tuple(context.store.catalog.groups_of(here.project)) if here.project else (),
    )

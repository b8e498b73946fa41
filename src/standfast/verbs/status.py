"""Status: what is here, what still holds, what needs a person."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from standfast.context.context import Context
from standfast.context.here import list_claims
from standfast.errors import StandfastError, Unavailable
from standfast.learn.session import SIGNS
from standfast.learn.session.finding import is_said
from standfast.model.kind import Kind
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.moments.quiet import around
from standfast.standing.documents.instructions import Stale
from standfast.standing.memories import Judge
from standfast.standing.survey import Surveyed, survey
from standfast.store.values import View
from standfast.verbs.review import count_waiting

_MOST = 2000  # memories read to say what still holds: about a quarter of a second; `drift` reads them all
_PROPOSED = View(None, (Status.PROPOSED,))


class State(Value):
    """One partition in numbers."""

    partition: str
    memories: dict[str, int]
    operations: int
    episodes: int = 0  # of the active ones, what happened: commits that were read, and sessions


class StatusReport(Value):
    """Where the caller is and what is in reach."""

    project: str
    name: str
    root: str
    branch: str
    home: str
    partitions: tuple[State, ...]
    waiting: int  # what `review` shows now
    waiting_all: int  # and what it shows with everything
    embedder: str
    unembedded: int
    groups: tuple[str, ...]
    standings: tuple[tuple[str, int], ...] = ()
    unchecked: int = 0  # of those that hold: nothing of what they say could be checked in their code
    unsure: int = 0  # of those that were touched: nobody can tell whether they still hold, somebody has to look
    unjudged: int = 0
    instructions: tuple[Stale, ...] = ()  # what in the instruction files is no longer true
    claims: tuple[str, ...] = ()  # projects this repository only says it is
    by: str = "git"  # what makes this a project: its repository, a name, or only the folder
    said: int = 0  # a person's words from sessions that wait for confirmation, not for a person
    learner: dict[str, Any] | None = None  # the model that proposes, and what it has spent today
    paused: tuple[str, ...] = ()  # the pauses that concern this place, in words
    kept_out: bool = False  # the person keeps this place out for good: nothing is captured, learned or said
    signs: tuple[tuple[str, bool], ...] = ()  # what sessions are learned by, and whether it is switched on

    @property
    def episodes(self) -> int:
        """How much of what is here only tells what happened: commits that were read, and sessions."""
        return sum(state.episodes for state in self.partitions)

    @property
    def known(self) -> int:
        """How much is known: what is active and says more than what happened."""
        return sum(state.memories.get(Status.ACTIVE.value, 0) for state in self.partitions) - self.episodes

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with the totals of all partitions."""
        totals: dict[str, int] = {}
        for state in self.partitions:
            for word, count in state.memories.items():
                totals[word] = totals.get(word, 0) + count
        return {
            **super().to_dict(),
            "project": self.project or None,
            "memories": totals,
            "known": self.known,
            "episodes": self.episodes,
            "standings": dict(self.standings),
            "signs": dict(self.signs),
        }


def status(context: Context) -> StatusReport:
    """Return where the caller is, what is in reach here, and how it stands."""
    from standfast.standing.documents.instructions import stale_instructions

    here = context.here
    states = [
        State(
            partition.key,
            dict(partition.memories.counts()),
            partition.log.count(),
            partition.memories.count_kind(Kind.EPISODE),
        )
        for partition in context.partitions()
    ]
    surveyed = _surveyed(context)
    said = sum(
        is_said(memory) for each in context.partitions() for memory in each.memories.select(_PROPOSED, limit=_MOST)
    )
    shown, everything = count_waiting(context)
    return StatusReport(
        project=here.project,
        name=here.name,
        root=str(here.root or ""),
        branch=here.branch,
        home=str(context.settings.home),
        partitions=tuple(states),
        waiting=shown,
        waiting_all=everything,
        embedder=_embedder(context),
        unembedded=sum(partition.unembedded() for partition in context.partitions()),
        groups=tuple(context.store.catalog.groups_of(here.project)) if here.project else (),
        standings=tuple(surveyed.counts().items()) if surveyed else (),
        unchecked=len(surveyed.unchecked) if surveyed else 0,
        unsure=len(surveyed.unsure) if surveyed else 0,
        unjudged=surveyed.unknown if surveyed else 0,
        instructions=tuple(stale_instructions(context)),
        claims=tuple(list_claims(context.store.catalog, here)),
        by=here.by,
        said=said,
        learner=_learner(context),
        paused=tuple(pause.describe() for pause in around(context)),
        kept_out=context.is_kept_out,
        signs=tuple((name, name not in context.settings.signs_off) for name in SIGNS),
    )


def _learner(context: Context) -> dict[str, Any] | None:
    """Return the model that proposes what sessions teach, its budget and what it took today; None without one."""
    settings = context.settings
    if not settings.learner and not settings.after_merge:
        return None
    from standfast.learn.model.budget import read_spent

    spent = read_spent(settings.home, f"{context.clock.now():%Y-%m-%d}").to_dict()
    named = {"model": settings.learner or None, "after_merge": settings.after_merge or None}
    return {**named, "budget": settings.learner_tokens, **spent}


def _embedder(context: Context) -> str:
    """Return the model that meaning is compared by; where it cannot be asked, what is configured and that."""
    try:
        return context.embedder.model if context.embedder else "off"
    except Unavailable:
        return f"{context.settings.embedder} (does not answer)"


def _surveyed(context: Context) -> Surveyed | None:
    """Return where everything anchored stands, as far as that is cheap; what git cannot tell now is not told."""
    if not context.here.project or context.here.root is None:
        return None
    with suppress(StandfastError):
        return survey(context, Judge(context), most=_MOST)
    return None

"""Memory: the library. Every face calls this and nothing below it; what is about hooks, guards, sessions and upkeep
is in namespaces (`spaces`).

from standfast import Memory

with Memory.open() as memory:
    memory.remember("Locks are keyed by payment_id", kind="decision", why="two refunds raced in March")
    for result in memory.recall("which key does the payment lock use?").results:
        print(result.text)
"""

from __future__ import annotations

import os
from pathlib import Path

from standfast.config import Settings, load_settings
from standfast.context.context import Context
from standfast.memory.verb import Later, Space, act, part, verb, verbs
from standfast.model.moment import Clock
from standfast.model.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from standfast.memory import spaces
    from standfast.moments import brief
    from standfast.verbs import (
        about,
        blame,
        decide,
        drift,
        edit,
        graph,
        list_,
        mine,
        purge,
        recall,
        remember,
        revert,
        review,
        revise,
        show,
        status,
        undo,
    )
else:
    brief = Later("standfast.moments.brief")
    about, blame, decide, drift, edit, graph = verbs("about", "blame", "decide", "drift", "edit", "graph")
    list_, mine, purge, recall, remember = verbs("list_", "mine", "purge", "recall", "remember")
    revert, review, revise, show, status, undo = verbs("revert", "review", "revise", "show", "status", "undo")


class Memory(Space):
    """The verbs, for one caller in one place."""

    def __init__(self, settings: Settings, who: Source, where: Path, *, clock: Clock | None = None) -> None:
        super().__init__(Context(settings, who, where, clock or Clock()))

    @classmethod
    def open(
        cls,
        where: str | Path = ".",
        *,
        who: Source | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> Self:
        """Open the memory of the project at `where`, as whoever runs this: an agent's shell is never a person."""
        from standfast.agents.caller import find_caller

        chosen = settings or load_settings()
        place = Path(where).absolute()
        if who is None or who.is_person:
            caller = find_caller(os.environ, place, chosen.user)
            who = caller if who is None or not caller.is_person else who
        return cls(chosen, who, place, clock=clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the store."""
        self.context.close()

    def renew(self) -> None:
        """Read the working directory's state again: a long-lived caller's branch may have changed between calls."""
        self.context.renew()

    remember_many = verb(remember.remember_many)
    remember = verb(remember.remember)
    recall = verb(recall.recall)
    brief = verb(brief.brief)
    log = verb(show.log)
    diff = verb(show.diff)
    why = verb(show.why)
    show = verb(show.show)
    blame_given = verb(blame.blame_given)
    blame = verb(blame.blame)
    graph = verb(graph.graph)
    status = verb(status.status)
    list = verb(list_.list_memories)
    newest = verb(list_.newest)
    page = verb(edit.write_sheet)
    edit = verb(edit.edit)
    supersede = verb(revise.supersede)
    retract = verb(revise.retract)
    retract_all = act(revise.retract_all)
    restore = verb(revise.restore)
    verify = verb(revise.verify)
    feedback = verb(revise.feedback)
    revise = verb(revise.revise)
    drift = verb(drift.drift)
    try_threshold = verb(review.try_threshold)
    approve = act(decide.approve)
    reject = act(decide.reject)
    review = verb(review.review)
    about = verb(about.about)
    revert = act(revert.revert)
    undo = verb(undo.undo)
    purge = verb(purge.purge)
    mine = act(mine.mine)

    guards: spaces.Guards = part("guards")
    hooks: spaces.Hooks = part("hooks")
    sessions: spaces.Sessions = part("sessions")
    pages: spaces.Pages = part("pages")
    mirror: spaces.Mirror = part("mirror")
    team: spaces.Team = part("team")
    transfer: spaces.Transfer = part("transfer")
    maintenance: spaces.Maintenance = part("maintenance")
    project: spaces.Project = part("project")
    labels: spaces.Labels = part("labels")

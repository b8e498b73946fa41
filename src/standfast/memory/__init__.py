"""Memory: the library. Every face calls this and nothing below it; what is about hooks, guards, sessions and upkeep
is in its `namespaces`.

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
from standfast.memory.verb import Later, Namespace, act, namespace, verb, verbs
from standfast.model.moment import Clock
from standfast.model.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from standfast.memory import namespaces
    from standfast.moments import brief
    from standfast.verbs import (
        about,
        blame as blame_,
        decide,
        drift,
        edit as edit_,
        feedback,
        graph,
        list_,
        mine,
        purge,
        recall,
        remember as remember_,
        restore,
        retract as retract_,
        revert,
        review as review_,
        revise,
        show as show_,
        status,
        supersede,
        undo,
        verify,
    )
else:
    brief = Later("standfast.moments.brief")
    about, blame_, decide, drift, edit_, graph = verbs("about", "blame", "decide", "drift", "edit", "graph")
    list_, mine, purge, recall, remember_ = verbs("list_", "mine", "purge", "recall", "remember")
    revert, review_, revise, show_, status, undo = verbs("revert", "review", "revise", "show", "status", "undo")
    feedback, restore, retract_, supersede, verify = verbs("feedback", "restore", "retract", "supersede", "verify")


class Memory(Namespace):
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

    remember = verb(remember_.remember)
    remember_many = verb(remember_.remember_many)
    recall = verb(recall.recall)
    brief = verb(brief.brief)
    show = verb(show_.show)
    list = verb(list_.list_memories)
    newest = verb(list_.newest)
    about = verb(about.about)
    why = verb(show_.why)
    blame = verb(blame_.blame)
    blame_given = verb(blame_.blame_given)
    graph = verb(graph.graph)
    log = verb(show_.log)
    diff = verb(show_.diff)
    status = verb(status.status)
    drift = verb(drift.drift)
    review = verb(review_.review)
    approve = act(decide.approve)
    reject = act(decide.reject)
    try_threshold = verb(review_.try_threshold)
    verify = verb(verify.verify)
    feedback = verb(feedback.feedback)
    revise = verb(revise.revise)
    page = verb(edit_.write_sheet)
    edit = verb(edit_.edit)
    supersede = verb(supersede.supersede)
    retract = verb(retract_.retract)
    retract_all = act(retract_.retract_all)
    restore = verb(restore.restore)
    undo = verb(undo.undo)
    revert = act(revert.revert)
    purge = verb(purge.purge)
    mine = act(mine.mine)

    guards: namespaces.Guards = namespace("guards")
    hooks: namespaces.Hooks = namespace("hooks")
    sessions: namespaces.Sessions = namespace("sessions")
    pages: namespaces.Pages = namespace("pages")
    mirror: namespaces.Mirror = namespace("mirror")
    team: namespaces.Team = namespace("team")
    transfer: namespaces.Transfer = namespace("transfer")
    maintenance: namespaces.Maintenance = namespace("maintenance")
    project: namespaces.Project = namespace("project")
    labels: namespaces.Labels = namespace("labels")

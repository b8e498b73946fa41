"""Project: which project this is, and with which others it shares. Reached as `memory.project`."""

from __future__ import annotations

from standfast.memory.verb import Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs import project
else:
    (project,) = verbs("project")


class Project(Space):
    """The project at hand."""

    claims = verb(project.claims)
    join = verb(project.join)
    join_group = verb(project.join_group)
    leave_group = verb(project.leave_group)

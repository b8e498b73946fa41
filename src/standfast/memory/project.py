"""Project: which project this is, and with which others it shares.

One method a verb, reached as `memory.project`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Callable

from standfast.context.context import Context
from standfast.context.here import join_project, list_claims
from standfast.errors import ConfigError
from standfast.model.ids import ProjectId
from standfast.model.scope import parse_scope
from standfast.trust.admission import refuse_secret
from standfast.trust.person import require_person


class Project:
    """The project at hand."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def claims(self) -> list[ProjectId]:
        """Return the projects whose id or remote this repository shows without sharing their history."""
        return list_claims(self._context.store.catalog, self._context.here)

    def join(self, project: str) -> None:
        """Declare this repository a clone of a known project although its history does not show it."""
        require_person(self._context.who, "says that two repositories are one project")
        context = self._context
        join_project(context.store.catalog, context.home, context.here, ProjectId(project), clean=context.clean)
        context.renew()

    def join_group(self, name: str) -> None:
        """Join a group."""
        self._group(self._context.store.catalog.join_group, name)

    def leave_group(self, name: str) -> None:
        """Leave a group."""
        self._group(self._context.store.catalog.leave_group, name)

    def _group(self, act: Callable[..., None], name: str) -> None:
        require_person(self._context.who, "decides which groups a project shares with")
        parse_scope(f"group:{name}", here=self._context.scope)
        refuse_secret(self._context, name)
        if not self._context.here.project:
            raise ConfigError("There is no project here.", hint="Run inside a Git repository.", code="no-project")
        act(name, self._context.here.project)
        self._context.renew()

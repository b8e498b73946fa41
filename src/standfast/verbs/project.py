"""Project: which project this is, and with which others it shares. Joining is a person's act."""

from __future__ import annotations

from standfast.context.context import Context
from standfast.context.here import join_project, list_claims
from standfast.errors import ConfigError
from standfast.model.ids import ProjectId
from standfast.model.scope import parse_scope
from standfast.trust.admission import refuse_secret
from standfast.trust.person import require_person


def claims(context: Context) -> list[ProjectId]:
    """Return the projects whose id or remote this repository shows without sharing their history."""
    return list_claims(context.store.catalog, context.here)


def join(context: Context, project: str) -> None:
    """Declare this repository a clone of a known project although its history does not show it."""
    require_person(context.who, "says that two repositories are one project")
    join_project(context.store.catalog, context.home, context.here, ProjectId(project), clean=context.clean)
    context.renew()


def groups(context: Context) -> list[str]:
    """Return the groups that the project at hand shares with."""
    return context.store.catalog.groups_of(context.here.project) if context.here.project else []


def join_group(context: Context, name: str) -> None:
    """Join a group."""
    context.store.catalog.join_group(name, _decided(context, name))
    context.renew()


def leave_group(context: Context, name: str) -> None:
    """Leave a group."""
    context.store.catalog.leave_group(name, _decided(context, name))
    context.renew()


def _decided(context: Context, group: str) -> ProjectId:
    """Return the project at hand, for which a person decides about a group."""
    require_person(context.who, "decides which groups a project shares with")
    parse_scope(f"group:{group}", here=context.scope)
    refuse_secret(context, group)
    if not context.here.project:
        raise ConfigError("There is no project here.", hint="Run inside a Git repository.", code="no-project")
    return context.here.project

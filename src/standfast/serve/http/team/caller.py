"""Who a call on a team's server comes from, and what about: from the caller that the edge let in."""

from __future__ import annotations

from starlette.requests import Request

from standfast.model.source import Source
from standfast.serve.http.operation import Operation
from standfast.serve.http.team.entry import KEY, WORKSPACE, Team, require
from standfast.serve.http.team.workspace import Entry, Workspace

_AGENT = 80


def team_caller(team: Team, request: Request, operation: Operation) -> tuple[Source, Workspace]:
    """Return whose words a call brings and which project it is about; refuse what their profile does not allow."""
    entry: Entry = request.scope[KEY]
    require(entry, operation.name, operation.level)
    return entry.source(request.headers.get("x-standfast-agent", "")[:_AGENT]), find_workspace(team, request)


def find_workspace(team: Team, request: Request) -> Workspace:
    """Return the project that a request is about, and note it for the record."""
    asked = request.query_params.get("project") or request.headers.get("x-standfast-project", "")
    workspace = team.workspace(request.scope[KEY], asked)
    request.scope[WORKSPACE] = workspace
    return workspace


def profile_of(request: Request) -> str:
    """Return the profile of a caller on a team's server; nothing elsewhere."""
    entry: Entry | None = request.scope.get(KEY)
    return entry.profile if entry is not None else ""

"""What a team's server adds around a request: its routes, and the record of every call before its answer is out."""

from __future__ import annotations

from importlib.resources import files

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Scope, Send

from standfast.errors import StandfastError
from standfast.serve.http.rest import Answer, error_answer
from standfast.serve.http.state import ServerState
from standfast.serve.http.team.entry import ACT, KEY, WORKSPACE, Team
from standfast.serve.http.team.hosts import HOOKS, host_routes
from standfast.serve.http.team.sync import sync_routes

_OPEN = frozenset({"/login", "/login.js", "/login.json", *HOOKS})
_CSP = "default-src 'none'; script-src 'self'; connect-src 'self' {origin}; base-uri 'none'; frame-ancestors 'none'"


def is_open(path: str) -> bool:
    """Tell whether a path is answered without a token: a page that holds nothing, or what a Git host signs."""
    return path in _OPEN


def team_routes(state: ServerState) -> list[Route]:
    """Return the routes that only a team's server has."""
    return [*sync_routes(state), *host_routes(state), *_login_routes(state)]


def recorded(team: Team, scope: Scope, send: Send) -> Send:
    """Put a call on record when its answer begins; without a record there is no answer."""
    failed: Response | None = None

    async def sending(message: Message) -> None:
        nonlocal failed
        if failed is not None:
            return
        if message["type"] == "http.response.start" and KEY in scope:
            route = getattr(scope.get("route"), "path", "other")
            act = scope.get(ACT) or f"{scope['method']} {route}"
            workspace = scope.get(WORKSPACE)
            try:
                project = workspace.project if workspace is not None else ""
                await run_in_threadpool(team.record, scope[KEY], act, project, message["status"])
            except StandfastError as error:
                failed = error_answer(error)
                await send({"type": "http.response.start", "status": 503, "headers": failed.raw_headers})
                await send({"type": "http.response.body", "body": failed.body})
                return
        await send(message)

    return sending


def _login_routes(state: ServerState) -> list[Route]:
    provider = state.team.provider if state.team is not None else None

    async def describe(_: Request) -> Response:
        if provider is None:
            return Answer({"enabled": False})
        try:
            return Answer({"enabled": True, **await run_in_threadpool(provider.describe)})
        except StandfastError as error:
            return error_answer(error)

    async def page(_: Request) -> Response:
        try:
            origin = await run_in_threadpool(lambda: provider.origin) if provider is not None else ""
        except StandfastError as error:
            return error_answer(error)
        return Response(
            _file("login.html"), media_type="text/html", headers={"content-security-policy": _CSP.format(origin=origin)}
        )

    async def script(_: Request) -> Response:
        return Response(_file("login.js"), media_type="text/javascript")

    return [Route("/login", page), Route("/login.js", script), Route("/login.json", describe)]


def _file(name: str) -> bytes:
    return files("standfast.serve").joinpath("login", name).read_bytes()

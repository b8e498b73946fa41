"""The application: routes, the checks in front of them, and what is counted on the way out.

Owns the order of things around a request: auth, size, route, count. Runs no server (`run` does).
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from standfast import __version__
from standfast.errors import ConfigError, NotFound, StandfastError
from standfast.serve.http.auth import Refusal
from standfast.serve.http.mcp import McpEndpoint
from standfast.serve.http.metrics import TEXT
from standfast.serve.http.openapi import describe
from standfast.serve.http.rest import PREFIX, Answer, error_answer, rest_routes
from standfast.serve.http.state import ServerState
from standfast.serve.http.team.edge import is_open, recorded, team_routes
from standfast.serve.http.team.entry import KEY
from standfast.serve.http.team.workspace import Entry
from standfast.serve.http.telemetry import OPERATION, Answered

LONGEST = 4 << 20
OPEN = frozenset({"/healthz"})  # answers without a token: it says nothing but that it is there
GUARDING = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain"}


def _list_pages() -> dict[str, tuple[str, str]]:
    """Return what the build left: the page, and its parts under their own names."""
    names = sorted(part.name for part in files("standfast.serve").joinpath("viewer").iterdir())
    parts = {f"/{name}": (name, _KINDS[suffix]) for name in names if (suffix := Path(name).suffix) in _KINDS}
    return {"/": ("index.html", "text/html"), **parts}


_PAGE = _list_pages()


def build_app(state: ServerState) -> ASGIApp:
    """Return the whole server behind its auth."""
    endpoint = McpEndpoint(state)

    async def health(_: Request) -> Response:
        try:
            await run_in_threadpool(_memories, state)
        except StandfastError as error:
            return Answer({"status": "failing", "code": error.code}, 503)
        return Answer({"status": "ok", "version": __version__})

    async def metrics(_: Request) -> Response:
        try:
            memories = await run_in_threadpool(_memories, state)
        except StandfastError as error:
            return error_answer(error)
        return PlainTextResponse(state.metrics.render(memories, len(endpoint.talks)), headers={"content-type": TEXT})

    async def openapi(_: Request) -> Response:
        return Answer(describe())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        endpoint.talks.close()
        state.pool.close()
        await run_in_threadpool(state.telemetry.close)

    routes = [
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route(f"{PREFIX}/openapi.json", openapi),
        Route("/mcp", endpoint.answer, methods=["POST", "GET", "DELETE"]),
        *(Route(path, _page(*page)) for path, page in _PAGE.items()),
        *rest_routes(state),
        *(team_routes(state) if state.team is not None else ()),
    ]
    handlers = {404: _nowhere, 405: _wrong_method, 413: _too_long, Exception: _bug}
    return Edge(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), state)


class Edge:
    """What every request passes: the checks of `auth`, the bound on its size, the count."""

    def __init__(self, app: ASGIApp, state: ServerState) -> None:
        self._app = app
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message["headers"])
                for name, value in GUARDING.items():
                    headers.setdefault(name, value)
            await send(message)

        answering: Send = recorded(self._state.team, scope, sending) if self._state.team is not None else sending
        try:
            refused = await self._enter(scope) if self._state.team is not None else self._refusal(scope)
            if refused is not None:
                await refused(scope, receive, answering)
            else:
                await self._app(scope, _bounded(receive), answering)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            seconds = time.perf_counter() - started
            self._state.metrics.count(route, scope["method"], status, seconds)
            operation = scope.get(OPERATION) or (scope["route"].name if route.startswith(PREFIX) else "")
            self._state.telemetry.tell(Answered(scope["method"], route, status, seconds, operation))

    async def _enter(self, scope: Scope) -> Response | None:
        """Let a caller of a team's server in, or not; pages hold nothing, and Git hosts sign what they send."""
        if scope["path"] in OPEN or scope["path"] in _PAGE or is_open(scope["path"]):
            return None
        try:
            found = await run_in_threadpool(self._state.team.enter, Headers(scope=scope))  # type: ignore[union-attr]
        except StandfastError as error:
            return error_answer(error)
        if isinstance(found, Entry):
            scope[KEY] = found
            return None
        return _refused(found)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        refusal = self._state.auth.refuse(headers)
        # The page itself holds nothing: it reads its token from the address, which a browser does not send.
        opened = scope["path"] in OPEN or (self._state.auth.loopback and scope["path"] in _PAGE)
        if refusal is None or (refusal.status == 401 and opened):
            return None
        return _refused(refusal)


def _refused(refusal: Refusal) -> Response:
    record = {"error": {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}}
    headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}.get(refusal.status)
    return Answer(record, refusal.status, headers)


def _bounded(receive: Receive) -> Receive:
    taken = 0

    async def receiving() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LONGEST:
            raise HTTPException(413)
        return message

    return receiving


def _memories(state: ServerState) -> dict[str, int]:
    if state.team is not None:
        state.team.ping()
        return {}
    with state.pool.lend(state.person, state.where) as memory:
        found: dict[str, int] = memory.status().to_dict()["memories"]
        return found


def _page(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(_: Request) -> Response:
        return Response(files("standfast.serve").joinpath("viewer", name).read_bytes(), media_type=kind)

    return page


async def _nowhere(_: Request, __: Exception) -> Response:
    hint = f"{PREFIX}/openapi.json lists what there is."
    return error_answer(NotFound("There is nothing at this address.", hint=hint, code="no-route"))


async def _wrong_method(_: Request, error: Exception) -> Response:
    hint = f"See {PREFIX}/openapi.json."
    answer = _failing(405, ConfigError("That method is not allowed here.", hint=hint, code="no-method"))
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def _too_long(_: Request, __: Exception) -> Response:
    return _failing(413, ConfigError("The request is too long.", hint="Send less at once.", code="too-long"))


async def _bug(_: Request, error: Exception) -> Response:
    hint = "This is a bug in Standfast: the server's terminal shows where."
    return _failing(500, StandfastError(f"Unexpected {type(error).__name__}.", hint=hint, code="bug"))


def _failing(status: int, error: StandfastError) -> Response:
    answer = error_answer(error)
    answer.status_code = status
    return answer

"""The application: routes, the checks in front of them, and what is counted on the way out.

Owns the order of things around a request: auth, size, route, count. Runs no server (`run` does).
"""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from standfast import __version__
from standfast.answers import shape_status
from standfast.errors import ConfigError, NotFound, StandfastError
from standfast.serve.http.mcp import McpEndpoint
from standfast.serve.http.metrics import TEXT
from standfast.serve.http.openapi import describe
from standfast.serve.http.rest import PREFIX, Answer, error_answer, rest_routes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from standfast.serve.http.state import ServerState

LONGEST = 4 << 20
OPEN = frozenset({"/healthz"})  # answers without a token: it says nothing but that it is there
GUARDING = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_PAGE = {
    "/": ("index.html", "text/html"),
    "/viewer.js": ("viewer.js", "text/javascript"),
    "/viewer.css": ("viewer.css", "text/css"),
    "/viewer.svg": ("viewer.svg", "image/svg+xml"),
}


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

    routes = [
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route(f"{PREFIX}/openapi.json", openapi),
        Route("/mcp", endpoint.answer, methods=["POST", "GET", "DELETE"]),
        *(Route(path, _page(*page)) for path, page in _PAGE.items()),
        *rest_routes(state),
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

        try:
            refused = self._refusal(scope)
            if refused is not None:
                await refused(scope, receive, sending)
            else:
                await self._app(scope, _bounded(receive), sending)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            self._state.metrics.count(route, scope["method"], status, time.perf_counter() - started)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        refusal = self._state.auth.refuse(headers)
        # The page itself holds nothing: it reads its token from the address, which a browser does not send.
        opened = scope["path"] in OPEN or (self._state.auth.loopback and scope["path"] in _PAGE)
        if refusal is None or (refusal.status == 401 and opened):
            return None
        record = {"error": {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}}
        return Answer(record, refusal.status, {"WWW-Authenticate": "Bearer"} if refusal.status == 401 else None)


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
    with state.pool.lend(state.person, state.where) as memory:
        found: dict[str, int] = shape_status(memory.status())["memories"]
        return found


def _page(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(_: Request) -> Response:
        return Response(files("standfast.serve").joinpath("viewer", name).read_bytes(), media_type=kind)

    return page


async def _nowhere(_: Request, __: Exception) -> Response:
    hint = f"{PREFIX}/openapi.json lists what there is."
    return error_answer(NotFound("There is nothing here.", hint=hint, code="no-route"))


async def _wrong_method(_: Request, error: Exception) -> Response:
    hint = f"See {PREFIX}/openapi.json."
    answer = _failing(405, ConfigError("That method does nothing here.", hint=hint, code="no-method"))
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

"""REST: one request in, one call of the facade on a worker thread, its JSON out.

Owns reading requests and turning errors into statuses. What is offered stands in `routes`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standfast.answers import shape_error
from standfast.errors import Ambiguous, ConfigError, Conflict, NotFound, Refused, StandfastError, StoreBusy, Unavailable
from standfast.model.source import Source
from standfast.serve.arguments import checked
from standfast.serve.http.routes import ADMIN, ALLOWED, OPERATIONS, Operation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from standfast.serve.http.state import ServerState

PREFIX = "/api/v1"
_STATUSES: tuple[tuple[type[StandfastError], int], ...] = (
    (NotFound, 404),
    (Ambiguous, 409),
    (Conflict, 409),
    (Refused, 403),
    (ConfigError, 400),
    (StoreBusy, 503),
    (Unavailable, 503),
)


class Answer(JSONResponse):
    """JSON as the command line writes it."""

    def render(self, content: Any) -> bytes:
        """Write UTF-8; what UTF-8 cannot hold becomes a question mark."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def rest_routes(state: ServerState) -> list[Route]:
    """Return a route for every operation."""
    return [
        Route(PREFIX + operation.path, _endpoint(state, operation), methods=[operation.method], name=operation.name)
        for operation in OPERATIONS
    ]


def error_answer(error: StandfastError) -> Response:
    """Return an error as every face words it, with the status that fits."""
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 500)
    headers = {"Retry-After": "1"} if error.retryable else None
    return Answer(shape_error(error), status, headers)


def _endpoint(state: ServerState, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            who, where = caller(state, request, operation)
            given = await _given(request, operation)
            wanted = {**checked(operation.name, operation.schema, given), **request.path_params}
            record = await run_in_threadpool(_call, state, operation, who, where, wanted)
        except StandfastError as error:
            return error_answer(error)
        return Answer(record, operation.status)

    return answer


def _call(
    state: ServerState, operation: Operation, who: Source, where: Path, wanted: Mapping[str, Any]
) -> dict[str, Any]:
    with state.pool.lend(who, where) as memory:
        return operation.act(memory, **wanted)


def caller(state: ServerState, request: Request, operation: Operation) -> tuple[Source, Path]:
    """Return who is calling and where; the person's token alone makes a caller the person."""
    person = state.auth.is_person(request.headers)
    if not person and operation.level not in ALLOWED[state.profile]:
        hint = "Send the token, or start the server with --profile admin."
        raise Refused(f"The {state.profile} profile does not allow {operation.name}.", hint=hint, code="not-allowed")
    where = state.folder(request.query_params.get("directory", ""), request.headers)
    return state.person if person else Source("agent", "http"), where


async def _given(request: Request, operation: Operation) -> dict[str, Any]:
    if operation.method == "GET":
        return _from_query(request, operation)
    if "json" not in request.headers.get("content-type", "application/json"):
        raise ConfigError("The body must be JSON.", hint="Send content-type: application/json.", code="not-json")
    body = await request.body()
    try:
        given = json.loads(body) if body.strip() else {}
    except (ValueError, RecursionError):
        raise ConfigError("The body is not JSON.", hint="Send one JSON object.", code="not-json") from None
    if not isinstance(given, dict):
        raise ConfigError("The body is not an object.", hint="Send one JSON object.", code="not-json")
    return given


def _from_query(request: Request, operation: Operation) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name, text in request.query_params.multi_items():
        wanted = operation.takes.get(name, {}).get("type")
        if wanted == "array":
            given.setdefault(name, []).append(text)
        elif wanted == "integer":
            given[name] = int(text) if text.isascii() and text.lstrip("-").isdecimal() and len(text) < 12 else text
        elif name != "directory":
            given[name] = text
    return given


__all__ = ["ADMIN", "PREFIX", "Answer", "error_answer", "rest_routes"]

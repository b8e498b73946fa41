"""REST: one request in, one call of the facade on a worker thread, its JSON out.

Owns reading requests and turning errors into statuses. What is offered stands in `routes`.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standfast import __version__
from standfast.errors import Ambiguous, ConfigError, Conflict, NotFound, Refused, StandfastError, StoreBusy, Unavailable
from standfast.model.source import Source
from standfast.serve.arguments import checked
from standfast.serve.http.operation import Act
from standfast.serve.http.pool import Where
from standfast.serve.http.retry import patiently
from standfast.serve.http.routes import ADMIN, ALLOWED, OPERATIONS, Operation
from standfast.serve.http.state import ServerState
from standfast.serve.http.stream import follow
from standfast.serve.http.team.caller import profile_of, team_caller
from standfast.serve.http.team.entry import KEY

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
    return Answer(error.to_dict(), status, headers)


def _endpoint(state: ServerState, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            where: Where
            if state.team is not None:
                who, where = await run_in_threadpool(team_caller, state.team, request, operation)
                _refuse_writes(state, operation)
            else:
                who, where = caller(state, request, operation)
            given = await _given(request, operation)
            wanted = {**checked(operation.name, operation.schema, given), **request.path_params}
            if operation.act is None:
                return await _OWN[operation.name](state, request, who, where, wanted)
            record = await run_in_threadpool(_call, state, operation.act, who, where, wanted)
        except StandfastError as error:
            return error_answer(error)
        return Answer(record, operation.status)

    return answer


async def _server(state: ServerState, request: Request, who: Source, *_: Any) -> Response:
    """Say what the caller may do here: the pages ask before they show buttons."""
    profile = profile_of(request) or (ADMIN if who.is_person else state.profile)
    record = {"version": __version__, "person": who.is_person, "profile": profile, "read_only": state.read_only}
    return Answer({**record, "loopback": state.auth.loopback, "name": who.name})


async def _events(
    state: ServerState, request: Request, who: Source, where: Where, wanted: Mapping[str, Any]
) -> Response:
    options = {"after": wanted.get("after", 0), "until_now": wanted.get("until_now", False)}
    team = state.team
    may = (lambda: True) if team is None else (lambda: team.admits(request.headers, request.scope[KEY]))
    return await follow(state, who, where, wanted["id"], may=may, **options)


_OWN: Mapping[str, Callable[..., Awaitable[Response]]] = {"server": _server, "sessionEvents": _events}


def _call(state: ServerState, act: Act, who: Source, where: Where, wanted: Mapping[str, Any]) -> dict[str, Any]:
    def call() -> dict[str, Any]:
        with state.pool.lend(who, where) as memory:
            return act(memory, **wanted)

    return patiently(call) if state.team is not None else call()


def caller(state: ServerState, request: Request, operation: Operation) -> tuple[Source, Path]:
    """Return who is calling and where; the person's token alone makes a caller the person."""
    person = state.auth.is_person(request.headers)
    if not person and operation.level not in ALLOWED[state.profile]:
        hint = "Send the token, or start the server with --profile admin."
        raise Refused(
            f"The {state.profile} profile does not allow the operation `{operation.name}`.",
            hint=hint,
            code="not-allowed",
        )
    _refuse_writes(state, operation)
    where = state.folder(request.query_params.get("directory", ""), request.headers)
    return state.person if person else Source("agent", "http"), where


def _refuse_writes(state: ServerState, operation: Operation) -> None:
    if state.read_only and operation.method != "GET":
        hint = "Start the server without --read-only to change something."
        raise Refused("This server is read-only.", hint=hint, code="read-only")


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
        elif wanted == "boolean":
            given[name] = {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
        elif name not in {"directory", "project"}:
            given[name] = text
    return given


__all__ = ["ADMIN", "PREFIX", "Answer", "error_answer", "rest_routes"]

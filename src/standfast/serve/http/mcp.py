"""MCP over streamable HTTP: sessions of the handshake era, and the modern era that needs none.

The dialogue is the one stdio speaks (`serve.mcp.protocol`), so tools, resources, prompts and profiles are the same.
Owns what HTTP adds: session ids, the headers of either era, and asking a client for its roots, or its user a question,
on the stream of the call that needs it. Answers are JSON; a stream is opened only for such a question. A user is asked
through the person's token, or where the agent's own program is at the other end: a command of its model would answer
itself.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from functools import partial
from threading import Event, Lock
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from standfast.agents.peer import is_agents_own
from standfast.errors import StandfastError
from standfast.model.value import replace
from standfast.serve.http.pool import Where
from standfast.serve.http.rest import Answer, error_answer
from standfast.serve.http.retry import patiently
from standfast.serve.http.state import ServerState
from standfast.serve.http.team.caller import find_workspace, profile_of
from standfast.serve.http.team.entry import ACT, KEY, WORKSPACE
from standfast.serve.http.team.workspace import Workspace
from standfast.serve.http.telemetry import MEMORY_OPERATIONS, OPERATION
from standfast.serve.mcp import protocol
from standfast.serve.mcp.call import Calls
from standfast.serve.mcp.protocol import Dialogue
from standfast.serve.mcp.tools import TOOLS

SESSION = "mcp-session-id"
VERSION = "mcp-protocol-version"
METHOD = "mcp-method"
NAME = "mcp-name"
HEADER_MISMATCH = -32020
MOST_SESSIONS = 512
_SESSION = re.compile(r"[0-9a-f]{32}")
_OFFERED = {"maintainer": "agent"}  # tools: what waits is decided by a person
ROOTS_S = 5.0  # how long a call waits for the client to say where it works
_LOOK_S = 0.05
_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_STATUSES = {protocol.NO_METHOD: 404, protocol.UNSUPPORTED_VERSION: 400, protocol.INVALID_REQUEST: 400}


class Talk:
    """One client: its dialogue and its calls, one at a time; `apart`: of all its conversations, without sessions."""

    def __init__(self, state: ServerState, where: Where, *, apart: bool = False, profile: str = "") -> None:
        settings = state.settings
        if isinstance(where, Workspace):
            settings = replace(settings, project=where.project, user=where.person)
        folder = where.home if isinstance(where, Workspace) else where
        attempt = patiently if isinstance(where, Workspace) else None
        self._calls = Calls(settings, {}, folder, apart=apart, asks=True, forged=self._is_forged, attempt=attempt)
        self._lock = Lock()
        self._pool = state.pool
        self._auth = state.auth
        self.dialogue = Dialogue(_OFFERED.get(profile, profile) or state.profile, self._act)
        self.heard = Event()  # the client said where it works
        self.replies: dict[str, dict[str, Any] | None] = {}  # what users answered, by the question's id
        self.waiting: set[str] = set()
        self._caller: Request | None = None
        self._vetted = False

    def _act(self, dialogue: Dialogue) -> Calls:
        self._calls.meet(dialogue.client, dialogue.roots)
        return self._calls

    def _is_forged(self, _: Mapping[str, str]) -> bool:
        """Tell whether nobody knows that a person is in front of the client that is calling."""
        return not self._vetted and self._is_strange(self._caller)

    def _is_strange(self, request: Request | None) -> bool:
        if request is None or KEY in request.scope:  # a team's server sees no programs
            return True
        if self._auth.is_person(request.headers):
            return False
        served = request.scope.get("server") or ("", 0)
        known = self._auth.loopback and self._auth.knows(request.headers) and request.client is not None
        return not (known and is_agents_own(request.client.port if request.client else 0, served[1] or 0))

    def answer(self, message: Any, request: Request | None = None, *, vetted: bool = False) -> Any:
        """Answer one message, or a batch of the days that had them; `vetted` where a reply in it was looked at."""
        if isinstance(message, dict) and "method" not in message and self._take_reply(message, request):
            return None
        with self._lock, self._pool.turn():
            self._caller, self._vetted = request, vetted
            # A batch is answered as a whole: no stream belongs to one of its calls.
            self.dialogue.holds = request is not None and isinstance(message, dict) and _takes_streams(request)
            try:
                return protocol.answer_safely(self.dialogue, message)
            finally:
                self._calls.release()

    def _take_reply(self, message: dict[str, Any], request: Request | None) -> bool:
        """Take what the client answers to a question of ours; tell whether it is one.

        Who answers must be as well known as who was asked: a program with the agent's token may know the session.
        """
        identity = str(message.get("id"))
        if identity == protocol.ROOTS_ID:
            self.dialogue.answer(message)
            self.heard.set()
            return True
        if identity in self.waiting:
            result = message.get("result")
            taken = isinstance(result, dict) and not self._is_strange(request)
            self.replies[identity] = result if taken else None
            return True
        return False

    def hush(self) -> None:
        """Ask this client's user nothing more: nobody answers."""
        self._calls.asks = False

    def wants_roots(self, message: Any, request: Request) -> bool:
        """Tell whether this call must first learn where the client works."""
        return (
            isinstance(message, dict)
            and message.get("method") in _NAMED
            and "id" in message
            and self.dialogue.wants_roots
            and not self.heard.is_set()
            and _takes_streams(request)
        )

    def close(self) -> None:
        """Let go of the store."""
        with self._lock:
            self._calls.close()


class Talks:
    """Every client that is being talked to, the least recent first."""

    def __init__(self, state: ServerState) -> None:
        self._state = state
        self._talks: OrderedDict[str, Talk] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._talks)

    def open(self, key: str, where: Where, *, apart: bool = False, profile: str = "") -> Talk:
        """Return the talk of this name, a new one if there is none."""
        with self._lock:
            talk = self._talks.get(key) or Talk(self._state, where, apart=apart, profile=profile)
            self._talks[key] = talk
            self._talks.move_to_end(key)
            gone = [self._talks.popitem(last=False)[1] for _ in range(len(self._talks) - MOST_SESSIONS)]
        for item in gone:
            item.close()
        return talk

    def find(self, key: str) -> Talk | None:
        """Return a talk that is going on."""
        with self._lock:
            if key in self._talks:
                self._talks.move_to_end(key)
            return self._talks.get(key)

    def end(self, key: str) -> bool:
        """End a talk."""
        with self._lock:
            talk = self._talks.pop(key, None)
        if talk is not None:
            talk.close()
        return talk is not None

    def close(self) -> None:
        """End them all."""
        for key in list(self._talks):
            self.end(key)


class McpEndpoint:
    """The one path of MCP."""

    def __init__(self, state: ServerState) -> None:
        self._state = state
        self.talks = Talks(state)

    async def answer(self, request: Request) -> Response:
        """Answer a POST (messages) or a DELETE (the end of a session); there is no stream to GET."""
        if request.method not in {"POST", "DELETE"}:
            return Response(status_code=405, headers={"Allow": "POST, DELETE"})
        try:
            message = json.loads(await request.body()) if request.method == "POST" else None
        except (ValueError, RecursionError):
            return _failed(400, None, protocol.PARSE_ERROR, "Parse error")
        note_act(request, message)
        request.scope[OPERATION] = _operation(message)
        try:
            if self._state.team is not None:
                where: Where = await run_in_threadpool(find_workspace, self._state.team, request)
            else:
                where = self._state.folder(request.query_params.get("directory", ""), request.headers)
        except StandfastError as error:
            return error_answer(error)
        if request.method == "DELETE":
            ended = await run_in_threadpool(self.talks.end, owner_of(request) + request.headers.get(SESSION, ""))
            return Response(status_code=204 if ended else 404)
        if is_modern(request, message):
            return await self._modern(request, message, where)
        return await self._handshake(request, message, where)

    async def _handshake(self, request: Request, message: Any, where: Where) -> Response:
        identity = message.get("id") if isinstance(message, dict) else None
        key, owner, profile = request.headers.get(SESSION, ""), owner_of(request), profile_of(request)
        if isinstance(message, dict) and message.get("method") == "initialize":
            key = secrets.token_hex(16)
            talk: Talk | None = self.talks.open(owner + key, where, profile=profile)
        elif not key:
            text = "Needs a session (initialize first) or the _meta of a request without one"
            return _failed(400, identity, protocol.INVALID_PARAMS, text)
        else:
            talk = self.talks.find(owner + key)
            if talk is None and owner and _SESSION.fullmatch(key):
                # Begun on another server behind the same address, or before this one was restarted.
                talk = self.talks.open(owner + key, where, profile=profile)
        if talk is None:
            return _failed(404, identity, protocol.INVALID_REQUEST, "There is no such session: initialize again")
        version = request.headers.get(VERSION)
        if version is not None and version not in (*protocol.HANDSHAKE, *protocol.MODERN):
            return _failed(400, identity, protocol.INVALID_REQUEST, f"Unsupported protocol version {version[:40]}")
        auth = self._state.auth
        if not owner and auth.loopback and auth.knows(request.headers) and talk.wants_roots(message, request):
            return StreamingResponse(_with_roots(talk, message, request), media_type="text/event-stream")
        answer = await run_in_threadpool(talk.answer, message, request)
        if _asks(answer):
            return StreamingResponse(_with_reply(talk, message, answer), media_type="text/event-stream")
        if answer is None or (isinstance(answer, dict) and "method" in answer):
            return Response(status_code=202)  # what stdio would ask now, the first call asks
        return _spoken(request, answer, headers={SESSION: key})

    async def _modern(self, request: Request, message: Any, where: Where) -> Response:
        identity = message.get("id") if isinstance(message, dict) else None
        wrong = mistake(request, message)
        if wrong is not None:
            return _failed(400, identity, *wrong)
        if isinstance(message, dict) and "id" not in message:
            return Response(status_code=202)
        meta = message["params"]["_meta"]
        told = meta.get(protocol.CLIENT_KEY)
        name = str(told.get("name", "")) if isinstance(told, dict) else ""
        key = f"{owner_of(request)}modern {name[:200]} {where}"
        talk = self.talks.open(key, where, apart=True, profile=profile_of(request))
        answer = await run_in_threadpool(talk.answer, message, request)
        error = answer.get("error") if isinstance(answer, dict) else None
        status = _STATUSES.get(error["code"], 200) if error else 200
        return _spoken(request, answer, status=status)


def owner_of(request: Request) -> str:
    """Return whose a talk is on a team's server: with another token its id opens nothing."""
    entry = request.scope.get(KEY)
    return (
        f"{entry.token} {request.scope[WORKSPACE].project if WORKSPACE in request.scope else ''} "
        if entry is not None
        else ""
    )


def note_act(request: Request, message: Any) -> None:
    """Note what is asked for, for the record of calls: the method, and the tool where it is one."""
    method = message.get("method") if isinstance(message, dict) else None
    params = message.get("params") if isinstance(message, dict) else None
    name = params.get("name") if method == "tools/call" and isinstance(params, dict) else None
    asked = ((method, Dialogue.knows), (name, TOOLS.__contains__))
    known = [word for word, knows in asked if isinstance(word, str) and knows(word)]
    request.scope[ACT] = " ".join(["mcp", *known])  # a name that a caller made up may say anything


def _operation(message: Any) -> str:
    params = message.get("params") if isinstance(message, dict) and message.get("method") == "tools/call" else None
    name = params.get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) and name in MEMORY_OPERATIONS else ""


def is_modern(request: Request, message: Any) -> bool:
    """Tell whether a message speaks the era without sessions."""
    if SESSION in request.headers or not isinstance(message, dict):
        return False
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    told = request.headers.get(VERSION)
    return (isinstance(meta, dict) and protocol.VERSION_KEY in meta) or (
        told is not None and told not in protocol.HANDSHAKE
    )


def mistake(request: Request, message: dict[str, Any]) -> tuple[int, str, Any] | None:
    """Return what is wrong with a modern request's headers or `_meta`: code, message and data."""
    method, params = message.get("method"), message.get("params")
    if not isinstance(method, str) or "id" not in message:
        return None
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, dict):
        return protocol.INVALID_PARAMS, "A request needs _meta", None
    version = meta.get(protocol.VERSION_KEY)
    for key, kind in ((protocol.VERSION_KEY, str), (protocol.CAPABILITIES_KEY, dict)):
        if not isinstance(meta.get(key), kind):
            return protocol.INVALID_PARAMS, f"_meta needs {key}", None
    if request.headers.get(VERSION) != version:
        return HEADER_MISMATCH, "The header MCP-Protocol-Version does not match _meta", None
    if request.headers.get(METHOD) != method:
        return HEADER_MISMATCH, "The header Mcp-Method does not match the message", None
    wanted = params.get(_NAMED[method]) if isinstance(params, dict) and method in _NAMED else None
    if wanted is not None and _decoded(request.headers.get(NAME)) != wanted:
        return HEADER_MISMATCH, "The header Mcp-Name does not match the message", None
    return None


def _decoded(value: str | None) -> str | None:
    """Read a header value; what HTTP cannot carry as it is comes in base64, marked as such."""
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    from base64 import b64decode

    try:
        return b64decode(value[9:-2], validate=True).decode("utf-8")
    except ValueError:
        return None


async def _with_roots(talk: Talk, message: Any, request: Request) -> AsyncIterator[str]:
    """Ask where the client works, wait for its answer (it comes by another POST), then do what it asked."""
    yield _event({"jsonrpc": "2.0", "id": protocol.ROOTS_ID, "method": "roots/list"})
    for _ in range(round(ROOTS_S / _LOOK_S)):  # without a thread: those are for whoever asks the store
        if talk.heard.is_set():
            break
        await asyncio.sleep(_LOOK_S)
    talk.heard.set()  # asked once: a client that does not answer works in the served folder
    answer = await run_in_threadpool(talk.answer, message, request)
    if not _asks(answer):
        yield _event(answer)
        return
    async for event in _with_reply(talk, message, answer):
        yield event


async def _with_reply(talk: Talk, message: Any, held: Any) -> AsyncIterator[str]:
    """Ask the client's user, wait for the answer (it comes by another POST), then say what the call did."""
    state, (form,) = held["result"]["requestState"], held["result"]["inputRequests"].values()
    identity = f"{protocol.ASK_ID}{state}"
    talk.waiting.add(identity)
    asked = {name: value for name, value in form["params"].items() if name != "mode"}  # forms are all there was then
    try:
        yield _event({"jsonrpc": "2.0", "id": identity, "method": form["method"], "params": asked})
        for _ in range(round(protocol.PATIENCE_S / _LOOK_S)):
            if identity in talk.replies:
                break
            await asyncio.sleep(_LOOK_S)
        else:
            reason = {"requestId": identity, "reason": "no answer in time"}
            yield _event({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": reason})
    finally:
        talk.waiting.discard(identity)
        if identity not in talk.replies:
            talk.hush()  # also where the client hung up
    reply = {protocol.ANSWER: talk.replies.pop(identity, None)}
    again = {**message, "params": {**message["params"], "requestState": state, "inputResponses": reply}}
    yield _event(await run_in_threadpool(partial(talk.answer, again, vetted=True)))


def _asks(answer: Any) -> bool:
    """Tell whether an answer is a question to the client's user."""
    result = answer.get("result") if isinstance(answer, dict) else None
    return isinstance(result, dict) and result.get("resultType") == "input_required"


def _takes_streams(request: Request) -> bool:
    return "text/event-stream" in request.headers.get("accept", "")


def _event(message: Any) -> str:
    return f"event: message\ndata: {json.dumps(message, ensure_ascii=True, separators=(',', ':'))}\n\n"


def _spoken(request: Request, answer: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Answer in JSON, or as a stream of one event for a client that takes nothing else."""
    accepted = request.headers.get("accept", "*/*")
    if "application/json" in accepted or "*/*" in accepted or "application/*" in accepted or status != 200:
        return Answer(answer, status, headers)
    return Response(_event(answer), status, headers, media_type="text/event-stream")


def _failed(status: int, identity: Any, code: int, message: str, data: Any = None) -> Response:
    return Answer(protocol.failure(identity, code, message, data), status)

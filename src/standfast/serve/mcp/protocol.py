"""The MCP dialogue: one message in, at most one out, and a question to the client's user where it can be asked.

Knows both eras of the protocol; knows nothing of memory.

Handshake era (2024-11-05 to 2025-11-25): `initialize`, then plain requests. Modern era (2026-07-28): `server/discover`
and a protocol version in each request's `_meta`. Written by hand because the official SDK takes thirty times as long
to import as this whole server takes to start, and agents drop the tools of slow servers.
"""

from __future__ import annotations

from standfast import __version__
from standfast.serve.mcp.tools import INSTRUCTIONS, PROFILES, PROMPTS, RESOURCES, TEMPLATES, TOOLS

TYPE_CHECKING = False  # importing typing would cost the start more than the whole dialogue
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    from standfast.serve.mcp.call import Calls
    from standfast.verbs.ask_person import Question

    Record = dict[str, Any]

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = ("2026-07-28",)
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CLIENT_KEY = "io.modelcontextprotocol/clientInfo"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
_SERVER_KEY = "io.modelcontextprotocol/serverInfo"
_SERVER = {"name": "standfast", "title": "Standfast", "version": __version__}
_CAPABILITIES = {
    "tools": {"listChanged": False},
    "resources": {"listChanged": False},
    "prompts": {"listChanged": False},
}
ROOTS_ID = "standfast-roots"
ASK_ID = "standfast-ask-"
ANSWER = "decision"
PATIENCE_S = 50.0  # clients give up on a tool call after a minute; what was asked then waits in review
_HELD = 7  # calls that wait for an answer, besides the newest

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
UNSUPPORTED_VERSION = -32022
_UNKNOWN_RESOURCE = -32002


class ProtocolError(Exception):
    """An answer that is a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


MOST_AT_ONCE = 100  # messages in one batch: nobody else is answered meanwhile


class Dialogue:
    """One client. `act` does what tools, resources and prompts are for; it is called only for those."""

    def __init__(self, profile: str, act: Callable[[Dialogue], Calls]) -> None:
        self.offered = PROFILES[profile]
        self.profile = profile
        self.act = act
        self.client: Record = {}
        self.wants_roots = False
        self.roots: list[str] = []
        self.elicits = False
        self.ask: Callable[[Record], Record | None] | None = None
        """Puts a question to the client and waits for its answer, where the transport can."""
        self.holds = False
        """The transport puts the question that a call leaves on that call's stream, and comes back with the answer."""
        self._held: dict[str, tuple[str, Question]] = {}

    def answer(self, message: Any) -> Any:
        """Return the answer to one message, or None when there is none."""
        if isinstance(message, list):
            if not 0 < len(message) <= MOST_AT_ONCE:
                said = f"A batch has up to {MOST_AT_ONCE} messages" if message else "Empty batch"
                return failure(None, INVALID_REQUEST, said)
            answers = [item for item in map(self.answer, message) if item is not None]
            return answers or None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return failure(None, INVALID_REQUEST, "Not a JSON-RPC 2.0 message")
        if "method" not in message:
            return self._take_response(message)
        identity, method, params = message.get("id"), message["method"], message.get("params") or {}
        if "id" not in message:
            return self._notice(method)
        if isinstance(identity, bool) or not isinstance(identity, (str, int)):
            return failure(None, INVALID_REQUEST, "A request id is a string or an integer")
        if not isinstance(method, str) or not isinstance(params, dict):
            return failure(identity, INVALID_REQUEST, "A request has a method and an object of params")
        try:
            return {"jsonrpc": "2.0", "id": identity, "result": self._dispatch(method, params)}
        except ProtocolError as error:
            return failure(identity, error.code, error.message, error.data)

    def _notice(self, method: Any) -> Record | None:
        if method == "notifications/initialized" and self.wants_roots:
            return {"jsonrpc": "2.0", "id": ROOTS_ID, "method": "roots/list"}
        return None  # cancellation among them: calls are answered in order, so there is nothing left to cancel

    def _take_response(self, message: Record) -> Record | None:
        if message.get("id") == ROOTS_ID:
            listed = (message.get("result") or {}).get("roots") or []
            self.roots = [item.get("uri", "") for item in listed if isinstance(item, dict)]
            return None
        if "result" in message or "error" in message:
            return None
        return failure(None, INVALID_REQUEST, "Neither a request nor a response")

    @classmethod
    def knows(cls, method: str) -> bool:
        """Tell whether there is such a method."""
        return method in cls._METHODS

    def _dispatch(self, method: str, params: Record) -> Record:
        meta = params.get("_meta") or {}
        version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
        modern = version is not None
        if modern and version not in MODERN:
            data = {"supported": [*MODERN, *reversed(HANDSHAKE)], "requested": version}
            raise ProtocolError(UNSUPPORTED_VERSION, f"Unsupported protocol version {version}", data)
        if modern and meta.get(CLIENT_KEY):
            self.client = meta[CLIENT_KEY]
        handler = self._METHODS.get(method)
        if handler is None or (modern and method in {"initialize", "ping"}):
            raise ProtocolError(NO_METHOD, f"Method not found: {method}")
        result = handler(self, params)
        if modern or method == "server/discover":
            result.setdefault("resultType", "complete")
            result.setdefault("_meta", {})[_SERVER_KEY] = _SERVER
            if method in _CACHEABLE:
                result |= {"ttlMs": 0 if method == "resources/read" else 300_000, "cacheScope": "private"}
        return result

    def _initialize(self, params: Record) -> Record:
        wanted = params.get("protocolVersion")
        if not isinstance(wanted, str):
            raise ProtocolError(INVALID_PARAMS, "initialize needs a protocolVersion")
        self.client = params.get("clientInfo") or {}
        offered = params.get("capabilities") or {}
        self.wants_roots, self.elicits = "roots" in offered, _takes_forms(offered)
        agreed = wanted if wanted in HANDSHAKE else HANDSHAKE[-1]
        return {
            "protocolVersion": agreed,
            "capabilities": _CAPABILITIES,
            "serverInfo": _SERVER,
            "instructions": INSTRUCTIONS,
        }

    def _discover(self, params: Record) -> Record:
        del params
        return {
            "supportedVersions": [*MODERN, *reversed(HANDSHAKE)],
            "capabilities": _CAPABILITIES,
            "instructions": INSTRUCTIONS,
        }

    def _ping(self, params: Record) -> Record:
        del params
        return {}

    def _list_tools(self, params: Record) -> Record:
        del params
        return {"tools": [TOOLS[name] for name in self.offered]}

    def _call_tool(self, params: Record) -> Record:
        name, arguments = params.get("name"), params.get("arguments") or {}
        if not isinstance(name, str) or name not in TOOLS:
            raise ProtocolError(INVALID_PARAMS, f"Unknown tool: {name}")
        if not isinstance(arguments, dict):
            raise ProtocolError(INVALID_PARAMS, "arguments must be an object")
        if name not in self.offered:
            text = f"The {self.profile} profile does not allow {name}."
            return {"content": [{"type": "text", "text": text}], "isError": True}
        meta, calls = params.get("_meta") or {}, self.act(self)
        state = params.get("requestState")
        if held := self._held.pop(str(state or ""), None):
            text, question = held
            return _said(text, calls.answered(question, (params.get("inputResponses") or {}).get(ANSWER)))
        if state:  # the call was done when it asked: it is never done twice
            return _said("What was asked is no longer open; the call itself was done.")
        text, failed = calls.tool(name, arguments, meta)
        modern = VERSION_KEY in meta
        may_ask = (
            _takes_forms(meta.get(CAPABILITIES_KEY) or {}) if modern else self.elicits and (self.ask or self.holds)
        )
        if failed or not may_ask:
            return {"content": [{"type": "text", "text": text}], **({"isError": True} if failed else {})}
        asked = calls.question(name)
        if asked is None:
            return _said(text)
        if self.ask and not modern:
            return _said(text, calls.answered(asked, self.ask(asked.form)))
        return self._hold(text, asked)

    def _hold(self, text: str, question: Question) -> Record:
        """Keep what a call said until the client comes back with its user's answer; the latest few are kept."""
        import os

        state = os.urandom(16).hex()
        self._held = {**dict(list(self._held.items())[-_HELD:]), state: (text, question)}
        asked = {ANSWER: {"method": "elicitation/create", "params": {"mode": "form", **question.form}}}
        return {"resultType": "input_required", "inputRequests": asked, "requestState": state}

    def _list_resources(self, params: Record) -> Record:
        del params
        return {"resources": RESOURCES}

    def _list_templates(self, params: Record) -> Record:
        del params
        return {"resourceTemplates": TEMPLATES}

    def _read_resource(self, params: Record) -> Record:
        uri = params.get("uri")
        text = self.act(self).resource(uri) if isinstance(uri, str) else None
        if text is None:
            modern = VERSION_KEY in (params.get("_meta") or {})
            code = INVALID_PARAMS if modern else _UNKNOWN_RESOURCE  # each era has its own code for it
            raise ProtocolError(code, "Resource not found", {"uri": uri})
        return {"contents": [{"uri": uri, "mimeType": "text/markdown", "text": text}]}

    def _list_prompts(self, params: Record) -> Record:
        del params
        return {"prompts": list(PROMPTS.values())}

    def _get_prompt(self, params: Record) -> Record:
        name = params.get("name")
        if not isinstance(name, str) or name not in PROMPTS:
            raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {name}")
        text = self.act(self).prompt(name, params.get("arguments") or {})
        message = {"role": "user", "content": {"type": "text", "text": text}}
        return {"description": PROMPTS[name]["description"], "messages": [message]}

    _METHODS: ClassVar[dict[str, Callable[[Dialogue, Record], Record]]] = {
        "initialize": _initialize,
        "server/discover": _discover,
        "ping": _ping,
        "tools/list": _list_tools,
        "tools/call": _call_tool,
        "resources/list": _list_resources,
        "resources/templates/list": _list_templates,
        "resources/read": _read_resource,
        "prompts/list": _list_prompts,
        "prompts/get": _get_prompt,
    }


def _takes_forms(capabilities: Any) -> bool:
    """Tell whether a client can put a form before its user; one that names no way of asking takes forms."""
    offered = capabilities.get("elicitation") if isinstance(capabilities, dict) else None
    return isinstance(offered, dict) and ("form" in offered or not offered)


def _said(*parts: str) -> Record:
    return {"content": [{"type": "text", "text": "\n".join(part for part in parts if part)}]}


_CACHEABLE = {
    "server/discover",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
}


def answer_safely(dialogue: Dialogue, message: Any) -> Any:
    """Answer a message whatever happens: the outermost edge, where one bad call must not end the session."""
    try:
        return dialogue.answer(message)
    except Exception as error:  # noqa: BLE001 - the outermost edge
        identity = message.get("id") if isinstance(message, dict) else None
        return failure(identity, INTERNAL, f"Internal error: {type(error).__name__}")


def failure(identity: Any, code: int, message: str, data: Any = None) -> Record:
    """Return a JSON-RPC error."""
    error: Record = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": identity, "error": error}

"""A model on loopback that follows a script, in the words of four APIs, and keeps every request it was sent.

Real clients talk to it as to their own provider: Anthropic messages, OpenAI responses and chat completions, Gemini
content. What a hook injected must be in the requests; what the script calls must have happened. Requests that offer no
tools are the clients' own errands (titles, routing) and never consume a step.
"""

from __future__ import annotations

import gzip
import itertools
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Document = dict[str, Any]
Frames = list[tuple[str, Document | str]]


class Say(NamedTuple):
    """Answer with words; `tokens` is how long the model says the conversation is."""

    text: str
    tokens: int = 1


class Use(NamedTuple):
    """Answer with a call of the first of these tools that the client offers; `before` runs just before it.

    While none is offered yet (some clients keep tools back), `meanwhile` is used instead, and the step waits.
    """

    tools: tuple[str, ...]
    arguments: Document
    before: Callable[[], object] | None = None
    meanwhile: Use | None = None
    tokens: int = 1


Step = Say | Use
PATIENCE = 20
SEARCH, SEARCH_OUTPUT = "tool_search", "tool_search_output"


class Model:
    """One script, one port, and everything that was asked."""

    def __init__(self, steps: Iterable[Step], *, aside: Callable[[str], Step | None] | None = None) -> None:
        """Follow `steps`; `aside` may answer a request out of turn, by its text: a sub-agent's, a summary's."""
        self._steps = list(steps)
        self._aside = aside
        self._patience = PATIENCE
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self.requests: list[Document] = []
        self.missing: list[Use] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"model": self}))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def asked(self) -> list[str]:
        """The requests that offered tools, each as one text without JSON's escapes."""
        return ["\n".join(_texts(request)) for request in self.requests if _names(request)]

    def number(self) -> int:
        """Return a number never given before."""
        return next(self._numbers)

    def choose(self, body: Document) -> tuple[Step, str]:
        """Take the next step for a request, with the offered name of the tool it uses."""
        offered = _names(body)
        with self._lock:
            self.requests.append(body)
            if not offered:
                return Say(_filled(body)), ""
            step = (self._aside and self._aside("\n".join(_texts(body)))) or self._next(offered)
        if isinstance(step, Say):
            return step, ""
        if step.before is not None:
            step.before()
        name = _match(step.tools, offered)
        if name is None:
            self.missing.append(step)
            return Say(f"There is no {step.tools[0]} here."), ""
        return step, name

    def _next(self, offered: Sequence[str]) -> Step:
        step = self._steps[0] if self._steps else Say("That is all.")
        if isinstance(step, Use) and step.meanwhile and not _match(step.tools, offered) and self._patience:
            self._patience -= 1
            return step.meanwhile
        del self._steps[:1]
        return step


# -- what the clients send


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _names(body: Document) -> list[str]:
    """List the tools a request offers, in any of the four spellings; a namespace is written before its tools.

    Tools that a search brought up earlier in the conversation count as offered.
    """
    found: list[str] = []
    told = body.get("input") if isinstance(body.get("input"), list) else []
    searched = [tool for item in told or [] if item.get("type") == SEARCH_OUTPUT for tool in item.get("tools") or []]
    for tool in [*(body.get("tools") or []), *searched]:
        if tool.get("type") == "namespace":
            found += [f"{tool['name']}/{inner['name']}" for inner in tool.get("tools", [])]
        elif "functionDeclarations" in tool:
            found += [inner["name"] for inner in tool["functionDeclarations"]]
        else:
            name = tool.get("name") or tool.get("function", {}).get("name") or _kept_back(tool)
            found += [name] if name else []
    return found


def _kept_back(tool: Document) -> str:
    return SEARCH if tool.get("type") == SEARCH else ""


def _match(wanted: Sequence[str], offered: Sequence[str]) -> str | None:
    for want in wanted:
        for name in offered:
            if name == want or (name.endswith(want) and name[-len(want) - 1] in "_-/."):
                return name
    return None


def _filled(body: Document) -> str:
    """Answer an errand: in the shape it asks for, where it asks for one."""
    options = body.get("generationConfig") or {}
    schema = options.get("responseJsonSchema") or options.get("responseSchema")
    return json.dumps(_example(schema)) if schema else "Fine."


def _example(schema: Document) -> Any:
    kind = str(schema.get("type", "object")).lower()
    if schema.get("enum"):
        return schema["enum"][0]
    if kind == "object":
        return {name: _example(item) for name, item in schema.get("properties", {}).items()}
    return {"array": [], "number": 1, "integer": 1, "boolean": False}.get(kind, "none")


# -- what they get back: the frames of a stream, or one document


def anthropic(model: Model, body: Document) -> tuple[Frames, Document]:
    """Answer in the words of Anthropic's messages."""
    step, name = model.choose(body)
    if isinstance(step, Say):
        block: Document = {"type": "text", "text": step.text}
        empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": step.text}
    else:
        block = {"type": "tool_use", "id": f"toolu_{model.number()}", "name": name, "input": step.arguments}
        empty = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
    reason = "tool_use" if name else "end_turn"
    message: Document = {
        "id": f"msg_{model.number()}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "scripted"),
        "content": [block],
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": step.tokens, "output_tokens": 1},
    }
    events: list[Document] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"input_tokens": step.tokens, "output_tokens": 1},
        },
        {"type": "message_stop"},
    ]
    return [(event["type"], event) for event in events], message


def responses(model: Model, body: Document) -> tuple[Frames, Document]:
    """Answer in the words of OpenAI's responses."""
    step, name = model.choose(body)
    item: Document
    if isinstance(step, Say):
        part = {"type": "output_text", "text": step.text, "annotations": []}
        item = {"type": "message", "id": f"msg_{model.number()}", "role": "assistant", "content": [part]}
    else:
        space, _, plain = name.rpartition("/")
        free = any(tool.get("type") == "custom" and tool.get("name") == name for tool in body["tools"])
        call = f"call_{model.number()}"
        if name == SEARCH:
            item = {"type": "tool_search_call", "call_id": call, "execution": "client", "arguments": step.arguments}
        elif free:
            text = str(next(iter(step.arguments.values())))
            item = {"type": "custom_tool_call", "id": f"ctc_{call}", "call_id": call, "name": name, "input": text}
        else:
            arguments = json.dumps(step.arguments)
            item = {"type": "function_call", "id": f"fc_{call}", "call_id": call, "name": plain, "arguments": arguments}
            item |= {"namespace": space} if space else {}
    item["status"] = "completed"
    done: Document = {
        "id": f"resp_{model.number()}",
        "object": "response",
        "status": "completed",
        "model": body.get("model"),
        "output": [item],
        "usage": {"input_tokens": step.tokens, "output_tokens": 1, "total_tokens": step.tokens + 1},
    }
    events: list[Document] = [
        {"type": "response.created", "response": {**done, "status": "in_progress", "output": []}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": done},
    ]
    return [(entry["type"], {**entry, "sequence_number": place}) for place, entry in enumerate(events)], done


def chat(model: Model, body: Document) -> tuple[Frames, Document]:
    """Answer in the words of OpenAI's chat completions."""
    step, name = model.choose(body)
    message: Document = {"role": "assistant", "content": step.text if isinstance(step, Say) else None}
    if isinstance(step, Use):
        function = {"name": name, "arguments": json.dumps(step.arguments)}
        call = {"index": 0, "id": f"call_{model.number()}", "type": "function", "function": function}
        message["tool_calls"] = [call]
    reason = "tool_calls" if name else "stop"
    head = {"id": f"chat_{model.number()}", "created": 1_700_000_000, "model": body.get("model", "scripted")}
    usage = {"prompt_tokens": step.tokens, "completion_tokens": 1, "total_tokens": step.tokens + 1}
    choice = {"index": 0, "message": message, "finish_reason": reason}
    chunk = {**head, "object": "chat.completion.chunk"}
    frames: Frames = [
        ("", {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}),
        ("", {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}),
        ("", {**chunk, "choices": [], "usage": usage}),
        ("", "[DONE]"),
    ]
    return frames, {**head, "object": "chat.completion", "choices": [choice], "usage": usage}


def gemini(model: Model, body: Document) -> tuple[Frames, Document]:
    """Answer in the words of Gemini."""
    step, name = model.choose(body)
    part: Document = {"text": step.text} if isinstance(step, Say) else {}
    if isinstance(step, Use):
        part = {"functionCall": {"id": f"call_{model.number()}", "name": name, "args": step.arguments}}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": step.tokens, "candidatesTokenCount": 1, "totalTokenCount": step.tokens + 1}
    document: Document = {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}
    return [("", document)], document


_SPOKEN = {"/messages": anthropic, "/responses": responses, "/chat/completions": chat}
_ERRANDS: dict[str, Document] = {"/count_tokens": {"input_tokens": 1}, ":countTokens": {"totalTokens": 1}}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: Model

    def log_message(self, *_words: object) -> None:
        """Say nothing: the requests are kept instead."""

    def do_HEAD(self) -> None:
        self._send(b"", "text/plain")

    def do_GET(self) -> None:
        self._json({"object": "list", "data": [{"id": "scripted", "object": "model"}], "models": []})

    def do_POST(self) -> None:
        body = json.loads(self._read() or b"{}")
        path = self.path.partition("?")[0]
        for ending, document in _ERRANDS.items():
            if path.endswith(ending):
                return self._json(document)
        speak = next((item for ending, item in _SPOKEN.items() if path.endswith(ending)), None)
        streaming = bool(body.get("stream")) if isinstance(body, dict) else False
        if "enerateContent" in path:
            speak, streaming = gemini, ":stream" in path
        if speak is None:
            return self._json({})
        frames, document = speak(self.model, body)
        return self._stream(frames) if streaming else self._json(document)

    def _read(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            data = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers.get("content-length") or 0))
        return gzip.decompress(data) if self.headers.get("content-encoding") == "gzip" else data

    def _json(self, document: Document) -> None:
        self._send(json.dumps(document).encode(), "application/json")

    def _stream(self, frames: Frames) -> None:
        lines = []
        for event, data in frames:
            text = data if isinstance(data, str) else json.dumps(data)
            lines.append((f"event: {event}\n" if event else "") + f"data: {text}\n\n")
        self._send("".join(lines).encode(), "text/event-stream")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

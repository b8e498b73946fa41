"""Ask a model once: an OpenAI-compatible or Anthropic endpoint, or a command that answers on standard output.

Owns one exchange and its failures, with the standard library only. Texts leave the machine here, so nothing calls this
unasked and every text comes masked. Must not read the environment (but for a command's own) or judge an answer.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request

from standfast.errors import ConfigError, Unavailable
from standfast.model.value import Value
from standfast.recall.pack import count_tokens
from standfast.text.web import exchange

if TYPE_CHECKING:
    from collections.abc import Mapping

LEARNING = "STANDFAST_LEARNING"
"""Set for a command that is asked: an agent that it starts reports nothing to us, or it would be learned from again."""
TIMEOUT_S, COMMAND_S = 120.0, 600.0
ANSWER_TOKENS = 1_500
_LARGEST = 4 << 20
_TOOL = "propose"
_URLS = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com/v1"}
_HINT = "Set learner to openai:MODEL, anthropic:MODEL or command:WORDS, and learner_url where it is your own."


class Reply(Value):
    """What a model proposes, as it worded it, and what that took."""

    proposals: tuple[dict[str, Any], ...]
    tokens: int


def ask(spec: str, prompt: str, schema: dict[str, Any], *, url: str = "", key: str = "", cwd: str = "") -> Reply:
    """Put one prompt to a model and return its proposals; `schema` describes one of them."""
    kind, _, name = spec.partition(":")
    if kind == "command" and name:
        return run_command(name, prompt, cwd=cwd)
    if kind not in _URLS or not name:
        raise ConfigError(f"{spec!r} is not a model.", hint=_HINT, code="bad-learner")
    base = (url or _URLS[kind]).rstrip("/")
    if urlsplit(base).scheme not in ("http", "https") or not urlsplit(base).netloc:
        raise ConfigError(f"Not an address: {base!r}", hint=_HINT, code="bad-learner")
    whole = {"type": "object", "properties": {"proposals": {"type": "array", "items": schema}}}
    said = {"role": "user", "content": prompt}
    if kind == "anthropic":
        tool = {"name": _TOOL, "description": "Hand in the proposals", "input_schema": whole}
        body = {"model": name, "max_tokens": ANSWER_TOKENS, "messages": [said], "tools": [tool]}
        heads = {"anthropic-version": "2023-06-01", **({"x-api-key": key} if key else {})}
        told = _post(f"{base}/messages", {**body, "tool_choice": {"type": "tool", "name": _TOOL}}, heads, key)
        blocks = _records(told.get("content"))
        found = [part.get("input") for part in blocks if part.get("type") == "tool_use"]
        found = found or [_json_in(str(part.get("text", ""))) for part in blocks]
        used = ("input_tokens", "output_tokens")
    else:
        tool = {"type": "function", "function": {"name": _TOOL, "parameters": whole}}
        body = {"model": name, "max_tokens": ANSWER_TOKENS, "messages": [said], "tools": [tool]}
        heads = {"Authorization": f"Bearer {key}"} if key else {}
        told = _post(f"{base}/chat/completions", body, heads, key)
        message = next((_record(choice.get("message")) for choice in _records(told.get("choices"))), {})
        calls = [
            str(_record(call.get("function")).get("arguments", "")) for call in _records(message.get("tool_calls"))
        ]
        found = [_json_in(text) for text in (calls or [str(message.get("content") or "")])]
        used = ("prompt_tokens", "completion_tokens")
    usage = _record(told.get("usage"))
    spent = sum(usage[name] for name in used if isinstance(usage.get(name), int))
    return Reply(
        _proposals(found), max(spent, count_tokens(prompt))
    )  # whatever it says of itself: it read the question


def run_command(command: str, prompt: str, *, cwd: str = "") -> Reply:
    """Give a prompt to a command's standard input and read proposals from what it prints; tokens are estimated."""
    try:
        done = subprocess.run(
            shlex.split(command),
            input=prompt.encode(),
            cwd=cwd or None,
            env={**os.environ, LEARNING: "1"},
            capture_output=True,
            check=False,
            timeout=COMMAND_S,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as cause:
        hint = "Run it by hand: it gets the question on standard input and prints JSON."
        raise Unavailable(f"The command {command!r} failed: {cause}", hint=hint, code="learner-failed") from cause
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip()[:300]
        raise Unavailable(
            f"The command {command!r} ended with {done.returncode}: {said}", hint="See above.", code="learner-failed"
        )
    text = done.stdout[:_LARGEST].decode("utf-8", "replace")
    return Reply(_proposals([_json_in(text)]), count_tokens(prompt) + count_tokens(text))


def _post(url: str, body: Mapping[str, Any], headers: Mapping[str, str], key: str) -> dict[str, Any]:
    heads = {"Content-Type": "application/json", "User-Agent": "standfast", **headers}
    request = Request(url, data=json.dumps(body).encode(), headers=heads, method="POST")  # noqa: S310 - checked above
    try:
        told = json.loads(exchange(request, timeout_s=TIMEOUT_S, most=_LARGEST))
    except HTTPError as cause:
        with cause:
            said = cause.read(300).decode("utf-8", "replace").strip()
        said = said.replace(key, "[key]") if key else said
        raise Unavailable(f"{url} answered {cause.code}: {said}", hint=_HINT, code="learner-refused") from None
    except (URLError, OSError, ValueError, RecursionError) as cause:
        raise Unavailable(f"{url} does not answer: {cause}", hint=_HINT, code="learner-unreachable") from cause
    return told if isinstance(told, dict) else {}


def _record(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _records(value: Any) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _json_in(text: str) -> Any:
    """Return the JSON in a text: all of it, or what stands between the first and the last bracket."""
    for opening, closing in (("{", "}"), ("[", "]")):
        start, end = text.find(opening), text.rfind(closing)
        if 0 <= start < end:
            try:
                return json.loads(text[start : end + 1])
            except (ValueError, RecursionError):
                continue
    return None


def _proposals(found: list[Any]) -> tuple[dict[str, Any], ...]:
    listed = [entry.get("proposals", [entry]) if isinstance(entry, dict) else entry for entry in found]
    return tuple(item for several in listed if isinstance(several, list) for item in several if isinstance(item, dict))

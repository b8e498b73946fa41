"""Turns: the events of one session as learning reads them: what was asked, what was done about it, what came of it.

Owns reading the journal's bodies: commands with their outcome, files that were changed, a person's own words. Must
not judge (`spoken` and the signs do) or write. Failure is what the exit status or the event says, never a word.
"""

from __future__ import annotations

import json
import re
from datetime import datetime

from standfast.learn.session.words.own_words import own_words
from standfast.model.session import COMMAND_KEYS, EventKind
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from standfast.model.session import Event

_OUTPUTS = (
    "stdout", "stderr", "output", "content", "text", "llmContent", "returnDisplay", "textResultForLlm", "result",
    "error",
)  # fmt: skip
_CODES = ("exit_code", "exitCode", "returncode", "return_code", "code", "status", "exit")
_EXIT = re.compile(
    r"(?:\bexit(?:ed)?(?: with)?(?: code| status)?|\bExit Code|\breturn(?:ed)? code)\W{1,3}(-?\d{1,3})\b", re.IGNORECASE
)
# How clients write down that a person refused a call: it did not run, so it did not fail.
_REFUSED = re.compile(
    r"user (?:doesn't want to proceed|did not allow|rejected|denied|declined)|rejected by (?:the )?user", re.IGNORECASE
)
_WRITERS = ("edit", "write", "patch", "create", "replace", "insert", "delete")


class Step(Value):
    """One thing the agent did: a command with its outcome, or files changed by a tool."""

    key: str
    at: datetime
    tool: str
    command: str = ""
    output: str = ""
    failed: bool | None = None  # None: nobody said
    files: tuple[str, ...] = ()
    writes: bool = False
    refused: bool = False  # a person did not let it run


class Turn(Value):
    """What a person said and what the agent did until they spoke again; `words` are the person's own."""

    key: str
    at: datetime
    prompt: str
    words: str
    answers: bool  # the agent had said or done something before
    steps: tuple[Step, ...] = ()
    answer: str = ""
    before: tuple[Step, ...] = ()  # what it had just done when this was said

    @property
    def refuses(self) -> bool:
        """Tell whether this was said to a command that the person did not let run."""
        return bool(self.before and self.before[-1].refused and self.before[-1].command)


def turn_ref(session: str, turn: str) -> str:
    """Name a turn of a session as evidence."""
    return f"turn:{session}/{turn}"


def read_turns(events: Iterable[Event]) -> list[Turn]:
    """Return the turns of a session, oldest first; what came before the first prompt belongs to none."""
    turns: list[Turn] = []
    head: Event | None = None
    steps: list[Step] = []
    answer = ""
    before: tuple[Step, ...] = ()
    for event in sorted(events, key=lambda event: event.at):  # what sub-agents did was brought in after the rest
        if event.kind is EventKind.PROMPT and event.body.strip():
            if head is not None:
                turns.append(_turn(head, steps, answer, before, answers=bool(turns)))
                before = tuple(steps)
            head, steps, answer = event, [], ""
        elif event.kind is EventKind.TOOL:
            step = _step(event)
            if step is not None:
                steps.append(step)
        elif event.kind is EventKind.ANSWER and event.body:
            answer = event.body
    if head is not None:
        turns.append(_turn(head, steps, answer, before, answers=bool(turns)))
    return turns


def touched_by(event: Event) -> tuple[str, ...]:
    """Return the files that a tool had to do with: none where the call was refused or came to nothing.

    A command that failed may have done half of its work.
    """
    body = _opened(event.body) if event.kind is EventKind.TOOL else None
    failed = isinstance(body, dict) and body.get("failed") and not _command(body.get("input"))
    return event.files if event.kind is EventKind.TOOL and not failed else ()


def _turn(head: Event, steps: list[Step], answer: str, before: tuple[Step, ...], *, answers: bool) -> Turn:
    return Turn(head.key, head.at, head.body, own_words(head.body), answers, tuple(steps), answer, before)


def _step(event: Event) -> Step | None:
    body = _opened(event.body)
    if not isinstance(body, dict):
        return Step(event.key, event.at, event.tool, files=event.files) if event.files else None
    arguments, response = body.get("input"), _answered(body.get("response"))
    command = _command(arguments)
    output = _text(response)
    refused = bool(body.get("failed") and _REFUSED.search(output[:200]))
    failed = _failed(body, response, output) if command else (True if body.get("failed") else None)
    writes = bool(touched_by(event)) and any(word in event.tool.lower() for word in _WRITERS)
    if not command and not event.files:
        return None
    failed = None if refused else failed
    return Step(event.key, event.at, event.tool, command, output, failed, event.files, writes, refused)


def _answered(response: Any) -> Any:
    """Return what a tool answered as a client wraps it: as JSON in a text, or in the response of a function."""
    if isinstance(response, str) and response[:1] == "{" and '"metadata"' in response[-400:]:
        return _opened(response) or response
    if isinstance(response, list) and response and isinstance(response[0], dict):
        inner = response[0].get("functionResponse")
        return inner["response"] if isinstance(inner, dict) and "response" in inner else response
    return response


def _opened(body: str) -> Any:
    if body[:1] != "{":
        return None
    try:
        return json.loads(body)
    except ValueError:
        return None


def _command(arguments: Any) -> str:
    if not isinstance(arguments, dict):
        return ""
    told = next((arguments[name] for name in COMMAND_KEYS if arguments.get(name)), "")
    if isinstance(told, list):
        words = [word for word in told if isinstance(word, str)]
        return words[-1] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)
    return told if isinstance(told, str) else ""


def _text(response: Any, depth: int = 0) -> str:
    if isinstance(response, str):
        return response
    if depth < 4 and isinstance(response, dict):
        return "\n".join(filter(None, (_text(response[name], depth + 1) for name in _OUTPUTS if name in response)))
    if depth < 4 and isinstance(response, list):
        return "\n".join(filter(None, (_text(part, depth + 1) for part in response[:50])))
    return ""


def _failed(body: dict[str, Any], response: Any, output: str) -> bool | None:
    """Return whether a command failed, by its event or exit status; None where neither says."""
    if body.get("failed"):
        return True
    if isinstance(response, dict):
        for told in (item for item in (response, response.get("metadata")) if isinstance(item, dict)):
            for name in _CODES:
                if isinstance(told.get(name), int) and not isinstance(told.get(name), bool):
                    return bool(told[name] != 0)
        for name in ("is_error", "isError", "interrupted"):
            if response.get(name) is True:
                return True
        if response.get("resultType") in ("failure", "error", "denied"):
            return True
    stated = _EXIT.findall(output[:400]) or _EXIT.findall(output[-400:])
    if stated:
        return bool(int(stated[0]) != 0)
    return False if "failed" in body else None

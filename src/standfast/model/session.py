"""Session and event: one run of one agent, and one thing that happened in it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMMAND_KEYS = ("command", "cmd", "script", "CommandLine", "commandLine")
"""The names under which the tools of agents are given a command line."""


class EventKind(StrEnum):
    """What happened."""

    START = "start"
    PROMPT = "prompt"
    TOOL = "tool"
    RESULT = "result"
    ANSWER = "answer"
    COMPACT = "compact"
    SUBAGENT = "subagent"
    GIVEN = "given"
    NOTE = "note"
    END = "end"


class Event(Value):
    """One thing that happened; `key` makes a repeated report the same event."""

    session: str
    key: str
    kind: EventKind
    at: datetime
    tool: str = ""
    body: str = ""
    files: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, without the session it belongs to."""
        record = super().to_dict()
        return {name: record[name] for name in ("kind", "at", "tool", "body", "files")}


class Excerpt(Value):
    """A place in a past session that answers a question: where it stands, what it is, and the words around."""

    session: str
    agent: str
    turn: str
    kind: str
    tool: str
    at: datetime
    text: str
    score: float
    branch: str = ""


# What clients call the end of a session, where it says more than that it ended.
_ENDINGS = {
    "exit": "",
    "other": "",
    "complete": "",
    "completed": "",
    "clear": "cleared",
    "resume": "left for another session",
    "logout": "logged out",
    "abort": "broken off",
    "aborted": "broken off",
    "error": "ended with an error",
    "timeout": "timed out",
    "abandoned": "left open",
}


class Session(Value):
    """One run of one agent in one place."""

    id: str
    agent: str
    started_at: datetime
    last_at: datetime
    cwd: str = ""
    branch: str = ""
    ended_at: datetime | None = None
    outcome: str = ""
    events: int = 0
    tokens: int = 0
    models: tuple[str, ...] = ()

    @property
    def ending(self) -> str:
        """How it ended, in words: the name that a client has for it is shown to nobody; nothing while it goes on."""
        said = _ENDINGS.get(self.outcome, self.outcome)
        return ("ended" if self.ended_at else "") if not said or "_" in said else said

    def to_dict(self) -> dict[str, Any]:
        record = super().to_dict()
        return {"session": record.pop("id"), **record, "outcome": self.ending}

"""Session and event: one run of one agent, and one thing that happened in it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; `key` makes a repeated report the same event."""

    session: str
    key: str
    kind: EventKind
    at: datetime
    tool: str = ""
    body: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
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

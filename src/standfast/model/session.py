"""Session and event: one run of one agent, and one thing that happened in it."""

from datetime import datetime
from enum import StrEnum

from standfast.model.value import Value


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

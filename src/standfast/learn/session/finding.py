"""A finding: one thing a sign found in a session, before it is stored."""

from __future__ import annotations

from datetime import datetime

from standfast.model.kind import Kind
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Memory

TAG = "failure:"  # begins the tag that tells which failure something was learned from
TALKED = ("Decided: ", "Answered: ")  # begin the lines of an episode that tell what was said in answer
UNSURE = "unsure"  # the tag of words that are told only where room is left


class Lesson(Value):
    """What was found, by which sign, and what it rests on. `step` is said, or found: in deeds, with their evidence."""

    sign: str
    step: str
    kind: str
    text: str
    at: datetime
    turns: tuple[str, ...] = ()
    title: str = ""
    why: str = ""
    anchors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    commits: tuple[str, ...] = ()
    weight: float = 0.0
    doubted: bool = False  # too much speaks against it to be taken from one session alone
    habit: bool = False  # a limit of the task at hand, as far as one session tells
    earlier: tuple[str, ...] = ()  # the turns of earlier sessions that said or did it, too, as evidence
    unsure: bool = False  # may hold in its task only: told in a brief where room is left, and nowhere else


def is_of_failure(memory: Memory) -> bool:
    """Tell whether a memory was learned from a command that failed."""
    return bool(failure_of(memory))


def failure_of(memory: Memory) -> str:
    """Return the tag of the failure that a memory was learned from; nothing where it was not."""
    return next((tag for tag in memory.content.tags if tag.startswith(TAG)), "")


def tells_session(memory: Memory) -> bool:
    """Tell whether a memory is the episode of a session, not of a commit."""
    return memory.content.kind is Kind.EPISODE and memory.source.kind == "session"


def tells_talk(memory: Memory) -> bool:
    """Tell whether a session's episode says what was answered in it; one of deeds alone only says what was asked."""
    return tells_session(memory) and any(line.startswith(TALKED) for line in memory.content.text.split("\n"))

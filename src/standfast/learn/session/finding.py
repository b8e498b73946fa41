"""A finding: one thing a sign found in a session, before it is stored."""

from __future__ import annotations

from datetime import datetime

from standfast.model.kind import Kind
from standfast.model.trust import Status
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition
    from standfast.store.values import View

TAG = "failure:"  # begins the tag that tells which failure something was learned from
TALKED = ("Decided: ", "Answered: ")  # begin the lines of an episode that tell what was said in answer
UNSURE = "unsure"  # the tag of words that are told only where room is left
_LOOKED_AT = 64  # that wait, before a question is asked of all of them


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


def is_said(memory: Memory) -> bool:
    """Tell whether a memory holds a person's words from a session that nothing has confirmed yet."""
    return memory.source.kind == "session" and memory.status is Status.PROPOSED


def is_sure(memory: Memory) -> bool:
    """Tell whether a person's words from a session may be told at every moment, as unconfirmed."""
    return is_said(memory) and UNSURE not in memory.content.tags


def may_hold_said(partition: Partition, view: View) -> bool:
    """Tell whether something said may be in a view: of a few that wait each is looked at, of more not all are."""
    waiting = 0
    for memory in partition.memories.select(view, limit=_LOOKED_AT):
        if is_sure(memory):
            return True
        waiting += 1
    return waiting == _LOOKED_AT

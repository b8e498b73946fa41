"""Waiting: which sessions were not learned from yet, and what marks those that were. Hook path: reads, and no more."""

from __future__ import annotations

from standfast.model.moment import render_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.model.session import Session
    from standfast.store.contract import Partition

AT_ONCE = 20  # sessions looked at when one starts; the rest waits for an import or a person
PATIENCE_S = 60.0  # for one that is learning
_MARK = "learned:"


def find_waiting(partition: Partition, sessions: Iterable[Session]) -> list[Session]:
    """Return those of these sessions in which something happened since they were learned from."""
    return [item for item in sessions if item.events and not is_learned(partition, item)]


def list_waiting(partition: Partition, *, limit: int = AT_ONCE, besides: str = "") -> list[Session]:
    """Return the sessions that were not learned from yet, oldest first; no limit means all."""
    latest = partition.journal.sessions(limit=limit)
    return find_waiting(partition, (item for item in reversed(latest) if item.id != besides))


def is_learned(partition: Partition, session: Session) -> bool:
    """Tell whether all that happened in a session was learned from."""
    return partition.journal.knows(session.id, mark_of(session))


def mark_of(session: Session) -> str:
    """Return the key of the event that says so."""
    return f"{_MARK}{render_time(session.last_at)}"

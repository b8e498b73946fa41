"""Waiting: which sessions were not learned from yet, and what marks those that were. Hook path: reads, and no more."""

from __future__ import annotations

from itertools import islice

from standfast.model.moment import render_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from standfast.model.session import Session
    from standfast.store.contract import Partition

AT_ONCE = 20  # sessions that a start looks at; the process that it starts, and each that an end starts, takes all
PATIENCE_S = 60.0  # for one that is learning
_MARK = "learned:"


def find_waiting(partition: Partition, sessions: Iterable[Session]) -> Iterator[Session]:
    """Yield those of these sessions in which something happened since they were learned from."""
    return (item for item in sessions if item.events and not is_learned(partition, item))


def list_waiting(partition: Partition, *, limit: int = 0, latest: int = 0, besides: str = "") -> list[Session]:
    """Return sessions that were not learned from yet, oldest first: the last `limit` of the `latest`; 0 means all."""
    known = (item for item in partition.journal.sessions(limit=latest) if item.id != besides)
    return list(islice(find_waiting(partition, known), limit or None))[::-1]


def is_learned(partition: Partition, session: Session) -> bool:
    """Tell whether all that happened in a session was learned from."""
    return partition.journal.knows(session.id, mark_of(session))


def mark_of(session: Session) -> str:
    """Return the key of the event that says so."""
    return f"{_MARK}{render_time(session.last_at)}"

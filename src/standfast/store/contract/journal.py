"""Sessions and their events, and what was given to whom."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from standfast.model.ids import MemoryId
from standfast.model.receipt import Receipt
from standfast.model.session import Event, Session


class Journal(Protocol):
    """Sessions and their events."""

    def record(self, session: Session, events: Sequence[Event], *, tokens: int = 0) -> int:
        """Add events that are not there yet and bring the session up to date; return how many were new.

        `tokens` are added to those of the session; what it says of itself may have been read from here.
        """

    def knows(self, session: str, key: str) -> bool:
        """Say whether an event is on record."""

    def models(self, session: str) -> list[tuple[str, datetime]]:
        """Return the models that worked in a session, each with when it was first heard of."""

    def find(self, session: str) -> Session | None:
        """Return a session by id."""

    def resolve(self, reference: str) -> list[str]:
        """Return the sessions whose id starts like this, a few at most."""

    def sessions(self, *, limit: int = 50, offset: int = 0) -> list[Session]:
        """Return sessions, the latest first."""

    def events(self, session: str, *, limit: int = 0) -> Iterator[Event]:
        """Yield a session's events in order."""

    def prompts(self, session: str, *, limit: int) -> list[Event]:
        """Return what a session was asked, the latest first."""

    def turns(self, session: str) -> list[Event]:
        """Return what was said in a session, prompts and answers, in order."""

    def search(self, words: Sequence[str], *, limit: int, latest: int = 0) -> list[Event]:
        """Return the events whose text holds most of these lower-case words, of equal ones the latest first.

        Looked through are the `latest` events, or all.
        """

    def close(self, session: str, at: datetime, outcome: str) -> None:
        """Mark a session as ended."""

    def close_idle(self, before: datetime) -> int:
        """Mark sessions as abandoned that were last heard of before; return how many."""

    def trim(self, *, before: datetime | None = None, keep: int = 0) -> int:
        """Drop old events by number, and by age as the journal's own order shows it; return how many went.

        No gap between two events counts for more than a week: a clock that was wrong once makes nothing old.
        """

    def saying(self, carries: Callable[[str], bool]) -> list[tuple[str, str]]:
        """Return session and key of every event that carries something."""

    def forget_where(self, carries: Callable[[str], bool]) -> int:
        """Drop every event that carries something; return how many went."""


class Receipts(Protocol):
    """What was given to whom."""

    def record(self, receipt: Receipt) -> None:
        """Put a receipt on record."""

    def given_in(self, session: str) -> Mapping[MemoryId, int]:
        """Return the memories a session was given, with the latest revision given."""

    def told_in(self, session: str, to: str) -> list[tuple[MemoryId, int, str]]:
        """Return (memory, revision, verb) of what one reader was told in a session since its last `compact`."""

    def spent_in(self, session: str, to: str) -> int:
        """Return the tokens that one reader was given unasked in a session, beyond its brief."""

    def sessions_told(self, memory: MemoryId, verb: str, since: datetime) -> int:
        """Return in how many sessions a memory was given in this way since then."""

    def of_session(self, session: str) -> list[Receipt]:
        """Return a session's receipts, oldest first."""

    def of_memory(self, memory: MemoryId, *, limit: int = 0) -> list[Receipt]:
        """Return the receipts that name a memory, the latest first."""

    def find(self, reference: str) -> Receipt | None:
        """Return one receipt."""

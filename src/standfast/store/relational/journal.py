"""Sessions and their events in SQLite."""

from __future__ import annotations

import json
from datetime import date, datetime

from standfast.model.moment import Clock, render_time
from standfast.model.session import Event, Session
from standfast.store.relational import damaged_rows
from standfast.store.relational.database import EVERYTHING, guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from standfast.store.relational.database import Database

LONGEST_GAP = 7  # days
_EVENT = (
    *(damaged_rows.KEY,) * 2,
    damaged_rows.EVENT_KIND,
    damaged_rows.MOMENT,
    *(damaged_rows.TEXT,) * 2,
    damaged_rows.NAMES,
)
_SESSION = (
    damaged_rows.KEY, damaged_rows.TEXT, *(damaged_rows.MOMENT,) * 2, damaged_rows.MOMENT_OR_NONE,
    *(damaged_rows.TEXT,) * 3, *(damaged_rows.COUNT,) * 2,
)  # fmt: skip


@guarded
class TableJournal:
    """The journal of one partition."""

    def __init__(self, connection: Database, clock: Clock) -> None:
        self._db = connection
        self._sql = connection.statements("journal")
        self._clock = clock

    def record(self, session: Session, events: Sequence[Event], *, tokens: int = 0) -> int:
        """Add events that are not there yet and bring the session up to date; return how many were new."""
        execute = self._db.execute
        started, last = render_time(session.started_at), render_time(session.last_at)
        execute(self._sql["put_session"], (session.id, session.agent, started, last, session.cwd, session.branch))
        added = 0
        for event in events:
            files = json.dumps(event.files, ensure_ascii=False)
            row = (session.id, event.key, event.kind.value, render_time(event.at), event.tool, event.body, files)
            execute(self._sql["add_event"], (*row, damaged_rows.sum_of(row)))
            added += self._db.changes()
        if added or tokens:
            execute(self._sql["count_events"], (added, tokens, session.id))
        return added

    def knows(self, session: str, key: str) -> bool:
        """Say whether an event is on record."""
        return self._db.execute(self._sql["knows"], (session, key)).fetchone() is not None

    def models(self, session: str) -> list[tuple[str, datetime]]:
        """Return the models that worked in a session, each with when it was first heard of."""
        fields = (damaged_rows.TEXT, damaged_rows.MOMENT)
        rows = (damaged_rows.read_row(row, fields) for row in self._db.execute(self._sql["models"], (session,)))
        return [(name, at) for name, at in rows]

    def find(self, session: str) -> Session | None:
        """Return a session by id."""
        row = self._db.execute(self._sql["find"], (session,)).fetchone()
        return _session(row) if row else None

    def resolve(self, reference: str) -> list[str]:
        """Return the sessions whose id starts like this, a few at most."""
        rows = self._db.execute(self._sql["resolve"], (reference,))
        return [damaged_rows.read_row(row, _SESSION[:1])[0] for row in rows]

    def sessions(self, *, limit: int = 50, offset: int = 0) -> list[Session]:
        """Return sessions, the latest first."""
        return [_session(row) for row in self._db.execute(self._sql["sessions"], (limit or EVERYTHING, offset))]

    def events(self, session: str, *, limit: int = 0) -> Iterator[Event]:
        """Yield a session's events in order."""
        for row in self._db.execute(self._sql["events"], (session, limit or EVERYTHING)):
            yield _event(row)

    def prompts(self, session: str, *, limit: int) -> list[Event]:
        """Return what a session was asked, the latest first."""
        return [_event(row) for row in self._db.execute(self._sql["prompts"], (session, limit))]

    def search(self, words: Sequence[str], *, limit: int, latest: int = 0) -> list[Event]:
        """Return the events whose text holds most of these lower-case words, of equal ones the latest first.

        Looked through are the `latest` events, or all.
        """
        if not words:
            return []
        held = " + ".join([self._sql["holds_word"]] * len(words))
        rows = self._db.execute(self._sql["search"].replace("{held}", held), (*words, latest or EVERYTHING, limit))
        return [_event(row[: len(_EVENT)]) for row in rows]

    def close(self, session: str, at: datetime, outcome: str) -> None:
        """Mark a session as ended."""
        self._db.execute(self._sql["close"], (render_time(at), outcome, session))

    def close_idle(self, before: datetime) -> int:
        """Mark sessions as abandoned that were last heard of before; return how many."""
        self._db.execute(self._sql["close_idle"], (render_time(before),))
        return self._db.changes()

    def trim(self, *, before: datetime | None = None, keep: int = 0) -> int:
        """Drop old events by number, and by age as the journal's own order shows it; return how many went.

        No gap between two events counts for more than a week: a clock that was wrong once makes nothing old.
        """
        gone = 0
        if before and self._db.execute(self._sql["any_before"], (render_time(before),)).get:
            border = self._find_border(before)
            self._db.execute(self._sql["trim_upto"], (border, render_time(before)))
            gone += self._db.changes()
        if keep:
            self._db.execute(self._sql["trim_to"], (keep,))
            gone += self._db.changes()
        return gone

    def _find_border(self, before: datetime) -> int:
        """Return the last event that is older than what lies between `before` and now, by the events' own order."""
        allowed, passed = (self._clock.now() - before).days, 0
        later: date | None = None
        for day, row in self._db.execute(self._sql["days"]):
            moment = date.fromisoformat(day)
            if later is not None:
                passed += min(max((later - moment).days, 0), LONGEST_GAP)
            if passed > allowed:
                return int(row)
            later = moment
        return -1

    def forget(self, session: str) -> None:
        """Drop a session, all its events, and what receipts say of its turns."""
        self._db.execute(self._sql["forget_turns"], (session,))
        self._db.execute(self._sql["drop_session"], (session,))
        self._db.execute(self._sql["forget_session"], (session,))

    def saying(self, carries: Callable[[str], bool]) -> list[tuple[str, str]]:
        """Return session and key of every event that carries something."""
        gone = {row for row, words in self._words() if carries(words)}
        rows = self._db.execute(self._sql["all_events"]) if gone else ()
        return [tuple(damaged_rows.read_row(row[1:3], _EVENT[:2])) for row in rows if row[0] in gone]

    def forget_quoted(self, turns: Sequence[tuple[str, str]]) -> None:
        """Drop what receipts here say of turns, by session and key; the turns may have been kept elsewhere."""
        self._db.executemany(self._sql["forget_quoted"], turns)

    def forget_where(self, carries: Callable[[str], bool]) -> int:
        """Drop every event that carries something, and what receipts say of it; return how many went."""
        gone = [(row,) for row, words in self._words() if carries(words)]
        self._db.executemany(self._sql["forget_turn"], gone)
        self._db.executemany(self._sql["drop_event"], gone)
        return len(gone)

    def holds(self, carries: Callable[[str], bool]) -> bool:
        """Tell whether an event carries something."""
        return any(carries(words) for _, words in self._words())

    def _words(self) -> Iterator[tuple[int, str]]:
        """Yield every event's row and what it says; of a damaged one what can be read."""
        for row, *_, tool, body, files, _sum in self._db.execute(self._sql["all_events"]):
            said = damaged_rows.read_row((tool, body, files), (damaged_rows.TEXT,) * 3)
            yield row, "\n".join(filter(None, said))

    def damaged(self) -> tuple[int, int]:
        """Return how many sessions cannot be read, and how many events are not as their sum says they were written."""
        events = (row[1:] for row in self._db.execute(self._sql["all_events"]))
        sessions = self._db.execute(self._sql["sessions"], (EVERYTHING, 0))
        unlike = sum(not _is_whole(row) for row in events)
        return sum(not damaged_rows.is_whole(row, _SESSION) for row in sessions), unlike

    def mend(self) -> None:
        """Write damaged sessions and events as far as they can be read."""
        for number, *row in self._db.execute(self._sql["all_events"]).fetchall():
            if not _is_whole(row):
                event = _event(row[: len(_EVENT)])
                files = json.dumps(event.files, ensure_ascii=False)
                moment = render_time(event.at)
                said = (event.session, event.key, event.kind.value, moment, event.tool, event.body, files)
                self._db.execute(self._sql["mend_event"], (*said, damaged_rows.sum_of(said), number))
        for row in self._db.execute(self._sql["sessions"], (EVERYTHING, 0)).fetchall():
            if not damaged_rows.is_whole(row, _SESSION):
                told = _session(row)
                moments = (render_time(told.started_at), render_time(told.last_at))
                ended = render_time(told.ended_at) if told.ended_at else None
                named = (told.cwd, told.branch, told.outcome, told.events, told.tokens)
                values = (told.id, told.agent, *moments, ended, *named)
                self._db.execute(self._sql["mend_session"], (*values, row[0]))


def _is_whole(row: Sequence[Any]) -> bool:
    """Tell whether an event is as it was written: every value can be read, and the sum of its texts is right."""
    *texts, found = row
    return damaged_rows.is_whole(texts, _EVENT) and (found is None or found == damaged_rows.sum_of(texts))


def _event(row: Sequence[Any]) -> Event:
    return Event(*damaged_rows.read_row(row, _EVENT))


def _session(row: Sequence[Any]) -> Session:
    identity, agent, started, last, ended, cwd, branch, outcome, events, tokens = damaged_rows.read_row(row, _SESSION)
    return Session(
        id=identity,
        agent=agent,
        started_at=started,
        last_at=last,
        cwd=cwd,
        branch=branch,
        ended_at=ended,
        outcome=outcome,
        events=events,
        tokens=tokens,
    )

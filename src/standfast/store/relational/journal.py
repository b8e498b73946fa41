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
        sound = self._is_sound(session.id)
        started, last = render_time(session.started_at), render_time(session.last_at)
        execute(self._sql["put_session"], (session.id, session.agent, started, last, session.cwd, session.branch))
        added = total = 0
        for event in events:
            files = json.dumps(event.files, ensure_ascii=False)
            row = (session.id, event.key, event.kind.value, render_time(event.at), event.tool, event.body, files)
            found = damaged_rows.sum_of(row)
            execute(self._sql["add_event"], (*row, found))
            if self._db.changes():
                added, total = added + 1, total + found
        if added or tokens:
            execute(self._sql["count_events"], (added, tokens, total, session.id))
        self._seal(session.id, sound=sound)
        return added

    def _is_sound(self, session: str) -> bool:
        """Tell whether a session is as it was written, or not there yet: then what is written next may be sealed."""
        row = self._db.execute(self._sql["sealed"], (session,)).fetchone()
        return row is None or _is_sealed(row)

    def _seal(self, session: str, gone: int = 0, *, total: int | None = None, sound: bool | None = None) -> None:
        """Note by what a session is known as it is written now; `gone` are the sums of events that were dropped.

        What was damaged before (not `sound`) stays for `doctor` to see, unless the `total` of what is here takes its
        place.
        """
        row = self._db.execute(self._sql["sealed"], (session,)).fetchone()
        if row and (total is not None or isinstance(row[-2], int)):
            kept = row[-2] - gone if total is None else total
            sound = total is not None or (_is_sealed(row) if sound is None else sound)
            self._db.execute(self._sql["seal"], (kept, _seal_of(row[:-2], kept) if sound else row[-1], session))

    def knows(self, session: str, key: str) -> bool:
        return self._db.execute(self._sql["knows"], (session, key)).fetchone() is not None

    def models(self, session: str) -> list[tuple[str, datetime]]:
        fields = (damaged_rows.TEXT, damaged_rows.MOMENT)
        rows = (damaged_rows.read_row(row, fields) for row in self._db.execute(self._sql["models"], (session,)))
        return [(name, at) for name, at in rows]

    def find(self, session: str) -> Session | None:
        row = self._db.execute(self._sql["find"], (session,)).fetchone()
        return _session(row) if row else None

    def resolve(self, reference: str) -> list[str]:
        rows = self._db.execute(self._sql["resolve"], (reference,))
        return [damaged_rows.read_row(row, _SESSION[:1])[0] for row in rows]

    def sessions(self, *, limit: int = 50, offset: int = 0) -> list[Session]:
        return [_session(row) for row in self._db.execute(self._sql["sessions"], (limit or EVERYTHING, offset))]

    def events(self, session: str, *, limit: int = 0) -> Iterator[Event]:
        for row in self._db.execute(self._sql["events"], (session, limit or EVERYTHING)):
            yield _event(row)

    def prompts(self, session: str, *, limit: int) -> list[Event]:
        return [_event(row) for row in self._db.execute(self._sql["prompts"], (session, limit))]

    def turns(self, session: str) -> list[Event]:
        return [_event(row) for row in self._db.execute(self._sql["turns"], (session,))]

    def search(self, words: Sequence[str], *, limit: int, latest: int = 0) -> list[Event]:
        if not words:
            return []
        held = " + ".join([self._sql["holds_word"]] * len(words))
        rows = self._db.execute(self._sql["search"].replace("{held}", held), (*words, latest or EVERYTHING, limit))
        return [_event(row[: len(_EVENT)]) for row in rows]

    def close(self, session: str, at: datetime, outcome: str) -> None:
        sound = self._is_sound(session)
        self._db.execute(self._sql["close"], (render_time(at), outcome, session))
        self._seal(session, sound=sound)

    def close_idle(self, before: datetime) -> int:
        rows = self._db.execute(self._sql["idle"], (render_time(before),)).fetchall()
        sound = {_session_id(row): _is_sealed(row) for row in rows}
        self._db.execute(self._sql["close_idle"], (render_time(before),))
        for session, was in sound.items():
            self._seal(session, sound=was)
        return len(rows)

    def trim(self, *, before: datetime | None = None, keep: int = 0) -> int:
        gone = 0
        if before and self._db.execute(self._sql["any_before"], (render_time(before),)).get:
            border = self._find_border(before)
            gone += self._trim("trim_upto", border, render_time(before))
        if keep:
            gone += self._trim("trim_to", keep)
        return gone

    def _trim(self, name: str, *values: Any) -> int:
        """Drop the events that a statement tells, and note what their sessions have lost; return how many went."""
        summed = self._sql["totals"].partition(" FROM ")[0]
        select = self._sql[name].replace("DELETE FROM", f"{summed} FROM", 1)
        lost = self._db.execute(f"{select} GROUP BY session", values).fetchall()
        self._db.execute(self._sql[name], values)
        gone = self._db.changes()
        for row in lost:
            self._seal(_session_id(row), int(row[1] or 0))
        return gone

    def _find_border(self, before: datetime) -> int:
        """Return the last event that is older than what is between `before` and now, by the events' own order."""
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
        gone = {row for row, words in self._words() if carries(words)}
        rows = self._db.execute(self._sql["all_events"]) if gone else ()
        return [tuple(damaged_rows.read_row(row[1:3], _EVENT[:2])) for row in rows if row[0] in gone]

    def forget_quoted(self, turns: Sequence[tuple[str, str]]) -> None:
        """Drop what receipts here say of turns, by session and key; the turns may have been kept elsewhere."""
        self._db.executemany(self._sql["forget_quoted"], turns)

    def forget_where(self, carries: Callable[[str], bool]) -> int:
        """Drop every event that carries something, and what receipts say of it; return how many went."""
        gone = {row for row, words in self._words() if carries(words)}
        lost = [row for row in self._db.execute(self._sql["all_events"]) if row[0] in gone] if gone else []
        self._db.executemany(self._sql["forget_turn"], [row[:1] for row in lost])
        self._db.executemany(self._sql["drop_event"], [row[:1] for row in lost])
        for _, session, *_, total in lost:
            self._seal(_session_id((session,)), total if isinstance(total, int) else 0)
        return len(lost)

    def holds(self, carries: Callable[[str], bool]) -> bool:
        """Tell whether an event carries something."""
        return any(carries(words) for _, words in self._words())

    def _words(self) -> Iterator[tuple[int, str]]:
        """Yield every event's row and what it says; of a damaged one what can be read."""
        for row, *_, tool, body, files, _sum in self._db.execute(self._sql["all_events"]):
            said = damaged_rows.read_row((tool, body, files), (damaged_rows.TEXT,) * 3)
            yield row, "\n".join(filter(None, said))

    def damaged(self) -> tuple[int, int, int]:
        """Return how many sessions are not as written, how many events are not, and how many sessions lack events."""
        events = (row[1:] for row in self._db.execute(self._sql["all_events"]))
        unlike = sum(not _is_whole(row) for row in events)
        sessions, totals = self._db.execute(self._sql["all_sealed"]).fetchall(), self._totals()
        lacking = sum(isinstance(kept, int) and kept > totals.get(_session_id(row), 0) for *row, kept, _ in sessions)
        return sum(not _is_sealed(row) for row in sessions), unlike, lacking

    def _totals(self) -> dict[str, int]:
        """Return the sums of the events that are here, by session."""
        return {_session_id(row): int(row[1] or 0) for row in self._db.execute(self._sql["totals"])}

    def repair(self) -> None:
        """Write damaged sessions and events as far as they can be read, and take what is left for all there is."""
        for number, *row in self._db.execute(self._sql["all_events"]).fetchall():
            if not _is_whole(row):
                event = _event(row[: len(_EVENT)])
                files = json.dumps(event.files, ensure_ascii=False)
                moment = render_time(event.at)
                said = (event.session, event.key, event.kind.value, moment, event.tool, event.body, files)
                self._db.execute(self._sql["repair_event"], (*said, damaged_rows.sum_of(said), number))
        totals = self._totals()
        for row in self._db.execute(self._sql["all_sealed"]).fetchall():
            told = _session(row[:-2])
            if not damaged_rows.is_whole(row[:-2], _SESSION):
                moments = (render_time(told.started_at), render_time(told.last_at))
                ended = render_time(told.ended_at) if told.ended_at else None
                named = (told.cwd, told.branch, told.outcome, told.events, told.tokens)
                values = (told.id, told.agent, *moments, ended, *named)
                self._db.execute(self._sql["repair_session"], (*values, row[0]))
            if row[-2] is not None:
                self._seal(told.id, total=totals.get(told.id, 0))


def _is_whole(row: Sequence[Any]) -> bool:
    """Tell whether an event is as it was written: every value can be read, and the sum of its texts is right."""
    *texts, found = row
    return damaged_rows.is_whole(texts, _EVENT) and (found is None or found == damaged_rows.sum_of(texts))


def _is_sealed(row: Sequence[Any]) -> bool:
    """Tell whether a session is as it was written: every value can be read, and the sum of them is right."""
    *told, kept, found = row
    readable = damaged_rows.is_whole(told, _SESSION) and isinstance(kept, int | None)
    return readable and (found is None or found == _seal_of(told, kept))


def _seal_of(row: Sequence[Any], kept: int) -> int:
    """Return the sum of all that a session's row says, and of the events that it keeps."""
    return damaged_rows.sum_of([item if isinstance(item, str | bytes) else str(item) for item in (*row, kept)])


def _session_id(row: Sequence[Any]) -> str:
    return str(damaged_rows.read_row(row[:1], _SESSION[:1])[0])


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

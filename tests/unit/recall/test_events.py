"""Time by what happened: a question that places itself before, after or within a version or a happening."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from standfast.model.kind import Kind
from standfast.recall.events import read_event
from tests.unit.recall.notes import Notes


@pytest.mark.parametrize(
    ("text", "side", "name"),
    [
        ("how did sessions work before the migration?", "before", "migration"),
        ("what was decided after the Redis outage", "after", "redis outage"),
        ("what did we use until the switch to pnpm?", "until", "switch to pnpm"),
        ("what broke since 2.0", "since", "2.0"),
        ("what broke since v2", "since", "2"),
        ("what changed in version 1.4?", "in", "1.4"),
        ("what changed in 1.4.2?", "in", "1.4.2"),
    ],
)
def test_a_version_or_a_happening_is_read(text: str, side: str, name: str) -> None:
    event = read_event(text)
    assert event is not None
    assert (event.side, " ".join(event.name)) == (side, name)


@pytest.mark.parametrize(
    "text",
    [
        "what must be checked before the request is sent?",
        "which tests run after the build",
        "is retry done in production",
        "what runs before migrations",
        "timeouts in 30 seconds",
        "since when do we log",
    ],
)
def test_what_merely_comes_before_something_is_no_happening(text: str) -> None:
    assert read_event(text) is None


def told(notes: Notes) -> None:
    for days in (300, 200, 100, 20):
        notes.say(f"The nightly export failed, ticket {days}.", kind=Kind.EPISODE, days_ago=days)
    notes.say("Migration of the exports to Postgres", kind=Kind.EPISODE, days_ago=150)
    notes.say("Release 2.0", kind=Kind.EPISODE, days_ago=50)


def tickets(notes: Notes, query: str) -> list[str]:
    return [text.rpartition(" ")[2] for text in notes.found(query) if "ticket" in text]


def test_of_like_memories_those_on_the_named_side_of_a_happening_come_first(notes: Notes) -> None:
    told(notes)
    assert set(tickets(notes, "why did the export fail before the migration to Postgres")[:2]) == {"300.", "200."}
    assert set(tickets(notes, "why did the nightly export fail after the Postgres migration")[:2]) == {"100.", "20."}


def test_a_version_is_dated_by_the_memory_of_its_release(notes: Notes) -> None:
    told(notes)
    assert notes.found("why did the nightly export fail since 2.0")[0].endswith("ticket 20.")


def test_a_version_is_dated_by_its_tag_where_there_is_one(notes: Notes) -> None:
    told(notes)

    def tagged(version: str) -> tuple[datetime | None, datetime] | None:
        return (datetime(2025, 7, 1, tzinfo=UTC), datetime(2025, 9, 1, tzinfo=UTC)) if version == "3.1" else None

    assert notes.found("why did the nightly export fail in 3.1", tagged=tagged)[0].endswith("ticket 200.")

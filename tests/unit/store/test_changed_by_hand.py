"""What somebody changes in the journal who knows SQL and not us is seen, on every engine."""

# ruff: noqa: F811
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.contract.conftest import clock, open_store, partition, store  # noqa: F401
from tests.contract.test_journal import event, session

if TYPE_CHECKING:
    from standfast.store.contract import Partition
    from tests.contract.conftest import SteppingClock


def changed_by_hand(partition: Partition, statement: str) -> None:
    """Change the database as somebody does who knows SQL and not us."""
    with partition.writing():
        partition.connection.execute(statement)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE session SET agent = 'gemini-cli'", ["1 of its sessions cannot be read as written"]),
        ("UPDATE session SET started_at = '2020-01-01T00:00:00Z'", ["1 of its sessions cannot be read as written"]),
        ("UPDATE session SET kept = 7", ["1 of its sessions cannot be read as written"]),
        ("DELETE FROM event WHERE key = 'k2'", ["1 of its sessions lack events that were recorded"]),
        ("DELETE FROM event", ["1 of its sessions lack events that were recorded"]),
    ],
)
def test_a_session_that_somebody_changed_by_hand_and_events_that_are_gone_are_seen(
    partition: Partition, clock: SteppingClock, statement: str, said: list[str]
) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1"), event(clock, "k2")])
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k3")])
        partition.journal.close("s-1", clock.now(), "completed")
    assert partition.unreadable() == []
    changed_by_hand(partition, statement)
    assert partition.unreadable() == said
    partition.repair_unreadable()
    assert partition.unreadable() == []
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k4")])
    assert partition.unreadable() == []


@pytest.mark.parametrize("open_store", ["sqlite"], indirect=True)
@pytest.mark.parametrize("value", ["'x'", "x'00ff'", "1.5", "'x', sum = NULL"])
def test_a_sum_that_is_no_number_is_seen_and_repaired_and_stops_no_purge(
    partition: Partition, clock: SteppingClock, value: str
) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1"), event(clock, "k2")])
    changed_by_hand(partition, f"UPDATE session SET kept = {value}")
    with partition.writing():
        assert partition.journal.forget_where(lambda _: True) == 2
    assert partition.unreadable() == ["1 of its sessions cannot be read as written"]
    partition.repair_unreadable()
    assert partition.unreadable() == []
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k3")])
    assert partition.unreadable() == []


@pytest.mark.parametrize("open_store", ["sqlite"], indirect=True)
def test_an_event_whose_sum_is_no_number_can_be_purged(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1")])
    changed_by_hand(partition, "UPDATE event SET sum = 'x'")
    with partition.writing():
        assert partition.journal.forget_where(lambda _: True) == 1

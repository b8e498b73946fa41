from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.receipt import Given, Receipt
from standfast.model.session import Event, EventKind, Session
from standfast.model.trust import Standing

if TYPE_CHECKING:
    from standfast.store.contract import Partition
    from tests.contract.conftest import SteppingClock


def event(clock: SteppingClock, key: str, body: str = "x") -> Event:
    return Event("s-1", key, EventKind.PROMPT, clock.now(), body=body, files=("a.py",))


def session(clock: SteppingClock) -> Session:
    return Session("s-1", "codex", clock.now(), clock.now(), cwd="here", branch="main")


def test_an_event_reported_twice_is_kept_once(partition: Partition, clock: SteppingClock) -> None:
    one = event(clock, "k1")
    with partition.writing():
        assert partition.journal.record(session(clock), [one]) == 1
    with partition.writing():
        assert partition.journal.record(session(clock), [one, event(clock, "k2")]) == 1
    assert [found.key for found in partition.journal.events("s-1")] == ["k1", "k2"]
    assert partition.journal.find("s-1").events == 2


def test_an_event_on_record_is_known_by_its_session_and_key(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1")])
    assert partition.journal.knows("s-1", "k1")
    assert not partition.journal.knows("s-1", "k2")
    assert not partition.journal.knows("s-2", "k1")


def test_sessions_that_fell_silent_are_closed_as_abandoned(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [])
        clock.moment += timedelta(days=2)
        assert partition.journal.close_idle(clock.now() - timedelta(days=1)) == 1
    assert partition.journal.find("s-1").outcome == "abandoned"


def test_the_journal_is_trimmed_by_age_and_by_number(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, f"old{i}") for i in range(5)])
        clock.moment += timedelta(days=10)
        border = clock.now()
        partition.journal.record(session(clock), [event(clock, f"new{i}") for i in range(5)])
        assert partition.journal.trim(before=border) == 5
        assert partition.journal.trim(keep=2) == 3
    assert [found.key for found in partition.journal.events("s-1")] == ["new3", "new4"]


def test_receipts_say_what_a_session_was_given(partition: Partition, clock: SteppingClock) -> None:
    memory = MemoryId("m000000-0000001")
    for number, revision in (("1", 1), ("2", 3)):
        given = Given(memory, revision, 1, 0.5, {"lexical": 0.5}, Standing.HOLDS, 7)
        receipt = Receipt(
            ReceiptId(f"r000000-000000{number}"), "recall", "s-1", "agent:codex", "f", clock.now(), (given,), 2, 7
        )
        with partition.writing():
            partition.receipts.record(receipt)
    assert partition.receipts.given_in("s-1") == {memory: 3}
    assert [one.given[0].revision for one in partition.receipts.of_session("s-1")] == [1, 3]
    assert [one.given[0].revision for one in partition.receipts.of_memory(memory)] == [3, 1]
    assert partition.receipts.find("r000000-0000002") == partition.receipts.of_session("s-1")[1]

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.receipt import Given, GivenTurn, Receipt
from standfast.model.session import Event, EventKind, Session
from standfast.model.trust import Standing
from standfast.model.value import replace
from tests.harm import change_rows

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


def test_events_that_we_let_go_ourselves_are_not_missed(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, f"k{number}", f"word{number}") for number in range(8)])
    with partition.writing():
        assert partition.journal.forget_where(lambda text: "word5" in text) == 1
        assert partition.journal.trim(keep=4) == 3
    assert partition.unreadable() == []
    clock.now()
    with partition.writing():
        assert partition.journal.trim(before=clock.now() + timedelta(days=400)) >= 0
        partition.journal.close_idle(clock.now())
    assert partition.unreadable() == []


@pytest.mark.parametrize(
    "harm",
    [
        *(f"UPDATE session SET {name} = 'other'" for name in ("agent", "cwd", "branch", "outcome")),
        "UPDATE session SET last_at = started_at",
        "UPDATE session SET ended_at = NULL",
        "UPDATE session SET events = events + 1",
        "UPDATE session SET tokens = 0",
        "DELETE FROM event WHERE key = 'k2'",
    ],
)
def test_a_readable_change_of_a_session_and_an_event_that_is_gone_are_seen(
    partition: Partition, clock: SteppingClock, harm: str
) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1")])
        clock.moment += timedelta(hours=1)
        partition.journal.record(session(clock), [event(clock, "k2")], tokens=96)
        partition.journal.close("s-1", clock.now(), "ended")
    assert partition.unreadable() == []
    change_rows(partition, harm)
    assert partition.unreadable()
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k3")])
    assert partition.unreadable(), "what is written next does not hide it"
    partition.repair_unreadable()
    assert partition.unreadable() == []


def test_a_session_written_back_as_it_was_read_keeps_its_tokens(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1")], tokens=96)
    with partition.writing():
        partition.journal.record(partition.journal.find("s-1"), [event(clock, "k2")])
    assert partition.journal.find("s-1").tokens == 96


def test_what_is_as_it_was_written_is_not_called_damaged_and_repairing_leaves_it_alone(
    partition: Partition, clock: SteppingClock
) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1"), event(clock, "k2", "ä\n'y'")])
    before = list(partition.journal.events("s-1"))
    assert partition.unreadable() == []
    partition.repair_unreadable()
    assert list(partition.journal.events("s-1")) == before
    assert partition.unreadable() == []


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
        for day in range(30):
            partition.journal.record(session(clock), [event(clock, f"day{day}")])
            clock.moment += timedelta(days=1)
        partition.journal.trim(before=clock.now() - timedelta(days=10))
        left = [found.key for found in partition.journal.events("s-1")]
        assert "day0" not in left
        assert "day29" in left
        assert 9 <= len(left) <= 12
        partition.journal.trim(keep=2)
    assert [found.key for found in partition.journal.events("s-1")] == ["day28", "day29"]
    assert [found.key for found in partition.journal.events("s-1", limit=1)] == ["day28"]


@pytest.mark.parametrize("wrong", [timedelta(days=365 * 12), timedelta(days=-365 * 20)])
def test_a_clock_that_was_wrong_once_makes_nothing_old(
    partition: Partition, clock: SteppingClock, wrong: timedelta
) -> None:
    right = clock.moment
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, f"right{number}") for number in range(5)])
        clock.moment = right + wrong
        partition.journal.record(session(clock), [event(clock, "wrong")])
        assert partition.journal.trim(before=clock.now() - timedelta(days=90), keep=1000) == 0
        clock.moment = right + timedelta(days=1)
        partition.journal.record(session(clock), [event(clock, "right again")])
        assert partition.journal.trim(before=clock.now() - timedelta(days=90), keep=1000) == 0
    assert partition.journal.find("s-1").events == 7


def test_a_session_is_found_closed_and_asked_for_words(partition: Partition, clock: SteppingClock) -> None:
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1", 'the "quoted" word')])
    assert [found.id for found in partition.journal.sessions()] == ["s-1"]
    assert partition.journal.sessions(limit=1, offset=1) == []
    assert partition.journal.resolve("s-") == ["s-1"]
    assert partition.journal.resolve("x") == []
    with partition.writing():
        assert partition.journal.forget_where(lambda text: "another word" in text) == 0
        partition.journal.record(session(clock), [event(clock, "k2", "to be forgotten")])
        assert partition.journal.saying(lambda text: "forgotten" in text) == [("s-1", "k2")]
        assert partition.journal.saying(lambda text: "another word" in text) == []
        assert partition.journal.forget_where(lambda text: "forgotten" in text) == 1
        assert [found.key for found in partition.journal.events("s-1")] == ["k1"]
        partition.journal.close("s-1", clock.now(), "done")
    assert partition.journal.find("s-1").outcome == "done"
    assert partition.journal.find("s-2") is None


def test_receipts_say_what_a_session_was_given(partition: Partition, clock: SteppingClock) -> None:
    memory = MemoryId("m000000-0000001")
    for number, revision in (("1", 1), ("2", 3)):
        given = Given(memory, revision, 1, 0.5, {"lexical": 0.5}, Standing.HOLDS, 7)
        receipt = Receipt(
            ReceiptId(f"r000000-000000{number}"), "recall", "s-1", "agent:codex", "f", clock.now(), (given,), 2, 7
        )
        with partition.noting():
            partition.receipts.record(receipt)
    assert partition.receipts.given_in("s-1") == {memory: 3}
    assert [item.given[0].revision for item in partition.receipts.of_session("s-1")] == [1, 3]
    assert [item.given[0].revision for item in partition.receipts.of_memory(memory)] == [3, 1]
    assert partition.receipts.find("r000000-0000002") == partition.receipts.of_session("s-1")[1]


def test_a_receipt_names_the_turns_of_past_sessions_that_were_quoted(
    partition: Partition, clock: SteppingClock
) -> None:
    turns = (GivenTurn("ses_1/a", "prompt:t-1:::0a", 1, 0.75, 12), GivenTurn("s-0", "tool::c-1::0b", 2, 0.5, 9))
    receipt = replace(receipt_of(clock, 7, "s-1", "recall-sessions"), given=(), turns=turns)
    with partition.writing():
        partition.receipts.record(receipt)
    assert partition.receipts.of_session("s-1") == [receipt]
    assert partition.receipts.given_in("s-1") == {}
    assert partition.receipts.told_in("s-1", receipt.to) == []


def test_what_receipts_say_of_the_turns_of_a_session_goes_with_it(partition: Partition, clock: SteppingClock) -> None:
    turns = (
        GivenTurn("s-1", "k1", 1, 0.75, 12),
        GivenTurn("s-1", "k2", 2, 0.75, 12),
        GivenTurn("s-10", "k1", 3, 0.5, 9),
    )
    receipt = replace(receipt_of(clock, 7, "s-2", "recall-sessions"), given=(), turns=turns)
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, "k1", "the secret plan"), event(clock, "k2", "lunch")])
        partition.receipts.record(receipt)
        partition.journal.forget_where(lambda text: "secret plan" in text)
    assert partition.receipts.of_session("s-2")[0].turns == turns[1:]
    with partition.writing():
        partition.journal.forget("s-1")
    assert partition.receipts.of_session("s-2")[0].turns == turns[2:]


def receipt_of(clock: SteppingClock, number: int, session: str, verb: str) -> Receipt:
    given = Given(MemoryId("m000000-0000001"), number, 1, 0.5, {}, Standing.HOLDS, 7)
    return Receipt(ReceiptId(f"r000000-000000{number}"), verb, session, "agent:codex", "f", clock.now(), (given,), 0, 7)


def test_receipts_say_what_a_reader_was_told_and_in_how_many_sessions(
    partition: Partition, clock: SteppingClock
) -> None:
    memory, since = MemoryId("m000000-0000001"), clock.now()
    with partition.writing():
        for number, session in ((1, "s-1"), (2, "s-1"), (3, "s-2")):
            partition.receipts.record(receipt_of(clock, number, session, "prompt"))
    assert partition.receipts.told_in("s-2", "agent:codex") == [(memory, 3, "prompt")]
    assert partition.receipts.told_in("s-2", "agent:other") == []
    assert partition.receipts.sessions_told(memory, "prompt", since) == 2
    assert partition.receipts.sessions_told(memory, "edit", since) == 0
    assert partition.receipts.spent_in("s-1", "agent:codex") == 14
    assert partition.receipts.spent_in("s-1", "agent:other") == 0
    with partition.writing():
        partition.receipts.record(replace(receipt_of(clock, 4, "s-1", "compact"), given=()))
    assert partition.receipts.spent_in("s-1", "agent:codex") == 0  # what it was told is gone from its context


def test_what_a_session_was_asked_is_told_the_latest_first(partition: Partition, clock: SteppingClock) -> None:
    asked = [event(clock, key, f"please {key}") for key in ("k1", "k2", "k3")]
    with partition.writing():
        partition.journal.record(session(clock), asked)
    assert [item.key for item in partition.journal.prompts(asked[0].session, limit=2)] == ["k3", "k2"]
    assert partition.journal.prompts("another", limit=2) == []


def test_events_are_found_by_how_many_words_they_hold_the_latest_first(
    partition: Partition, clock: SteppingClock
) -> None:
    bodies = {"k1": "Set up tracing", "k2": "tracing and metrics with OTLP", "k3": "tracing again", "k4": "lunch"}
    with partition.writing():
        partition.journal.record(session(clock), [event(clock, key, body) for key, body in bodies.items()])
    found = partition.journal.search(["tracing", "otlp"], limit=10)
    assert [item.key for item in found] == ["k2", "k3", "k1"]
    assert [result.key for result in partition.journal.search(["tracing"], limit=1)] == ["k3"]
    assert partition.journal.search([], limit=10) == []
    assert [result.key for result in partition.journal.search(["tracing", "otlp"], limit=10, latest=2)] == ["k3"]


def test_the_turns_of_a_session_are_what_was_said_in_order(partition: Partition, clock: SteppingClock) -> None:
    kinds = {"k1": EventKind.PROMPT, "k2": EventKind.TOOL, "k3": EventKind.ANSWER, "k4": EventKind.PROMPT}
    told = [replace(event(clock, key, f"this is {key}"), kind=kind) for key, kind in kinds.items()]
    with partition.writing():
        partition.journal.record(session(clock), told)
    assert [item.key for item in partition.journal.turns(told[0].session)] == ["k1", "k3", "k4"]
    assert partition.journal.turns("another") == []

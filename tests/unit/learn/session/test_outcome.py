"""What came after a memory was given to a session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from standfast.config import Settings
from standfast.learn.session.belief.outcome import find_contradicted, find_needless
from standfast.learn.session.failure import fingerprint_failure
from standfast.learn.session.turns import read_turns
from standfast.memory import Memory
from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.memory import Memory as Record
from standfast.model.operation import Act
from standfast.model.receipt import Given, Receipt
from standfast.model.source import Source
from standfast.model.trust import Standing
from standfast.store.values import Change
from standfast.trust.life import MISLED
from standfast.trust.use import NEEDLESS, was_needless
from tests.unit.learn.repository import SetClock
from tests.unit.learn.session.test_deeds import START, Journal

REFUSED = "depot error EPEER could not resolve"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    settings = Settings(home=tmp_path, store_url=f"sqlite://{tmp_path / 'store'}")
    with Memory(settings, Source("person", "ana"), tmp_path, clock=SetClock()) as opened:
        yield opened


def lesson(memory: Memory, failing: str, line: str, way: str) -> Record:
    """Keep a lesson from a failure and return it."""
    tag = fingerprint_failure(failing, line).tag
    words = f"`{failing}` fails here ({line}); {way}."
    kept = MemoryId(memory.remember(words, kind="gotcha", anchors=[f"cmd:{failing}"], tags=[tag]).id)
    return memory.context.partition(memory.context.scope).memories.find_several([kept])[kept]


def test_a_command_that_fails_as_a_memory_says_does_not_speak_against_it(memory: Memory) -> None:
    refused = "error: unknown flag: --no-pager"
    tag = fingerprint_failure("ship status --no-pager", refused).tag
    words = f"`ship status --no-pager` fails here ({refused}); `ship status` worked."
    kept = MemoryId(memory.remember(words, kind="gotcha", anchors=["cmd:ship status"], tags=[tag]).id)
    given = [(memory.context.partition(memory.context.scope).memories.find_several([kept])[kept], START)]
    again = Journal().says("go").runs("ship status --no-pager", refused, code=1)
    assert find_contradicted(read_turns(again.events), given) == []
    again.runs("ship status", "error: no harbour", code=1)
    assert [outcome.how for outcome in find_contradicted(read_turns(again.events), given)] == ["failed"]


def needless(session: Journal, known: Record) -> list[str]:
    return [outcome.how for outcome in find_needless(read_turns(session.events), [(known, START)])]


def test_a_lesson_is_needless_where_the_very_command_worked_as_it_stood(memory: Memory) -> None:
    known = lesson(memory, "depot install", REFUSED, "`depot install --loose` worked")
    assert needless(Journal().says("go").runs("depot install", "added 3"), known) == [NEEDLESS]
    shorter = lesson(memory, "depot list --wide", "error: unknown flag: --wide", "`depot list` worked")
    assert needless(Journal().says("go").runs("cd app && depot list --wide", "3 crates"), shorter) == [NEEDLESS]


@pytest.mark.parametrize(
    "runs",
    [
        [("depot install --loose", 0)],
        [("depot run lint", 0), ("depot install", 1)],
        [("depot run lint", 0)],
        [("depot install", 0), ("depot install", 1)],
        [("depot install --loose", 0), ("depot install", 0)],
        [("depot install | tail -5", 0)],
    ],
)
def test_a_lesson_that_was_followed_or_still_holds_is_not_needless(memory: Memory, runs: list[tuple[str, int]]) -> None:
    known = lesson(memory, "depot install", REFUSED, "`depot install --loose` worked")
    session = Journal().says("go")
    for command, code in runs:
        session.runs(command, REFUSED if code else "ok", code=code)
    assert needless(session, known) == []


def test_a_command_that_works_after_what_prepares_it_does_not_make_the_lesson_needless(memory: Memory) -> None:
    known = lesson(memory, "depot report", "Error: connection refused", "it worked after `harbour up -d`")
    session = Journal().says("go").runs("harbour up -d", "started").runs("depot report", "ok")
    assert needless(session, known) == []
    assert needless(Journal().says("go").runs("depot report", "ok"), known) == [NEEDLESS]


def test_a_failure_told_in_the_session_that_put_a_lesson_on_record_as_needless_keeps_it(memory: Memory) -> None:
    known = lesson(memory, "depot install", REFUSED, "`depot install --loose` worked")
    partition = memory.context.partition(memory.context.scope)
    with partition.writing():
        source = Source("session", "s1", session="s1")
        partition.log.append(Change(Act.FEEDBACK, source, known.id, {"verdict": MISLED, "note": NEEDLESS}))
    assert was_needless(partition, known.id)
    for number, session in enumerate(("s0", "s1")):
        given = Given(known.id, 1, 1, 1.0, {}, Standing.UNANCHORED, 9)
        told = Receipt(
            ReceiptId(f"r000000-000000{number}"), "failure", session, "agent:codex", "", START, (given,), 0, 9
        )
        with partition.writing():
            partition.receipts.record(told)
        assert was_needless(partition, known.id) is (session == "s0")

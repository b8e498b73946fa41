"""What nobody confirms fades by its kind; what a person said asks instead; what is used or verified lives on."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.kind import Kind
from standfast.model.receipt import Given, Receipt
from standfast.model.session import Event, EventKind, Session
from standfast.model.trust import Standing, Status
from standfast.trust.life import LIVES, fade
from tests.unit.verbs.test_memory_life import CLAUDE, CODEX, SetClock, at

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory

PAST = timedelta(days=400)


def fading(memory: Memory) -> int:
    context = memory.context
    return fade(context.partition(context.scope), context.clock.now())


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.mark.parametrize("kind", list(Kind))
def test_an_agents_note_fades_after_the_life_of_its_kind_and_not_before(
    tmp_path: Path, clock: SetClock, kind: Kind
) -> None:
    codex = at(tmp_path, CODEX, clock=clock)
    note = codex.remember("heron locks are slow on windows", kind=kind.value)
    clock.moment += LIVES[kind] - timedelta(days=1)
    assert fading(codex) == 0
    clock.moment += timedelta(days=2)
    assert fading(codex) == 1
    assert codex.show(note.id).memory.status is Status.EXPIRED


def test_what_a_person_said_never_ends_by_silence(tmp_path: Path, clock: SetClock) -> None:
    ana = at(tmp_path, clock=clock)
    said = ana.remember("heron locks are slow on windows", kind="fact")
    clock.moment += PAST * 5
    assert fading(ana) == 0
    assert ana.show(said.id).memory.status is Status.ACTIVE


def test_what_a_person_approved_never_ends_by_silence(tmp_path: Path, clock: SetClock) -> None:
    waiting = at(tmp_path, CODEX, clock=clock).remember("heron locks are slow", kind="fact", scope="user")
    ana = at(tmp_path, clock=clock)
    ana.approve([waiting.id])
    clock.moment += PAST
    assert fading(ana) == 0


def test_what_was_verified_lives_on(tmp_path: Path, clock: SetClock) -> None:
    codex = at(tmp_path, CODEX, clock=clock)
    note = codex.remember("heron locks are slow on windows")
    clock.moment += timedelta(days=170)
    codex.verify(note.id, note="measured it again")
    clock.moment += timedelta(days=170)
    assert fading(codex) == 0


def test_what_was_helpful_lives_on_and_what_was_wrong_does_not(tmp_path: Path, clock: SetClock) -> None:
    codex = at(tmp_path, CODEX, clock=clock)
    good = codex.remember("heron locks are slow on windows")
    bad = codex.remember("otters sleep in the afternoon")
    clock.moment += timedelta(days=170)
    codex.feedback(good.id, "helpful")
    codex.feedback(bad.id, "wrong")
    clock.moment += timedelta(days=170)
    assert fading(codex) == 1
    assert codex.show(bad.id).memory.status is Status.EXPIRED


def test_what_is_given_to_agents_lives_on(tmp_path: Path, clock: SetClock) -> None:
    codex = at(tmp_path, CODEX, clock=clock)
    codex.remember("heron locks are slow on windows")
    clock.moment += timedelta(days=170)
    assert codex.recall("heron locks").results
    clock.moment += timedelta(days=170)
    assert fading(codex) == 0


def test_what_faded_comes_back(tmp_path: Path, clock: SetClock) -> None:
    codex = at(tmp_path, CODEX, clock=clock)
    note = codex.remember("heron locks are slow on windows")
    clock.moment += PAST
    fading(codex)
    assert codex.recall("heron locks").results == ()
    codex.restore(note.id)
    assert [item.memory.id for item in codex.recall("heron locks").results] == [note.id]
    assert fading(codex) == 0


def test_an_old_fact_of_a_person_that_is_still_given_asks_once(tmp_path: Path, clock: SetClock) -> None:
    ana = at(tmp_path, clock=clock)
    said = ana.remember("heron locks are slow on windows", kind="fact")
    clock.moment += timedelta(days=200)
    assert ana.review() == []  # nobody is given it: nobody is asked
    at(tmp_path, CODEX, clock=clock).recall("heron locks")
    [waiting] = ana.review()
    assert (waiting.memory.id, "does it hold" in waiting.reason) == (said.id, True)
    ana.approve([said.id])
    assert ana.review() == []


def test_what_ends_soon_and_is_used_asks_and_what_is_not_used_just_ends(tmp_path: Path, clock: SetClock) -> None:
    ana = at(tmp_path, clock=clock)
    used = ana.remember("the heron freeze holds", kind="fact", expires="2026-05-20")
    ana.remember("otters rest until then", kind="fact", expires="2026-05-20")
    clock.moment += timedelta(days=15)
    at(tmp_path, CODEX, clock=clock).recall("heron freeze")
    [waiting] = ana.review()
    assert (waiting.memory.id, "ends on 2026-05-20" in waiting.reason) == (used.id, True)
    ana.approve([used.id])
    clock.moment += timedelta(days=30)
    assert [item.memory.id for item in ana.recall("heron freeze").results] == [used.id]
    assert ana.recall("otters rest").results == ()


def test_rejecting_what_asks_takes_it_back(tmp_path: Path, clock: SetClock) -> None:
    ana = at(tmp_path, clock=clock)
    said = ana.remember("heron locks are slow on windows", kind="fact")
    clock.moment += timedelta(days=200)
    at(tmp_path, CLAUDE, clock=clock).recall("heron locks")
    ana.reject([said.id])
    assert ana.show(said.id).memory.status is Status.RETRACTED


@pytest.mark.parametrize(("said", "faded"), [([], 1), (["fix the heron"], 0)])
def test_a_brief_renews_only_what_it_gave_to_a_session_that_was_asked_something(
    tmp_path: Path, clock: SetClock, said: list[str], faded: int
) -> None:
    codex = at(tmp_path, CODEX, clock=clock)
    note = codex.remember("heron locks are slow on windows")
    clock.moment += timedelta(days=170)
    partition = codex.context.partition(codex.context.scope)
    now = clock.moment
    given = Given(MemoryId(note.id), 1, 1, 1.0, {}, Standing.UNANCHORED, 9)
    receipt = Receipt(ReceiptId("r000000-0000001"), "brief", "s1", "agent:codex", "", now, (given,), 0, 9)
    kinds = [(EventKind.START, ""), *((EventKind.PROMPT, text) for text in said)]
    events = [Event("s1", f"k{place}", kind, now, body=text) for place, (kind, text) in enumerate(kinds)]
    with partition.writing():
        partition.journal.record(Session("s1", "codex", now, now), events)
        partition.receipts.record(receipt)
    clock.moment += timedelta(days=170)
    assert fading(codex) == faded

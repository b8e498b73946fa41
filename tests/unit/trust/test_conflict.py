"""Two memories that cannot both be right are found by what they are about, and a person settles them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.capture.draft import Draft
from standfast.errors import Refused
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.trust.claims import find_clash, read_claims
from tests.unit.verbs.test_memory_life import CODEX, at

if TYPE_CHECKING:
    from pathlib import Path

OPPOSED = [
    ("Locks are keyed by payment_id.", "Locks are keyed by user_id."),
    ("The timeout is 30 seconds.", "The timeout is 45 seconds."),
    ("Tests run with pnpm.", "Tests run with npm."),
    ("Use tabs for indentation.", "Use spaces for indentation."),
    ("Never push to main.", "Push to main."),
    ("Prefer composition over inheritance.", "Prefer inheritance over composition."),
    ("Prefer short answers in reviews.", "Prefer long answers in reviews."),
    ("The release deadline: 3 March 2026", "The release deadline moved to 9 April 2026."),
    ("Pin the client to 2.4.1.", "Pin the client to 3.0.0."),
    ("The API listens on port 8080.", "The API listens on port 9090."),
    ("Logs are stored in var/log.", "Logs are stored in srv/logs."),
    ("The backend team is assigned to billing.", "The backend team is assigned to search."),
]
BOTH = [
    ("Locks are keyed by payment_id.", "Refunds are keyed by user_id."),
    ("The API supports JSON.", "The API supports XML."),
    ("We use Redis for caching.", "We use Postgres for invoices."),
    ("Never push to main.", "Push to main only when the release manager asks."),
    ("The timeout is 30 seconds.", "The retry limit is 45 seconds."),
    ("Locks are fast.", "Locks are fair."),
    ("Amounts are integers in cents.", "Amounts are rounded half up in reports."),
    ("Run the linter before you push.", "Run the tests before you push."),
    ("Tests live in tests/unit.", "Fixtures live in tests/data."),
    ("The parser reads YAML.", "The parser writes JSON."),
    ("Ana owns billing.", "Ana owns search."),
    ("Is the timeout 30 seconds?", "The timeout is 45 seconds."),
]


@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_what_cannot_both_be_right_is_told_apart(one: str, other: str) -> None:
    assert any(find_clash(left, right) for left in read_claims(one) for right in read_claims(other))


@pytest.mark.parametrize(("one", "other"), BOTH)
def test_what_may_both_be_right_is_left_alone(one: str, other: str) -> None:
    assert not any(find_clash(left, right) for left in read_claims(one) for right in read_claims(other))


def test_the_later_word_names_what_it_stands_against_and_both_are_shown_so(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    assert [one["id"] for one in new.conflicts] == [old.id]
    assert new.status is Status.ACTIVE
    assert ana.show(old.id).judged.against == (new.id,)
    assert ana.show(new.id).judged.against == (old.id,)
    assert "stands against" in ana.brief().text
    assert [one.memory.id for one in ana.review()] == [new.id]


def test_superseding_settles_it(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    ana.supersede(old.id, new.id)
    assert ana.review() == []
    assert ana.show(new.id).judged.against == ()


def test_a_person_keeps_both_until_one_side_changes(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    with pytest.raises(Refused):
        at(tmp_path, CODEX).approve([new.id])
    ana.approve([new.id])
    assert ana.review() == []
    assert ana.show(old.id).judged.against == ()
    ana.revise(new.id, "Heron locks are keyed by account_id")
    assert ana.show(old.id).judged.against == (new.id,)


def test_an_agent_against_a_decision_waits(tmp_path: Path) -> None:
    decided = at(tmp_path).remember("Heron locks are keyed by payment_id", kind="decision")
    for number in range(5):
        text = f"Heron locks are keyed by user_{number}, seen in case {number} of the audit"
        done = at(tmp_path, CODEX).remember(text, kind="decision")
        assert done.status is Status.PROPOSED
        assert [one["id"] for one in done.conflicts] == [decided.id]
    assert len(at(tmp_path).recall("which key do heron locks use").results) == 1


def test_an_agent_against_an_agent_is_shown_and_not_held(tmp_path: Path) -> None:
    old = at(tmp_path, CODEX).remember("Heron locks are keyed by payment_id")
    new = at(tmp_path, CODEX).remember("Heron locks are keyed by user_id")
    assert new.status is Status.ACTIVE
    assert at(tmp_path).show(old.id).judged.against == (new.id,)


def test_an_exception_for_a_folder_lives_beside_its_rule(tmp_path: Path) -> None:
    ana = at(tmp_path)
    ana.remember("Use tabs for indentation", kind="convention")
    narrow = ana.remember("Use spaces for indentation", kind="convention", scope="project,path:docs/**")
    assert narrow.conflicts == ()


def test_reverting_the_later_word_leaves_nothing_to_settle(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    ana.revert([new.operation or ""])
    assert ana.show(old.id).judged.against == ()
    assert ana.review() == []


def test_sections_of_one_document_do_not_stand_against_each_other(tmp_path: Path) -> None:
    def said(text: str, document: str) -> Draft:
        return Draft(text=text, source=Source("document", document))

    with at(tmp_path) as memory:
        texts = [("The timeout is 30 seconds.", "CHANGES.md"), ("The timeout is 45 seconds.", "CHANGES.md")]
        list(memory.remember_many(said(*pair) for pair in texts))
        assert memory.review() == []
        list(memory.remember_many([said("The timeout is 60 seconds.", "AGENTS.md")]))
        assert memory.review() != []

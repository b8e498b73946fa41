"""A note without a kind gets the one that its words make; a given kind is never changed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from standfast.model.kind import Kind
from standfast.trust.kind_from_words import kind_from_words
from tests.unit.trust.test_authority import at

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("convention", "Never log card numbers"),
        ("convention", "always open pull requests as drafts"),
        ("convention", "Use pnpm, not npm"),
        ("convention", "do not edit gen/ by hand"),
        ("convention", "In specs use the fake clock"),
        ("convention", "After changing the schema run make gen"),
        ("convention", "No bare strings in templates"),
        ("convention", "Every new key goes into .env.example too"),
        ("convention", "Public API changes need a changelog entry"),
        ("convention", "Business logic belongs in services"),
        ("convention", "Run make lint before pushing, otherwise CI fails"),
        ("gotcha", "pytest hangs without DATABASE_URL, set it first"),
        ("gotcha", "npm ci fails because the lockfile is old, delete it"),
        ("gotcha", "make reset-db wipes the local database, ask first"),
        ("decision", "We chose Postgres over MySQL because of its locks"),
        ("decision", "We moved to uv because pip was slow"),
        ("procedure", "To release: run make release"),
        ("procedure", "To deploy, run make deploy and wait for the green check"),
        ("procedure", "1. Stop the server\n2. Run make reset"),
        ("fact", "The deploy takes ten minutes"),
        ("fact", "Locks are keyed by payment_id"),
        ("fact", "Refunds run at night"),
        ("fact", "The gateway is run by Bea"),
        ("fact", "The cache never expires, it sees keys once"),
        ("fact", "The heartbeat uses utime, never the wall clock"),
        ("fact", "Every lock has its own key"),
        ("fact", "Redis requires a password"),
        ("fact", ""),
        ("gotcha", "Gotcha: the preview server keeps old pages, restart it after an edit"),
        ("gotcha", "Careful: the page size counts bytes"),
        ("gotcha", "Watch out, streams end at the first empty line"),
        ("gotcha", "Beware of the second index, it is updated by hand"),
        ("gotcha", "Note: read_rows silently drops the last row"),
        ("gotcha", "**Warning:** the seed script empties the users table"),
        ("decision", "Decision: one queue, no broker"),
        ("convention", "Rule: no default exports"),
        ("convention", "Specs go next to the file they test"),
        ("convention", "vault unseal only from the bastion!"),
        ("convention", "The kiosk runs in an old browser, so no lazy loading in there"),
        ("convention", "gen/ is written by the build, edit schema.graphql and run make gen instead"),
        ("convention", "Breaking changes get an entry in UPGRADING.md"),
        ("convention", "bucket of the archive: ask Bea before removing anything"),
        ("convention", "when the log says 'no such table' just migrate the test database"),
        ("convention", "Port 9000 is taken by the other checkout, kill it"),
        ("convention", "We poll the gateway, not the queue: the queue lost messages"),
        ("fact", "The importer works only with Redis"),
        ("fact", "Runs only on Linux"),
        ("fact", "Get requests are cached"),
        ("fact", "Users get a mail at night"),
        ("preference", "I prefer small pull requests"),
        ("preference", "I'd rather see functions than classes"),
        ("preference", "I don't like emoji in commit messages"),
        ("preference", "User prefers short answers"),
        ("procedure", "Release: bump the version, run pnpm build, then tag"),
        ("procedure", "Deploy: push to main and wait for the check"),
        ("procedure", "To add a locale: duplicate en.json, translate it, then register it"),
        ("procedure", "How to cut a hotfix: branch from the tag, cherry-pick"),
        ("procedure", "First run make gen, then make test"),
        ("fact", "Note: the admin app is deployed on its own"),
        ("fact", "The careful path is slower by a third"),
        ("fact", "Releases: every second Tuesday"),
    ],
)
def test_words_make_the_kind_and_what_is_in_doubt_is_a_fact(kind: str, text: str) -> None:
    assert kind_from_words(text) == kind


def test_a_note_is_kept_under_the_kind_of_its_words_and_the_answer_says_so(tmp_path: Path) -> None:
    ana = at(tmp_path)
    done = ana.remember("Never log card numbers")
    assert (done.kind, done.to_dict()["kind"]) == ("convention", "convention")
    assert ana.show(done.id).memory.content.kind == "convention"


def test_a_given_kind_is_kept_and_not_spoken_of(tmp_path: Path) -> None:
    ana = at(tmp_path)
    done = ana.remember("Never log card numbers", kind="fact")
    assert ana.show(done.id).memory.content.kind == "fact"
    assert "kind" not in done.to_dict()


def test_a_preference_by_its_words_stays_in_the_project_and_does_not_wait(tmp_path: Path) -> None:
    ana = at(tmp_path)
    done = ana.remember("I prefer small pull requests")
    assert (done.kind, done.status) == ("preference", "active")
    assert ana.show(done.id).memory.content.scope.level == "project"
    given = ana.remember("I like tabs in makefiles", kind="preference")
    assert ana.show(given.id).memory.content.scope.level == "user"


def test_what_is_kept_as_a_fact_already_is_not_kept_twice(tmp_path: Path) -> None:
    ana = at(tmp_path)
    first = ana.remember("Never log card numbers", kind="fact")
    again = ana.remember("Never log card numbers")
    assert (again.id, again.kind, again.operation) == (first.id, "fact", None)


def test_reading_a_kind_takes_no_longer_for_a_text_that_repeats_itself() -> None:
    plain = "a b " * 500
    hard = ("to run a " * 200 + "1. x\n" * 100 + "we moved as " * 50)[:2000]

    def took(text: str) -> float:
        start = time.process_time()
        for _ in range(20):
            kind_from_words(text)
        return time.process_time() - start

    took(plain), took(hard)  # what is compiled at the first use is no part of it
    assert took(hard) < 300 * took(plain)


@pytest.mark.parametrize(
    "text",
    [
        "Build takes 5 minutes",
        "List of admins: ann, bob",
        "The parser must have crashed",
        "Test coverage stays at 90%",
        "Lock file lives in /tmp",
        "Log files are rotated daily",
        "Version 3 should land in May",
        "Sign in uses OAuth",
    ],
)
def test_a_noun_that_could_be_a_verb_orders_nothing(text: str) -> None:
    assert kind_from_words(text) is Kind.FACT


@pytest.mark.parametrize("text", ["Log errors with slog", "Build the images that are old", "Lock the table it is in"])
def test_an_order_stays_one_whatever_its_object_is_or_does(text: str) -> None:
    assert kind_from_words(text) is Kind.CONVENTION

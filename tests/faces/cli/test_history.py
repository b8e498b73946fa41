"""show, log, diff and why: one memory and its past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

SHOWN = {"id", "revision", "kind", "title", "text", "why", "scope", "tags", "status", "standing", "standing_detail"}
SHOWN |= {"authority", "confidence", "source", "anchors", "evidence", "links", "at", "recorded_at", "guard"}


def test_show_has_every_promised_field(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id", "--anchor", "src/locks.py::acquire")
    shown = desk.ask("show", identity)
    assert set(shown) >= SHOWN
    assert shown["standing"] == "holds"
    assert shown["standing_detail"][0]["anchor"] == "src/locks.py::acquire"
    assert 0 < shown["confidence"] < 1
    assert shown["source"] == {"kind": "person", "name": "Ana", "session": ""}


def test_show_says_where_a_claim_about_a_file_states_nothing_that_could_be_checked(desk: Desk) -> None:
    bare = desk.remember("Talk to the bank before the summer holidays", "--anchor", "src/locks.py")
    stated = desk.remember("acquire takes a payment", "--anchor", "src/locks.py")
    details = [desk.ask("show", identity)["standing_detail"][0] for identity in (bare, stated)]
    assert [detail["standing"] for detail in details] == ["holds", "holds"]
    assert [bool(detail["reason"]) for detail in details] == [True, False]


def test_any_unambiguous_part_of_an_id_will_do(desk: Desk) -> None:
    identity = desk.remember("The only memory")
    for reference in (identity, identity.upper(), identity[:10], identity[:4], identity[8:], identity[8:11]):
        assert desk.ask("show", reference)["id"] == identity


def test_an_ambiguous_part_names_the_candidates(desk: Desk) -> None:
    ids = [desk.remember(f"Memory {number}") for number in range(3)]
    error = desk.fail("show", "m", code=1)
    assert error["code"] in {"ambiguous", "not-found"}
    error = desk.fail("show", ids[0][:3], code=1)
    assert error["code"] == "ambiguous"
    assert all(identity in error["hint"] for identity in ids)


def test_odd_references_are_not_found(desk: Desk) -> None:
    desk.remember("A memory")
    for reference in ("zzzzzzz", "%", "*", "'; DROP TABLE memory", "ü", " ", "m" * 40):
        assert desk.fail("show", reference, code=1)["code"] == "not-found"


def test_a_memory_can_be_seen_as_it_was(desk: Desk) -> None:
    identity = desk.remember("The region is eu-west-1", "--at", "2026-01-01")
    desk.ask("revise", identity, "The region is eu-central-1")
    assert desk.ask("show", identity)["revision"] == 2
    past = desk.ask("show", identity, "--as-of", "2026-02-01")
    assert (past["revision"], past["text"]) == (1, "The region is eu-west-1")
    assert desk.fail("show", identity, "--as-of", "2025-01-01", code=1)["code"] == "not-found"


def test_log_lists_operations_the_latest_first(desk: Desk) -> None:
    first = desk.remember("First")
    second = desk.remember("Second", env=AGENT)
    desk.ask("revise", first, "First, improved")
    entries = desk.ask("log")["operations"]
    assert [(entry["act"], entry["memory"], entry["revision"]) for entry in entries] == [
        ("revise", first, 2),
        ("remember", second, 1),
        ("remember", first, 1),
    ]
    assert entries[1]["source"] == {"kind": "agent", "name": "claude-code", "session": "session-one"}
    assert {"operation", "at", "recorded_at", "reverted"} <= set(entries[0])
    assert [operation["act"] for operation in desk.ask("log", first)["operations"]] == ["revise", "remember"]
    assert len(desk.ask("log", "--limit", "1")["operations"]) == 1
    assert [line["memory"] for line in desk.run("log", "--jsonl").lines] == [first, second, first]


def test_diff_shows_what_a_revision_changed(desk: Desk) -> None:
    identity = desk.remember("Old words")
    desk.ask("revise", identity, "New words", "--why", "because")
    lines = desk.ask("diff", identity)["diff"]
    assert "-Old words" in lines
    assert "+New words" in lines
    assert "+why: because" in lines
    assert "+Old words" in desk.ask("diff", identity, "1")["diff"]
    assert desk.fail("diff", identity, "9", code=1)["code"] == "not-found"
    assert "-Old words" in desk.run("diff", identity).out.splitlines()


def test_why_tells_who_was_given_a_memory(desk: Desk) -> None:
    identity = desk.remember("The lock is reentrant")
    desk.ask("recall", "lock", env=AGENT)
    receipts = desk.ask("why", identity)["receipts"]
    assert [(receipt["verb"], receipt["to"], receipt["session"]) for receipt in receipts] == [
        ("recall", "agent:claude-code", "session-one")
    ]
    given = receipts[0]["given"][0]
    assert (given["id"], given["revision"], given["rank"]) == (identity, 1, 1)
    assert desk.ask("why", "session-one")["receipts"] == receipts
    assert desk.fail("why", "no-such-session", code=1)["code"] == "not-found"
    assert "agent:claude-code" in desk.run("why", identity).out


def test_people_see_the_whole_memory(desk: Desk) -> None:
    identity = desk.remember("Line one\nline two", "--title", "A title", "--why", "a reason", "--tag", "alpha")
    told = desk.run("show", identity).out
    for word in (identity, "A title", "line two", "a reason", "alpha", "person:Ana", "unanchored"):
        assert word in told


def test_the_exported_log_is_checked_without_the_store_and_shows_that_it_was_changed(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment_id")
    file = desk.folder / "audit.jsonl"
    assert desk.ask("log", "--export", str(file))["operations"] == 1
    assert "payment_id" not in file.read_text()
    assert desk.ask("log", "--check", str(file))["problems"] == []
    file.write_text(file.read_text().replace('"hash": "', '"hash": "0'))
    changed = desk.run("log", "--check", str(file), "--json")
    assert (changed.code, len(changed.json["problems"])) == (1, 1)

"""blame: where each line of a brief came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

LINE = {"line", "text", "id", "revision", "operation", "source", "session", "commit", "at", "status", "standing"}
LINE |= {"because", "scores", "authority", "kind", "now"}


def test_every_line_of_the_brief_has_its_memory_revision_operation_and_source(desk: Desk) -> None:
    rule = desk.ask("remember", "Never log card numbers", "--kind", "convention")
    gotcha = desk.ask("remember", "Release runs twice", "--kind", "gotcha", "--anchor", "src/locks.py", env=AGENT)
    blamed = desk.ask("blame")
    assert [line["id"] for line in blamed["lines"]] == [rule["id"], gotcha["id"]]
    assert [line["operation"] for line in blamed["lines"]] == [rule["operation"], gotcha["operation"]]
    assert all(set(line) >= LINE for line in blamed["lines"])
    first, second = blamed["lines"]
    assert (first["source"]["name"], first["session"], first["commit"]) == ("Ana", "", None)
    assert (second["source"]["name"], second["session"]) == ("claude-code", "session-one")
    assert (second["commit"], second["standing"]) == (desk.git("rev-parse", "HEAD"), "holds")
    assert (first["because"], second["because"]) == ("pinned", "recent")


def test_blame_is_about_the_very_text_that_brief_gives(desk: Desk) -> None:
    desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    desk.remember("Totals are in cents", "--kind", "fact", "--title", "Money")
    flags = ["--task", "payment locks", "--files", "src/locks.py", "--budget", "400"]
    blamed = desk.ask("blame", *flags)
    given = desk.ask("brief", *flags)
    assert (blamed["text"], blamed["tokens"], blamed["withheld"]) == (given["text"], given["tokens"], given["withheld"])
    rows = blamed["text"].splitlines()
    assert [rows[line["line"] - 1] for line in blamed["lines"]] == [line["text"] for line in blamed["lines"]]
    assert [line["id"] for line in blamed["lines"]] == given["given"]


def test_what_was_found_says_whether_the_task_or_the_files_called_for_it(desk: Desk) -> None:
    placed = desk.remember("Release runs twice", "--kind", "gotcha", "--anchor", "src/locks.py::release")
    worded = desk.remember("Invoices are numbered without gaps", "--kind", "decision")
    by_id = {line["id"]: line["because"] for line in desk.ask("blame", "--files", "src/locks.py")["lines"]}
    assert by_id[placed] == "files"
    by_id = {line["id"]: line["because"] for line in desk.ask("blame", "--task", "number the invoices")["lines"]}
    assert by_id[worded] == "task"


def test_a_budget_leaves_lines_out_and_says_so(desk: Desk) -> None:
    for number in range(12):
        desk.remember(f"Rule {number} is about the module called number {number}", "--kind", "convention")
    blamed = desk.ask("blame", "--budget", "200")
    assert 0 < len(blamed["lines"]) < 12
    assert blamed["withheld"] == 12 - len(blamed["lines"])


def test_blame_by_a_person_leaves_no_receipt_and_a_session_is_still_told(desk: Desk) -> None:
    identity = desk.remember("Never log card numbers", "--kind", "convention")
    assert desk.ask("blame")["lines"][0]["id"] == identity
    assert desk.ask("why", identity)["receipts"] == []
    assert desk.ask("brief", env=AGENT)["given"] == [identity]
    assert desk.ask("blame", env=AGENT)["lines"] == []


def test_an_agent_that_asks_has_it_on_record(desk: Desk) -> None:
    identity = desk.remember("Never log card numbers", "--kind", "convention")
    assert desk.ask("blame", env=AGENT)["lines"][0]["id"] == identity
    assert [receipt["session"] for receipt in desk.ask("why", identity)["receipts"]] == ["session-one"]


def test_what_a_session_was_given_keeps_the_words_of_then(desk: Desk) -> None:
    first = desk.ask("remember", "The lock is in eu-west-1", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    receipt = desk.ask("brief", env=AGENT)["receipt"]
    desk.ask("revise", first["id"], "The lock is in eu-central-1")
    desk.write("src/locks.py", "def release(payment):\n    return unlock(payment.id)\n")
    blamed = desk.ask("blame", "session-one")
    assert blamed["session"] == "session-one"
    (given,) = blamed["receipts"]
    assert (given["receipt"], given["verb"], given["to"]) == (receipt, "brief", "agent:claude-code")
    (line,) = given["lines"]
    assert (line["text"], line["revision"], line["operation"]) == ("The lock is in eu-west-1", 1, first["operation"])
    assert line["standing"] == "holds"
    assert line["now"] == {"revision": 2, "standing": "broken"}
    assert desk.ask("blame", receipt)["receipts"] == blamed["receipts"]


def test_lines_that_answered_a_question_are_blamed_too(desk: Desk) -> None:
    identity = desk.remember("The region is eu-west-1")
    desk.ask("recall", "which region?", env=AGENT)
    (receipt,) = desk.ask("blame", "session-one")["receipts"]
    assert [(line["id"], line["because"]) for line in receipt["lines"]] == [(identity, "query")]


def test_words_that_were_purged_since_are_gone_from_blame(desk: Desk) -> None:
    identity = desk.remember("The codename is Heron", "--kind", "decision")
    desk.ask("brief", env=AGENT)
    desk.ask("purge", identity, "--yes")
    done = desk.run("blame", "session-one", "--json")
    assert done.code == 0
    assert "Heron" not in done.out
    lines = [line for receipt in done.json["receipts"] for line in receipt["lines"]]
    assert all(line["operation"] is None and line["status"] is None for line in lines)


def test_what_was_reverted_since_is_shown_as_gone(desk: Desk) -> None:
    said = desk.ask("remember", "The region is eu-west-1", "--kind", "decision")
    desk.ask("brief", env=AGENT)
    desk.ask("revert", said["operation"])
    (line,) = desk.ask("blame", "session-one")["receipts"][0]["lines"]
    assert (line["text"], line["status"], line["now"]) == ("The region is eu-west-1", None, None)
    assert line["operation"] == said["operation"]
    assert "gone" in desk.run("blame", "session-one").out


def test_people_read_the_brief_with_the_origin_below_each_line(desk: Desk) -> None:
    said = desk.ask("remember", "Never log card numbers", "--kind", "convention")
    done = desk.run("blame")
    assert done.code == 0
    rows = done.out.splitlines()
    place = next(number for number, row in enumerate(rows) if row.startswith("- convention by person:Ana"))
    assert f"{said['id']} revision 1 · {said['operation']} · person:Ana" in rows[place + 1]
    assert "active · unanchored · pinned" in rows[place + 2]
    desk.ask("brief", env=AGENT)
    assert "brief for agent:claude-code in session session-one" in desk.run("blame", "session-one").out


def test_with_nothing_known_there_is_nothing_to_blame(desk: Desk) -> None:
    assert desk.ask("blame")["lines"] == []
    assert "nothing" in desk.run("blame").out


@pytest.mark.parametrize(
    "words", [["--budget", "-1"], ["session-one", "--task", "x"], ["session-one", "--budget", "9"]]
)
def test_contradicting_flags_are_wrong_usage(desk: Desk, words: list[str]) -> None:
    assert desk.fail("blame", *words, code=2)["hint"]


def test_an_unknown_session_is_not_found(desk: Desk) -> None:
    desk.remember("One thing")
    assert desk.fail("blame", "no-such-session", code=1)["code"] == "not-found"

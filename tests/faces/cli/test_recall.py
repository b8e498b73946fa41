"""standfast recall and brief: what comes back, with reasons."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.faces.cli.conftest import AGENT, CODE

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

FIELDS = {"id", "revision", "kind", "title", "text", "score", "scores", "standing", "status"}
FIELDS |= {"authority", "source", "anchors", "at"}


def test_recall_answers_with_reasons_and_a_receipt(desk: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    desk.remember("Screenshots are taken at night")
    answer = desk.ask("recall", "which key does the payment lock use?")
    assert {"receipt", "results", "withheld"} <= set(answer)
    best = answer["results"][0]
    assert set(best) >= FIELDS
    assert best["id"] == identity
    assert best["kind"] == "decision"
    assert best["standing"] == "holds"
    assert best["status"] == "active"
    assert best["authority"] == "approved"
    assert best["source"]["kind"] == "person"
    assert best["source"]["name"] == "Ana"
    assert best["anchors"] == ["src/locks.py::acquire"]
    assert best["score"] > 0
    assert best["scores"]
    receipt = desk.ask("why", answer["receipt"])["receipts"][0]
    assert receipt["receipt"] == answer["receipt"]
    assert receipt["given"][0]["id"] == identity


def test_recall_finds_nothing_without_failing(desk: Desk) -> None:
    answer = desk.ask("recall", "anything at all")
    assert answer["results"] == []
    assert answer["withheld"] == 0
    assert desk.run("recall", "anything").code == 0


def test_recall_says_how_many_it_withheld(desk: Desk) -> None:
    for number in range(6):
        desk.remember(f"Retry rule number {number} for the gateway")
    answer = desk.ask("recall", "retry rule gateway", "--limit", "2")
    assert len(answer["results"]) == 2
    assert answer["withheld"] == 4


def test_the_limit_is_named_only_where_it_is_the_limit(desk: Desk) -> None:
    weak = [f"Team {number} reads the weight of crate {number * 13} at noon from staging" for number in range(400)]
    records = [json.dumps({"text": text}) for text in ("The staging key is in the vault", *weak)]
    assert desk.run("remember", "--jsonl", given="\n".join(records)).code == 0
    said = desk.run("recall", "where is the staging key", "--limit", "500").out
    assert "past the limit" not in said
    assert "past the limit; --limit shows more" in desk.run("recall", "crate weight at noon", "--limit", "1").out


def test_a_person_sees_the_few_nearest_and_a_program_all_that_answer(desk: Desk) -> None:
    near = [f"The staging key number {number} is in the vault" for number in range(9)]
    records = [json.dumps({"text": text}) for text in (*near, *(f"Crate {number} is heavy" for number in range(40)))]
    assert desk.run("remember", "--jsonl", given="\n".join(records)).code == 0
    said = desk.run("recall", "where is the staging key").out
    assert said.count("The staging key number") == 5
    assert "score" not in said
    assert "--limit shows more" in said
    assert desk.run("recall", "where is the staging key", "--limit", "9").out.count("The staging key number") == 9
    assert len(desk.run("recall", "where is the staging key", "--json").json["results"]) >= 9


@pytest.mark.parametrize("query", ["", "  "])
def test_no_question_is_said_to_be_none(desk: Desk, query: str) -> None:
    assert desk.fail("recall", query, code=2)["code"] == "empty"


def test_the_commit_behind_an_episode_is_named_without_a_dangling_colon(desk: Desk) -> None:
    desk.write("src/locks.py", CODE + "\n\ndef renew(payment):\n    return lock(payment.id)\n")
    desk.commit("Renew locks before they run out")
    desk.run("init")
    said = desk.run("recall", "renew locks before they run out").out
    assert "Renew locks" in said
    assert not [line for line in said.splitlines() if " since " in line and line.rstrip().endswith(":")]


def test_recall_narrows_by_kind_tag_and_scope(desk: Desk) -> None:
    decision = desk.remember("Cache entries live for an hour", "--kind", "decision", "--tag", "cache")
    gotcha = desk.remember("Cache entries may be stale for an hour", "--kind", "gotcha")
    mine = desk.remember("Cache entries bore me", "--scope", "user", "--kind", "preference")

    def found(*words: str) -> set[str]:
        return {result["id"] for result in desk.ask("recall", "cache entries", *words)["results"]}

    assert found() == {decision, gotcha, mine}
    assert found("--kind", "decision") == {decision}
    assert found("--kind", "decision,gotcha") == {decision, gotcha}
    assert found("--tag", "cache") == {decision}
    assert found("--scope", "user") == {mine}
    assert found("--scope", "project") == {decision, gotcha}


def test_recall_can_include_what_was_replaced(desk: Desk) -> None:
    old = desk.remember("The port is 8081")
    new = desk.remember("The port is 8082", "--supersedes", old)
    assert [result["id"] for result in desk.ask("recall", "port")["results"]] == [new]
    both = desk.ask("recall", "port", "--include", "superseded")["results"]
    assert {item["id"]: item["status"] for item in both} == {old: "superseded", new: "active"}
    assert desk.fail("recall", "port", "--include", "forgotten", code=2)["code"] == "bad-status"


def test_recall_answers_as_of_a_moment(desk: Desk) -> None:
    identity = desk.remember("The region is eu-west-1", "--at", "2026-01-01")
    desk.ask("revise", identity, "The region is eu-central-1")
    now = desk.ask("recall", "region")["results"][0]
    then = desk.ask("recall", "region", "--as-of", "2026-02-01")["results"][0]
    assert now["text"] == "The region is eu-central-1"
    assert then["text"] == "The region is eu-west-1"
    assert desk.ask("recall", "region", "--as-of", "2025-01-01")["results"] == []
    assert desk.fail("recall", "region", "--as-of", "soon", code=2)["code"] == "bad-time"


def test_recall_sees_that_code_has_drifted(desk: Desk) -> None:
    desk.remember("Locks are keyed by `payment.id`", "--anchor", "src/locks.py::acquire")
    desk.write("src/locks.py", CODE.replace("lock(payment.id)", "lock(payment.tenant, fair=True)"))
    assert desk.ask("recall", "locks")["results"][0]["standing"] == "drifted"
    desk.write("src/locks.py", CODE)
    assert desk.ask("recall", "locks")["results"][0]["standing"] == "holds"


def test_files_at_hand_bring_what_is_about_them(desk: Desk) -> None:
    about = desk.remember("Take care with reentrancy", "--anchor", "src/locks.py")
    desk.remember("Take care with time zones")
    assert desk.ask("recall", "take care", "--files", "src/locks.py")["results"][0]["id"] == about
    inside = str(desk.folder / "src")
    assert desk.ask("-C", inside, "recall", "take care", "--files", "locks.py")["results"][0]["id"] == about


@pytest.mark.parametrize("limit", ["0", "-3", "5000"])
def test_a_limit_out_of_bounds_is_refused(desk: Desk, limit: str) -> None:
    assert desk.fail("recall", "x", "--limit", limit, code=2)["code"] == "bad-limit"


@pytest.mark.parametrize(
    "query", ["user-auth", 'a "quoted', "(x OR", "src/a.py:10", "NEAR*", "%_", "\x00", "ünï 世界", "-"]
)
def test_no_query_is_too_odd(desk: Desk, query: str) -> None:
    desk.remember("user-auth lives in src/a.py")
    assert desk.run("recall", query, "--json", given="words from standard input").code == 0


def test_words_need_no_quotes(desk: Desk) -> None:
    identity = desk.remember("The payment lock is reentrant")
    assert desk.ask("recall", "payment", "lock")["results"][0]["id"] == identity


def test_explain_shows_the_parts_of_a_score(desk: Desk) -> None:
    desk.remember("The payment lock is reentrant")
    found = desk.ask("recall", "payment lock")["results"][0]
    told = desk.run("recall", "payment lock", "--explain").out
    assert all(name in told for name, value in found["scores"].items() if round(value, 3))
    assert sum(found["scores"].values()) == pytest.approx(found["score"], abs=1e-4)
    line = next(line for line in told.split("\n") if "score" in line and " = " in line)
    total, *added = [float(number) for number in re.findall(r"[+-]?\d+\.\d{3}", line)]
    assert total == pytest.approx(sum(added), abs=0.01)


def test_a_budget_too_small_for_anything_is_not_taken_for_an_empty_memory(desk: Desk) -> None:
    desk.remember("Never log card numbers", "--kind", "requirement")
    told = desk.run("brief", "--budget", "10").out
    assert "none fits" in told
    assert "nothing is known" not in told


def test_results_can_be_streamed(desk: Desk) -> None:
    desk.remember("The payment lock is reentrant")
    done = desk.run("recall", "payment", "--jsonl")
    assert done.code == 0
    assert set(done.lines[0]) >= FIELDS


def test_a_brief_is_what_a_session_is_given(desk: Desk) -> None:
    rule = desk.remember("Never log card numbers", "--kind", "requirement")
    answer = desk.ask("brief", "--task", "logging", env=AGENT)
    assert answer["given"] == [rule]
    assert "Never log card numbers" in answer["text"]
    assert 0 < answer["tokens"] <= 1500
    given = desk.ask("why", "session-one")["receipts"]
    assert [(item["verb"], item["given"][0]["id"]) for item in given] == [("brief", rule)]


def test_a_brief_keeps_to_its_budget_and_says_what_it_left_out(desk: Desk) -> None:
    for number in range(40):
        desk.remember(f"Rule {number}: " + "handle the thing with care " * 5, "--kind", "convention")
    answer = desk.ask("brief", "--budget", "300")
    assert answer["tokens"] <= 300
    assert answer["withheld"] > 0


def test_an_empty_brief_says_so(desk: Desk) -> None:
    assert desk.ask("brief")["text"] == ""
    assert desk.run("brief").code == 0


def test_another_repository_does_not_see_it(desk: Desk, bare: Desk) -> None:
    desk.remember("A secret of the shop")
    bare.git("init", "--quiet")
    assert bare.ask("recall", "secret shop")["results"] == []


def test_what_is_scoped_to_a_path_is_found_at_its_files_and_nowhere_else(desk: Desk) -> None:
    scoped = desk.remember("Migrations are written by hand", "--scope", "project,path:db/**")
    found = desk.ask("recall", "how are migrations written?", "--files", "db/001.sql")["results"]
    assert [result["id"] for result in found] == [scoped]
    assert desk.ask("recall", "how are migrations written?", "--files", "docs/index.md")["results"] == []


def test_a_word_that_was_read_as_another_is_said_to_be(desk: Desk) -> None:
    desk.remember("The scheduler starves when the queue is full")
    asked = desk.ask("recall", "shceduler")
    assert asked["read_as"] == {"shceduler": "scheduler"}
    assert "Nothing here says “shceduler”; read as “scheduler”." in desk.run("recall", "shceduler").out
    assert "read_as" not in desk.ask("recall", "scheduler")


def test_no_answer_is_given_to_a_word_that_only_begins_alike(desk: Desk) -> None:
    desk.remember("The notary refused the bundle over an unsigned library")
    assert desk.ask("recall", "what is our refund policy")["results"] == []


def test_who_asks_in_a_repository_that_nobody_let_standfast_read_is_told_so_and_no_longer_once_it_is(
    desk: Desk,
) -> None:
    for asked in (("recall", "which queue do we use"), ("brief",)):
        assert "`standfast up`" in desk.run(*asked).out
    desk.run("init")
    for asked in (("recall", "which queue do we use"), ("brief",)):
        assert "`standfast up`" not in desk.run(*asked).out

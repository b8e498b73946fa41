"""What the program finds to be false when something is remembered is what every face says from then on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def asking(desk: Desk, node: str = ">=20") -> None:
    desk.write("package.json", json.dumps({"name": "shop", "engines": {"node": node}}, indent=2))
    desk.commit("Ask for Node")


def stands(desk: Desk, identity: str) -> str:
    return str(desk.ask("show", identity)["standing"])


def test_a_version_that_the_manifest_does_not_admit_is_drifted_on_every_face(desk: Desk) -> None:
    asking(desk)
    words = "Node.js 18 must be supported: engines.node is >=18"
    done = desk.ask("remember", words, "--kind", "decision", "--anchor", "package.json")
    assert ">=20" in done["doubts"][0]
    shown = desk.ask("show", done["id"])
    assert shown["standing"] == "drifted"
    assert shown["standing_detail"][0]["never"] is True
    assert [item["standing"] for item in desk.ask("list")["memories"]] == ["drifted"]
    assert desk.ask("drift")["stale"] == [done["id"]]
    assert desk.ask("status")["standings"] == {"drifted": 1}
    assert "DRIFTED" in desk.run("brief").out


def test_a_claim_without_anchors_is_anchored_to_the_manifest_that_says_otherwise_until_it_agrees(desk: Desk) -> None:
    asking(desk)
    identity = desk.remember("We support Node.js 18 and newer", "--kind", "requirement")
    assert stands(desk, identity) == "drifted"
    asking(desk, ">=18")
    assert stands(desk, identity) == "touched"
    asking(desk, ">=22")
    assert stands(desk, identity) == "drifted"


def test_a_true_version_holds_and_drifts_when_the_manifest_asks_for_more(desk: Desk) -> None:
    asking(desk)
    words = ("Node.js 20 must be supported", "--kind", "decision", "--anchor")
    whole, key = desk.remember(*words, "package.json"), desk.remember(*words, "conf:package.json#engines.node")
    assert (stands(desk, whole), stands(desk, key)) == ("holds", "holds")
    asking(desk, ">=22")
    assert (stands(desk, whole), stands(desk, key)) == ("drifted", "drifted")


def test_what_the_manifest_was_read_to_ask_for_stands_against_a_claim_that_it_does_not_admit(desk: Desk) -> None:
    asking(desk)
    desk.run("init")
    done = desk.ask("remember", "We support Node.js 18 and newer", "--kind", "requirement")
    fact = done["conflicts"][0]["id"]
    assert ">=20" in desk.ask("show", fact)["text"]
    assert desk.ask("show", done["id"])["sides"][0]["supported"] == fact


def test_a_whole_file_in_which_nothing_can_be_checked_is_called_the_same_everywhere(desk: Desk) -> None:
    words = "The vendor was slow in March and everybody felt sorry"
    identity = desk.remember(words, "--kind", "gotcha", "--anchor", "src/locks.py")
    shown = desk.ask("show", identity)
    assert (shown["standing"], shown["word"]) == ("holds", "not checked")
    for face in (("show", identity), ("list",), ("status",), ("drift",), ("recall", "vendor slow March sorry")):
        said = desk.run(*face).out
        assert "not checked" in said
        assert "holds" not in said
    status = desk.ask("status")
    assert (status["standings"], status["unchecked"]) == ({"holds": 1}, 1)


def test_an_anchor_with_a_typo_is_marked_until_something_is_there(desk: Desk) -> None:
    identity = desk.remember("refunds lock first", "--kind", "gotcha", "--anchor", "src/locks.py::acquir")
    shown = desk.ask("show", identity)
    assert (shown["standing"], shown["word"]) == ("broken", "points at nothing")
    assert "src/locks.py::acquire" in desk.run("drift").out
    assert "points at nothing" in desk.run("brief").out
    desk.write("src/locks.py", "def acquir():\n    pass\n")
    assert stands(desk, identity) == "unanchored"


def test_of_two_anchors_the_one_with_a_typo_is_named_and_the_claim_is_held_against_the_other(desk: Desk) -> None:
    places = ("--anchor", "src/locks.py::acquire", "--anchor", "src/lock.py::acquire")
    shown = desk.ask("show", desk.remember("acquire is called before a refund", "--kind", "gotcha", *places))
    assert shown["standing"] in {"holds", "unanchored"}
    (lost,) = [item for item in shown["standing_detail"] if item["anchor"] == "src/lock.py::acquire"]
    assert lost["word"] == "points at nothing"
    assert "nearest: src/locks.py::acquire" in lost["reason"]


def test_a_statement_of_a_document_is_still_written_and_broken_once_the_code_it_names_is_gone(desk: Desk) -> None:
    desk.write("src/sync.py", "class Settings:\n    sync_v1_enabled: bool = True\n")
    desk.write("AGENTS.md", "# Rules\n\n- Always check `sync_v1_enabled` before you sync the history of a host.\n")
    desk.commit("Sync")
    desk.run("init")
    (memory,) = [item for item in desk.ask("list")["memories"] if "sync_v1_enabled" in item["text"]]
    assert memory["standing"] == "holds"
    desk.write("src/sync.py", "class Settings:\n    pass\n")
    desk.commit("Remove the old protocol")
    (line,) = desk.ask("drift")["instructions"]
    assert (line["line"], line["name"]) == (3, "sync_v1_enabled")
    assert line["since"] == desk.git("rev-parse", "HEAD").strip()
    assert stands(desk, memory["id"]) == "broken"
    assert "sync_v1_enabled" in desk.run("brief").out


def test_a_value_that_nothing_there_gives_is_not_checked_on_every_face(desk: Desk) -> None:
    words = "Sandbox exec output is cut at 10 MiB"
    desk.write("src/limits.py", "LONGEST = compute_limit()\n")
    desk.commit("Limits")
    remembered = desk.run("remember", words, "--kind", "convention", "--anchor", "src/limits.py").out
    (item,) = desk.ask("list")["memories"]
    desk.ask("show", item["id"])
    told = [desk.run(*face).out for face in (("list",), ("brief",), ("recall", "sandbox exec output"))]
    assert all("not checked" in said for said in told)
    why = desk.run("why", item["id"]).out
    assert "not checked" in why
    assert not any("holds" in said for said in (remembered, why, *told))


def test_what_was_anchored_without_anything_to_check_is_not_said_to_hold(desk: Desk) -> None:
    words = "The vendor was slow in March and everybody felt sorry"
    assert "(holds)" not in desk.run("remember", words, "--kind", "gotcha", "--anchor", "src/locks.py").out


def test_a_value_that_is_given_twice_is_checked_by_its_name(desk: Desk) -> None:
    words = "Default max connections per model is 10 (DEFAULT_MAX_CONNECTIONS = 10)"
    desk.write("src/limits.py", "DEFAULT_MAX_CONNECTIONS = 10\n")
    desk.commit("Limits")
    identity = desk.remember(words, "--kind", "fact", "--anchor", "src/limits.py::DEFAULT_MAX_CONNECTIONS")
    shown = desk.ask("show", identity)
    assert (shown["standing"], shown.get("word", "")) == ("holds", "")
    desk.write("src/limits.py", "DEFAULT_MAX_CONNECTIONS = 12\n")
    assert stands(desk, identity) == "drifted"

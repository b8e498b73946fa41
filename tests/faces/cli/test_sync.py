"""Two people on two machines, one team: what leaves, what arrives, and what must do neither."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import standfast
from tests.faces.cli.conftest import AGENT, Desk


@pytest.fixture
def team(tmp_path: Path) -> str:
    (tmp_path / "team" / "store").mkdir(parents=True)
    return f"sqlite://{tmp_path / 'team' / 'store'}"


@pytest.fixture
def colleague(desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Ben, with a clone of the same repository on another machine."""
    desk.git("clone", "--quiet", str(desk.folder), str(tmp_path / "elsewhere"))
    made = Desk(tmp_path / "elsewhere", tmp_path / "bens-home", capsys)
    made.git("config", "user.name", "Ben")
    return made


def texts(desk: Desk, *words: str) -> list[str]:
    return sorted(item["text"] for item in desk.ask("list", *words)["memories"])


def push(desk: Desk, team: str, *words: str) -> dict:
    return desk.ask("sync", "push", *words, "--team", team, "--yes")


def pull(desk: Desk, team: str, *words: str) -> dict:
    return desk.ask("sync", "pull", "--team", team, *words)


def test_what_one_knows_the_other_knows_after_a_push_and_a_pull(desk: Desk, colleague: Desk, team: str) -> None:
    said = desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    assert push(desk, team)["scopes"][0]["added"] == 1
    assert pull(colleague, team)["scopes"][0]["added"] == 1
    shown = colleague.ask("show", said)
    assert (shown["text"], shown["source"]["name"], shown["standing"]) == (
        "Locks are keyed by payment_id",
        "Ana",
        "holds",
    )
    assert colleague.ask("recall", "what are locks keyed by?")["results"][0]["id"] == said
    assert push(desk, team)["scopes"][0]["operations"] == 0
    assert pull(colleague, team)["scopes"][0]["operations"] == 0
    assert colleague.ask("doctor")["ok"] in {True, False}


def test_nothing_leaves_without_a_person_who_saw_it(desk: Desk, team: str) -> None:
    desk.remember("Locks are keyed by payment_id", "--kind", "decision")
    assert desk.fail("sync", "push", "--team", team, code=2)["code"] == "needs-yes"
    preview = desk.ask("sync", "push", "--team", team, "--dry-run")
    assert [item["title"] for item in preview["scopes"][0]["leaves"]] == ["Locks are keyed by payment_id"]
    assert desk.ask("sync", "status", "--team", team)["scopes"][0]["operations"] == 1
    done = desk.run("sync", "push", "--team", team, "--yes", "--json", env=AGENT)
    assert (done.code, done.error["code"]) == (1, "authority")
    assert desk.ask("sync", "status", "--team", team)["scopes"][0]["operations"] == 1


def test_what_is_private_waits_or_tells_of_a_session_stays_and_says_why(desk: Desk, colleague: Desk, team: str) -> None:
    desk.remember("I prefer short answers", "--kind", "preference", "--scope", "user")
    told = desk.remember("Tried a mutex and it deadlocked", "--kind", "attempt")
    desk.remember("Shared lesson of a session", "--kind", "attempt", "--tag", "shared")
    stays = push(desk, team)["scopes"][0]["stays"]
    assert [(item["id"], "shared" in item["reason"]) for item in stays] == [(told, True)]
    pull(colleague, team)
    assert texts(colleague) == ["Shared lesson of a session"]
    push(desk, team, told)
    pull(colleague, team)
    assert texts(colleague) == ["Shared lesson of a session", "Tried a mutex and it deadlocked"]


def test_the_users_own_scope_moves_only_when_it_is_named(desk: Desk, colleague: Desk, team: str) -> None:
    desk.remember("I prefer short answers", "--kind", "preference", "--scope", "user")
    push(desk, team)
    pull(colleague, team, "--scope", "user")
    assert texts(colleague, "--scope", "user") == []
    push(desk, team, "--scope", "user")
    pull(colleague, team)
    assert texts(colleague, "--scope", "user") == []
    pull(colleague, team, "--scope", "user")
    assert texts(colleague, "--scope", "user") == ["I prefer short answers"]


def test_a_word_that_became_private_holds_its_memory_back(desk: Desk, colleague: Desk, team: str) -> None:
    kept = desk.remember("The project is called Bluebird inside", "--kind", "fact")
    desk.remember("Amounts are cents", "--kind", "fact")
    (desk.home / "config.toml").write_text('private_words = ["Bluebird"]\n', encoding="utf-8")
    (stays,) = push(desk, team)["scopes"][0]["stays"]
    assert (stays["id"], "redaction" in stays["reason"]) == (kept, True)
    pull(colleague, team)
    assert texts(colleague) == ["Amounts are cents"]


def test_what_the_receiver_must_not_write_stays_out_and_is_named(desk: Desk, colleague: Desk, team: str) -> None:
    desk.remember("The project is called Bluebird inside", "--kind", "fact")
    push(desk, team)
    colleague.home.mkdir(exist_ok=True)
    (colleague.home / "config.toml").write_text('private_words = ["Bluebird"]\n', encoding="utf-8")
    (refused,) = pull(colleague, team)["scopes"][0]["refused"]
    assert "redaction" in refused["reason"]
    assert texts(colleague) == []
    assert not any(b"Bluebird" in path.read_bytes() for path in (colleague.home / "store").rglob("*"))


def test_changes_on_both_sides_are_disputed_alike_and_one_decision_settles_both(
    desk: Desk, colleague: Desk, team: str
) -> None:
    said = desk.remember("Locks are keyed by payment_id", "--kind", "decision")
    push(desk, team)
    pull(colleague, team)
    desk.ask("revise", said, "Locks are keyed by order_id")
    colleague.ask("revise", said, "Locks are keyed by refund_id")
    push(desk, team)
    push(colleague, team)
    assert pull(desk, team)["scopes"][0]["disputed"] == [said]
    assert pull(colleague, team)["scopes"][0]["disputed"] == [said]
    assert desk.ask("show", said)["status"] == colleague.ask("show", said)["status"] == "disputed"
    desk.ask("review", "--approve", said)
    push(desk, team)
    pull(colleague, team)
    both = [person.ask("show", said) for person in (desk, colleague)]
    assert [(item["status"], item["text"]) for item in both] == [("active", both[0]["text"])] * 2


def test_a_revert_and_taking_it_back_both_reach_the_others(desk: Desk, colleague: Desk, team: str) -> None:
    said = desk.remember("Locks are keyed by payment_id", "--kind", "decision")
    revised = desk.ask("revise", said, "Locks are keyed by order_id")["operation"]
    push(desk, team)
    pull(colleague, team)
    colleague.ask("revert", revised)
    push(colleague, team)
    pull(desk, team)
    assert desk.ask("show", said)["text"] == "Locks are keyed by payment_id"
    undone = next(item["operation"] for item in desk.ask("log", said)["operations"] if item["act"] == "revert")
    desk.ask("revert", undone)
    push(desk, team)
    pull(colleague, team)
    assert [person.ask("show", said)["text"] for person in (desk, colleague)] == ["Locks are keyed by order_id"] * 2


def test_a_purge_takes_the_bytes_from_the_other_machine_and_the_team(
    desk: Desk, colleague: Desk, team: str, tmp_path: Path
) -> None:
    said = desk.remember("The zebracode of the vault is quaggaword", "--kind", "fact")
    push(desk, team)
    pull(colleague, team)
    colleague.ask("backup")
    colleague.ask("remember", "An episode that quotes: The zebracode of the vault is quaggaword", "--kind", "episode")
    assert desk.ask("purge", said, "--yes")["proof"]["found"] == 0
    push(desk, team)
    assert said in pull(colleague, team)["scopes"][0]["purged"]
    for folder in (desk.home, colleague.home, tmp_path / "team"):
        for path in folder.rglob("*"):
            assert not path.is_file() or b"quaggaword" not in path.read_bytes(), path
    assert colleague.fail("remember", "The zebracode of the vault is quaggaword", code=1)["code"] == "purged"


def test_a_machine_that_was_off_brings_nothing_back(desk: Desk, colleague: Desk, team: str, tmp_path: Path) -> None:
    said = desk.remember("The zebracode of the vault is quaggaword", "--kind", "fact")
    push(desk, team)
    pull(colleague, team)
    exported = colleague.run("export").out
    backup = colleague.ask("backup")["file"]
    desk.ask("purge", said, "--yes")
    push(desk, team)
    colleague.ask("revise", said, "The zebracode of the vault is quaggaword now")
    again = colleague.remember("The zebracode of the vault is quaggaword!", "--kind", "gotcha")
    push(colleague, team)
    pull(colleague, team)
    pull(desk, team)
    colleague.ask("backup", "--restore", backup)
    (tmp_path / "old.jsonl").write_text(exported, encoding="utf-8")
    colleague.run("import", "export", str(tmp_path / "old.jsonl"))
    for person in (desk, colleague, desk):
        push(person, team)
        pull(person, team)
    for person in (desk, colleague):
        assert texts(person) == []
        assert person.run("show", again).code == 1
    for folder in (desk.home, colleague.home / "store", tmp_path / "team"):
        for path in folder.rglob("*"):
            assert not path.is_file() or b"quaggaword" not in path.read_bytes(), path


def test_a_groups_convention_reaches_another_repository_and_copies_that_differ_are_shown(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], team: str
) -> None:
    desk.ask("group", "join", "payments")
    desk.remember(
        "Amounts are integers in cents", "--kind", "convention", "--scope", "group:payments", "--title", "Amounts"
    )
    push(desk, team)
    other = Desk(tmp_path / "ledger", tmp_path / "carls-home", capsys)
    other.folder.mkdir()
    other.git("init", "--quiet")
    other.git("config", "user.name", "Carl")
    other.write("ledger.py", "TOTAL = 0\n")
    other.git("config", "user.email", "carl@example.net")
    other.commit()
    pull(other, team)
    assert texts(other) == []
    other.ask("group", "join", "payments")
    other.remember("Amounts are integers in euros", "--kind", "convention", "--title", "Amounts")
    (apart,) = pull(other, team)["apart"]
    assert apart["differences"] == [["euros", "cents"]]
    assert "Amounts are integers in cents" in [
        item["text"] for item in other.ask("recall", "how are amounts kept?")["results"]
    ]


def test_the_same_store_and_no_team_are_said(desk: Desk, bare: Desk) -> None:
    assert desk.fail("sync", "status", code=2)["code"] == "no-team"
    assert desk.fail("sync", "status", "--team", "gopher://x", code=2)["code"] == "bad-team"
    desk.remember("x is y")
    assert desk.fail("sync", "status", "--team", f"sqlite://{desk.home / 'store'}", code=1)["code"] == "same-store"
    assert desk.fail("sync", "status", "--team", "http://memory.example.org", code=2)["code"] == "no-token"


def test_it_goes_on_in_the_background_only_when_asked(desk: Desk, colleague: Desk, team: str) -> None:
    desk.remember("Locks are keyed by payment_id", "--kind", "decision")
    push(desk, team)
    assert colleague.fail("sync", "pull", "--team", team, "--every", "soon", code=2)["code"] == "bad-time"
    command = [sys.executable, "-m", "standfast", "sync", "pull", "--team", team, "--every", "1s", "--json"]
    source = str(Path(standfast.__file__).parent.parent)
    running = subprocess.Popen(
        command, cwd=colleague.folder, env={**colleague.env, "PYTHONPATH": source}, stdout=subprocess.PIPE
    )
    assert running.stdout is not None
    first = json.loads(running.stdout.readline())
    desk.remember("Amounts are cents", "--kind", "fact")
    push(desk, team)
    rounds = (json.loads(line)["scopes"][0]["added"] for line in running.stdout)
    added = next(number for number in rounds if number)  # however many rounds come before the one that finds it
    running.terminate()
    running.communicate(timeout=300)
    assert (first["scopes"][0]["added"], added) == (1, 1)

"""What is only true on a branch stays there until it lands, however it lands; and nothing is lost on the way."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import apsw
import pytest

from tests.faces.cli.conftest import AGENT, Desk

if TYPE_CHECKING:
    from pathlib import Path

NEW = (
    "def settle(account, ledger):\n    total = sum(entry.amount for entry in ledger)\n    return account.post(total)\n"
)
WORDS = "settle posts the total of a ledger"


@pytest.fixture
def topic(desk: Desk) -> str:
    """A branch with a function of its own, and a memory about it."""
    desk.git("checkout", "--quiet", "-b", "topic")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    return learn(desk)


def learn(desk: Desk, *words: str) -> str:
    return desk.remember(WORDS, "--kind", "fact", "--anchor", "src/bills.py::settle", *words)


def told(desk: Desk, *words: str) -> dict[str, Any]:
    return {result["id"]: result for result in desk.ask("recall", "settle total ledger", *words)["results"]}


def go(desk: Desk, *words: str) -> None:
    desk.git("checkout", "--quiet", *words)


def scope(desk: Desk, memory: str) -> str:
    found: str = desk.ask("show", memory)["scope"]
    return found.partition(",")[2]


def test_it_is_told_on_the_branch_and_not_on_main(desk: Desk, topic: str) -> None:
    assert told(desk)[topic]["branch"] == "topic"
    assert told(desk)[topic]["standing"] == "holds"
    assert "unmerged branch topic" in desk.ask("brief", "--task", "settle a ledger")["text"]
    go(desk, "main")
    assert topic not in told(desk)
    assert "settle" not in desk.ask("brief", "--task", "settle a ledger")["text"]


def test_elsewhere_it_is_told_only_when_asked_and_says_where_from(desk: Desk, topic: str) -> None:
    go(desk, "main")
    asked = told(desk, "--include", "branches")[topic]
    assert (asked["branch"], asked["standing"]) == ("topic", "holds")
    assert "from unmerged branch topic" in desk.run("recall", "settle", "--include", "branches").out


def test_a_person_is_told_how_many_answers_other_branches_have_and_not_what_they_say(desk: Desk, topic: str) -> None:
    assert "unmerged branches" not in desk.run("recall", "settle total ledger").out
    go(desk, "main")
    said = desk.run("recall", "settle total ledger").out
    assert "1 answer from unmerged branches left out; --include branches shows them." in said
    assert topic not in said
    assert WORDS not in said
    assert "unmerged branches" not in desk.run("recall", "settle total ledger", env=AGENT).out


def test_who_says_it_on_a_branch_is_told_how_to_keep_it_for_the_whole_project(desk: Desk) -> None:
    go(desk, "-b", "topic")
    said = desk.run("remember", "The ledger is written once a day", "--kind", "fact").out
    identity = said.split()[1]
    assert f"`standfast revise {identity} --scope project`" in said
    desk.run("revise", identity, "--scope", "project")
    assert scope(desk, identity) == ""


def test_branches_that_grew_from_it_see_it_and_others_do_not(desk: Desk, topic: str) -> None:
    go(desk, "-b", "further")
    desk.write("more.txt", "x\n")
    desk.commit("Further")
    assert topic in told(desk)
    go(desk, "-b", "beside", "main")
    assert topic not in told(desk)


def test_what_is_said_of_everything_is_the_projects_at_once(desk: Desk) -> None:
    go(desk, "-b", "topic")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    never = desk.remember("We never use floats for amounts", "--kind", "convention")
    rule = desk.remember("Never call src/locks.py from a view", "--kind", "convention")
    way = desk.remember("Release with make ship", "--kind", "procedure")
    asked = learn(desk, "--scope", "project")
    assert [scope(desk, item) for item in (never, rule, way, asked)] == ["", "", "", ""]
    here = desk.remember("Never call src/bills.py from a view", "--kind", "convention")
    assert scope(desk, here) == "branch:topic"  # on main it would name a file that nobody has


@pytest.mark.parametrize("kind", ["decision", "fact", "requirement", "gotcha", "attempt", "episode"])
def test_what_is_said_about_the_code_on_a_branch_is_not_a_fact_of_main(desk: Desk, kind: str) -> None:
    go(desk, "-b", "topic")
    said = desk.remember("Herons are settled in cents", "--kind", kind)
    assert scope(desk, said) == "branch:topic"
    go(desk, "main")
    assert "Herons" not in desk.ask("brief")["text"]
    assert not desk.ask("recall", "herons settled in cents")["results"]


def test_what_is_related_to_a_file_a_tag_or_a_person_leaves_out_other_branches(desk: Desk) -> None:
    main = desk.remember(
        "Locks are keyed by payment", "--kind", "decision", "--anchor", "src/locks.py", "--tag", "bird"
    )
    go(desk, "-b", "topic")
    made = desk.remember("Herons replace locks", "--kind", "decision", "--anchor", "src/locks.py", "--tag", "bird")

    def related(to: str) -> set[str]:
        return {node["id"] for node in desk.ask("graph", to)["nodes"] if node["type"] == "memory"}

    for thing in ("src/locks.py", "tag:bird", main):
        assert {main, made} <= related(thing)
    go(desk, "main")
    for thing in ("src/locks.py", "tag:bird", main):
        assert made not in related(thing)
    assert {main, made} <= related(made), "whoever names it means its branch"


def test_unasked_past_sessions_of_a_branch_that_is_open_elsewhere_say_nothing(desk: Desk) -> None:
    def hook(event: str, **fields: str) -> None:
        payload = {"session_id": "s1", "cwd": str(desk.folder), "hook_event_name": event, **fields}
        assert desk.start("hook", "claude-code", event, given=json.dumps(payload).encode()).returncode == 0

    go(desk, "-b", "topic")
    hook("SessionStart", source="startup")
    hook("UserPromptSubmit", prompt="why do the herons of the ledger sleep at noon?")
    question = ("recall", "herons of the ledger sleep at noon")
    go(desk, "main")
    assert not desk.ask(*question).get("sessions")
    asked = desk.ask("recall", "--sessions", question[1])["sessions"]
    assert [(one["session"], one["branch"]) for one in asked] == [("s1", "topic")]
    go(desk, "topic")
    assert [one["session"] for one in desk.ask(*question)["sessions"]] == ["s1"]


@pytest.mark.parametrize("kind", ["decision", "fact", "requirement"])
@pytest.mark.parametrize("committed", [False, True])
@pytest.mark.parametrize("how", ["merge", "squash", "fast-forward"])
def test_what_is_anchored_to_code_that_the_branch_has_yet_to_change_is_the_branchs_until_it_lands(
    desk: Desk, kind: str, committed: bool, how: str
) -> None:
    go(desk, "-b", "topic")
    if committed:
        desk.write("src/bills.py", NEW)
        desk.commit("Settle")
    said = desk.remember("Herons replace locks by payment", "--kind", kind, "--anchor", "src/locks.py::acquire")
    assert desk.ask("recall", "herons replace locks")["results"]
    go(desk, "main")
    assert "Herons" not in desk.ask("brief", "--files", "src/locks.py")["text"]
    assert scope(desk, said) == "branch:topic"
    go(desk, "topic")
    desk.write("more.txt", "x\n")
    desk.commit("More")
    go(desk, "main")
    assert "Herons" not in desk.ask("brief", "--files", "src/locks.py")["text"]
    merge = {"merge": ["--no-ff", "-m", "Merge topic"], "squash": ["--squash"], "fast-forward": ["--ff-only"]}[how]
    desk.git("merge", "-q", *merge, "topic")
    if how == "squash":
        desk.commit("Squashed")
    desk.git("branch", "-D", "topic")
    assert "Herons" in desk.ask("brief", "--files", "src/locks.py")["text"]
    assert scope(desk, said) == ""


def test_an_unanchored_decision_lands_with_its_branch_though_the_branch_is_deleted_at_once(desk: Desk) -> None:
    go(desk, "-b", "topic")
    said = desk.remember("Herons are settled in cents", "--kind", "decision")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    desk.ask("recall", "herons")
    go(desk, "main")
    desk.git("merge", "-q", "--no-ff", "-m", "Merge topic", "topic")
    desk.git("branch", "-D", "topic")
    assert desk.ask("recall", "herons settled in cents")["results"]
    assert scope(desk, said) == ""


@pytest.mark.parametrize(
    "how", [["reset", "--quiet", "--hard", "main"], ["checkout", "--quiet", "-B", "topic", "main"]]
)
def test_what_was_said_on_work_that_was_given_up_is_no_fact_of_main(desk: Desk, how: list[str]) -> None:
    go(desk, "-b", "topic")
    desk.write("docs/retries.md", "three\n")
    desk.commit("Try three retries")
    decided = desk.remember("Retries stop after three attempts", "--kind", "decision")
    desk.git(*how)
    go(desk, "main")
    assert decided not in told(desk)
    assert scope(desk, decided) == "branch:topic"
    desk.git("branch", "--quiet", "-D", "topic")
    told(desk)
    assert desk.ask("show", decided)["status"] != "active"


def test_what_was_said_on_a_branch_that_is_set_back_after_its_squash_lands(desk: Desk) -> None:
    go(desk, "-b", "topic")
    desk.write("docs/retries.md", "three\n")
    desk.commit("Try three retries")
    decided = desk.remember("Retries stop after three attempts", "--kind", "decision")
    go(desk, "main")
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Three retries (#1)")
    desk.git("branch", "--quiet", "--force", "topic", "main")
    told(desk)
    assert scope(desk, decided) == ""


@pytest.mark.parametrize("how", ["renamed", "grown"])
def test_an_unanchored_decision_goes_along_with_a_branch_that_has_its_commits(desk: Desk, how: str) -> None:
    go(desk, "-b", "topic")
    desk.write("docs/retries.md", "three\n")
    desk.commit("Try three retries")
    decided = desk.remember(
        "Retries stop after three attempts", "--kind", "decision", "--scope", "project,branch:topic"
    )
    if how == "renamed":
        desk.git("branch", "--move", "other")
    else:
        go(desk, "-b", "other")
        desk.write("docs/retries.md", "three, said again\n")
        desk.commit("Say it again")
    go(desk, "main")
    desk.git("branch", "--quiet", "--force", "--delete", "topic") if how == "grown" else None
    told(desk)
    assert scope(desk, decided) == "branch:other"
    desk.git("merge", "--quiet", "--no-ff", "--message", "Merge other", "other")
    told(desk)
    assert scope(desk, decided) == ""


def test_a_branch_name_that_is_used_again_revives_nothing(desk: Desk) -> None:
    go(desk, "-b", "topic")
    desk.remember("Herons are settled in cents", "--kind", "decision")
    desk.run("remember", "Herons fly at night", "--kind", "fact", env={"AI_AGENT": "robo"})
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    desk.ask("recall", "herons")
    go(desk, "main")
    desk.git("branch", "-D", "topic")
    later = {**os.environ, **desk.env, "GIT_COMMITTER_DATE": "2099-01-01T00:00:00Z"}  # Git notes when a branch began
    subprocess.run(["git", "checkout", "-q", "-b", "topic"], cwd=desk.folder, env=later, check=True)
    assert not desk.ask("recall", "herons")["results"]
    desk.write("other.txt", "x")
    desk.commit("Other")
    go(desk, "main")
    desk.git("merge", "-q", "--no-ff", "-m", "Merge topic", "topic")
    assert not desk.ask("recall", "herons")["results"]


def test_uncommitted_work_on_a_new_branch_is_the_branchs(desk: Desk) -> None:
    go(desk, "-b", "topic")
    desk.write("src/bills.py", NEW)
    memory = learn(desk)
    assert scope(desk, memory) == "branch:topic"
    assert memory in told(desk)
    go(desk, "main")
    assert memory not in told(desk)


def test_nothing_said_on_main_is_a_branchs(desk: Desk) -> None:
    desk.write("src/bills.py", NEW)
    assert scope(desk, learn(desk)) == ""


@pytest.mark.parametrize("how", ["merge", "fast-forward", "squash", "rebase", "cherry-pick"])
def test_it_becomes_the_projects_when_the_branch_lands(desk: Desk, topic: str, how: str) -> None:
    go(desk, "main")
    if how != "fast-forward":
        desk.write("other.txt", "x\n")
        desk.commit("Meanwhile")
    if how == "merge":
        desk.git("merge", "--quiet", "--no-ff", "--no-edit", "topic")
    elif how == "fast-forward":
        desk.git("merge", "--quiet", "--ff-only", "topic")
    elif how == "squash":
        desk.git("merge", "--quiet", "--squash", "topic")
        desk.commit("Squashed")
        desk.git("branch", "--quiet", "-D", "topic")
    elif how == "rebase":
        desk.git("rebase", "--quiet", "main", "topic")
        go(desk, "main")
        desk.git("merge", "--quiet", "--ff-only", "topic")
    else:
        desk.git("cherry-pick", "topic")
    assert told(desk)[topic]["standing"] == "holds"
    assert scope(desk, topic) == ""
    assert desk.ask("log", topic)["operations"][0]["act"] == "revise"


@pytest.mark.parametrize("told_by", ["remote", "settings"])
def test_it_lands_on_a_default_branch_of_any_name(desk: Desk, tmp_path: Path, told_by: str) -> None:
    desk.git("branch", "--quiet", "-m", "main", "release")
    if told_by == "remote":
        subprocess.run(["git", "clone", "--quiet", str(desk.folder), str(tmp_path / "clone")], check=True)
        desk.folder = tmp_path / "clone"
        desk.git("config", "user.name", "Ana")
        desk.git("config", "user.email", "ana@example.net")
    else:
        desk.git("config", "init.defaultBranch", "release")
    go(desk, "-b", "topic")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    memory = learn(desk)
    go(desk, "release")
    assert memory not in told(desk), "it was looked at before it landed"
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    assert memory in told(desk)
    assert scope(desk, memory) == ""


def test_what_is_usually_a_main_branch_is_none_where_the_remote_names_another(desk: Desk, tmp_path: Path) -> None:
    desk.git("branch", "--quiet", "-m", "main", "release")
    subprocess.run(["git", "clone", "--quiet", str(desk.folder), str(tmp_path / "clone")], check=True)
    desk.folder = tmp_path / "clone"
    assert scope(desk, desk.remember("acquire locks", "--anchor", "src/locks.py::acquire")) == ""
    go(desk, "-b", "master")
    desk.write("src/bills.py", NEW)
    assert scope(desk, learn(desk)) == "branch:master"


def test_what_could_not_be_written_for_a_busy_store_lands_the_next_time(desk: Desk, topic: str) -> None:
    go(desk, "main")
    assert topic not in told(desk)
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    (desk.home / "config.toml").write_text("wait_s = 0.05\n", encoding="utf-8")
    (store,) = (desk.home / "store").rglob("project*.db")
    other = apsw.Connection(str(store))
    other.execute("BEGIN IMMEDIATE")
    assert topic not in told(desk)
    other.execute("ROLLBACK")
    other.close()
    assert topic in told(desk)


def test_it_lands_even_if_it_was_changed_again_since(desk: Desk, topic: str) -> None:
    go(desk, "main")
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    desk.git("branch", "--quiet", "-D", "topic")
    desk.write("src/bills.py", NEW.replace("amount", "value"))
    desk.commit("Change it")
    assert told(desk)[topic]["standing"] == "touched"


def test_it_lands_with_a_branch_that_changed_it_before_landing(desk: Desk, topic: str) -> None:
    desk.write("src/bills.py", NEW.replace("amount", "value"))
    desk.commit("Change it")
    assert told(desk)[topic]["standing"] == "touched"
    go(desk, "main")
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    assert told(desk)[topic]["standing"] == "touched"
    assert scope(desk, topic) == ""


def test_it_expires_with_an_abandoned_branch_and_comes_back_with_it(desk: Desk, topic: str) -> None:
    tip = desk.git("rev-parse", "topic")
    go(desk, "main")
    assert topic not in told(desk)
    desk.git("branch", "--quiet", "-D", "topic")
    told(desk)
    assert desk.ask("show", topic)["status"] == "expired"
    desk.git("branch", "topic", tip)
    told(desk)
    assert desk.ask("show", topic)["status"] == "active"
    go(desk, "topic")
    assert topic in told(desk)


def test_a_branch_that_was_renamed_takes_it_along(desk: Desk, topic: str) -> None:
    desk.git("branch", "--quiet", "-m", "better")
    assert told(desk)[topic]["branch"] == "better"


def test_a_force_pushed_branch_keeps_it(desk: Desk, topic: str) -> None:
    desk.git("commit", "--quiet", "--amend", "-m", "Settle, reworded")
    assert topic in told(desk)
    desk.git("reflog", "expire", "--expire=now", "--all")
    desk.git("gc", "--quiet", "--prune=now")
    assert topic in told(desk)
    go(desk, "main")
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    assert told(desk)[topic]["standing"] == "holds"


def test_in_the_middle_of_a_rebase_it_is_still_there(desk: Desk, topic: str) -> None:
    go(desk, "main")
    desk.write("src/bills.py", "CONFLICT = 1\n")
    desk.commit("In the way")
    go(desk, "topic")
    with pytest.raises(subprocess.CalledProcessError):
        desk.git("rebase", "--quiet", "main")
    assert topic in told(desk)
    desk.git("rebase", "--abort")
    assert told(desk)[topic]["standing"] == "holds"


def test_a_detached_head_keeps_what_is_said_there_and_loses_nothing(desk: Desk, topic: str) -> None:
    go(desk, "--detach", "topic")
    assert topic in told(desk)
    desk.write("src/late.py", NEW.replace("settle", "late").replace("amount", "late_fee"))
    desk.commit("Late")
    late = desk.remember("late posts the fees", "--kind", "fact", "--anchor", "src/late.py::late")
    assert scope(desk, late).startswith("branch:")
    assert late in {result["id"] for result in desk.ask("recall", "late fees")["results"]}
    desk.git("branch", "kept")
    go(desk, "main")
    assert late not in {result["id"] for result in desk.ask("recall", "late fees")["results"]}
    desk.git("merge", "--quiet", "--squash", "kept")
    desk.commit("Squashed")
    assert scope(desk, late) == "" or late in {result["id"] for result in desk.ask("recall", "late fees")["results"]}


def test_worktrees_share_one_memory_and_each_sees_its_own_branch(desk: Desk, topic: str, tmp_path: Path) -> None:
    go(desk, "main")
    desk.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "topic")
    other = Desk(tmp_path / "tree", desk.home, desk._capture)
    assert topic in told(other)
    assert topic not in told(desk)
    assert other.ask("status")["project"] == desk.ask("status")["project"]


def test_a_clone_that_never_had_the_branch_does_not_expire_it(desk: Desk, topic: str, tmp_path: Path) -> None:
    go(desk, "main")
    target = tmp_path / "clone"
    subprocess.run(
        ["git", "clone", "--quiet", "--single-branch", "--branch", "main", str(desk.folder), str(target)], check=True
    )
    other = Desk(target, desk.home, desk._capture)
    assert other.ask("status")["project"] == desk.ask("status")["project"]
    assert topic not in told(other)
    go(desk, "topic")
    assert topic in told(desk)


def test_a_shallow_clone_works(desk: Desk, topic: str, tmp_path: Path) -> None:
    target = tmp_path / "shallow"
    url = f"file://{desk.folder}"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", "--branch", "topic", url, str(target)], check=True)
    other = Desk(target, desk.home, desk._capture)
    made = other.remember("settle is quick", "--kind", "fact", "--anchor", "src/bills.py::settle")
    assert other.ask("show", made)["standing"] == "holds"
    assert other.ask("drift")["memories"] == []
    go(desk, "topic")
    assert topic in told(desk)


def test_a_decision_whose_branch_went_while_main_changed_the_same_is_left_to_a_person(desk: Desk) -> None:
    go(desk, "-b", "topic")
    desk.write("src/locks.py", "def acquire(user):\n    return lock(user.id, ttl=3)\n")
    desk.commit("Lock by user")
    made = desk.remember("Locks are keyed by user", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    assert scope(desk, made) == "branch:topic"
    go(desk, "main")
    desk.write("src/locks.py", "def acquire(tenant):\n    return lock(tenant.id, ttl=9)\n")
    desk.commit("Lock by tenant")
    desk.git("branch", "--quiet", "-D", "topic")
    told(desk)
    assert desk.ask("show", made)["status"] == "proposed"
    [waiting] = desk.ask("review")["waiting"]
    assert (waiting["id"], waiting["reason"]) == (
        made,
        "the branch topic it was learned on is gone: it counts once you approve it",
    )


def test_what_waits_for_a_person_does_not_become_active_by_a_branch_that_comes_back(desk: Desk, topic: str) -> None:
    desk.write("req.txt", "a\n")
    record = {"text": "settle rounds", "status": "proposed", "anchors": ["src/bills.py::settle"]}
    assert desk.run("remember", "--jsonl", given=json.dumps(record)).code == 0

    [waiting] = desk.ask("review")["waiting"]
    tip = desk.git("rev-parse", "topic")
    go(desk, "main")
    desk.git("branch", "--quiet", "-D", "topic")
    told(desk)
    desk.git("branch", "topic", tip)
    told(desk)
    assert desk.ask("show", waiting["id"])["status"] == "proposed"


def test_a_branch_said_by_name_lands_by_content_too(desk: Desk) -> None:
    go(desk, "-b", "topic")
    made = desk.remember("Here we try batching", "--kind", "decision", "--scope", "branch:topic")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    go(desk, "main")
    desk.write("other.txt", "x\n")
    desk.commit("Meanwhile")
    told(desk)
    assert scope(desk, made) == "branch:topic"
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    told(desk)
    assert scope(desk, made) == ""


def test_what_is_vouched_for_on_a_branch_still_holds_everywhere_else(desk: Desk) -> None:
    fact = desk.remember("acquire locks by id", "--kind", "fact", "--anchor", "src/locks.py::acquire")
    go(desk, "-b", "topic")
    desk.write("src/locks.py", "def acquire(payment):\n    return lock(payment.id, ttl=3)\n")
    desk.commit("Add a ttl")
    assert desk.ask("show", fact)["standing"] == "touched"
    desk.ask("verify", fact, "--note", "read it")
    assert desk.ask("show", fact)["standing"] == "holds"
    assert scope(desk, fact) == ""
    go(desk, "main")
    assert desk.ask("show", fact)["standing"] == "holds"
    assert desk.ask("status")["standings"] == {"holds": 1}
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Squashed")
    assert desk.ask("show", fact)["standing"] == "holds"
    desk.write("src/locks.py", "def acquire(payment):\n    return lock(payment.id, ttl=4)\n")
    shown = desk.ask("show", fact)
    assert shown["standing"] == "touched"
    assert len(shown["anchors"]) == 1
    desk.ask("verify", fact)
    assert desk.ask("show", fact)["standing"] == "holds"


def test_what_landed_is_told_at_the_first_question_however_slow_the_machine_is(
    desk: Desk, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go(desk, "main")
    desk.git("merge", "--quiet", "--squash", "topic")
    desk.commit("Settle, in one commit")
    desk.git("branch", "--quiet", "-D", "topic")
    monkeypatch.setattr("standfast.standing.branches.land._LAZY_S", -1.0)
    assert told(desk)[topic]["standing"] == "holds"


@pytest.fixture
def ledgers(desk: Desk) -> str:
    """What holds everywhere of ledgers, and a branch at hand on which they are about to change."""
    known = desk.remember("Ledgers are settled in cents", "--kind", "decision")
    go(desk, "-b", "topic")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    return known


def stands(desk: Desk) -> set[str]:
    """Return what is known of ledgers here."""
    return {item["id"] for item in desk.ask("recall", "ledgers settled")["results"]}


@pytest.mark.parametrize("way", ["remember", "supersede"])
def test_what_is_replaced_on_a_branch_holds_elsewhere_until_the_branch_lands(
    desk: Desk, ledgers: str, way: str
) -> None:
    words = ("Ledgers are settled in mills", "--kind", "decision")
    if way == "remember":
        done = desk.ask("remember", *words, "--supersedes", ledgers)
    else:
        done = desk.ask("supersede", ledgers, desk.remember(*words))
    assert done["later"] == [ledgers]
    new = done["id"]
    found = {item["id"]: item for item in desk.ask("recall", "ledgers settled")["results"]}
    assert found[ledgers]["replaced"] == new
    assert "replaced" not in found[new]
    go(desk, "main")
    assert stands(desk) == {ledgers}
    assert "replaced" not in desk.ask("show", ledgers)
    desk.git("merge", "--quiet", "--no-ff", "-m", "Merge topic", "topic")
    assert stands(desk) == {new}
    assert desk.ask("show", ledgers)["status"] == "superseded"


def test_what_was_replaced_on_an_abandoned_branch_was_never_replaced(desk: Desk, ledgers: str) -> None:
    desk.remember("Ledgers are settled in mills", "--kind", "fact", "--supersedes", ledgers, "--anchor", "src/bills.py")
    go(desk, "main")
    desk.git("branch", "--quiet", "-D", "topic")
    assert stands(desk) == {ledgers}


def test_an_agents_note_of_a_branch_retires_nothing_that_a_person_approved_meanwhile(desk: Desk) -> None:
    note = desk.remember("Ledgers are settled in cents", "--kind", "fact", env=AGENT)
    go(desk, "-b", "topic")
    desk.write("src/bills.py", NEW)
    desk.commit("Settle")
    new = desk.remember("Ledgers are settled in mills", "--kind", "fact", "--supersedes", note, env=AGENT)
    desk.ask("review", "--approve", note)
    go(desk, "main")
    desk.git("merge", "--quiet", "--no-ff", "-m", "Merge topic", "topic")
    assert stands(desk) == {note, new}


def test_what_contradicts_it_on_a_branch_is_told_there_and_nowhere_else_until_it_lands(
    desk: Desk, ledgers: str
) -> None:
    words = "Ledgers are settled by the nightly job three times a day"
    everywhere = desk.remember(words.replace("three", "five"), "--kind", "decision", "--scope", "project")
    new = desk.remember(words, "--kind", "decision")
    assert desk.ask("show", everywhere)["against"] == [new]
    go(desk, "main")
    assert desk.ask("show", everywhere)["against"] == []
    assert new not in desk.ask("brief")["text"]
    assert desk.ask("review")["waiting"] == []
    desk.git("merge", "--quiet", "--no-ff", "-m", "Merge topic", "topic")
    assert {new, everywhere, ledgers} == stands(desk)
    assert desk.ask("show", everywhere)["against"] == [new]


def test_an_agents_note_does_not_wait_for_what_only_another_branch_decided(desk: Desk, ledgers: str) -> None:
    decided = desk.remember("Ledgers are settled by the nightly job three times a day", "--kind", "decision")
    go(desk, "main")
    words = ("remember", "Ledgers are settled by the nightly job five times a day", "--kind", "decision")
    done = desk.ask(*words, env=AGENT)
    assert (done["status"], done["conflicts"]) == ("active", [])
    desk.git("merge", "--quiet", "--no-ff", "-m", "Merge topic", "topic")
    assert {decided, done["id"], ledgers} == stands(desk)
    assert desk.ask("show", done["id"])["against"] == [decided]

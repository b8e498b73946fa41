"""Threads: they carry the sessions, branches and commits that work on them, and close when these land."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.cli.test_handoff import hook

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

TEXT = "Refunds: the lock is in, the retry test is left"


def commit(desk: Desk, path: str, text: str) -> str:
    (desk.folder / path).parent.mkdir(parents=True, exist_ok=True)
    (desk.folder / path).write_text(text)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", f"Change {path}")
    return desk.git("rev-parse", "HEAD")


def work(desk: Desk, session: str, path: str, sha: str = "") -> None:
    """Let an agent work on a file in a session of its own, and commit where a commit is named."""
    hook(desk, "SessionStart", session, source="startup")
    hook(desk, "UserPromptSubmit", session, prompt="Please go on with the refunds", prompt_id=f"p-{session}")
    edited = {"file_path": str(desk.folder / path), "old_string": "a", "new_string": "b"}
    hook(desk, "PostToolUse", session, tool_name="Edit", tool_input=edited, tool_response="ok", tool_use_id="t1")
    if sha:
        out = {"stdout": f"[refunds {sha[:9]}] Retry once", "exit_code": 0}
        ran = {"command": "git commit -am 'Retry once'"}
        hook(desk, "PostToolUse", session, tool_name="Bash", tool_input=ran, tool_response=out, tool_use_id="t2")
    hook(desk, "Stop", session, last_assistant_message="The retry is in.")
    hook(desk, "SessionEnd", session, reason="exit")


def brief(desk: Desk) -> str:
    return str(desk.ask("brief")["text"])


@pytest.fixture
def thread(desk: Desk) -> dict[str, Any]:
    """A thread that was opened on a branch with a commit of its own."""
    commit(desk, "src/ledger.py", "one = 1\n")
    desk.git("checkout", "-q", "-b", "refunds")
    commit(desk, "src/retry.py", "two = 2\n")
    opened: dict[str, Any] = desk.ask("remember", TEXT, "--kind", "thread", "--anchor", "src/retry.py")
    return opened


def test_a_thread_carries_the_branch_the_sessions_and_the_commits_that_work_on_it(
    desk: Desk, thread: dict[str, Any]
) -> None:
    assert desk.ask("show", thread["id"])["work"]["branches"] == ["refunds"]
    sha = commit(desk, "src/retry.py", "two = 3\n")
    work(desk, "session-two", "src/retry.py", sha)
    carried = desk.ask("show", thread["id"])["work"]
    assert carried["sessions"] == ["session-two"]
    assert any(sha.startswith(item) for item in carried["commits"])
    assert carried["branches"] == ["refunds"]


@pytest.mark.parametrize("way", ["merge", "fast-forward", "squash"])
def test_a_thread_leads_the_brief_until_its_branch_lands(desk: Desk, thread: dict[str, Any], way: str) -> None:
    desk.ask("remember", "Money is kept in cents", "--kind", "convention")
    first = next(line for line in brief(desk).splitlines() if "“" in line)
    assert TEXT in first
    desk.git("checkout", "-q", "main")
    how = {"merge": ["--no-ff", "-m", "Merge"], "fast-forward": ["--ff-only"], "squash": ["--squash"]}[way]
    desk.git("merge", "-q", *how, "refunds")
    if way == "squash":
        desk.git("commit", "-q", "-m", "Refunds (#4)")
    desk.git("branch", "-D", "refunds")
    assert TEXT not in brief(desk)
    assert desk.ask("handoff")["threads"] == []
    closed = desk.ask("show", thread["id"])
    assert (closed["status"], "landed" in closed["reason"]) == ("expired", True)


def test_a_thread_whose_branch_is_abandoned_stays_open(desk: Desk) -> None:
    desk.git("checkout", "-q", "-b", "refunds")
    commit(desk, "src/retry.py", "two = 2\n")
    opened = desk.ask("remember", "Somebody has to settle how refunds are booked", "--kind", "thread")
    desk.git("checkout", "-q", "main")
    desk.git("branch", "-D", "refunds")
    commit(desk, "src/ledger.py", "one = 2\n")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [opened["id"]]


def test_a_thread_that_was_opened_after_its_branch_had_landed_waits_for_the_next_landing(desk: Desk) -> None:
    commit(desk, "a.txt", "1")
    desk.git("checkout", "-q", "-b", "docs")
    commit(desk, "b.txt", "1")
    desk.ask("remember", "Docs: the index is left", "--kind", "thread")
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "Merge", "docs")
    desk.git("checkout", "-q", "docs")
    opened = desk.ask("remember", "Docs: the glossary is left as well", "--kind", "thread")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [opened["id"]]
    commit(desk, "c.txt", "1")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [opened["id"]]
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "Merge again", "docs")
    assert desk.ask("handoff")["threads"] == []


def test_a_thread_that_a_person_opens_again_stays_open(desk: Desk, thread: dict[str, Any]) -> None:
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--ff-only", "refunds")
    assert desk.ask("handoff")["threads"] == []
    desk.ask("restore", thread["id"])
    commit(desk, "src/ledger.py", "one = 3\n")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [thread["id"]]
    desk.git("checkout", "-q", "-b", "labels")
    commit(desk, "src/labels.py", "three = 3\n")
    desk.ask("remember", "Labels: the colours are left", "--kind", "thread")
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--ff-only", "labels")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [thread["id"]], "another one landed"


def test_a_thread_with_two_branches_stays_open_until_both_have_landed(desk: Desk, thread: dict[str, Any]) -> None:
    desk.git("checkout", "-q", "-b", "screens")
    work(desk, "session-two", "src/retry.py", commit(desk, "src/retry.py", "two = 3\n"))
    assert set(desk.ask("show", thread["id"])["work"]["branches"]) == {"refunds", "screens"}
    desk.git("checkout", "-q", "main")
    desk.git("merge", "-q", "--no-ff", "-m", "Merge", "refunds")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [thread["id"]]
    desk.git("merge", "-q", "--no-ff", "-m", "Merge again", "screens")
    assert desk.ask("handoff")["threads"] == []


def test_on_the_main_branch_a_thread_closes_when_a_later_session_commits_what_it_is_about(desk: Desk) -> None:
    commit(desk, "src/retry.py", "two = 2\n")
    opened = desk.ask("remember", TEXT, "--kind", "thread", "--anchor", "src/retry.py")
    work(desk, "session-one", "src/retry.py")
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [opened["id"]], "nothing was committed"
    other = commit(desk, "src/other.py", "three = 3\n")
    work(desk, "session-two", "src/other.py", other)
    assert [item["id"] for item in desk.ask("handoff")["threads"]] == [opened["id"]], "it is about another file"
    work(desk, "session-three", "src/retry.py", commit(desk, "src/retry.py", "two = 3\n"))
    assert desk.ask("handoff")["threads"] == []
    assert desk.ask("show", opened["id"])["work"]["sessions"] == ["session-one", "session-three"]


def test_reverting_a_session_takes_it_off_the_thread(desk: Desk, thread: dict[str, Any]) -> None:
    work(desk, "session-two", "src/retry.py")
    assert desk.ask("show", thread["id"])["work"]["sessions"] == ["session-two"]
    desk.ask("revert", "--session", "session-two")
    assert desk.ask("show", thread["id"])["work"]["sessions"] == []


def test_a_thread_travels_with_what_worked_on_it(desk: Desk, thread: dict[str, Any]) -> None:
    exported = desk.run("export").out
    (line,) = [json.loads(item) for item in exported.splitlines() if TEXT in item]
    assert thread["id"] in json.dumps(line)
    assert "branch" in json.dumps(line)

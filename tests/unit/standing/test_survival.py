"""What a commit changed, as Git tells it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from standfast.code.snapshot import open_snapshot
from standfast.model.trust import Standing
from standfast.moments.wording import standing_note
from standfast.standing.origin import judge_commit_left
from standfast.standing.survival import list_changed
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.code.snapshot import Snapshot


def test_git_is_asked_once_at_each_state_for_a_commit_that_it_does_not_know() -> None:
    asked: list[str] = []

    def ask(*words: str) -> Any:
        asked.append(words[-1])
        return SimpleNamespace(code=128, out=b"")

    def at(head: str) -> Snapshot:
        return SimpleNamespace(git=SimpleNamespace(ask=ask), head=head)  # type: ignore[return-value]

    kept: dict[str, str] = {}
    assert [list_changed(at(head), "gone", kept) for head in ("one", "one", "two")] == [None, None, None]
    assert asked == ["gone", "gone"]


BEFORE = "def watch_idle_sockets(socket):\n    socket.timer = set_timeout_on_socket(socket, 0)\n    return socket\n"
AFTER = "def watch_idle_sockets(socket):\n    socket.timer = run_immediately_after_poll(socket)\n    return socket\n"
TESTS = "".join(f"def test_socket_number_{each}():\n    assert watch_idle_sockets({each})\n" for each in range(20))


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def left(repo: Repository, sha: str) -> dict[str, Any]:
    """Say what is told of a commit, as the one that reads it would have it."""
    from types import SimpleNamespace as Plain

    memory: Any = Plain(source=Plain(name=sha))
    found = judge_commit_left(open_snapshot(str(repo.root)), memory, {}, thorough=True)
    assert found is not None
    return found


def test_a_commit_whose_code_is_gone_does_not_stand_by_its_tests(repo: Repository) -> None:
    repo.commit("Watch sockets", lib__idle_py=AFTER)
    sha = repo.commit("Go back to timers", lib__idle_py=BEFORE, tests__test_idle_py=TESTS, docs__idle_md=TESTS)
    assert left(repo, sha)["left"] == "all"
    repo.commit("Run it after the poll", lib__idle_py=AFTER)
    assert left(repo, sha)["left"] == "none"


def test_a_commit_of_tests_alone_stands_by_them(repo: Repository) -> None:
    sha = repo.commit("Test it", tests__test_idle_py=TESTS)
    repo.commit("Watch sockets", lib__idle_py=BEFORE)
    assert left(repo, sha)["left"] == "all"


def test_of_two_commits_that_brought_the_same_lines_the_later_one_stands(repo: Repository) -> None:
    repo.commit("Watch sockets", lib__idle_py=BEFORE)
    first = repo.commit("Run it after the poll", lib__idle_py=AFTER)
    between = repo.commit("Go back to timers", lib__idle_py=BEFORE)
    again = repo.commit("Run it after the poll once more", lib__idle_py=AFTER)
    assert [left(repo, sha)["left"] for sha in (first, between, again)] == ["none", "none", "all"]
    assert again[:10] in left(repo, first)["reason"]


def test_a_line_that_was_only_moved_or_indented_stays_with_who_added_it(repo: Repository) -> None:
    repo.commit("Begin", lib__idle_py="import socket\n")
    sha = repo.commit("Watch sockets", lib__idle_py=f"import socket\n{AFTER}")
    indented = "".join(f"    {line}\n" for line in AFTER.splitlines())
    repo.commit("Put it into a class", lib__idle_py=f"import socket\n\n\nclass Watch:\n{indented}")
    assert left(repo, sha)["left"] == "all"


def test_all_is_said_only_of_all(repo: Repository) -> None:
    lines = [f"limit_of_the_socket_number_{each} = {each}\n" for each in range(40)]
    sha = repo.commit("Set limits", lib__limits_py="".join(lines))
    repo.commit("Change one", lib__limits_py="".join(lines[:-1]))
    assert left(repo, sha)["left"] == "part"


def test_a_line_of_which_only_arguments_changed_is_not_gone(repo: Repository) -> None:
    repo.commit("Begin", lib__beat_py="import os\n")
    sha = repo.commit("Use utime", lib__beat_py="import os\nos.utime(worker.heartbeat.fileno())\n")
    repo.commit("Give it the time", lib__beat_py="import os\nos.utime(worker.heartbeat.fileno(), (now, now))\n")
    found = left(repo, sha)
    assert (found["left"], found["standing"]) == ("part", "touched")
    repo.commit("Use another call", lib__beat_py="import os\nos.fchmod(worker.heartbeat.fileno(), mode)\n")
    assert left(repo, sha)["left"] == "none"


def test_people_do_not_read_that_a_commit_is_broken(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Watch idle sockets because they leak", lib__idle_py=BEFORE)
    repo.commit("Write it anew", lib__idle_py="class Sockets:\n    everything_else = True\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        found = [item.judged for item in memory.recall("watch idle sockets").results]
    broken = [judged for judged in found if judged.standing.value == "broken"]
    assert broken
    assert all(judged.word != "broken" for judged in broken)


def test_an_agent_is_not_told_that_a_commit_is_broken(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Watch idle sockets because they leak", lib__idle_py=BEFORE)
    repo.commit("Write it anew", lib__idle_py="class Sockets:\n    everything_else = True\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        found = [item for item in memory.recall("watch idle sockets").results if item.judged.standing.value == "broken"]
    assert found
    labels = {Standing.BROKEN: "BROKEN"}
    assert [standing_note(item.memory, item.judged, labels) for item in found] == [found[0].judged.word] * len(found)


def test_what_was_found_out_of_a_commit_before_is_told_without_looking_for_git(repo: Repository) -> None:
    repo.commit("Watch sockets", lib__idle_py=BEFORE)
    sha = repo.commit("Run it after the poll", lib__idle_py=AFTER)
    kept: dict[str, str] = {}
    memory: Any = SimpleNamespace(source=SimpleNamespace(name=sha))
    known = judge_commit_left(open_snapshot(str(repo.root)), memory, kept, thorough=True)
    snapshot = open_snapshot(str(repo.root))
    assert judge_commit_left(snapshot, memory, kept, thorough=False) == known
    assert snapshot._git is None

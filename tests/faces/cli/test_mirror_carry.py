"""What a person decided on a branch travels with it: into the mirror at commit or session end, if they set so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faces.cli.conftest import AGENT
from tests.faces.cli.mirrors import files, page, program_on_path
from tests.faces.cli.test_handoff import hook

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk

CLAIM = "Refunds are retried three times"


@pytest.fixture
def branch(desk: Desk) -> Desk:
    """A repository with a mirror and the hooks, on a branch with a decision about its own code."""
    program_on_path(desk)
    desk.ask("init", "--yes")
    desk.remember("Locks are keyed by payment_id", "--kind", "decision")
    desk.ask("mirror", "export")
    desk.commit("Share what we learned")
    desk.git("checkout", "-q", "-b", "refunds")
    desk.write("src/retry.py", "TIMES = 3\n")
    desk.commit("Retry")
    return desk


def decide(desk: Desk) -> str:
    """Let an agent propose something about the branch, and a person approve it."""
    desk.ask("config", "set", "review", "agent decision")
    noted = desk.ask("remember", CLAIM, "--kind", "decision", "--anchor", "src/retry.py", env=AGENT)
    assert (noted["status"], noted["branch"]) == ("proposed", "refunds")
    desk.ask("review", "--approve", noted["id"])
    return str(noted["id"])


def test_at_a_commit_it_becomes_part_of_the_commit(branch: Desk) -> None:
    branch.ask("config", "set", "mirror_at", "commit")
    identity = decide(branch)
    branch.write("src/retry.py", "TIMES = 3\nWAIT = 1\n")
    branch.git("commit", "-qam", "Wait between")
    path = page(branch, identity)
    assert path in branch.git("show", "--name-only", "--format=", "HEAD").splitlines()
    assert branch.git("status", "--porcelain") == ""
    assert branch.ask("mirror", "check")["agrees"] is True
    branch.git("checkout", "-q", "main")
    assert not any(CLAIM in text for text in files(branch).values()), "it is not true there yet"
    assert CLAIM not in str(branch.ask("recall", "refunds retried")["results"])
    branch.git("merge", "-q", "--no-ff", "-m", "Merge", "refunds")
    assert CLAIM in str(branch.ask("recall", "refunds retried")["results"])
    assert branch.ask("mirror", "check")["agrees"] is True


def test_at_the_end_of_a_session_it_is_written_and_left_to_the_next_commit(branch: Desk) -> None:
    branch.ask("config", "set", "mirror_at", "session")
    identity = decide(branch)
    branch.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    assert not any(CLAIM in text for text in files(branch).values())
    hook(branch, "SessionStart", "s9", source="startup")
    hook(branch, "SessionEnd", "s9", reason="exit")
    assert page(branch, identity) in branch.git("status", "--porcelain", "-uall")


def test_only_what_was_decided_on_the_branch_is_written(branch: Desk) -> None:
    branch.ask("config", "set", "mirror_at", "commit")
    branch.remember("Money is kept in cents", "--kind", "convention", "--scope", "project")
    waits = branch.ask("remember", "Refunds are logged", "--kind", "fact", "--anchor", "src/retry.py", env=AGENT)
    identity = decide(branch)
    branch.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    assert page(branch, identity)
    told = "".join(files(branch).values())
    assert "cents" not in told
    assert waits["id"] not in told, "an agent's own note is not decided"


@pytest.mark.parametrize("moment", ["", "session"])
def test_unless_it_is_set_a_commit_writes_nothing(branch: Desk, moment: str) -> None:
    branch.ask("config", "set", "mirror_at", moment)
    decide(branch)
    before = files(branch)
    branch.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    assert files(branch) == before


def test_a_repository_without_a_mirror_gets_none(desk: Desk) -> None:
    program_on_path(desk)
    desk.ask("init", "--yes")
    desk.ask("config", "set", "mirror_at", "commit")
    desk.git("checkout", "-q", "-b", "refunds")
    desk.write("src/retry.py", "TIMES = 3\n")
    desk.commit("Retry")
    decide(desk)
    desk.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    assert not (desk.folder / ".standfast").exists()


def test_the_commit_of_named_files_holds_these_alone(branch: Desk) -> None:
    branch.ask("config", "set", "mirror_at", "commit")
    identity = decide(branch)
    branch.write("src/retry.py", "TIMES = 3\nWAIT = 2\n")
    branch.git("commit", "-q", "-m", "Only this", "--", "src/retry.py")
    assert branch.git("show", "--name-only", "--format=", "HEAD").splitlines() == ["src/retry.py"]
    assert page(branch, identity) in branch.git("status", "--porcelain", "-uall"), "it waits for the next one"


def test_a_moment_that_is_none_is_refused(desk: Desk) -> None:
    assert desk.fail("config", "set", "mirror_at", "always", code=2)["code"] == "bad-setting"


def test_a_setting_may_be_written_with_hyphens(desk: Desk) -> None:
    desk.home.mkdir(parents=True)
    (desk.home / "config.toml").write_text('mirror-at = "commit"\n')
    assert desk.ask("config", "get", "mirror_at")["value"] == "commit"
    desk.ask("config", "set", "mirror-at", "session")
    assert (desk.home / "config.toml").read_text() == 'mirror_at = "session"\n'

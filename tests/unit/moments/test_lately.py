"""What a newcomer is shown of the last year of history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.moments.lately import list_lately
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path

REASON = "Polling cost 40 % of the CPU, because every worker asked every second."


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def test_a_choice_in_the_code_that_gives_its_reason_is_shown(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Start the worker", src__worker_py="a = 1\n")
    repo.commit(f"Use a queue instead of polling\n\n{REASON}", src__worker_py="a = 2\n")
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        (shown,) = list_lately(memory.context, 3, 240)
    assert (shown.told.word, shown.told.reason) == ("decision", REASON)


@pytest.mark.parametrize(
    ("message", "files"),
    [
        (f"docs: use a queue instead of polling\n\n{REASON}", {"src__worker_py": "a = 2\n"}),
        (f"Use a queue instead of polling\n\n{REASON}", {"docs__worker_py": "a = 2\n"}),
        (f"Use a queue instead of polling\n\n{REASON}", {"tests__test_worker_py": "a = 2\n"}),
        (f"Use the right name instead of the old in a code comment\n\n{REASON}", {"src__worker_py": "a = 2\n"}),
        ("Use a queue instead of polling", {"src__worker_py": "a = 2\n"}),
        (f"Use a queue instead of polling\n\n{REASON}", {f"src__f{number}_py": "a = 2\n" for number in range(20)}),
    ],
)
def test_tidying_documents_tests_sweeps_and_bare_subjects_are_not(
    repo: Repository, tmp_path: Path, message: str, files: dict[str, str]
) -> None:
    repo.commit("Start", start_py="a = 1\n")
    repo.commit(message, **files)
    with repo.open(tmp_path / "home") as memory:
        memory.mine()
        assert list_lately(memory.context, 3, 240) == []

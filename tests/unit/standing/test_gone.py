"""Which commit took a path away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.code.git import find_git
from standfast.standing.documents.gone import Deletions
from tests.unit.learn.repository import Repository

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    for name in ("src/pay/lock.py", "src/pay/ledger.py", "notes.txt", "kept.py"):
        made.write(name, name)
    made.commit("First")
    return made


def shas(repo: Repository, *spots: str, anywhere: str = "") -> list[str]:
    git = find_git(str(repo.root))
    assert git is not None
    return [sha for sha, _ in Deletions(git).find(*spots, anywhere=anywhere)]


def delete(repo: Repository, path: str) -> str:
    repo.git("rm", "-qr", path)
    return repo.commit(f"Delete {path}")


def test_a_deleted_file_and_folder_are_found_and_what_is_kept_is_not(repo: Repository) -> None:
    notes = delete(repo, "notes.txt")
    folder = delete(repo, "src/pay")
    assert shas(repo, "notes.txt") == [notes]
    assert shas(repo, "src/pay") == shas(repo, "src/pay/lock.py") == [folder]
    assert shas(repo, "kept.py") == []


def test_only_what_may_be_anywhere_is_found_below_another_folder(repo: Repository) -> None:
    folder = delete(repo, "src/pay")
    assert shas(repo, "pay/lock.py") == []
    assert shas(repo, "pay/lock.py", anywhere="pay/lock.py") == [folder]
    assert shas(repo, anywhere="ay/lock.py") == []


def test_the_last_two_deletions_are_told_newest_first(repo: Repository) -> None:
    found = []
    for number in range(3):
        found.append(delete(repo, "notes.txt"))
        repo.write("notes.txt", str(number))
        repo.commit("Write it again")
    assert shas(repo, "notes.txt", "src/none") == [found[2], found[1]]


def test_a_history_that_cannot_be_read_has_no_deletions(tmp_path: Path) -> None:
    assert shas(Repository(tmp_path / "empty"), "notes.txt") == []

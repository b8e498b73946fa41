"""Versions as a repository's tags tell them."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from standfast.code.history import find_tagged

if TYPE_CHECKING:
    from pathlib import Path

TAGS = {"v1.0": 2021, "tool-1_4_0": 2022, "pkg@2.0.0": 2023, "2.0.1": 2024, "nightly": 2025}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    def git(*args: str, year: int = 2020) -> None:
        env = {"GIT_COMMITTER_DATE": f"{year}-06-01T00:00:00Z", "GIT_AUTHOR_DATE": f"{year}-06-01T00:00:00Z"}
        named = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *named, *args], cwd=tmp_path, env={"PATH": "/usr/bin:/bin", **env}, check=True)

    git("init", "-q")
    for name, year in TAGS.items():
        git("commit", "-q", "--allow-empty", "-m", name, year=year)
        git("tag", name)
    return tmp_path


@pytest.mark.parametrize(
    ("version", "before", "year"),
    [("1.0", None, 2021), ("1.4", 2021, 2022), ("2.0", 2022, 2023), ("2.0.1", 2023, 2024)],
)
def test_a_version_is_dated_by_its_tag_and_the_one_before(
    repository: Path, version: str, before: int | None, year: int
) -> None:
    found = find_tagged(str(repository), version)
    assert found is not None
    assert found == (before and datetime(before, 6, 1, tzinfo=UTC), datetime(year, 6, 1, tzinfo=UTC))


def test_a_version_without_a_tag_has_no_date(repository: Path) -> None:
    assert find_tagged(str(repository), "9.9") is None
    assert find_tagged(str(repository), "1") is not None

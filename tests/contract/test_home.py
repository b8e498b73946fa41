"""What belongs to a home and to no store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from standfast.model.ids import ProjectId
from standfast.store.sqlite.home import SqliteHome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast.store.home import Home

ONE, TWO = ProjectId("p000000-0000001"), ProjectId("p000000-0000002")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    opened = SqliteHome(tmp_path / "store" / "home.db")
    yield opened
    opened.close()


def test_a_device_stays_until_it_is_renewed(home: Home) -> None:
    first = home.device
    assert home.device == first
    home.renew_device()
    assert home.device != first


def test_a_folder_is_the_project_it_was_first_seen_as(home: Home) -> None:
    assert home.ensure_folder("/a/.git#1", ONE) == ONE
    assert home.ensure_folder("/a/.git#1", TWO) == ONE
    assert home.find_projects("/a/.git#1") == [ONE]
    assert home.folders_of(ONE) == ["/a/.git#1"]
    home.add_folder("/b/.git#2", ONE)
    home.move_folder("/a/.git#1", TWO)
    assert home.find_projects("/a/.git#1") == [TWO]
    assert home.folders_of(ONE) == ["/b/.git#2"]
    assert home.contains("/b/")
    assert not home.contains("/c/")
    assert home.problems() == []

"""Files written whole: a reader sees the old content or the new one, and a failure leaves nothing behind."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from standfast.text.files import write_once, write_whole


def test_a_file_keeps_its_mode_and_gets_its_new_content(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.json"]


def test_a_mode_that_is_asked_for_counts_whatever_was_there(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(b"old")
    write_whole(path, b"new", mode=0o600, sync=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_write_that_fails_leaves_the_old_content_and_no_trace(tmp_path: Path) -> None:
    folder = tmp_path / "target"
    folder.mkdir()
    (folder / "inside").write_bytes(b"kept")
    with pytest.raises(OSError, match=r"."):
        write_whole(folder, b"a file cannot take the place of a folder")
    assert os.listdir(tmp_path) == ["target"]  # noqa: PTH208
    assert (folder / "inside").read_bytes() == b"kept"


def test_the_first_to_write_once_is_the_one_that_counts(tmp_path: Path) -> None:
    path = tmp_path / "mark"
    assert write_once(path, b"first", mode=0o600)
    assert not write_once(path, b"second")
    assert path.read_bytes() == b"first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["mark"]  # noqa: PTH208


def test_a_file_system_without_links_still_keeps_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_source: str, _target: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "mark"
    assert write_once(path, b"first")
    assert not write_once(path, b"second")
    assert path.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["mark"]  # noqa: PTH208

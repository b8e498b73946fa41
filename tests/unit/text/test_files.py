"""Files written whole: a reader sees the old content or the new one, and a failure leaves nothing behind."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from standfast.text.files import write_whole


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

"""What a script of the repository runs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from standfast.moments.notes.command import read_acts
from standfast.moments.notes.script import lines_behind

if TYPE_CHECKING:
    from pathlib import Path


def test_the_lines_of_a_target_and_of_a_package_script_are_read(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("release:\n\t@git push --tags\n\ntest:\n\tpytest\n")
    (tmp_path / "package.json").write_text('{"scripts": {"reset": "terraform destroy"}}')
    assert lines_behind(read_acts("make release")[0], tmp_path).strip() == "git push --tags"
    assert lines_behind(read_acts("npm run reset")[0], tmp_path) == "terraform destroy"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names there")
def test_a_pipe_in_the_place_of_a_makefile_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "Makefile")
    assert lines_behind(read_acts("make release")[0], tmp_path) == ""

"""What a person keeps out is kept out by whatever way one comes there."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from standfast.code.kept_out import KeptOut

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")


def test_a_kept_out_place_is_kept_out_through_links_and_in_its_worktrees(tmp_path: Path) -> None:
    main, tree, link = tmp_path / "secret", tmp_path / "tree", tmp_path / "link"
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    name = ["-c", "user.name=Ana", "-c", "user.email=ana@example.net"]
    for words in (
        ["init", "-q", str(main)],
        ["-C", str(main), *name, "commit", "-q", "--allow-empty", "-m", "One"],
        ["-C", str(main), "worktree", "add", "-q", str(tree), "-b", "side"],
    ):
        subprocess.run(["git", *words], check=True, env=env)
    link.symlink_to(main)
    for root in (main, tree, link):
        assert KeptOut([str(main)], str(root), str(root)).everything, root
        part = KeptOut([f"{main}/private/**"], str(root), str(root))
        assert part.covers("private/a.txt"), root
        assert not part.everything
        assert not part.covers("public/a.txt")
    other = tmp_path / "plain"
    other.mkdir()
    (tmp_path / "to-plain").symlink_to(other)
    assert KeptOut([str(other)], "", str(tmp_path / "to-plain")).everything
    assert not KeptOut([str(main)], "", str(other)).everything

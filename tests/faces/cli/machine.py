"""A machine with Standfast installed and nothing else: for what is about agents, not about memories."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

from tests.program import plain_env, write_program

if TYPE_CHECKING:
    from pathlib import Path


class Machine:
    """A home, a program on the search path, and a folder to stand in."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.folder = folder / "work"
        self.folder.mkdir()
        self.program = write_program(folder / "bin")
        self.env = plain_env(self.home, PATH=f"{folder / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.program), *words],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=120,
        )

    def ask(self, *words: str) -> Any:
        done = self.run(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def files(self) -> dict[str, bytes]:
        """Return what is in the home and the work folder, without Standfast's own."""
        own = self.home / ".local"
        found = [path for top in (self.home, self.folder) for path in top.rglob("*") if path.is_file()]
        return {str(path): path.read_bytes() for path in found if own not in path.parents and ".git" not in path.parts}

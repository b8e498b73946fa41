"""A purge that another reader or a full disk holds up: it says so, doctor says so too, and a later one ends it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import apsw
import pytest

from tests.fault.test_purge_reach import TEXT, WORD, holding

if TYPE_CHECKING:
    from pathlib import Path

_FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from standfast.cli.program import main
sys.exit(main(sys.argv[1:]))
"""


class Desk:
    """A home and a repository, driven by the command line as a person would."""

    def __init__(self, folder: Path) -> None:
        self.home, self.repo = folder / "home", folder / "repo"
        self.repo.mkdir()
        subprocess.run(["git", "init", "-q", str(self.repo)], check=True)
        own = {"STANDFAST_HOME": str(self.home), "STANDFAST_EMBEDDER": "off", "STANDFAST_USER": "ana"}
        self.env = {**os.environ, **own}

    def run(self, *words: str, full: bool = False) -> tuple[int, Any]:
        """Run one command; on a full disk nothing can be written to any file, but pipes still can."""
        command = [sys.executable, *(("-c", _FULL) if full else ("-m", "standfast")), *words, "--json"]
        done = subprocess.run(
            command, cwd=self.repo, env=self.env, capture_output=True, text=True, timeout=300, check=False
        )
        said = (done.stdout or done.stderr).strip().splitlines()
        return done.returncode, json.loads(said[0]) if said else {}

    def texts(self) -> list[str]:
        return sorted(item["text"] for item in self.run("list")[1]["memories"])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    for text in (TEXT, "otters swim"):
        assert desk.run("remember", text)[0] == 0
    return desk


def test_doctor_is_not_green_while_a_purge_is_held_up_and_green_once_it_is_done(desk: Desk) -> None:
    store = next(path for path in (desk.home / "store").glob("project-*.db"))
    reader = apsw.Connection(str(store))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM memory").fetchall()
    code, said = desk.run("purge", "--match", WORD, "--yes")
    assert code == 3
    assert WORD not in json.dumps(desk.texts())
    for words in (("doctor",), ("doctor", "--fix")):
        code, said = desk.run(*words)
        assert code != 0, words
        assert any("purge" in json.dumps(check) for check in said["checks"] if not check["ok"])
    reader.close()
    assert desk.run("doctor", "--fix")[0] == 0
    assert desk.run("purge", "--match", WORD, "--yes")[0] in {0, 1}
    assert desk.run("doctor")[0] == 0
    assert holding(desk.home) == []
    assert desk.texts() == ["otters swim"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of the size of files are not on Windows")
def test_a_purge_on_a_full_disk_says_so_and_is_whole_once_there_is_room(desk: Desk) -> None:
    code, said = desk.run("purge", "--match", WORD, "--yes", full=True)
    assert code == 3
    assert said["error"]["code"] in {"store-full", "store-io", "purge-incomplete"}
    code, said = desk.run("purge", "--match", WORD, "--yes")
    assert (code, said["proof"]["found"]) == (0, 0)
    assert holding(desk.home) == []
    assert desk.texts() == ["otters swim"]
    assert desk.run("doctor")[0] == 0

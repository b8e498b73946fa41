"""A clock that nobody can read (beyond the year 2262): said plainly, and nothing is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from standfast.recall.terms import folders_of

if TYPE_CHECKING:
    from pathlib import Path

_FAR = """
import sys, time

def far(*_):
    raise OverflowError("timestamp too large to convert to C _PyTime_t")

time.time = time.time_ns = far
from standfast.cli.program import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_clock_that_cannot_be_read_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    env = {**os.environ, "STANDFAST_HOME": str(tmp_path / "home"), "STANDFAST_EMBEDDER": "off", "STANDFAST_USER": "ana"}
    command = [sys.executable, "-c", _FAR, "remember", "otters swim", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120, check=False)
    said = json.loads((done.stdout or done.stderr).splitlines()[0])["error"]
    assert (done.returncode, said["code"]) == (3, "clock")
    assert not list(tmp_path.rglob("*.db")) or b"otters" not in b"".join(f.read_bytes() for f in tmp_path.rglob("*.db"))


def test_a_path_deeper_than_any_real_one_costs_no_more_than_a_deep_one() -> None:
    assert len(folders_of("a/" * 5_000 + "b")) == len(folders_of("a/" * 100 + "b"))
    assert folders_of("src/pay/lock.py") == ["src/pay", "src"]

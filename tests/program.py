"""Standfast as agents start it: a console script of this very source, in a folder of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic, sleep

import standfast
from standfast.learn.session.waiting import list_waiting
from standfast.memory import Memory

SCRIPT = """#!{python}
import sys
sys.path.insert(0, {source!r})
from standfast.__main__ import run
sys.exit(run())
"""


def write_program(folder: Path) -> Path:
    """Write the console script into a folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "standfast"
    source = str(Path(standfast.__file__).parent.parent)
    program.write_text(SCRIPT.format(python=sys.executable, source=source), encoding="utf-8")
    program.chmod(0o755)
    return program


def plain_env(home: Path, **more: str) -> dict[str, str]:
    """Return an environment with this home and nothing of the developer's."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "LANG") if name in os.environ}
    git = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return {**kept, **git, "HOME": str(home), "STANDFAST_DURABILITY": "normal", **more}


def wait_until_learned(memory: Memory, *, besides: str = "") -> None:
    """Wait for the processes that hooks have started: no session but this is left that was not learned from."""
    partition, until = memory.context.partition(memory.context.scope), monotonic() + 120
    while list_waiting(partition, besides=besides):
        assert monotonic() < until, "a session is still waiting"
        sleep(0.02)

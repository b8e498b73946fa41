"""Which program goes into agents' configurations: the installed console script, by a path that survives upgrades.

Owns finding it and compiling its byte code, so that the first hook is as quick as the thousandth. Setup side only.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from standfast.errors import ConfigError

NAME = "standfast"
# Folders that tools make for one run and clean up later: nothing that an agent starts tomorrow may live there.
_PASSING = ("/archive-v0/", "/.cache/uv/", "/uv/cache/", "/.local/pipx/.cache/", "/pipx/.cache/")


def find_executable(argv0: str, env: Mapping[str, str], python: str = sys.executable) -> str:
    """Return the absolute path of the console script that agents should run."""
    suffix = ".exe" if os.name == "nt" else ""
    found = shutil.which(NAME, path=env.get("PATH", ""))
    called = Path(argv0).absolute() if Path(argv0).stem == NAME else None
    beside = Path(python).absolute().with_name(NAME + suffix)
    for candidate in (called, beside):
        if candidate is not None and candidate.is_file() and os.access(candidate, os.X_OK):
            # A link on the search path outlives the environment it points into.
            return found if found and _same(found, candidate) else str(candidate)
    if found:
        return str(Path(found).absolute())
    raise ConfigError(
        "Standfast is not installed as a program, so agents could not start it.",
        hint="Install it: `pipx install standfast` or `uv tool install standfast`.",
        code="not-installed",
    )


def is_passing(executable: str) -> bool:
    """Say whether the program lives where a tool will clean up."""
    plain = os.path.realpath(executable).replace("\\", "/")
    return any(mark in plain for mark in _PASSING)


def name_for(level: str, executable: str, env: Mapping[str, str]) -> str:
    """Return how configurations name the program: by path for one user, by name in a file that a team shares."""
    found = shutil.which(NAME, path=env.get("PATH", ""))
    return NAME if level == "project" and found and _same(found, Path(executable)) else executable


def compile_package() -> bool:
    """Compile what hooks and the server import; False where the folder cannot be written."""
    import compileall

    import standfast

    return bool(compileall.compile_dir(str(Path(standfast.__file__).parent), quiet=2))


def _same(one: str, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - one of them is a text
    except OSError:
        return False

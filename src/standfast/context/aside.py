"""Aside: a command of ours in a process of its own, for which no session waits and which holds nothing of the client.

It has no terminal and none of the client's files, and outlives whoever started it. Modules are not looked for where it
runs: a repository may hold anything.
"""

from __future__ import annotations

import os
import sys
from subprocess import DEVNULL, PIPE, Popen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context

started: list[Popen[bytes]] = []
"""What was started and goes on: it must not be collected while it runs."""
_APART = 0
if sys.platform == "win32":
    from subprocess import CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW

    _APART = CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW


def start_aside(context: Context, words: Sequence[str], where: str, given: bytes = b"") -> bool:
    """Start a command of ours with something to read; tell whether it was started."""
    command = [sys.executable, "-P", "-m", "standfast", *words]
    env = {**os.environ, "STANDFAST_HOME": str(context.settings.home)}
    try:
        process = Popen(
            command, cwd=where or None, env=env, stdin=PIPE if given else DEVNULL, stdout=DEVNULL, stderr=DEVNULL,
            start_new_session=True, creationflags=_APART,
        )  # fmt: skip
        started.append(process)
        if process.stdin is not None:
            with process.stdin:
                process.stdin.write(given)
    except OSError:
        return False
    return True

"""Backoff: how long a hook waits for a store that another process holds. Once it has waited in vain, hardly at all.

Owns one empty file in the home that says when a hook last ran out of time. An agent pays for a locked store once, not
at every tool call; what happens meanwhile waits in the spool. Hook path: one look at the file.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

BACK_OFF_S = 60.0
SHORT_S = 0.05
_FILE = "busy"


def wait_s(home: Path, most: float) -> float:
    """Return how long to wait now."""
    try:
        waited = time.time() - os.stat(os.path.join(home, _FILE)).st_mtime  # noqa: PTH116, PTH118 - hook path
    except OSError:
        return most
    return SHORT_S if 0 <= waited < BACK_OFF_S else most


def note_outcome(home: Path, *, stored: bool) -> None:
    """Take note of how it went: another wait in vain, or the store answers again."""
    path = os.path.join(home, _FILE)  # noqa: PTH118 - hook path
    try:
        if stored:
            if os.path.exists(path):  # noqa: PTH110 - hook path
                os.unlink(path)  # noqa: PTH108 - hook path
        else:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            os.utime(path)
    except OSError:
        return

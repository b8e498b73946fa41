"""Alone: one process of a home learns at a time, and one more of each project waits for its turn.

Whoever finds one waiting may go: what it would learn from, that one will find. A lock is the system's, on an empty
file of the home: it ends with its process, however that ends.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from time import monotonic, sleep

from standfast.learn.session.waiting import PATIENCE_S

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.context.context import Context

FOLDER = "learning"  # in the home
_LOOK_S = 0.05


@contextmanager
def alone(context: Context, *, patience_s: float = PATIENCE_S) -> Iterator[bool]:
    """Keep others from learning meanwhile; False where another is waiting already, or did not end in time."""
    waits = _take(context, f"next-{context.fingerprint(context.scope.partition)}", patience_s)
    runs = None
    if waits is not None:
        try:
            runs = _take(context, "running", PATIENCE_S)
        finally:
            os.close(waits)
    try:
        yield runs is not None
    finally:
        if runs is not None:
            os.close(runs)


def _take(context: Context, name: str, patience_s: float) -> int | None:
    """Return an open file that is locked until it is closed; None where somebody else keeps it."""
    folder, until = context.settings.home / FOLDER, monotonic() + patience_s
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
    while True:
        try:
            _lock(file)
        except OSError:
            if monotonic() >= until:
                os.close(file)
                return None
            sleep(_LOOK_S)
        else:
            return file

"""Alone: one process of a home learns at a time, and one more of each project waits for its turn.

Whoever finds one waiting may go: what that one does not learn from, the next start or end of a session does. A lock
is the system's, on an empty file of the home: it ends with its process, however that ends. Where the system has no
locks there, learning goes on without: two at once may do the same twice, but none would never learn.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from errno import EACCES, EAGAIN, EDEADLK, EWOULDBLOCK
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
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from standfast.context.context import Context

FOLDER = "learning"  # in the home
_RUNNING = "running"
_HELD = frozenset((EACCES, EAGAIN, EDEADLK, EWOULDBLOCK))  # what systems say of a lock that somebody else has
_LOOK_S = 0.05


@contextmanager
def alone(context: Context, *, patience_s: float = PATIENCE_S) -> Iterator[bool]:
    """Keep others from learning meanwhile; False where another is waiting already, or did not end in time."""
    with _locked(context, f"next-{context.fingerprint(context.scope.partition)}", patience_s) as waits:
        runs = _take(context, _RUNNING, PATIENCE_S) if waits else None
    try:
        yield runs is not None
    finally:
        if runs is not None:
            os.close(runs)


def stop_learning(
    context: Context, *, patience_s: float, on_wait: Callable[[], None] | None = None
) -> AbstractContextManager[bool]:
    """Let nobody learn meanwhile, for one who does not learn itself; False where a learner did not end in time.

    `on_wait` is called once, before it waits for a learner.
    """
    return _locked(context, _RUNNING, patience_s, on_wait)


@contextmanager
def _locked(
    context: Context, name: str, patience_s: float, on_wait: Callable[[], None] | None = None
) -> Iterator[bool]:
    file = _take(context, name, patience_s, on_wait)
    try:
        yield file is not None
    finally:
        if file is not None:
            os.close(file)


def _take(context: Context, name: str, patience_s: float, on_wait: Callable[[], None] | None = None) -> int | None:
    """Return an open file that is locked until it is closed, where there are locks; None where somebody else has it."""
    folder, until = context.settings.home / FOLDER, monotonic() + patience_s
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
    while True:
        try:
            _lock(file)
        except OSError as error:
            if error.errno not in _HELD:
                return file
            if monotonic() >= until:
                os.close(file)
                return None
            if on_wait is not None:
                on_wait()
                on_wait = None
            sleep(_LOOK_S)
        else:
            return file

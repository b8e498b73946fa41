"""One process at a time: a lock that is a file, and that a killed process does not hold for long.

Owns taking, waiting for and releasing it. Where nothing can be written nobody waits. Must not know what is locked.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_HELD_S = 120.0
_PAUSE_S = 0.02


@contextmanager
def held(lock: Path, *, wait_s: float) -> Iterator[bool]:
    """Hold a lock, waiting for it a while; yield whether it is held."""
    token = f"{os.getpid()}-{os.urandom(4).hex()}"
    until = time.monotonic() + wait_s
    while not (taken := take_lock(lock, token)) and time.monotonic() < until:
        time.sleep(_PAUSE_S)
    try:
        yield taken
    finally:
        if taken:
            release_lock(lock, token)


def take_lock(lock: Path, token: str) -> bool:
    """Take the lock and tell whether it is ours; one that was killed does not keep the others out for long."""
    try:
        if _make(lock, token):
            return True
        if _is_held(lock):
            return False
        taking = lock.with_name(f"{lock.name}.taking")  # of those who find it left behind, one takes it away
        if not _make(taking, token):
            if not _is_held(taking):
                taking.unlink(missing_ok=True)
            return False
        try:
            if _is_held(lock):
                return False
            lock.unlink(missing_ok=True)
            return _make(lock, token)
        finally:
            taking.unlink(missing_ok=True)
    except OSError:
        return True  # where nothing can be written, nobody waits


def release_lock(lock: Path, token: str) -> None:
    """Let the lock go, unless another took it over because this took so long."""
    with suppress(OSError):
        if lock.read_text(encoding="utf-8") == token:
            lock.unlink()


def _make(path: Path, token: str) -> bool:
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return False
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(token)
    except OSError:
        path.unlink()  # on a full disk: a lock that names nobody would keep everybody waiting
        raise
    return True


def _is_held(lock: Path) -> bool:
    """Tell whether another process is at it."""
    try:
        return abs(time.time() - lock.stat().st_mtime) < _HELD_S  # a clock that was set back is no reason to wait
    except OSError:
        return False

"""How far a partition's log had come, noted beside its file: a write-ahead log that was removed or cut leaves no hole.

Owns a small file with one number, the last row that was acknowledged. It is written after each commit and never before,
so a number beyond the last row means that acknowledged operations are gone; it may lag behind, which means nothing.
Neighbour: `partition`, which asks at every write and at every check.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_WIDTH = 20
SUFFIX = "-seen"


def read_seen(path: Path) -> int:
    """Return the last row that is known to have been acknowledged, or 0."""
    try:
        with open(f"{path}{SUFFIX}", "rb") as file:  # noqa: PTH123 - on the path of every write
            return int(file.read(_WIDTH) or 0)
    except (OSError, ValueError):
        return 0


def note_seen(path: Path, row: int) -> None:
    """Note that everything up to this row is acknowledged; a disk that cannot be written costs only this note."""
    with suppress(OSError):
        handle = os.open(f"{path}{SUFFIX}", os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(handle, f"{row:0{_WIDTH}d}".encode(), 0)
        finally:
            os.close(handle)


def forget_seen(path: Path) -> None:
    """Begin anew: another file has taken the place of the one that was counted."""
    Path(f"{path}{SUFFIX}").unlink(missing_ok=True)

"""File size: `size: {max_bytes: N}`. A pointer of Git LFS is small, so that large files kept there pass."""

from __future__ import annotations

from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.rule import Guard


def find(guard: Guard, file: File) -> list[Match]:
    """Return one match for the whole file when it is larger than allowed."""
    limit = int(guard.rule["size"]["max_bytes"])
    if file.size <= limit:
        return []
    return [Match(0, 0, file.path, f"{file.size:,} bytes, {limit:,} are allowed")]

"""What our own work leaves behind when it is killed: half-made backups, unpacked copies, salvaged files.

Owns their names and which of them nobody works on any more. A copy of a partition holds everything it says, so a purge
and the doctor clear them away. Neighbours: `backup` and `salvage`, which make them.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from standfast.model.pattern import compile_later
from standfast.text.files import is_running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PATTERNS = (".standfast-*", ".salvage-*", "*.salvaged", "*.salvaged-wal", "*.salvaged-shm", "*.salvaged-seen")
_MADE_BY = compile_later(r"\.(?:standfast|salvage)-(\d+)-")
_OLD_S = 3600.0


def prefix(kind: str = "standfast") -> str:
    """Return how the name of something temporary begins: it says which process works on it."""
    return f".{kind}-{os.getpid()}-"


def list_leftovers(folders: Iterable[Path]) -> list[Path]:
    """Return what lies in these folders, was made on the way to something else, and is nobody's any more."""
    found: dict[Path, None] = {}
    for folder in folders:
        for pattern in _PATTERNS:
            found.update((path, None) for path in sorted(folder.glob(pattern)) if _is_left(path))
    return list(found)


def remove(path: Path) -> None:
    """Delete a leftover."""
    if path.is_dir() and not path.is_symlink():
        import shutil  # loads every archive format, which no hook needs

        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _is_left(path: Path) -> bool:
    made = _MADE_BY.match(path.name)
    if made and not is_running(int(made[1])):
        return True
    try:
        return time.time() - path.stat().st_mtime > _OLD_S
    except OSError:
        return False

"""Files written whole or not at all.

Owns the one way a file is put in place: beside its name, then renamed over it. On the hook path: `os` alone. Errors are
the caller's to word.
"""

# ruff: noqa: PTH101, PTH105, PTH108, PTH116, PTH118
# pathlib would be imported on the hook path for a handful of calls.

from __future__ import annotations

import os


def write_whole(path: str | os.PathLike[str], data: bytes, *, mode: int | None = None, sync: bool = False) -> None:
    """Put a file in place in one step. Its mode is `mode`, or the one it has, or what the user's mask gives.

    With `sync` it is on the disk when this returns.
    """
    target = os.fspath(path)
    folder, name = os.path.split(target)
    fresh = os.path.join(folder, f".{name[:100]}.{os.getpid()}.{os.urandom(3).hex()}.tmp")
    if mode is None:
        mode = _mode_of(target)
    handle = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), mode or 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            os.chmod(fresh, mode)
        os.replace(fresh, target)
    except BaseException:
        os.unlink(fresh)
        raise


def _mode_of(target: str) -> int | None:
    try:
        return os.stat(target).st_mode & 0o7777
    except OSError:
        return None

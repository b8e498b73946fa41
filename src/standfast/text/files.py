"""Files written whole or not at all.

Owns the one way a file is put in place: beside its name, then renamed over it, or given that name if nobody has it.
On the hook path: `os` alone. Errors are the caller's to word.
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
    mode = _mode_of(target) if mode is None else mode
    fresh = _write_beside(target, data, mode, sync=sync)
    try:
        os.replace(fresh, target)
    except BaseException:
        os.unlink(fresh)
        raise


def write_once(path: str | os.PathLike[str], data: bytes, *, mode: int | None = None, sync: bool = False) -> bool:
    """Put a file in place in one step unless one is there; tell whether this one is. Nobody sees it half written."""
    target = os.fspath(path)
    fresh = _write_beside(target, data, mode, sync=sync)
    try:
        os.link(fresh, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without a second name for a file
        if os.path.lexists(target):
            return False
        os.replace(fresh, target)
        return True
    finally:
        _remove(fresh)
    return True


def sweep(path: str | os.PathLike[str]) -> None:
    """Remove what writes of this file left beside it: their process was killed before it was in place."""
    folder, name = os.path.split(os.fspath(path))
    begins = f".{name[:100]}."
    try:
        left = [found for found in os.listdir(folder) if found.startswith(begins) and found.endswith(".tmp")]  # noqa: PTH208
    except OSError:
        return
    for found in left:
        process = found[len(begins) :].partition(".")[0]
        if process.isdigit() and not is_running(int(process)):
            _remove(os.path.join(folder, found))


def is_running(process: int) -> bool:
    """Tell whether a process may still be at work; where that cannot be asked, it may."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _write_beside(target: str, data: bytes, mode: int | None, *, sync: bool) -> str:
    folder, name = os.path.split(target)
    fresh = os.path.join(folder, f".{name[:100]}.{os.getpid()}.{os.urandom(3).hex()}.tmp")
    try:
        handle = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), mode or 0o666)
    except OSError as error:
        error.filename = target  # people know the file by its own name
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            os.chmod(fresh, mode)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename = target
        os.unlink(fresh)
        raise
    return fresh


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _mode_of(target: str) -> int | None:
    try:
        return os.stat(target).st_mode & 0o7777
    except OSError:
        return None

"""The driver's errors, turned into ours: the one place that knows apsw's exceptions.

Neighbour: `connect`, which opens files.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path

import apsw

from standfast.errors import StandfastError, StoreBusy, StoreCorrupt, StoreError
from standfast.store.sqlite.encryption import is_locked, locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DAMAGED = "`standfast doctor --fix` saves what can be read; `standfast backup --restore FILE` puts a backup back."


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except (apsw.Error, UnicodeDecodeError, PermissionError) as error:
        raise ours(path, error) from error


def ours(path: Path, error: Exception) -> StandfastError:
    """Return our error for one of the driver's."""
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StoreBusy(f"{path.name} is busy: another process is writing.")
    if isinstance(error, UnicodeDecodeError):
        return StoreCorrupt(f"{path} is damaged: what should be text is not.", hint=DAMAGED)
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        if isinstance(error, apsw.NotADBError) and is_locked(path):
            return locked(path)
        return StoreCorrupt(f"{path} is damaged: {error}.", hint=DAMAGED)
    if isinstance(error, apsw.FullError) or (isinstance(error, apsw.IOError) and _is_full(path)):
        hint = "Free some space and try again; nothing was half written."
        return StoreError(f"The disk that holds {path} is full.", hint=hint, code="store-full")
    if isinstance(error, apsw.ReadOnlyError | apsw.CantOpenError | apsw.PermissionsError | apsw.AuthError):
        hint = "Set STANDFAST_HOME to a folder you can write to, on a local disk."
        return StoreError(f"Cannot write {path}: {error}.", hint=hint, code="store-read-only")
    if isinstance(error, apsw.IOError):
        hint = "Check the disk; `standfast doctor` tells whether the file is whole."
        return StoreError(f"Reading or writing {path} failed: {error}.", hint=hint, code="store-io")
    if isinstance(error, PermissionError):
        return unwritable(path, error)
    return StoreError(f"{path}: {error}", hint="Run `standfast doctor`.")


def _is_full(path: Path) -> bool:
    """Tell whether the disk has no room: what SQLite shares in memory then fails like a broken one."""
    import shutil

    try:
        return shutil.disk_usage(path.parent).free == 0
    except OSError:
        return False


def unwritable(path: Path, error: OSError) -> StoreError:
    """Say that a file cannot be written."""
    hint = "Set STANDFAST_HOME to a folder you can write to, on a local disk."
    return StoreError(f"Cannot write {path}: {error.strerror or error}.", hint=hint, code="store-read-only")


def gone(path: Path) -> StoreError:
    """Say that a file is not there."""
    hint = "If it was moved, put it back; `standfast backup --restore FILE` puts a backup back."
    return StoreError(f"{path} is gone.", hint=hint, code="store-missing")

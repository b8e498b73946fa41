"""Connections to SQLite: how a file is opened, how long we wait, and how its errors become ours.

The one place that knows apsw's exceptions. Neighbours: `migrate` brings a file to the current schema, `statements`
holds the SQL.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from pathlib import Path

import apsw

from standfast.errors import ConfigError, StandfastError, StoreBusy, StoreCorrupt, StoreError
from standfast.store.sqlite.encryption import is_locked, key_for, locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Protocol
else:
    Protocol = object


class Database(Protocol):
    """What we use of a connection. Rows hold what their statement selects, so they are not typed here."""

    @property
    def in_transaction(self) -> bool: ...
    def execute(self, sql: str, values: Any = ..., /) -> Any: ...
    def executemany(self, sql: str, values: Any, /) -> Any: ...
    def pragma(self, name: str, value: Any = ..., /) -> Any: ...
    def last_insert_rowid(self) -> int: ...
    def changes(self) -> int: ...
    def blob_open(self, database: str, table: str, column: str, row: int, writeable: bool, /) -> Any: ...  # noqa: FBT001
    def backup(self, database: str, source: Any, source_database: str, /) -> Any: ...
    def close(self) -> None: ...


WAIT_S = 10.0
_MAKING = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
_DURABILITY = {"full": 2, "normal": 1}
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ceph", "glusterfs", "davfs"})


def open_file(path: Path, *, durability: str = "full", read_only: bool = False, wait_s: float = WAIT_S) -> Database:
    """Open a store file, made on first use, with our settings."""
    if durability not in _DURABILITY:
        hint = "Set durability to full (default: survives power loss) or normal (survives a crash of the program)."
        raise ConfigError(f"{durability!r} is not a durability.", hint=hint)
    fresh = not path.exists()
    if fresh and read_only:
        raise StoreError(f"{path} does not exist.", hint="Check STANDFAST_HOME.", code="store-missing")
    flags = apsw.SQLITE_OPEN_READONLY if read_only else _MAKING
    with translated(path):
        if fresh:
            _make_private(path)
        elif not read_only:
            _check_owner(path)
        connection = open_plainly(path, flags)
        connection.set_busy_handler(_patience(wait_s))
        connection.pragma("secure_delete", 1)
        connection.pragma("synchronous", _DURABILITY[durability])
        connection.pragma("cache_size", -16_000)
        connection.pragma("mmap_size", 1 << 30)
        connection.pragma("temp_store", 2)  # sorted rows hold content: never in a temporary file
        if fresh:
            _use_wal(connection, path)
    opened: Database = connection
    return opened


def open_plainly(path: Path, flags: int = _MAKING, *, like: Path | None = None) -> apsw.Connection:
    """Open a file with its key, where it has one, and no other setting; `like` is the file it becomes a copy of."""
    key = key_for(path, like=like)
    connection = apsw.Connection(str(path), flags=flags)
    if key:
        connection.pragma("key", f"raw:{key}")
    return connection


def _make_private(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    refuse_network_folder(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise _unwritable(path, error) from error


def _check_owner(path: Path) -> None:
    if hasattr(os, "getuid"):
        owner = path.stat().st_uid
        if owner != os.getuid() and os.getuid() != 0:
            hint = "Use a home of your own: set STANDFAST_HOME."
            raise StoreError(f"{path} belongs to another user.", hint=hint, code="store-not-yours")


def _unwritable(path: Path, error: OSError) -> StoreError:
    hint = "Set STANDFAST_HOME to a folder you can write to, on a local disk."
    return StoreError(f"Cannot write {path}: {error.strerror or error}.", hint=hint, code="store-read-only")


def refuse_network_folder(folder: Path) -> None:
    """Say no to a network file system: shared memory and locks, which the store relies on, do not work there."""
    kind = _file_system(folder)
    if kind in _NETWORK:
        hint = "Set STANDFAST_HOME to a folder on a local disk; a team shares through the mirror."
        raise StoreError(f"{folder} is on a network file system ({kind}).", hint=hint, code="store-network")


def _file_system(folder: Path) -> str:
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return ""
    best, kind = "", ""
    target = str(folder.resolve()) + "/"
    for line in mounts.read_text(errors="replace").splitlines():
        parts = line.split(" ")
        if len(parts) > 2:
            point = parts[1].replace("\\040", " ").rstrip("/") + "/"
            if target.startswith(point) and len(point) >= len(best):
                best, kind = point, parts[2]
    return kind


def _use_wal(connection: apsw.Connection, path: Path) -> None:
    # Switching the mode takes an exclusive lock for which no busy handler is called: another process that opens
    # the new file at the same moment may win, and then we only need to see its result.
    deadline = time.monotonic() + WAIT_S
    while True:
        try:
            if connection.pragma("journal_mode", "wal") == "wal":
                return
        except apsw.BusyError:
            if time.monotonic() > deadline:
                raise
        if time.monotonic() > deadline:
            hint = "Set STANDFAST_HOME to a folder on a local disk."
            raise StoreError(f"{path.parent} cannot hold a write-ahead log.", hint=hint, code="store-network")
        time.sleep(0.002)


def _patience(wait_s: float) -> Callable[[int], bool]:
    """Return a busy handler that polls at short random intervals.

    SQLite's own handler backs off to 100 ms, so that whoever has waited longest waits on; short, equal, random pauses
    give every waiter the same chance (8 writers x 500: the slowest waited 0.2 s, against 3 s with back-off).
    """
    state = {"started": 0.0}

    def wait(attempts: int) -> bool:
        now = time.monotonic()
        if attempts == 0:
            state["started"] = now
        if now - state["started"] > wait_s:
            return False
        time.sleep(0.0005 + os.urandom(1)[0] / 255 * 0.0035)  # not `random`: its import costs every start 3 ms
        return True

    return wait


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except StandfastError:
        raise
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusy(f"{path.name} is busy: another process is writing.") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        if isinstance(error, apsw.NotADBError) and is_locked(path):
            raise locked(path) from error
        hint = "Run `standfast doctor --fix`: it salvages what the log still holds, or restores a backup."
        raise StoreCorrupt(f"{path} is damaged: {error}.", hint=hint) from error
    except apsw.FullError as error:
        hint = "Free some space and try again; nothing was half written."
        raise StoreError(f"The disk that holds {path} is full.", hint=hint, code="store-full") from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError) as error:
        hint = "Set STANDFAST_HOME to a folder you can write to, on a local disk."
        raise StoreError(f"Cannot write {path}: {error}.", hint=hint, code="store-read-only") from error
    except apsw.IOError as error:
        hint = "Check the disk; `standfast doctor` tells whether the file is whole."
        raise StoreError(f"Reading or writing {path} failed: {error}.", hint=hint, code="store-io") from error
    except apsw.Error as error:
        raise StoreError(f"{path}: {error}", hint="Run `standfast doctor`.") from error
    except PermissionError as error:
        raise _unwritable(path, error) from error

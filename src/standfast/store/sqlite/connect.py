"""Connections to SQLite: how a file is opened, how long we wait, and how we notice that it was replaced.

Neighbours: `errors` turns the driver's errors into ours, `migrate` brings a file to the current schema, `statements`
holds the SQL.
"""

from __future__ import annotations

import errno
import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from standfast.errors import ConfigError, StandfastError, StoreError, StoreTooNew
from standfast.store.sqlite.encryption import key_for
from standfast.store.sqlite.errors import gone, ours, translated, unwritable
from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
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
BUSY = ".busy"  # touched when somebody waited in vain
BUSY_S = 15.0
_MAKING = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
_DURABILITY = {"full": 2, "normal": 1}
_STATEMENTS = 512  # that the driver keeps: each use takes the place of what was used so many uses ago, not longest ago
_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ceph", "glusterfs", "davfs"})


class Connection:
    """One file, open. It is known by its place on the disk, so that we notice when another took its place.

    The driver's methods are taken over as they are: a call costs what it costs there.
    """

    execute: Callable[..., Any]
    executemany: Callable[..., Any]
    pragma: Callable[..., Any]
    last_insert_rowid: Callable[[], int]
    changes: Callable[[], int]
    blob_open: Callable[..., Any]
    backup: Callable[..., Any]

    def __init__(
        self, path: Path, *, durability: str = "full", wait_s: float = WAIT_S, read_only: bool | None = None
    ) -> None:
        if durability not in _DURABILITY:
            hint = "Set durability to full (default: survives power loss) or normal (survives a crash of the program)."
            raise ConfigError(f"{durability!r} is not a durability.", hint=hint)
        self.path = path
        self._durability = durability
        self._wait_s = wait_s
        self._why: StandfastError | None = None
        self.real: apsw.Connection
        self._place = (0, 0)
        self.format = 0  # as its schema left it
        self.writes = 0  # transactions that were begun to write
        self.moments = 0  # moments that were looked at
        self._has_log = False
        self.open(read_only=read_only)

    def open(self, *, read_only: bool | None = None) -> None:
        """Open the file; nothing is made where only reading is possible, and nothing is written there."""
        self._has_log = False
        path, fresh = self.path, not self.path.exists()
        unmade = fresh or not path.stat().st_size  # whoever began to make it may have been killed
        if fresh and read_only:
            raise gone(path)
        with translated(path):
            if fresh:
                _make_private(path)
            else:
                _check_owner(path)
            self._why = None
            if read_only or (read_only is None and not is_writable(path)):
                self._why = unwritable(path, OSError(errno.EROFS, os.strerror(errno.EROFS)))
            try:
                real = self._prepared(for_reading=self._why is not None)
            except (apsw.IOError, apsw.FullError, apsw.CantOpenError) as error:
                if fresh or read_only is not None or self._why is not None:
                    raise
                self._why = ours(path, error)  # a full disk has no room for the log that even reading wants
                real = self._prepared(for_reading=True)
            if not self.read_only and real.pragma("journal_mode") != "wal":
                real.set_busy_handler(None)  # a reader may stay for long: the next who opens it switches it
                _use_wal(real, path, wait_s=WAIT_S if unmade else 0.0)
                real.set_busy_handler(busy_handler(path.parent, self._wait_s))
            self._place = _place_of(path)
        self._take(real)

    def _prepared(self, *, for_reading: bool) -> apsw.Connection:
        if for_reading:
            from standfast.store.sqlite.reading import open_for_reading

            real = open_for_reading(self.path)
        else:
            real = open_plainly(self.path)
        real.set_busy_handler(busy_handler(self.path.parent, self._wait_s))
        real.pragma("secure_delete", 1)
        real.pragma("synchronous", _DURABILITY[self._durability])
        real.pragma("cache_size", -16_000)
        real.pragma("mmap_size", 1 << 30)
        real.pragma("temp_store", 2)  # sorted rows hold content: never in a temporary file
        real.pragma("user_version")  # the first look: it opens the log beside the file
        return real

    def _take(self, real: apsw.Connection) -> None:
        self.real = real
        self.execute, self.executemany, self.pragma = real.execute, real.executemany, real.pragma
        self.last_insert_rowid, self.changes = real.last_insert_rowid, real.changes
        self.blob_open, self.backup = real.blob_open, real.backup

    def insert(self, sql: str, values: Sequence[Any]) -> int:
        """Write one row and return its number.

        Never by RETURNING: it opens a savepoint, and at each the index of words writes down all that waits.
        """
        self.execute(sql, values)
        return self.last_insert_rowid()

    @property
    def read_only(self) -> bool:
        """Whether only reading is possible."""
        return self._why is not None

    @property
    def trouble(self) -> tuple[type[Exception], ...]:
        """What the driver raises."""
        return apsw.Error, UnicodeDecodeError

    def ours(self, error: Exception) -> StandfastError:
        """Return our error for one of the driver's."""
        return ours(self.path, error)

    @staticmethod
    def statements(file: str) -> Mapping[str, str]:
        """Return the statements of a file by name."""
        return load(file)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self.real.in_transaction

    @property
    def is_writing(self) -> bool:
        """Whether the transaction that is open may write: then nobody else does."""
        return self.real.txn_state("main") == apsw.SQLITE_TXN_WRITE

    def is_replaced(self) -> bool:
        """Tell whether another file has taken the place of the one that is open; raise where there is none at all."""
        try:
            return _place_of(self.path) != self._place
        except FileNotFoundError as error:
            raise gone(self.path) from error

    def require_writable(self) -> None:
        """Refuse to write where only reading is possible."""
        if self._why is not None:
            raise self._why

    def begin(self) -> None:
        """Open a write transaction on the file that has this name now, whatever was opened before."""
        self.require_writable()
        self.writes += 1
        self.execute("BEGIN IMMEDIATE")
        try:
            if not self.is_replaced():
                self._refuse_changed_format()
                return
        except BaseException:
            self.execute("ROLLBACK")
            raise
        self.execute("ROLLBACK")
        self.close()
        self.open()
        self.execute("BEGIN IMMEDIATE")
        try:
            self._refuse_changed_format()
        except BaseException:
            self.execute("ROLLBACK")
            raise

    def _refuse_changed_format(self) -> None:
        found = self.execute("PRAGMA user_version").get
        if self.format and found != self.format:
            hint = "Start it again: another version of Standfast has changed the file."
            raise StoreTooNew(f"{self.path} is of format {found} by now, and was of {self.format}.", hint=hint)

    @contextmanager
    def hasty(self) -> Iterator[None]:
        """Let transactions end without a wait for the disk; one that has begun, or has no log beside it, waits."""
        if self._durability == "normal" or self.in_transaction or not self._is_logged():
            yield
            return
        self._wait_for_disk("normal")
        try:
            yield
        finally:
            self._wait_for_disk(self._durability)

    def _wait_for_disk(self, durability: str) -> None:
        self.execute(f"PRAGMA synchronous = {_DURABILITY[durability]}")  # kept as a statement, as `pragma` is not

    def _is_logged(self) -> bool:
        """Tell whether there is a log beside the file; while the file is open nobody takes it away."""
        self._has_log = self._has_log or self.pragma("journal_mode") == "wal"
        return self._has_log

    def begin_reading(self) -> None:
        """Open a transaction that sees one moment."""
        self.execute("BEGIN")
        self.moments += 1

    def end_reading(self) -> None:
        """Let go of the moment."""
        self.execute("COMMIT")
        self.moments += 1

    def commit(self) -> None:
        """End a write transaction, unless its file was taken away meanwhile: then nobody would find what it wrote."""
        if self.is_replaced():
            hint = "Try again: what was to be written was not."
            raise StoreError(f"{self.path} was replaced during a write.", hint=hint, code="store-replaced")
        self.execute("COMMIT")

    def roll_back(self) -> None:
        """End a transaction without a trace; a full disk may have ended it already."""
        if self.real.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file."""
        self.real.close()


def _place_of(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def is_writable(path: Path) -> bool:
    """Tell whether a file can be written: the log that is kept beside it needs its folder."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def open_plainly(path: Path, flags: int = _MAKING, *, like: Path | None = None) -> apsw.Connection:
    """Open a file with its key, where it has one, and no other setting; `like` is the file it becomes a copy of."""
    key = key_for(path, like=like)
    connection = apsw.Connection(str(path), flags=flags, statementcachesize=_STATEMENTS)
    if key:
        connection.pragma("key", f"raw:{key}")
    return connection


def _make_private(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    refuse_network_folder(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise unwritable(path, error) from error


def _check_owner(path: Path) -> None:
    if hasattr(os, "getuid"):
        owner = path.stat().st_uid
        if owner != os.getuid() and os.getuid() != 0:
            hint = "Use a home of your own: set STANDFAST_HOME."
            raise StoreError(f"{path} belongs to another user.", hint=hint, code="store-not-yours")


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


def _use_wal(connection: apsw.Connection, path: Path, wait_s: float) -> None:
    # Switching the mode takes an exclusive lock: another process that opens the new file at the same moment may win,
    # and then we only need to see its result. A file that was put in place by somebody who was stopped is switched by
    # the first who has it alone, and serves until then.
    deadline = time.monotonic() + wait_s
    while True:
        try:
            if connection.pragma("journal_mode", "wal") == "wal":
                return
        except apsw.BusyError:
            if wait_s and time.monotonic() > deadline:
                raise
        if not wait_s:
            return
        if time.monotonic() > deadline:
            hint = "Set STANDFAST_HOME to a folder on a local disk."
            raise StoreError(f"{path.parent} cannot hold a write-ahead log.", hint=hint, code="store-network")
        time.sleep(0.002)


def busy_handler(folder: Path, wait_s: float) -> Callable[[int], bool]:
    """Return a busy handler that polls at short random intervals.

    SQLite's own handler backs off to 100 ms, so that whoever has waited longest waits on; short, equal, random pauses
    give every waiter the same chance (8 writers x 500: the slowest waited 0.2 s, against 3 s with back-off). Where
    somebody waited in vain a moment ago, the next ones wait a tenth: a tool call each must not add up to minutes.
    """
    state = {"started": 0.0, "limit": wait_s}

    def wait(attempts: int) -> bool:
        now = time.monotonic()
        if attempts == 0:
            state["started"] = now
            state["limit"] = wait_s / 10 if _was_busy(folder) else wait_s
        if now - state["started"] > state["limit"]:
            _note_busy(folder)
            return False
        time.sleep(0.0005 + os.urandom(1)[0] / 255 * 0.0035)  # not `random`: its import costs every start 3 ms
        return True

    return wait


def _was_busy(folder: Path) -> bool:
    try:
        return abs(time.time() - (folder / BUSY).stat().st_mtime) < BUSY_S
    except OSError:
        return False


def _note_busy(folder: Path) -> None:
    with suppress(OSError):
        (folder / BUSY).touch(mode=0o600)
        os.utime(folder / BUSY)

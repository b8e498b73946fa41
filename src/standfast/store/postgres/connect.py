"""Connections to PostgreSQL: statements in our form, one partition each, and errors turned into ours.

Statements are written as in every engine, with `?` and `?N` for bound values, and `:p` for the partition at hand.
The one place that knows psycopg. Neighbours: `migrate` brings a database to the current schema.
"""

from __future__ import annotations

import logging
import re
import threading
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from standfast.errors import StandfastError, StoreBusy, StoreError
from standfast.store.relational.database import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

_FOLDER = Path(__file__).parent / "sql"
_MARK = re.compile(r"'(?:[^']|'')*'|--[^\n]*|\?(\d*)|(?<!:):p\b|%")
SCHEMA = "standfast"
STATEMENT_S = 120.0
MOST = 40  # connections of one process


_pools: dict[str, tuple[ConnectionPool[Any], int]] = {}
_lock = threading.Lock()


def open_pool(url: str, wait_s: float) -> ConnectionPool[Any]:
    """Open the pool of connections to a database that all stores of this process share; it makes them when needed."""
    with _lock:
        pool, users = _pools.get(url) or (_make_pool(url, wait_s), 0)
        _pools[url] = (pool, users + 1)
        return pool


def borrow(url: str, wait_s: float) -> AbstractContextManager[psycopg.Connection[Any]]:
    """Lend a connection: of the pool where this process has one, else a new one, which says at once where nobody is."""
    with _lock:
        known = _pools.get(url)
    return known[0].connection() if known is not None else psycopg.connect(url, **_settings(wait_s))


def close_pool(pool: ConnectionPool[Any]) -> None:
    """Let go of a pool; the last one to do so closes it."""
    with _lock:
        url = next((name for name, (held, _) in _pools.items() if held is pool), None)
        if url is None:
            return
        users = _pools[url][1] - 1
        if users:
            _pools[url] = (pool, users)
            return
        del _pools[url]
    pool.close()


def _make_pool(url: str, wait_s: float) -> ConnectionPool[Any]:
    logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())  # what goes wrong is raised, not printed
    return ConnectionPool(
        url,
        min_size=0,
        max_size=MOST,
        kwargs=_settings(wait_s),
        timeout=max(wait_s, 1.0),
        check=ConnectionPool.check_connection,
        open=True,
    )


def _settings(wait_s: float) -> dict[str, Any]:
    limits = f"-c lock_timeout={int(wait_s * 1000)} -c statement_timeout={int(STATEMENT_S * 1000)}"
    return {
        "autocommit": True,
        "options": f"-c search_path={SCHEMA},public -c client_encoding=UTF8 {limits}",
        "cursor_factory": psycopg.ClientCursor,
        "connect_timeout": max(2, round(wait_s)),
    }


class Rows:
    """What a statement gives, read as in every engine."""

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    @property
    def get(self) -> Any:
        """The first row, or what stands in its only column; None where there is none."""
        row = self.fetchone()
        return row[0] if row is not None and len(row) == 1 else row

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return self._cursor.fetchone() if self._cursor.description else None

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return self._cursor.fetchall() if self._cursor.description else []

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


class PostgresConnection:
    """A connection that works on one partition; taken from the pool when it is needed."""

    def __init__(self, pool: ConnectionPool[Any], key: str = "") -> None:
        self._pool = pool
        self._key = key
        self._held: psycopg.Connection[Any] | None = None
        self._changed = 0

    @property
    def real(self) -> psycopg.Connection[Any]:
        """The connection itself; one that was lost is replaced, unless it was in a transaction."""
        if self._held is not None and (self._held.closed or self._held.broken):
            self._pool.putconn(self._held)
            self._held = None
        if self._held is None:
            self._held = self._pool.getconn()
            self._held.execute("SELECT set_config('standfast.partition', %s, false)", (self._key,))
        return self._held

    @property
    def trouble(self) -> tuple[type[Exception], ...]:
        """What the driver raises."""
        return (psycopg.Error,)

    @property
    def place(self) -> str:
        """The key of the partition among everybody's."""
        return self._key

    @property
    def busy(self) -> tuple[type[Exception], ...]:
        """What the driver raises when others hold what a statement needs."""
        return _BUSY

    @staticmethod
    def statements(file: str) -> Mapping[str, str]:
        """Return the statements of a file by name."""
        return load(_FOLDER / f"{file}.sql")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._held is not None and self._held.info.transaction_status not in {
            TransactionStatus.IDLE,
            TransactionStatus.UNKNOWN,
        }

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """Run a statement on the partition at hand."""
        text, order = prepared(sql)
        bound = [self._bound(place, values) for place in order]
        inside = self.in_transaction
        try:
            cursor = self.real.execute(text, bound)
        except psycopg.OperationalError:
            # The server was restarted or the line was cut; where nothing was begun, nothing is lost by asking again.
            if inside or self._held is None or not (self._held.closed or self._held.broken):
                raise
            cursor = self.real.execute(text, bound)
        self._changed = cursor.rowcount
        return Rows(cursor)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of many."""
        text, order = prepared(sql)
        bound = [[self._bound(place, row) for place in order] for row in values]
        if bound:
            with self.real.cursor() as cursor:
                cursor.executemany(text, bound)

    def _bound(self, place: int, values: Sequence[Any]) -> Any:
        return self._key if place == 0 else values[place - 1]

    def changes(self) -> int:
        """Return how many rows the last statement changed."""
        return max(0, self._changed)

    def begin(self) -> None:
        """Open a write transaction; of one partition there is one at a time."""
        self.execute("BEGIN")
        self.execute("SELECT pg_advisory_xact_lock(hashtextextended('standfast' || ?, 0))", (self._key,))

    def begin_reading(self) -> None:
        """Open a transaction that sees one moment."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        """End a transaction."""
        self.execute("COMMIT")

    @staticmethod
    def hasty() -> AbstractContextManager[None]:
        """Change nothing: whether a commit waits for the disk is the server's to say."""
        return nullcontext()

    def roll_back(self) -> None:
        """End a transaction without a trace."""
        if self._held is not None and not self._held.closed and self.in_transaction:
            self.execute("ROLLBACK")

    def ours(self, error: Exception) -> StandfastError:
        """Return our error for one of the driver's."""
        return ours(error)

    def close(self) -> None:
        """Give the connection back."""
        if self._held is not None:
            self._pool.putconn(self._held)
            self._held = None


@cache
def prepared(sql: str) -> tuple[str, tuple[int, ...]]:
    """Return a statement in the driver's form, and which value goes where: 0 is the partition."""
    order: list[int] = []
    following = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal following
        text = found[0]
        if text == ":p":
            order.append(0)
            return "%s"
        if text.startswith("?"):
            if found[1]:
                order.append(int(found[1]))
            else:
                following += 1
                order.append(following)
            return "%s"
        return text.replace("%", "%%") if not text.startswith("--") else ""

    return _MARK.sub(mark, sql), tuple(order)


_BUSY = (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure, errors.QueryCanceled)


def ours(error: Exception) -> StandfastError:
    """Return our error for one of the driver's. The address is left out: it may carry a password."""
    if isinstance(error, _BUSY):
        return StoreBusy("The database is busy: another process is writing.")
    if isinstance(error, errors.DiskFull):
        return StoreError("The disk of the database is full.", hint="Free some space there.", code="store-full")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        hint = "Use the address of the primary server, not of a copy."
        return StoreError("The database can only be read.", hint=hint, code="store-read-only")
    if isinstance(error, errors.InsufficientPrivilege):
        hint = "The role needs the schema `standfast` and its tables; the first time, also `CREATE` on the database."
        return StoreError(
            f"The database refuses that: {error.diag.message_primary}.", hint=hint, code="store-not-yours"
        )
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        hint = "Check the address, and that the server runs; hooks keep what they saw until it does."
        return StoreError("The database does not answer.", hint=hint, code="store-away", retryable=True)
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else ""
    return StoreError(f"The database refuses that: {said or type(error).__name__}.", hint="Run `standfast doctor`.")

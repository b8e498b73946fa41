"""Connections to PostgreSQL: statements in our form, one partition each, and errors turned into ours.

Statements are written as in every engine, with `?` and `?N` for bound values, and `:p` for the partition at hand.
The one place that knows psycopg. Neighbours: `migrate` brings a database to the current schema.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors
from psycopg.adapt import AdaptersMap
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import ConnectionPool

from standfast.errors import StandfastError, StoreBusy, StoreError
from standfast.store.relational.database import load

_FOLDER = Path(__file__).parent / "sql"
_MARK = re.compile(r"'(?:[^']|'')*'|--[^\n]*|\?(\d*)|(?<!:):p\b|%")
SCHEMA = "standfast"
STATEMENT_S = 120.0
MOST = 40  # connections of one process
_PREPARED_FROM = 2  # executions on one connection, from which on a statement is planned no more
_LOOK_AROUND = 1000  # how far an approximate index looks, the most that there is
_ADAPTERS = AdaptersMap(psycopg.adapters)
_TELL = "SELECT set_config('standfast.partition', %s, false)"
_ADAPTERS.register_dumper(int, Int8Dumper)  # one type for every number: else each size is another statement to plan


class BoundConnection(psycopg.Connection["tuple[Any, ...]"]):
    """A connection that knows for which partition it was set up last."""

    partition: str | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the server was restarted or the line was cut."""
        return self.closed or self.broken


_pools: dict[tuple[str, bool], tuple[ConnectionPool[BoundConnection], int]] = {}
_lock = threading.Lock()


class StoreConnections:
    """The connections that one store holds: each serves one transaction or one statement at a time, on any partition.

    All stores of a process share one pool, which makes connections when they are needed. Behind a pooler that lends its
    own by the transaction (`by_transaction`) nothing is kept on a connection: every transaction says its settings
    itself, and no statement is prepared.
    """

    def __init__(self, url: str, wait_s: float, *, by_transaction: bool = False) -> None:
        self.by_transaction = by_transaction
        self.settings = _settings(wait_s)
        self._name = (url, by_transaction)
        self._free: list[BoundConnection] = []
        with _lock:
            self._pool, users = _pools.get(self._name) or (_make_pool(url, wait_s, by_transaction=by_transaction), 0)
            _pools[self._name] = (self._pool, users + 1)

    def take(self) -> BoundConnection:
        """Return a connection that nobody else uses until it is given back."""
        return self._free.pop() if self._free else self._pool.getconn()

    def give(self, line: BoundConnection) -> None:
        """Give a connection back, for the next statement."""
        if line.is_lost:
            self._pool.putconn(line)
        else:
            self._free.append(line)

    def check(self) -> None:
        """Look whether others were lost with the one that was."""
        self.release()
        self._pool.check()

    def release(self) -> None:
        """Give every connection back to the pool."""
        while self._free:
            self._pool.putconn(self._free.pop())

    def close(self) -> None:
        """Let go of the pool; the last one to do so closes it."""
        self.release()
        with _lock:
            pool, users = _pools.get(self._name, (None, 0))
            if pool is None:
                return
            if users > 1:
                _pools[self._name] = (pool, users - 1)
                return
            del _pools[self._name]
        pool.close()


def borrow(url: str, wait_s: float, *, by_transaction: bool = False) -> AbstractContextManager[psycopg.Connection[Any]]:
    """Lend a connection: of the pool where this process has one, else a new one, which says at once where nobody is."""
    with _lock:
        known = _pools.get((url, by_transaction))
    if known is not None:
        return known[0].connection()
    return psycopg.connect(url, **_options(wait_s, by_transaction=by_transaction))


def _make_pool(url: str, wait_s: float, *, by_transaction: bool) -> ConnectionPool[BoundConnection]:
    logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())  # what goes wrong is raised, not printed
    return ConnectionPool(
        url,
        connection_class=BoundConnection,
        min_size=0,
        max_size=MOST,
        kwargs=_options(wait_s, by_transaction=by_transaction),
        timeout=max(wait_s, 1.0),
        open=True,
    )


def _settings(wait_s: float) -> dict[str, str]:
    """Return what every statement of ours counts on.

    Statements are written so that one plan serves every partition: planning costs more than most of them.
    """
    return {
        "search_path": f"{SCHEMA},public",
        "lock_timeout": str(int(wait_s * 1000)),
        "statement_timeout": str(int(STATEMENT_S * 1000)),
        "plan_cache_mode": "force_generic_plan",
        "jit": "off",
        "hnsw.ef_search": str(_LOOK_AROUND),
    }


def _options(wait_s: float, *, by_transaction: bool) -> dict[str, Any]:
    common = {
        "autocommit": True,
        "client_encoding": "UTF8",
        "connect_timeout": max(2, round(wait_s)),
        "context": _ADAPTERS,
        "prepare_threshold": None if by_transaction else _PREPARED_FROM,
    }
    if by_transaction:  # such a pooler refuses settings that come with a connection
        return common
    return {**common, "options": " ".join(f"-c {name}={value}" for name, value in _settings(wait_s).items())}


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
        return self._cursor.fetchone() if self._cursor.rownumber is not None else None

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return self._cursor.fetchall() if self._cursor.rownumber is not None else []

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


class PostgresConnection:
    """What works on one partition; it has a connection for itself only as long as a transaction is open."""

    def __init__(self, lines: StoreConnections, key: str = "") -> None:
        self._lines = lines
        self._key = key
        self._held: BoundConnection | None = None
        self._changed = 0
        self.seen: dict[Any, Any] | None = None
        """What was read in the snapshot at hand and is the same until its end; None where there is no snapshot."""

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

    def execute(self, sql: str, values: Sequence[Any] = (), *, literal: bool = False) -> Rows:
        """Run a statement on the partition at hand; with `literal`, values stand in its text, where they have to."""
        text, order = prepared(sql)
        bound = [self._bound(place, values) for place in order]
        literal = literal or ";\n" in text  # several statements, one after the other
        if self._held is not None:
            cursor = self._run(self._held, text, bound, literal=literal)
        else:
            line, cursor = self._first(lambda line: self._run(line, text, bound, literal=literal))
            self._lines.give(line)
        self._changed = cursor.rowcount
        return Rows(cursor)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of many: all of them, or none."""
        text, order = prepared(sql)
        bound = [[self._bound(place, row) for place in order] for row in values]
        if not bound:
            return
        alone = self._held is None
        if alone:
            self._begin("BEGIN")
        try:
            if self._held is not None:
                self._held.cursor().executemany(text, bound)
            if alone:
                self.commit()
        finally:
            if alone:
                self.roll_back()

    def insert(self, sql: str, values: Sequence[Any]) -> int:
        """Write one row by a statement that returns its number."""
        return int(self.execute(sql, values).get)

    def changes(self) -> int:
        """Return how many rows the last statement changed."""
        return max(0, self._changed)

    def vacuum(self, table: str, options: str = "") -> None:
        """Clear what was deleted from a table; that runs in no transaction."""
        line, _ = self._first(lambda line: line.execute(f"VACUUM {options} {SCHEMA}.{table}"))
        self._lines.give(line)

    def _bound(self, place: int, values: Sequence[Any]) -> Any:
        return self._key if place == 0 else values[place - 1]

    def _first(
        self, act: Callable[[BoundConnection], psycopg.Cursor[Any]]
    ) -> tuple[BoundConnection, psycopg.Cursor[Any]]:
        """Do something on a connection and return both; nothing is lost by doing it again where the line was cut."""
        for again in (True, False):
            line = self._lines.take()
            try:
                return line, act(line)
            except BaseException as error:
                lost = isinstance(error, psycopg.OperationalError) and line.is_lost
                self._lines.give(line)
                if not (lost and again):
                    raise
            self._lines.check()
        raise AssertionError  # one of the two returned or raised

    def _run(self, line: BoundConnection, text: str, bound: list[Any], *, literal: bool = False) -> psycopg.Cursor[Any]:
        if self._lines.by_transaction:
            tell, told = self._told() if self._held is None else ((), ())
            cursor = psycopg.ClientCursor(line).execute("; ".join([*tell, text]), [*told, *bound])
            while cursor.nextset():
                pass
            return cursor
        if line is not self._held and self._is_strange(line):
            line.execute(_TELL, (self._key,))
            line.partition = self._key
        return (psycopg.ClientCursor(line) if literal else line.cursor()).execute(text, bound)

    def _is_strange(self, line: BoundConnection) -> bool:
        """Tell whether a connection has to hear of our partition; tables of the whole store have none."""
        return bool(self._key) and line.partition != self._key

    def _told(self) -> tuple[list[str], list[str]]:
        """Return what a transaction says first where a connection keeps nothing: a statement, and its values."""
        told = {**self._lines.settings, "standfast.partition": self._key}
        listed = ", ".join(f"set_config('{name}', %s, true)" for name in told)
        return [f"SELECT {listed}"], list(told.values())

    def begin(self) -> None:
        """Open a write transaction; of one partition there is one at a time."""
        self._begin("BEGIN", "SELECT pg_advisory_xact_lock(hashtextextended('standfast' || %s, 0))", self._key)

    def begin_reading(self) -> None:
        """Open a transaction that sees one moment."""
        self._begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self.seen = {}

    def _begin(self, opening: str, following: str = "", *values: str) -> None:
        """Open a transaction, in one message to the server."""

        def act(line: BoundConnection) -> psycopg.Cursor[Any]:
            tell, told = self._told() if self._lines.by_transaction else ([], [])
            if not tell and self._is_strange(line):
                tell, told = [_TELL], [self._key]
            line.partition = None  # until the transaction has ended well
            steps = [opening, *tell, *([following] if following else [])]
            try:
                return psycopg.ClientCursor(line).execute("; ".join(steps), [*told, *values])
            except psycopg.Error:
                if not line.is_lost:
                    line.execute("ROLLBACK")
                raise

        self._held, _ = self._first(act)

    def commit(self) -> None:
        """End a transaction."""
        if self._held is None:
            return
        try:
            ended = self._held.execute("COMMIT").statusmessage
            if ended == "COMMIT" and self._key:  # one that had failed is rolled back instead
                self._held.partition = self._key
        finally:
            self._let_go()

    def end_reading(self) -> None:
        """Let go of the moment."""
        self.commit()

    @staticmethod
    def hasty() -> AbstractContextManager[None]:
        """Change nothing: whether a commit waits for the disk is the server's to say."""
        return nullcontext()

    def roll_back(self) -> None:
        """End a transaction without a trace."""
        if self._held is None:
            return
        try:
            if not self._held.is_lost:
                self._held.execute("ROLLBACK")
        finally:
            self._let_go()

    def _let_go(self) -> None:
        held, self._held, self.seen = self._held, None, None
        if held is not None:
            self._lines.give(held)

    def ours(self, error: Exception) -> StandfastError:
        """Return our error for one of the driver's."""
        return ours(error)

    def close(self) -> None:
        """Give back what is held."""
        self.roll_back()


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
    if isinstance(error, psycopg.OperationalError) and "startup parameter" in str(error):
        hint = "Set `pooler` to transaction (or STANDFAST_POOLER), or use the address of the server itself."
        return StoreError("There is a connection pooler in front of the database.", hint=hint, code="store-pooler")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        hint = "Check the address, and that the server runs; hooks keep what they saw until it does."
        return StoreError("The database does not answer.", hint=hint, code="store-away", retryable=True)
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else ""
    return StoreError(f"The database refuses that: {said or type(error).__name__}.", hint="Run `standfast doctor`.")

"""Writing tables anew while everybody goes on working, so that what was deleted is out of the server's files.

`VACUUM` leaves the bytes of deleted rows in free space, and `VACUUM FULL` keeps everybody out for as long as a table is
large. Here a fresh table is filled beside the old one, project by project: only whoever writes to the project that is
just copied waits. What is written meanwhile goes to both. Once everybody who began before that has ended, the two
change places, under a lock of a moment.

Owns which tables hold words. The journal lies in parts by project, of which only those concerned are written anew.
"""

from __future__ import annotations

import time
from functools import partial

from standfast.store.postgres.connect import SCHEMA, PostgresConnection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from standfast.store.postgres.connect import Lines

TABLES = (
    *("operation", "payload", "session", "memory", "document", "posting", "word", "vector", "link", "tag"),
    *("place", "address", "scope", "given", "waiting"),
)
_TRIES = 30  # to have a table for a moment, or a project for as long as it is copied
_MOMENT_S = 2
_PATIENCE_S = 60.0  # with those who look at an earlier moment: in the fresh table they would see nothing
_LOOK_S = 0.05


class Renewal:
    """One pass over the tables that held what was purged."""

    def __init__(self, lines: Lines, keys: Sequence[str]) -> None:
        self._lines = lines
        self._keys = keys
        self._whole = PostgresConnection(lines)
        self._sql = self._whole.statements("renew")
        self._own = 0

    def run(self, purged: Sequence[str]) -> None:
        """Write everything anew that held rows of these partitions; one pass at a time, the next one waits."""
        turn = PostgresConnection(self._lines)
        turn.take_turn("standfast renewal")
        try:
            self._own = turn.execute("SELECT pg_backend_pid()").get
            spread = self._whole.execute("SELECT count(*) FROM pg_extension WHERE extname = 'citus'").get
            for table in TABLES:  # of a table that is spread over nodes there is no copy to be made here
                (self._vacuum if spread else self._renew)(table)
            for part in sorted({self._whole.execute(self._sql["part"], (key,)).get for key in purged} - {None}):
                self._vacuum(part)
        finally:
            turn.roll_back()

    def _renew(self, table: str) -> None:
        connection = self._whole
        try:
            self._again(lambda: self._prepare(table))
        except connection.unable:  # somebody does not let go of it, or it is not ours: the next purge does it
            connection.vacuum(table)
            return
        try:
            for key in self._keys:
                self._again(partial(self._copy, table, key))
            self._outlast()
            self._again(lambda: self._swap(table))
        except connection.unable:
            self._change(self._said("clear", table))
        except BaseException:
            self._change(self._said("clear", table))
            raise
        connection.vacuum(table, "(ANALYZE)")

    def _again(self, act: Callable[[], None]) -> None:
        """Do something, again and again while others hold what it needs; between two tries they go on."""
        for _ in range(_TRIES - 1):
            try:
                act()
            except self._whole.busy:
                time.sleep(_LOOK_S)
                continue
            return
        act()

    def _outlast(self) -> None:
        """Wait until everybody has ended who may look at a moment before the last row was copied."""
        before = set(self._whole.execute(self._sql["others"], (self._own,)).fetchall())
        until = time.monotonic() + _PATIENCE_S
        while before & set(self._whole.execute(self._sql["others"], (self._own,)).fetchall()):
            if time.monotonic() > until:
                raise self._whole.busy[0]("somebody looks at an earlier moment")
            time.sleep(_LOOK_S)

    def _prepare(self, table: str) -> None:
        name = f"{SCHEMA}.{table}"
        key = [column for (column,) in self._whole.execute(self._sql["key"], (name,))]
        unnoted = [column for (column,) in self._whole.execute(self._sql["unnoted"], (name,))]
        steps = [self._said("clear", table), self._said("make", table)]
        steps += [f"ALTER TABLE fresh_{table} ALTER COLUMN {column} SET STATISTICS 0" for column in unnoted]
        old = ", ".join(f"OLD.{column}" for column in key)
        self._change(*steps, self._sql["follow"].format(table=table, key=", ".join(key), old=old))

    def _copy(self, table: str, key: str) -> None:
        """Copy the rows of one partition; whoever writes to it waits that long."""
        connection = PostgresConnection(self._lines, key)
        connection.begin()
        try:
            connection.execute("SET LOCAL statement_timeout = 0")
            connection.execute(self._said("copy", table))
            connection.commit()
        finally:
            connection.roll_back()

    def _swap(self, table: str) -> None:
        connection, name = self._whole, f"{SCHEMA}.{table}"
        connection.open()
        try:
            connection.execute(f"SET LOCAL lock_timeout = '{_MOMENT_S}s'")
            connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
            connection.execute(self._said("see_all", table))
            names = connection.execute(self._sql["names"], (name, f"{SCHEMA}.fresh_{table}")).fetchall()
            whole = connection.execute(self._sql["indexes"], (name,)).get
            if connection.execute(self._said("left_out", table)).get or len(names) != whole:
                raise connection.busy[0]("not everything was copied")
            for right, who in connection.execute(self._sql["rights"], (name,)).fetchall():
                connection.execute(f"GRANT {right} ON fresh_{table} TO {who}")
            connection.execute(self._said("swap", table))
            for old, fresh in names:
                connection.execute(f'ALTER INDEX "{fresh}" RENAME TO "{old}"')
            connection.commit()
        finally:
            connection.roll_back()

    def _vacuum(self, part: str) -> None:
        try:
            self._whole.vacuum(part, "(FULL, ANALYZE)")
        except self._whole.busy:
            self._whole.vacuum(part)

    def _change(self, *steps: str) -> None:
        """Change the schema in one transaction."""
        self._whole.open()
        try:
            for step in steps:
                self._whole.execute(step, literal=True)
            self._whole.commit()
        finally:
            self._whole.roll_back()

    def _said(self, name: str, table: str) -> str:
        return self._sql[name].format(table=table)

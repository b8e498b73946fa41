"""Detecting damage, and saving what can be saved.

The log is canonical: whatever operations can still be read are written, byte for byte, to a new file and everything
else is derived again. The damaged file is set aside; only a purge of what it holds deletes it.
"""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from standfast.errors import StoreCorrupt, StoreError, Unavailable
from standfast.store.sqlite.connect import Connection, Database, open_plainly
from standfast.store.sqlite.encryption import MAGIC
from standfast.store.sqlite.leftovers import prefix
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.rebuild import fill_catalog, list_lost

if TYPE_CHECKING:
    from standfast.store.sqlite.store import SqliteStore

# Canonical tables and their columns, in the order they are rescued. Those without a rowid are read by their key.
_ROWS = {
    "operation": "row, id, device, number, hlc, act, memory, session, source, at, header, hash",
    "payload": "operation, nonce, body",
    "event": "row, session, key, kind, at, tool, body, files",
    "receipt": 'row, id, verb, session, "to", query, at, withheld, tokens',
}
_KEYED = {
    "tombstone": "memory, content, at, source",
    "tombstone_key": "fingerprint",
    "damage": "operation, memory, what, at",
    "session": "id, agent, started_at, last_at, ended_at, cwd, branch, outcome, events, tokens",
    "given": "receipt, rank, memory, revision, score, scores, standing, tokens",
}
_HEADER = 100  # bytes of the file itself at the beginning of the first page
_LARGEST = 1 << 40  # a header that promises more is damaged itself
_MOST_FAILURES = 1024
_PATIENCE = 8  # tries before the steps over a gap double: a page holds a few rows, and the next may be whole
_KEYS = {"operation": "row", "payload": "operation", "event": "row", "receipt": "row"}


def problems(store: "SqliteStore") -> list[str]:
    """Check every file; return what is wrong."""
    found = [*store.catalog.problems(), *list_lost(store)]
    for key in store.partitions():
        if not store.path_of(key).stat().st_size:
            continue  # named already, and opening it would make it look whole
        try:
            found += store.partition(key).problems()
        except StoreError as error:
            found.append(f"{key}: {error.message}")
    return found


def salvage(store: "SqliteStore") -> list[str]:
    """Build new files from what can still be read of damaged ones; return what was done."""
    done = [f"{key}: found again from what it notes of itself" for key in fill_catalog(store)]
    there = store.partitions()
    for key in store.catalog.noted_partitions():
        if key not in there:
            store.begin_anew(key)
            done.append(f"{key}: its file is gone and a new one was begun; a backup may still hold what it held")
    for key in store.partitions():
        try:
            damaged = not store.path_of(key).stat().st_size or bool(
                store.partition(key).damage()
            )  # what is only derived, a reindex mends
        except StoreCorrupt:
            damaged = True
        except StoreError:
            continue  # busy, locked, of a later version: none of that is damage
        if damaged:
            done.append(_salvage_one(store, key))
    return done


def losses(store: "SqliteStore") -> list[str]:
    """Return what a repair could not bring back."""
    return [f"{key}: its file was gone on {at}, and a new one was begun" for key, at in store.catalog.lost_partitions()]


def _salvage_one(store: "SqliteStore", key: str) -> str:
    from standfast.store.sqlite.store import file_of

    store.forget(key)
    path = store.folder / file_of(key)
    fresh = path.with_suffix(".salvaged")
    _unlink(fresh)
    target = Connection(fresh)
    ensure_schema(target, fresh, "partition")
    saved, lost = _rescue(path, target)
    target.close()
    aside = store.folder.parent / "damaged" / f"{path.stem}.{store.clock.now():%Y%m%dT%H%M%S}.db"
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    for suffix in ("", "-wal", "-shm"):
        if Path(f"{path}{suffix}").exists():
            shutil.move(f"{path}{suffix}", f"{aside}{suffix}")
    for suffix in ("", "-wal", "-shm"):
        if Path(f"{fresh}{suffix}").exists():
            shutil.move(f"{fresh}{suffix}", f"{path}{suffix}")
    store.home.renew_device()
    partition = store.partition(key)
    memories = partition.rebuild()
    with suppress(Unavailable):  # vectors can be made later
        partition.embed()
    note = f"; {lost} ranges could not be read" if lost else ""
    return f"{key}: saved {saved} operations and {memories} memories{note}; the damaged file is {aside}"


def _rescue(path: Path, target: Database) -> tuple[int, int]:
    with _readable_copy(path) as copy:
        source = open_plainly(copy)
        lost, saved = _take_over(source, target)
        source.close()
    return saved, lost


@contextmanager
def _readable_copy(path: Path) -> Iterator[Path]:
    """Give a copy that SQLite agrees to open: a file cut short is filled up to the length its header promises."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=prefix("salvage")) as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            if Path(f"{path}{suffix}").exists():
                shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
        with copy.open("r+b") as file:
            header = file.read(32)
            if len(header) == 32 and header.startswith(MAGIC):
                page = int.from_bytes(header[16:18], "big")
                wanted = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
                if copy.stat().st_size < wanted < _LARGEST:
                    file.truncate(wanted)
        if not _knows_its_tables(copy):
            _graft_schema(copy, Path(folder) / "donor.db")
        yield copy


def _knows_its_tables(path: Path) -> bool:
    connection = open_plainly(path)
    try:
        return bool(connection.execute("SELECT count(*) FROM sqlite_schema").get)
    except apsw.Error:
        return False
    finally:
        connection.close()


def _graft_schema(copy: Path, donor: Path) -> None:
    """Put the pages that list the tables back, taken from a new file: every file of ours begins with the same ones.

    It helps as long as the file was never rewritten; what is wrong after that, the checks of each row's hash tell.
    """
    fresh = Connection(donor)
    ensure_schema(fresh, donor, "partition")
    fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    try:
        pages = [row[0] for row in fresh.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")]
        size = int(fresh.pragma("page_size"))
    except apsw.SQLError:
        return  # this SQLite was built without the table of pages
    finally:
        fresh.close()
    whole = donor.read_bytes()
    with copy.open("r+b") as file:
        for page in pages:
            skipped = _HEADER if page == 1 else 0
            file.seek((page - 1) * size + skipped)
            file.write(whole[(page - 1) * size + skipped : page * size])


def _take_over(source: Database, target: Database) -> tuple[int, int]:
    """Copy every row that can be read; return how many ranges could not, and how many operations came over."""
    lost = 0
    target.execute("BEGIN IMMEDIATE")
    for table, columns in {**_ROWS, **_KEYED}.items():
        marks = ",".join("?" * len(columns.split(",")))
        insert = f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608 - our own names
        rows = _by_row(source, table, columns) if table in _ROWS else _by_key(source, table, columns)
        for row in rows:
            if row is None:
                lost += 1
            else:
                target.execute(insert, row)
    for row in _by_key(source, "meta", "name, value"):
        if row and row[0] == "project":
            target.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", row)
    target.execute("DELETE FROM payload WHERE operation NOT IN (SELECT row FROM operation)")
    # What is missing from these chains is known from now on; everything else about them is still checked.
    target.execute("INSERT OR IGNORE INTO salvaged (device) SELECT DISTINCT device FROM operation")
    saved = int(target.execute("SELECT count(*) FROM operation").get)
    target.execute("COMMIT")
    return lost, saved


def _by_row(source: Database, table: str, columns: str) -> Iterator[Sequence[Any] | None]:
    """Yield rows in order; where a page cannot be read, yield None and go on behind it."""
    key = _KEYS[table]
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


def _by_key(source: Database, table: str, columns: str) -> Iterator[Sequence[Any] | None]:
    try:
        yield from source.execute(f"SELECT {columns} FROM {table}")  # noqa: S608 - our own names
    except apsw.Error:
        yield None


def _unlink(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)

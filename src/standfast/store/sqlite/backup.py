"""Backups: one plain tar file with a consistent copy of every partition, made while others go on working.

Copies stay plain SQLite files inside, so that a purge can reach into every backup Standfast made.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from standfast.errors import NotFound, StoreCorrupt, StoreError
from standfast.model.ids import MemoryId
from standfast.model.value import replace
from standfast.store.contract import Partition, Progress
from standfast.store.sqlite.catalog import SqliteCatalog
from standfast.store.sqlite.connect import Database, open_plainly
from standfast.store.sqlite.encryption import convert, key_for, overwrite
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.high_water import forget_seen
from standfast.store.sqlite.leftovers import prefix
from standfast.store.sqlite.partition import SqlitePartition
from standfast.store.sqlite.store import SqliteStore, key_of
from standfast.store.values import Purge, Stone

PAGES = 1000
_BEYOND = frozenset({"backup-damaged", "store-corrupt", "store-read-only", "store-too-new", "store-too-old"})
_HINT = "Name a file that `standfast backup` wrote."


def write(store: SqliteStore, target: Path, progress: Progress | None) -> list[str]:
    """Write a backup to `target`; it appears there whole or not at all."""
    target = target.absolute()
    with _workshop(target.parent) as folder:
        keys = [key for key in store.partitions() if store.path_of(key).stat().st_size]
        for done, key in enumerate(keys, 1):
            partition = store.partition(key)
            _copy(partition.connection.real, folder / partition.path.name, partition.path)
            if progress:
                progress(done, len(keys))
        catalog = open_plainly(store.catalog.path, apsw.SQLITE_OPEN_READONLY)
        _copy(catalog, folder / "catalog.db", store.catalog.path)
        catalog.close()
        _pack(folder, target)
    store.catalog.add_copy(target)
    return [str(target)]


def restore(store: SqliteStore, source: Path, clean: Callable[[Partition], None]) -> list[str]:
    """Put a backup in place of what it holds; what it does not hold stays. What was purged since stays purged.

    A file takes its place only after what was purged is out of it: whoever is stopped half-way brings nothing back.
    """
    with unpacked(source, store.folder) as folder:
        files = [file for file in sorted(folder.glob("*.db")) if file.name != "catalog.db"]
        for file in sorted(folder.glob("*.db")):
            _check(file, source)
        store.home.renew_device()  # first: nothing is added to chains that may have gone further elsewhere
        for file in files:
            key = key_of(file.name)
            if store.path_of(key).exists() and not store.path_of(key).stat().st_size:
                store.path_of(key).unlink()  # emptied by an accident: it is what the backup is for
            partition = store.begin_anew(key) if not store.path_of(key).exists() else store.partition(key)
            convert(file, key_for(partition.path))
            _bury_again(store, partition, file, clean)
            _replace(partition.connection.real, file, partition.path)
            forget_seen(partition.path)
            store.forget(key)
            store.catalog.lose_partition(key, at="")
            store.partition(key).checkpoint()
        _merge_catalog(store, folder / "catalog.db")
    return [key_of(file.name) for file in files]


def _bury_again(store: SqliteStore, live: SqlitePartition, file: Path, clean: Callable[[Partition], None]) -> None:
    """Take out of a copy what was purged since it was made."""
    copy = store.open_partition_file(file, live.key, is_copy=True)
    try:
        stones: dict[MemoryId, list[Stone]] = {}
        for memory, stone in live.tombstones():
            stones.setdefault(memory, []).append(stone)
        with copy.writing():
            for memory, found in stones.items():
                copy.bury(memory, found)
            for fingerprint in live.keys():  # noqa: SIM118 - no dictionary
                copy.note_key(fingerprint)
        clean(copy)
        copy.vacuum()
        copy.checkpoint()
    finally:
        copy.close()


def purge_copies(store: SqliteStore, purges: dict[str, Purge], folders: list[Path]) -> list[Path]:
    """Purge from every backup Standfast made that is still there; return those changed.

    One that is damaged, of another format or not to be written stays as it is and keeps nobody from the rest: the proof
    reads its bytes.
    """
    tars = [path for path in store.catalog.copies() if path.exists()]
    tars += [path for folder in folders for path in folder.glob("*.standfast") if path not in tars]
    changed = []
    for path in tars:
        with _passing_by(), unpacked(path, path.parent) as folder:
            if _purge_files(store, purges, list(folder.glob("*.db"))):
                _pack(folder, path)
                changed.append(path)
    for path in (path for folder in folders for path in folder.glob("*.db")):
        with _passing_by():
            changed += _purge_files(store, purges, [path])
    return changed


@contextmanager
def _passing_by() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        if error.code not in _BEYOND:
            raise


def _purge_files(store: SqliteStore, purges: dict[str, Purge], files: list[Path]) -> list[Path]:
    changed = []
    for file in files:
        purge = purges.get(key_of(file.name.split(".")[0] + ".db"))
        if purge:
            copy = store.open_partition_file(file, key_of(file.name.split(".")[0] + ".db"), is_copy=True)
            try:
                known = [memory for memory in purge.memories if copy.log.of_memory(memory)]
                alone = _only_here(store, copy, purge)
                if known or alone or purge.sessions or copy.journal.holds(purge.carries):
                    copy.purge(replace(purge, memories=(*known, *alone)), recorded=False)
                    copy.vacuum()
                    copy.checkpoint()
                    changed.append(file)
            finally:
                copy.close()
    return changed


def _only_here(store: SqliteStore, copy: SqlitePartition, purge: Purge) -> list[MemoryId]:
    """Return memories of a copy that carry it and are no longer in the store: nobody else will name them again."""
    live = store.find_partition(copy.key)
    found = dict.fromkeys(memory for memory, said in copy.log.said() if purge.carries(said))
    return [memory for memory in found if live is None or live.memories.find(memory) is None]


def _copy(source: Database, target: Path, path: Path) -> None:
    with translated(path):
        copy: Database = open_plainly(target, like=path)
        try:
            with copy.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(PAGES)
            copy.pragma("journal_mode", "delete")
        finally:
            copy.close()
        target.chmod(0o600)


def _replace(live: Database, file: Path, path: Path) -> None:
    with translated(path):
        source = open_plainly(file, apsw.SQLITE_OPEN_READONLY)
        try:
            with live.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(PAGES)
        finally:
            source.close()
        live.pragma("journal_mode", "wal")


def _check(file: Path, source: Path) -> None:
    """Refuse a backup that holds a damaged file; who reads it knows the backup, and no folder of the moment."""
    try:
        with translated(file):
            connection = open_plainly(file, apsw.SQLITE_OPEN_READONLY)
            try:
                verdict = connection.execute("PRAGMA quick_check(1)").get
            finally:
                connection.close()
    except StoreCorrupt as error:
        verdict = str(error.__cause__)
    if verdict != "ok":
        message = f"{source} is damaged: in its {file.name}, {verdict}."
        raise StoreError(message, hint="Nothing was changed. Use another backup.", code="backup-damaged")


def _merge_catalog(store: SqliteStore, file: Path) -> None:
    if file.exists():
        old = SqliteCatalog(file, store.clock)
        for project in old.projects():
            store.catalog.add_project(project)
            for group in old.groups_of(project.id):
                store.catalog.join_group(group, project.id)
        old.close()


def _pack(folder: Path, target: Path) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=prefix())
    os.close(handle)
    try:
        with tarfile.open(name, "w") as tar:
            for file in sorted(folder.glob("*.db")):
                tar.add(file, arcname=file.name)
        with open(name, "r+b") as packed:  # noqa: PTH123 - what it takes the place of must not be gone before it is there
            os.fsync(packed.fileno())
        Path(name).replace(target)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise StoreError(f"Cannot write {target}: {error}.", hint="Check the disk.", code="store-full") from error


def convert_backup(source: Path, key: str) -> bool:
    """Turn the files inside a backup into encrypted ones, or with no key into plain ones; False when they are."""
    with unpacked(source, source.parent) as folder:
        changed = [convert(file, key) for file in folder.glob("*.db")]
        if any(changed):
            with source.open("r+b") as old:
                _pack(folder, source)
                overwrite(old.fileno())
    return any(changed)


@contextmanager
def _workshop(folder: Path) -> Iterator[Path]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=prefix()) as name:
            yield Path(name)
    except OSError as error:
        raise StoreError(
            f"Cannot write to {folder}: {error}.", hint="Name another file.", code="store-read-only"
        ) from error


@contextmanager
def unpacked(source: Path, near: Path) -> Iterator[Path]:
    """Give a folder with the files of a backup, made for the moment."""
    if not source.exists():
        raise NotFound(f"There is no backup {source}.", hint=_HINT)
    with _workshop(near) as folder:
        try:
            with tarfile.open(source) as tar:
                for member in tar.getmembers():
                    if member.isfile() and member.name.endswith(".db") and "/" not in member.name:
                        tar.extract(member, folder, filter="data")
        except tarfile.TarError as error:
            raise StoreError(f"{source} is not a backup: {error}.", hint=_HINT, code="backup-damaged") from error
        if not any(folder.glob("*.db")):
            raise StoreError(f"{source} is not a backup.", hint=_HINT, code="backup-damaged")
        yield folder

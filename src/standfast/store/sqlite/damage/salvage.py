"""Detecting damage, and repairing without making it worse.

Single rows are repaired in place (`rows`), in an ordinary transaction. A file that is damaged itself is read as far
as it can be (`file`) into a new one, while nobody can write to the old; every memory that could be read before can be
read afterwards, or the old file stays. The damaged file is set aside; only a purge of what it holds deletes it. What is
newer, busy or locked is none of this and left alone.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from standfast.errors import StoreBusy, StoreCorrupt, StoreError, Unavailable
from standfast.model.encode import decode_content, decode_memory, encode_content
from standfast.model.ids import MemoryId, OperationId
from standfast.model.memory import Memory, Version
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.store.relational.rows import Row, read_rows
from standfast.store.replay import UNREADABLE, versions_of
from standfast.store.sqlite.backup import unpacked
from standfast.store.sqlite.connect import WAIT_S, Connection, busy_handler, open_plainly
from standfast.store.sqlite.damage.catalog import fill_catalog, list_lost
from standfast.store.sqlite.damage.file import read_made, read_states, readable_copy, take_over
from standfast.store.sqlite.damage.rows import Repaired, repair
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.high_water import forget_seen, read_seen
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.partition import SqlitePartition
from standfast.store.sqlite.statements import load
from standfast.store.sqlite.store import SqliteStore
from standfast.store.values import Change, View

SQL = load("rows")


_SUFFIXES = ("", "-wal", "-shm")


def problems(store: SqliteStore) -> list[str]:
    """Check every file; return what is wrong."""
    found = [*store.catalog.problems(), *store.home.problems(), *list_lost(store)]
    for key in store.partitions():
        if not store.path_of(key).stat().st_size:
            continue  # named already, and opening it would make it look whole
        try:
            found += store.partition(key).problems()
        except StoreError as error:
            found.append(f"{key}: {error.message}")
    return found


def losses(store: SqliteStore) -> list[str]:
    found = [
        f"{key}: its file was lost or damaged on {at}, and not all of it could be read"
        for key, at in store.catalog.lost_partitions()
    ]
    for key in store.partitions():
        with suppress(StoreError):
            log = store.partition(key).log
            found += [f"{key}: {damage.what}" for damage in log.known_damage()]
            if missing := log.count_missing():
                found.append(f"{key}: {missing} operations could not be read when its file was salvaged")
    return found


def salvage(store: SqliteStore) -> list[str]:
    """Repair what is damaged; return what was done."""
    done = [f"{key}: found again from what it notes of itself" for key in fill_catalog(store)]
    there = store.partitions()
    for key in store.catalog.noted_partitions():
        path = store.path_of(key)
        if key not in there or not path.stat().st_size:
            for suffix in _SUFFIXES:
                Path(f"{path}{suffix}").unlink(missing_ok=True)
            store.begin_anew(key)
            done.append(f"{key}: its file is gone and a new one was begun; a backup may still hold what it held")
    for key in store.partitions():
        try:
            partition = store.partition(key)
            if partition.file_damage():
                done.append(_salvage_file(store, key))
            elif partition.log.problems():
                done.append(_repair_rows(store, partition))
            elif differing := partition.differing():
                repair_rows(partition, {})
                done.append(f"{key}: {len(differing)} damaged memories were read from the log again")
            done += _repair_unreadable(store, key)
            if lost := store.partition(key).count_lost():
                store.catalog.lose_partition(key, at=render_time(store.clock.now()))
                store.partition(key).accept_loss()
                done.append(f"{key}: {lost} operations are gone with the end of its log; a backup may still hold them")
        except StoreCorrupt:
            done.append(_salvage_file(store, key))
        except StoreError:
            continue  # busy, locked, of a later version: none of that is damage
    return done


def _repair_unreadable(store: SqliteStore, key: str) -> list[str]:
    """Keep what can be read of damaged sessions, events and receipts; the loss is noted."""
    partition = store.partition(key)
    found = partition.unreadable()
    if found:
        partition.repair_unreadable()
        store.catalog.lose_partition(key, at=render_time(store.clock.now()))
    return [f"{key}: {said}; what can be read of them was kept" for said in found]


def _repair_rows(store: SqliteStore, partition: SqlitePartition) -> str:
    wanted: set[str] = {damage.operation for damage in partition.log.damaged()}
    repaired = repair_rows(partition, find_copies(store, partition.key, wanted))
    with suppress(Unavailable):  # vectors can be made later
        partition.embed()
    left = f"; {repaired.left} cannot be read as they were written" if repaired.left else ""
    return f"{partition.key}: {repaired.whole} damaged operations are whole again{left}"


def repair_rows(partition: SqlitePartition, copies: Mapping[str, Row]) -> Repaired:
    """Repair single operations, and derive all but vectors again; what could be read before can be read afterwards."""
    before = _readable(partition)
    repaired = repair(partition, copies)
    partition.rebuild()
    _recover(partition, before)
    return repaired


def find_copies(store: SqliteStore, key: str, wanted: set[str]) -> Mapping[str, Row]:
    """Return these operations as the backups of this store hold them, where they are whole there."""
    found: dict[str, Row] = {}
    for copy in reversed(store.catalog.copies()):
        if not wanted - set(found) or not copy.exists():
            continue
        with suppress(StoreError, apsw.Error), unpacked(copy, store.folder) as folder:
            file = folder / store.path_of(key).name
            if file.exists():
                found.update({row.name: row for row in _rows_in(file, wanted - set(found))})
    return found


def _rows_in(file: Path, wanted: set[str]) -> Iterator[Row]:
    connection = Connection(file)
    try:
        yield from (row for row in read_rows(connection) if row.name in wanted and not row.damage())
    finally:
        connection.close()


def _salvage_file(store: SqliteStore, key: str) -> str:
    store.forget(key)
    path = store.path_of(key)
    fresh = path.with_suffix(".salvaged")
    with _held(path), readable_copy(path) as copy:
        _unlink(fresh)
        new = Connection(fresh)
        ensure_schema(new, fresh, "partition")
        source = open_plainly(copy)
        try:
            lost = take_over(source, new)
            states, made = dict(_states(read_states(source))), dict(read_made(source))
        finally:
            source.close()
        new.close()
        partition = store.open_partition_file(fresh, key)
        lost += read_seen(path) > partition.last_row()  # the end of its log went before
        wanted: set[str] = {damage.operation for damage in partition.log.damaged()}
        repaired = repair(partition, find_copies(store, key, wanted))
        partition.rebuild()
        _recover(partition, states, made)
        memories, saved = sum(partition.memories.counts().values()), partition.log.count()
        with suppress(Unavailable):  # vectors can be made later
            partition.embed()
        partition.checkpoint()
        partition.close()
        aside = store.folder.parent / "damaged" / f"{path.stem}.{store.clock.now():%Y%m%dT%H%M%S%f}.db"
        _swap(fresh, path, aside)
    store.home.renew_device()
    if lost or not saved:
        store.catalog.lose_partition(key, at=render_time(store.clock.now()))
    note = f"; {lost} ranges could not be read" if lost else ""
    note += f"; {repaired.whole} damaged operations are whole again" if repaired.whole else ""
    return f"{key}: saved {saved} operations and {memories} memories{note}; the damaged file is {aside}"


def _swap(fresh: Path, path: Path, aside: Path) -> None:
    """Put the new file in place of the old. Whoever has the old one open notices before the next write."""
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    for suffix in _SUFFIXES:
        if Path(f"{path}{suffix}").exists():
            shutil.move(f"{path}{suffix}", f"{aside}{suffix}")
    for suffix in _SUFFIXES[1:]:
        Path(f"{fresh}{suffix}").unlink(missing_ok=True)  # emptied when it was closed
    for file in (fresh, path):
        forget_seen(file)
    fresh.replace(path)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Let nobody write to a damaged file meanwhile, as far as it can still be locked."""
    connection = open_plainly(path)
    try:
        connection.set_busy_handler(busy_handler(path.parent, WAIT_S))
        try:
            connection.execute("BEGIN IMMEDIATE")
        except (apsw.BusyError, apsw.LockedError) as error:
            raise StoreBusy(f"{path.name} is busy: another process is writing.") from error
        except apsw.Error:
            pass  # too damaged to be locked, and so to be written
        yield
    finally:
        with suppress(apsw.Error):
            connection.close()


def _states(rows: Iterator[tuple[str, bytes]]) -> Iterator[tuple[str, Memory]]:
    for name, state in rows:
        with suppress(*UNREADABLE):
            yield name, decode_memory(json.loads(state))


def _readable(partition: SqlitePartition) -> dict[str, Memory]:
    """Return the memories of which the projection says more than one operation does."""
    with translated(partition.path):
        return dict(_states(iter(partition.connection.execute(SQL["states"]).fetchall())))


def _recover(
    partition: SqlitePartition, before: Mapping[str, Memory], payloads: Mapping[str, int] | None = None
) -> None:
    """Write anew what could be read before and cannot be now, and what only lacks the operation that began it."""
    with partition.writing():
        _recover_strays(partition, payloads or {})
        made = {memory.id for memory in partition.memories.select(View(statuses=()))}
        for memory in dict.fromkeys([*partition.log.unmade(), *map(MemoryId, before)]):
            state = before.get(memory)
            if memory not in made and not _is_ended(partition, memory):
                versions = versions_of(memory, partition.log.of_memory(memory))
                version = state.version if state is not None else versions[-1] if versions else None
                if version is not None:
                    _write(partition, memory, version, state)


def _recover_strays(partition: SqlitePartition, payloads: Mapping[str, int]) -> None:
    """Write anew what lost its operation and still has the payload: the projection knows which memory that was."""
    stray = {row: body for row, _, body in partition.connection.execute(SQL["stray"]).fetchall()}
    partition.connection.execute(SQL["drop_stray"])
    for name, row in payloads.items():
        memory = MemoryId(name)
        if row in stray and not _is_ended(partition, memory) and partition.memories.find(memory) is None:
            with suppress(*UNREADABLE):
                content = decode_content(json.loads(stray[row])["content"])
                now = partition.clock.now()
                version = Version(1, content, OperationId(""), Source("import", "salvage"), now, now)
                _write(partition, memory, version, None)


def _is_ended(partition: SqlitePartition, memory: MemoryId) -> bool:
    """Tell whether a memory is rightly gone: it was purged, or what began it is there and was undone."""
    operations = partition.log.of_memory(memory)
    return partition.memories.is_purged("", memory) or any(
        operation.header.act is Act.PURGE or (operation.header.act is Act.REMEMBER and operation.payload is not None)
        for operation in operations
        if operation.header.memory == memory
    )


def _write(partition: SqlitePartition, memory: MemoryId, version: Version, state: Memory | None) -> None:
    payload = {"content": encode_content(version.content), "reason": "recovered from a damaged file"}
    if state is not None:
        payload["status"] = state.status.value
    revision = max(version.revision, partition.memories.last_revision(memory))
    partition.log.append(Change(Act.REMEMBER, version.source, memory, payload, at=version.at, revision=revision))


def _unlink(path: Path) -> None:
    for suffix in _SUFFIXES:
        Path(f"{path}{suffix}").unlink(missing_ok=True)

"""The catalogue again: what each partition notes of its project, and how a lost or damaged catalogue is made from it.

The catalogue says which project a folder is; without it every memory would be there and found by nobody. So each
project's file carries its name, what finds it, its groups and the backups made. Must not: read what memories say.
Neighbours: `sqlite/catalog.py` (what is rebuilt), `salvage` (damage inside a partition).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import apsw

from standfast.errors import StandfastError, StoreCorrupt
from standfast.model.ids import ProjectId
from standfast.store.sqlite.connect import open_plainly
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.store import SqliteStore
from standfast.store.values import CONTENT, RUN, SESSION, Project

PROJECT = "project:"


def fill_catalog(store: SqliteStore) -> list[str]:
    """Add the projects that partitions note of themselves and the catalogue does not know; return their keys."""
    known = {project.id for project in store.catalog.projects()}
    added = []
    for key in store.partitions():
        if key.startswith(PROJECT) and key.removeprefix(PROJECT) not in known and _adopt(store, key):
            added.append(key)
        if _size(store, key):
            store.catalog.note_partition(key)
            for kind in (CONTENT, RUN, SESSION):
                sql = f"SELECT DISTINCT content FROM tombstone WHERE kind = '{kind}'"  # noqa: S608 - our own words
                store.catalog.bury(_read(store, key, sql), kind)
    return added


def _adopt(store: SqliteStore, key: str) -> bool:
    noted = _read_note(store, key)
    if not noted:
        return False
    identity = ProjectId(key.removeprefix(PROJECT))
    evidence = tuple((kind, value) for kind, value in noted["evidence"])
    store.catalog.add_project(Project(identity, noted["name"], evidence))
    for folder in noted.get("folders", ()):
        store.home.add_folder(folder, identity)
    for group in noted["groups"]:
        store.catalog.join_group(group, identity)
    for path in noted["copies"]:
        store.catalog.add_copy(Path(path))
    return True


def _read_note(store: SqliteStore, key: str) -> dict[str, Any] | None:
    found = _read(store, key, "SELECT value FROM meta WHERE name = 'project'")
    try:
        noted: dict[str, Any] | None = json.loads(found[0]) if found else None
    except ValueError:
        return None
    return noted


def _read(store: SqliteStore, key: str, sql: str) -> list[str]:
    """Return one column of a partition's file, or nothing where it is damaged: the doctor names that."""
    path = store.path_of(key)
    try:
        with translated(path):
            connection = open_plainly(path, apsw.SQLITE_OPEN_READWRITE)
            try:
                return [row[0] for row in connection.execute(sql)]
            finally:
                connection.close()
    except StandfastError:
        return []


def _size(store: SqliteStore, key: str) -> int:
    return store.path_of(key).stat().st_size


def list_lost(store: SqliteStore) -> list[str]:
    """Return what is wrong between catalogue and partitions: nobody's files, files gone, files without anything."""
    known = {project.id for project in store.catalog.projects()}
    keys = store.partitions()
    found = [
        f"{key}: it belongs to no project the catalogue knows, and nobody finds it"
        for key in keys
        if key.startswith(PROJECT) and key.removeprefix(PROJECT) not in known
    ]
    noted = store.catalog.noted_partitions()
    found += [f"{key}: its file is gone" for key in noted if key not in keys]
    found += [f"{key}: its file is empty" for key in keys if not _size(store, key)]
    return found


def fill_home(store: SqliteStore) -> None:
    """Give a home that has just been made the folders that each project's file notes."""
    for key in store.partitions():
        noted = _read_note(store, key) if key.startswith(PROJECT) else None
        for name in (noted or {}).get("folders", ()):
            store.home.add_folder(name, ProjectId(key.removeprefix(PROJECT)))


def repair_file(path: Path, stamp: str) -> str:
    """Set a damaged catalogue or home aside, so that the next opening makes it again; return where it went."""
    if not path.exists() or not _is_damaged(path):
        return ""
    aside = path.parent.parent / "damaged" / f"{path.stem}.{stamp}.db"
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    for suffix in ("", "-wal", "-shm"):
        if Path(f"{path}{suffix}").exists():
            shutil.move(f"{path}{suffix}", f"{aside}{suffix}")
    return str(aside)


def _is_damaged(path: Path) -> bool:
    try:
        with translated(path):
            connection = open_plainly(path, apsw.SQLITE_OPEN_READWRITE)
            try:
                return any(row[0] != "ok" for row in connection.execute("PRAGMA integrity_check(1)"))
            finally:
                connection.close()
    except StoreCorrupt:
        return True

"""The catalogue in SQLite: projects and what finds them, groups, partitions, what was purged, backups made."""

from __future__ import annotations

import json
from pathlib import Path

from standfast.errors import NotFound
from standfast.model.ids import ProjectId
from standfast.model.moment import Clock, render_time
from standfast.store.relational.catalog import TableCatalog
from standfast.store.relational.database import guarded, transaction
from standfast.store.sqlite.connect import WAIT_S, Connection
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SQL = load("catalog")


@guarded
class SqliteCatalog(TableCatalog):
    """What is known across partitions."""

    def __init__(self, path: Path, clock: Clock, *, durability: str = "full", wait_s: float = WAIT_S) -> None:
        self.path = path
        self._file = Connection(path, durability=durability, wait_s=wait_s)
        super().__init__(self._file, clock)
        with translated(path):
            self._file.format = ensure_schema(self._file, path, "catalog", read_only=self._file.read_only)

    @property
    def is_read_only(self) -> bool:
        """Whether the disk lets nobody write."""
        return self._file.read_only

    def refresh(self) -> None:
        """Open the file again where another took its place."""
        with translated(self.path):
            if self._file.is_replaced():
                self._db.close()
                self._file.open()

    def knows_projects(self) -> bool:
        """Tell whether there is any project."""
        return bool(self._db.execute(SQL["any_project"]).get)

    def lose_partition(self, key: str, *, at: str) -> None:
        """Note when a partition was begun anew because its file was gone; no time means that it was put back."""
        with transaction(self._db):
            self._db.execute(SQL["lose_partition"], (key, at))

    def lost_partitions(self) -> list[tuple[str, str]]:
        """Return (key, when) of partitions that were begun anew because their files were gone."""
        found: list[tuple[str, str]] = self._db.execute(SQL["lost_partitions"]).fetchall()
        return found

    def accept(self, losses: Sequence[str], source: str) -> None:
        at = render_time(self._clock.now())
        with transaction(self._db):
            self._db.executemany(SQL["accept"], [(loss, at, source) for loss in losses])

    def accepted(self) -> dict[str, str]:
        """Return the losses that somebody knows of, each with who said so and when."""
        return {loss: f"{source} since {at}" for loss, at, source in self._db.execute(SQL["accepted"])}

    def take_folders(self) -> list[tuple[str, ProjectId]]:
        """Return the folders that a catalogue of the first format holds: they are the home's by now."""
        found: list[tuple[str, ProjectId]] = self._db.execute(SQL["folders"]).fetchall()
        return found

    def note_of(self, key: str, folders: Sequence[str] = ()) -> str:
        """Return what a project's partition is to keep of its project, for `damage.catalog`; of others nothing."""
        level, _, name = key.partition(":")
        try:
            project = self.get_project(ProjectId(name)) if level == "project" else None
        except NotFound:
            return ""
        if project is None:
            return ""
        record = {
            "name": project.name,
            "evidence": project.evidence,
            "folders": list(folders),
            "groups": self.groups_of(project.id),
            "copies": [str(path) for path in self.copies()],
        }
        return json.dumps(record, ensure_ascii=False, sort_keys=True)

    def add_copy(self, path: Path) -> None:
        """Note a backup, so that a purge reaches it."""
        with transaction(self._db):
            self._db.execute(SQL["add_copy"], (str(path), render_time(self._clock.now())))

    def copies(self) -> list[Path]:
        """Return the backups noted."""
        return [Path(row[0]) for row in self._db.execute(SQL["copies"])]

    def checkpoint(self) -> None:
        """Empty the write-ahead log."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def problems(self) -> list[str]:
        """Check the file; return what is wrong."""
        return [f"catalog: {row[0]}" for row in self._db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]

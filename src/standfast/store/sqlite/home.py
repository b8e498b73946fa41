"""The home's own file: its device and its folders. Kept in SQLite whichever engine holds the memories."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path

from standfast.model.ids import DeviceId, ProjectId, mint
from standfast.store.relational.database import transaction
from standfast.store.sqlite.connect import WAIT_S, Connection
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SQL = load("home")
FILE = "home.db"


class SqliteHome:
    """Device and folders of one home."""

    def __init__(self, path: Path, *, durability: str = "full", wait_s: float = WAIT_S) -> None:
        self.path = path
        self.is_fresh = not path.exists()
        self._db = Connection(path, durability=durability, wait_s=wait_s)
        with translated(path):
            self._db.format = ensure_schema(self._db, path, "home", read_only=self._db.read_only)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with translated(self.path), transaction(self._db):
            yield

    @property
    def device(self) -> DeviceId:
        """The id under which this home writes operations."""
        with translated(self.path):
            found = self._db.execute(SQL["device"]).get
        if found is None:
            with self._writing():
                self._db.execute(SQL["mint_device"], (mint("device"),))
                found = self._db.execute(SQL["device"]).get
        return DeviceId(found)

    def renew_device(self) -> None:
        with self._writing():
            self._db.execute(SQL["drop_device"])
            self._db.execute(SQL["mint_device"], (mint("device"),))

    def find_projects(self, folder: str) -> list[ProjectId]:
        with translated(self.path):
            return [ProjectId(row[0]) for row in self._db.execute(SQL["find_projects"], (folder,))]

    def folders_of(self, project: ProjectId) -> list[str]:
        with translated(self.path):
            return [row[0] for row in self._db.execute(SQL["folders_of"], (project,))]

    def ensure_folder(self, folder: str, project: ProjectId) -> ProjectId:
        with self._writing():
            found = self._db.execute(SQL["find_projects"], (folder,)).fetchone()
            if found:
                return ProjectId(found[0])
            self._db.execute(SQL["add_folder"], (folder, project))
        return project

    def move_folder(self, folder: str, project: ProjectId) -> None:
        with self._writing():
            self._db.execute(SQL["drop_folder"], (folder,))
            self._db.execute(SQL["add_folder"], (folder, project))

    def add_folder(self, folder: str, project: ProjectId) -> None:
        with self._writing():
            self._db.execute(SQL["add_folder"], (folder, project))

    def contains(self, text: str) -> bool:
        with translated(self.path):
            return bool(self._db.execute(SQL["contains"], (text,)).get)

    def problems(self) -> list[str]:
        """Check the file; return what is wrong."""
        with translated(self.path):
            return [f"home: {row[0]}" for row in self._db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

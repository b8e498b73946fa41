"""The catalogue in SQLite: projects and what finds them, groups, partitions, what was purged, backups made."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path

from standfast.errors import NotFound
from standfast.model.ids import ProjectId
from standfast.model.moment import Clock, render_time
from standfast.store.sqlite.connect import WAIT_S, Connection
from standfast.store.sqlite.errors import translated
from standfast.store.sqlite.migrate import ensure_schema
from standfast.store.sqlite.statements import load
from standfast.store.values import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SQL = load("catalog")


class SqliteCatalog:
    """What is known across partitions."""

    def __init__(self, path: Path, clock: Clock, *, durability: str = "full", wait_s: float = WAIT_S) -> None:
        self.path = path
        self._clock = clock
        self._db = Connection(path, durability=durability, wait_s=wait_s)
        with translated(path):
            self._db.format = ensure_schema(self._db, path, "catalog", read_only=self._db.read_only)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with translated(self.path):
            self._db.begin()
            try:
                yield
                self._db.commit()
            except BaseException:
                self._db.roll_back()
                raise

    @property
    def is_read_only(self) -> bool:
        """Whether the disk lets nobody write."""
        return self._db.read_only

    def refresh(self) -> None:
        """Open the file again where another took its place."""
        with translated(self.path):
            if self._db.is_replaced():
                self._db.close()
                self._db.open()

    def find_project(self, evidence: Sequence[tuple[str, str]]) -> list[tuple[str, str, ProjectId]]:
        """Return (kind, value, project) for every piece of evidence that is known."""
        found: list[tuple[str, str, ProjectId]] = []
        with translated(self.path):
            for kind, value in evidence:
                found += self._db.execute(SQL["find_evidence"], (kind, value)).fetchall()
        return found

    def has_project(self, project: ProjectId) -> bool:
        """Tell whether a project is known."""
        with translated(self.path):
            return self._db.execute(SQL["get_project"], (project,)).fetchone() is not None

    def get_project(self, project: ProjectId) -> Project:
        """Return a project."""
        with translated(self.path):
            row = self._db.execute(SQL["get_project"], (project,)).fetchone()
            if row is None:
                raise NotFound(f"There is no project {project}.", hint="`standfast status` names the project here.")
            evidence = self._db.execute(SQL["evidence_of"], (project,)).fetchall()
        return Project(ProjectId(row[0]), row[1], tuple(evidence))

    def add_project(self, project: Project) -> None:
        """Add a project, or evidence to a known one."""
        with self._writing():
            created = render_time(self._clock.now())
            self._db.execute(SQL["add_project"], (project.id, project.name, created))
            for kind, value in project.evidence:
                self._db.execute(SQL["add_evidence"], (kind, value, project.id))

    def ensure_project(self, project: Project) -> ProjectId:
        """Add a project unless its first piece of evidence is known by now; return the id that holds it."""
        with self._writing():
            found = self._db.execute(SQL["find_evidence"], project.evidence[0]).fetchone()
            if found:
                return ProjectId(found[2])
            self._db.execute(SQL["add_project"], (project.id, project.name, render_time(self._clock.now())))
            for kind, value in project.evidence:
                self._db.execute(SQL["add_evidence"], (kind, value, project.id))
        return project.id

    def move_evidence(self, old: ProjectId, project: Project) -> None:
        """Take these pieces of evidence from the old project and give them to this one."""
        with self._writing():
            for kind, value in project.evidence:
                self._db.execute(SQL["drop_evidence"], (kind, value, old))
                self._db.execute(SQL["add_evidence"], (kind, value, project.id))

    def projects(self) -> list[Project]:
        """Return all projects."""
        with translated(self.path):
            rows = self._db.execute(SQL["projects"]).fetchall()
        return [self.get_project(ProjectId(row[0])) for row in rows]

    def knows_projects(self) -> bool:
        """Tell whether there is any project."""
        with translated(self.path):
            return bool(self._db.execute(SQL["any_project"]).get)

    def note_partition(self, key: str) -> None:
        """Note that a partition has a file by now: one that is empty or gone later was lost."""
        with self._writing():
            self._db.execute(SQL["note_partition"], (key,))

    def lose_partition(self, key: str, *, at: str) -> None:
        """Note when a partition was begun anew because its file was gone; no time means that it was put back."""
        with self._writing():
            self._db.execute(SQL["lose_partition"], (key, at))

    def has_partition(self, key: str) -> bool:
        """Tell whether a partition was noted."""
        with translated(self.path):
            return bool(self._db.execute(SQL["is_noted"], (key,)).get)

    def noted_partitions(self) -> list[str]:
        """Return the keys of the partitions noted."""
        with translated(self.path):
            return [row[0] for row in self._db.execute(SQL["noted_partitions"])]

    def lost_partitions(self) -> list[tuple[str, str]]:
        """Return (key, when) of partitions that were begun anew because their files were gone."""
        with translated(self.path):
            found: list[tuple[str, str]] = self._db.execute(SQL["lost_partitions"]).fetchall()
        return found

    def bury(self, contents: Iterable[str]) -> None:
        """Keep out, in every partition, what was purged in one; `contents` are keyed hashes."""
        with self._writing():
            self._db.executemany(SQL["bury"], [(content,) for content in contents if content])

    def is_purged(self, content: str) -> bool:
        """Tell whether this content was purged anywhere and must not come back."""
        with translated(self.path):
            return bool(self._db.execute(SQL["is_purged"], (content,)).get)

    def buried(self, prefix: str) -> list[str]:
        """Return what was buried with this beginning."""
        with translated(self.path):
            return [row[0] for row in self._db.execute(SQL["buried"], (prefix, prefix + "\uffff"))]

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged."""
        with translated(self.path):
            return bool(self._db.execute(SQL["any_purged"]).get)

    def key(self) -> bytes | None:
        """Return nothing: the embedded store belongs to one home, whose own secret serves."""
        return None

    def bookmarks(self, project: ProjectId, name: str) -> list[str]:
        """Return how far something of a project was read before."""
        with translated(self.path):
            return [row[0] for row in self._db.execute(SQL["bookmarks"], (project, name))]

    def add_bookmarks(self, project: ProjectId, name: str, values: Iterable[str]) -> None:
        """Note how far something of a project was read."""
        with self._writing():
            self._db.executemany(SQL["add_bookmark"], [(project, name, value) for value in values])

    def take_folders(self) -> list[tuple[str, ProjectId]]:
        """Return the folders that a catalogue of the first format holds: they are the home's by now."""
        with translated(self.path):
            found: list[tuple[str, ProjectId]] = self._db.execute(SQL["folders"]).fetchall()
        return found

    def drop_folders(self) -> None:
        """Forget them, once the home has them."""
        with self._writing():
            self._db.execute(SQL["drop_folders"])

    def note_of(self, key: str, folders: Sequence[str] = ()) -> str:
        """Return what a project's partition is to keep of its project, for `rebuild`; nothing for other partitions."""
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

    def groups_of(self, project: ProjectId) -> list[str]:
        """Return the groups a project chose to share with."""
        with translated(self.path):
            return [row[0] for row in self._db.execute(SQL["groups_of"], (project,))]

    def join_group(self, group: str, project: ProjectId) -> None:
        """Let a project share with a group."""
        with self._writing():
            self._db.execute(SQL["join_group"], (project, group))

    def leave_group(self, group: str, project: ProjectId) -> None:
        """End that."""
        with self._writing():
            self._db.execute(SQL["leave_group"], (project, group))

    def add_copy(self, path: Path) -> None:
        """Note a backup, so that a purge reaches it."""
        with self._writing():
            self._db.execute(SQL["add_copy"], (str(path), render_time(self._clock.now())))

    def copies(self) -> list[Path]:
        """Return the backups noted."""
        with translated(self.path):
            return [Path(row[0]) for row in self._db.execute(SQL["copies"])]

    def contains(self, text: str) -> bool:
        """Tell whether names, folders or remotes of projects and groups contain these characters."""
        with translated(self.path):
            return bool(self._db.execute(SQL["contains"], (text,)).get)

    def checkpoint(self) -> None:
        """Empty the write-ahead log."""
        with translated(self.path):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def problems(self) -> list[str]:
        """Check the file; return what is wrong."""
        with translated(self.path):
            return [f"catalog: {row[0]}" for row in self._db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

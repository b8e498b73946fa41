"""The catalogue in SQLite: this device, projects and what finds them, groups, backups made."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path

from standfast.errors import NotFound
from standfast.model.ids import DeviceId, ProjectId, mint
from standfast.model.moment import Clock, render_time
from standfast.store.sqlite.connect import WAIT_S, open_file, translated
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
        self._db = open_file(path, durability=durability, wait_s=wait_s)
        with translated(path):
            ensure_schema(self._db, path, "catalog.sql")
        self._device: DeviceId | None = None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with translated(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise

    @property
    def device(self) -> DeviceId:
        """The id of this device in this store."""
        if self._device is None:
            found = self._db.execute(SQL["device"]).get
            if found is None:
                with self._writing():
                    self._db.execute(SQL["mint_device"], (mint("device"),))
                found = self._db.execute(SQL["device"]).get
            self._device = DeviceId(found)
        return self._device

    def renew_device(self) -> None:
        """Start new chains from here on: after a restore the old ones may have gone further elsewhere."""
        with self._writing():
            self._db.execute(SQL["renew_device"], (mint("device"),))
        self._device = None

    def find_project(self, evidence: Sequence[tuple[str, str]]) -> list[tuple[str, str, ProjectId]]:
        """Return (kind, value, project) for every piece of evidence that is known."""
        found: list[tuple[str, str, ProjectId]] = []
        with translated(self.path):
            for kind, value in evidence:
                found += self._db.execute(SQL["find_evidence"], (kind, value)).fetchall()
        return found

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
            self._db.execute(SQL["note"], (f"partition:{key}",))

    def drop_partition(self, key: str) -> None:
        """Forget that a partition had a file."""
        with self._writing():
            self._db.execute(SQL["drop_note"], (f"partition:{key}",))

    def noted_partitions(self) -> list[str]:
        """Return the keys of the partitions noted."""
        with translated(self.path):
            return [row[0].removeprefix("partition:") for row in self._db.execute(SQL["noted_partitions"])]

    def bury(self, contents: Iterable[str]) -> None:
        """Keep out, in every partition, what was purged in one; `contents` are keyed hashes."""
        with self._writing():
            self._db.executemany(SQL["note"], [(f"purged:{one}",) for one in contents if one])

    def is_purged(self, content: str) -> bool:
        """Tell whether this content was purged anywhere and must not come back."""
        with translated(self.path):
            return bool(self._db.execute(SQL["is_noted"], (f"purged:{content}",)).get)

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged."""
        with translated(self.path):
            return bool(self._db.execute(SQL["any_purged"]).get)

    def note_of(self, key: str) -> str:
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

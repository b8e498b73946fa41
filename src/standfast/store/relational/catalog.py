"""The catalogue in tables: projects and what finds them, groups, partitions, what was purged."""

from __future__ import annotations

from standfast.errors import NotFound
from standfast.model.ids import ProjectId
from standfast.model.moment import Clock, render_time
from standfast.store.relational.database import guarded, transaction
from standfast.store.values import CONTENT, Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from standfast.store.relational.database import Transactional

    class Closing(Transactional, Protocol):
        """A connection that can be let go of."""

        def close(self) -> None: ...


@guarded
class TableCatalog:
    """What is known across partitions."""

    def __init__(self, connection: Closing, clock: Clock) -> None:
        self._db = connection
        self._sql = connection.statements("catalog")
        self._clock = clock

    def find_project(self, evidence: Sequence[tuple[str, str]]) -> list[tuple[str, str, ProjectId]]:
        found: list[tuple[str, str, ProjectId]] = []
        for kind, value in evidence:
            found += self._db.execute(self._sql["find_evidence"], (kind, value)).fetchall()
        return found

    def has_project(self, project: ProjectId) -> bool:
        return self._db.execute(self._sql["get_project"], (project,)).fetchone() is not None

    def get_project(self, project: ProjectId) -> Project:
        row = self._db.execute(self._sql["get_project"], (project,)).fetchone()
        if row is None:
            raise NotFound(f"There is no project {project}.", hint="`standfast status` names the project here.")
        evidence = self._db.execute(self._sql["evidence_of"], (project,)).fetchall()
        return Project(ProjectId(row[0]), row[1], tuple(evidence))

    def add_project(self, project: Project) -> None:
        with transaction(self._db):
            created = render_time(self._clock.now())
            self._db.execute(self._sql["add_project"], (project.id, project.name, created))
            for kind, value in project.evidence:
                self._db.execute(self._sql["add_evidence"], (kind, value, project.id))

    def ensure_project(self, project: Project) -> ProjectId:
        with transaction(self._db):
            found = self._db.execute(self._sql["find_evidence"], project.evidence[0]).fetchone()
            if found:
                return ProjectId(found[2])
            self._db.execute(self._sql["add_project"], (project.id, project.name, render_time(self._clock.now())))
            for kind, value in project.evidence:
                self._db.execute(self._sql["add_evidence"], (kind, value, project.id))
        return project.id

    def move_evidence(self, old: ProjectId, project: Project) -> None:
        with transaction(self._db):
            for kind, value in project.evidence:
                self._db.execute(self._sql["drop_evidence"], (kind, value, old))
                self._db.execute(self._sql["add_evidence"], (kind, value, project.id))

    def projects(self) -> list[Project]:
        rows = self._db.execute(self._sql["projects"]).fetchall()
        held: dict[str, list[tuple[str, str]]] = {}
        for project, kind, value in self._db.execute(self._sql["evidence"]):
            held.setdefault(project, []).append((kind, value))
        return [Project(ProjectId(project), name, tuple(held.get(project, ()))) for project, name in rows]

    def called(self, name: str) -> list[ProjectId]:
        return [ProjectId(row[0]) for row in self._db.execute(self._sql["called"], (name,))]

    def note_partition(self, key: str) -> None:
        """Note that a partition has a file by now: one that is empty or gone later was lost."""
        with transaction(self._db):
            self._db.execute(self._sql["note_partition"], (key,))

    def has_partition(self, key: str) -> bool:
        """Tell whether a partition was noted."""
        return bool(self._db.execute(self._sql["is_noted"], (key,)).get)

    def noted_partitions(self) -> list[str]:
        """Return the keys of the partitions noted."""
        return [row[0] for row in self._db.execute(self._sql["noted_partitions"])]

    def bury(self, hashes: Iterable[str], kind: str = CONTENT) -> None:
        with transaction(self._db):
            self._db.executemany(self._sql["bury"], [(kind, entry) for entry in hashes if entry])

    def is_purged(self, entry: str, kind: str = CONTENT) -> bool:
        return bool(self._db.execute(self._sql["is_purged"], (kind, entry)).get)

    def buried(self, kind: str) -> list[str]:
        return [row[0] for row in self._db.execute(self._sql["buried"], (kind,))]

    def any_purged(self) -> bool:
        return bool(self._db.execute(self._sql["any_purged"]).get)

    def key(self) -> bytes | None:
        """Return nothing: the embedded store belongs to one home, whose own secret serves."""
        return None

    def bookmarks(self, project: ProjectId, name: str) -> list[str]:
        return [row[0] for row in self._db.execute(self._sql["bookmarks"], (project, name))]

    def add_bookmarks(self, project: ProjectId, name: str, values: Iterable[str]) -> None:
        with transaction(self._db):
            self._db.executemany(self._sql["add_bookmark"], [(project, name, value) for value in values])

    def groups_of(self, project: ProjectId) -> list[str]:
        return [row[0] for row in self._db.execute(self._sql["groups_of"], (project,))]

    def members(self, group: str) -> list[ProjectId]:
        return [ProjectId(row[0]) for row in self._db.execute(self._sql["members"], (group,))]

    def join_group(self, group: str, project: ProjectId) -> None:
        with transaction(self._db):
            self._db.execute(self._sql["join_group"], (project, group))

    def leave_group(self, group: str, project: ProjectId) -> None:
        with transaction(self._db):
            self._db.execute(self._sql["leave_group"], (project, group))

    def contains(self, text: str) -> bool:
        """Tell whether names, folders or remotes of projects and groups contain these characters."""
        return bool(self._db.execute(self._sql["contains"], (text,)).get)

    def close(self) -> None:
        self._db.close()

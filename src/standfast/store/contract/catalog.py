"""What is known across partitions, and the store over them."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from standfast.model.ids import ProjectId
from standfast.store.contract.partition import Partition
from standfast.store.files import Files
from standfast.store.people import People
from standfast.store.values import Project


class Catalog(Protocol):
    """What is known across partitions: projects and what finds them on any machine, groups, what was purged."""

    def find_project(self, evidence: Sequence[tuple[str, str]]) -> list[tuple[str, str, ProjectId]]:
        """Return (kind, value, project) for every piece of evidence that is known."""

    def has_project(self, project: ProjectId) -> bool:
        """Tell whether a project is known."""

    def get_project(self, project: ProjectId) -> Project:
        """Return a project."""

    def add_project(self, project: Project) -> None:
        """Add a project, or evidence to a known one."""

    def ensure_project(self, project: Project) -> ProjectId:
        """Add a project unless its first piece of evidence is known by now; return the id that holds it."""

    def move_evidence(self, old: ProjectId, project: Project) -> None:
        """Take these pieces of evidence from the old project and give them to this one."""

    def called(self, name: str) -> list[ProjectId]:
        """Return the projects that have this id or this name."""

    def members(self, group: str) -> list[ProjectId]:
        """Return the projects that share with a group."""

    def projects(self) -> list[Project]:
        """Return all projects."""

    def groups_of(self, project: ProjectId) -> list[str]:
        """Return the groups a project chose to share with."""

    def join_group(self, group: str, project: ProjectId) -> None:
        """Let a project share with a group."""

    def leave_group(self, group: str, project: ProjectId) -> None:
        """End that."""

    def bookmarks(self, project: ProjectId, name: str) -> list[str]:
        """Return how far something of a project was read before."""

    def add_bookmarks(self, project: ProjectId, name: str, values: Iterable[str]) -> None:
        """Note how far something of a project was read."""

    def key(self) -> bytes | None:
        """Return the secret that tombstones of a shared store are made with; None where the home's own serves."""

    def bury(self, hashes: Iterable[str], kind: str = "content") -> None:
        """Keep out, in every partition, what was purged in one: keyed hashes of contents, runs of words or sessions."""

    def is_purged(self, entry: str, kind: str = "content") -> bool:
        """Tell whether what has this hash was purged anywhere and must not come back."""

    def any_purged(self) -> bool:
        """Tell whether anything was ever purged."""

    def buried(self, kind: str) -> list[str]:
        """Return the hashes of everything of a kind that was purged."""

    def contains(self, text: str) -> bool:
        """Tell whether names or remotes of projects and groups contain these characters."""

    def problems(self) -> list[str]:
        """Check what keeps it; return what is wrong."""


class Store(Protocol):
    """All partitions, and the catalogue over them."""

    @property
    def catalog(self) -> Catalog:
        """What is known across partitions."""

    @property
    def people(self) -> People | None:
        """Who may come in, where a store is shared; an embedded one belongs to whoever owns its folder."""

    @property
    def files(self) -> Files:
        """What is about files."""

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be written now: a person may still read."""

    def partition(self, key: str) -> Partition:
        """Return a partition, made on first use; one that was there and is gone is not begun anew."""

    def find_partition(self, key: str) -> Partition | None:
        """Return a partition that exists already, or None."""

    def partitions(self) -> list[str]:
        """Return the keys of all partitions."""

    def problems(self) -> list[str]:
        """Check what is kept; return what is wrong."""

    def seal_purge(self, keys: Sequence[str]) -> None:
        """Make sure that purged bytes are out of the free space and logs of these partitions."""

    def release(self) -> None:
        """Give back between two calls what others may need, such as connections; the next call takes it again."""

    def close(self) -> None:
        """Let go of everything."""

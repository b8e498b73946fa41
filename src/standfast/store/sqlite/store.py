"""The embedded store: a folder with a catalogue and one file per partition.

A file each, because isolation, ranking statistics, purge and cost then follow from the file system instead of from
discipline (measured in docs/decisions/0003-one-file-per-partition.md).
"""

from __future__ import annotations

from pathlib import Path

from standfast.errors import StoreCorrupt, StoreError
from standfast.model.ids import ProjectId
from standfast.model.moment import Clock, render_time
from standfast.store.sqlite.catalog import SqliteCatalog
from standfast.store.sqlite.connect import WAIT_S
from standfast.store.sqlite.high_water import forget_seen
from standfast.store.sqlite.home import FILE as HOME, SqliteHome
from standfast.store.sqlite.partition import SqlitePartition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.store.contract import Indexer
    from standfast.store.sqlite.files import SqliteFiles

CATALOG = "catalog.db"


class SqliteStore:
    """All partitions of one home."""

    def __init__(
        self,
        folder: Path,
        *,
        home: SqliteHome | None = None,
        indexer: Indexer,
        clock: Clock,
        durability: str = "full",
        wait_s: float = WAIT_S,
    ) -> None:
        self.folder = folder
        self._lent = home  # closed by whoever opened it
        self.home = home or SqliteHome(folder / HOME, durability=durability, wait_s=wait_s)
        self._options = {"durability": durability, "wait_s": wait_s}
        self._indexer = indexer
        self.clock = clock
        self.catalog = SqliteCatalog(folder / CATALOG, clock, durability=durability, wait_s=wait_s)
        self._open: dict[str, SqlitePartition] = {}
        if not self.is_read_only:
            self._take_over()

    def _take_over(self) -> None:
        if self.home.is_fresh:
            self.home.is_fresh = False
            for folder, project in self.catalog.take_folders():
                self.home.add_folder(folder, project)
            from standfast.store.sqlite.damage.catalog import fill_home

            fill_home(self)
        if not self.catalog.knows_projects() and any(key.startswith("project:") for key in self.partitions()):
            from standfast.store.sqlite.damage.catalog import fill_catalog

            fill_catalog(self)  # the catalogue was lost: without it nobody finds what the partitions hold

    @property
    def people(self) -> None:
        """Nobody: it belongs to whoever owns its folder."""
        return

    @property
    def files(self) -> SqliteFiles:
        from standfast.store.sqlite.files import SqliteFiles

        return SqliteFiles(self)

    @property
    def is_read_only(self) -> bool:
        """Whether the disk lets nobody write."""
        return self.catalog.is_read_only

    def partition(self, key: str) -> SqlitePartition:
        found = self._open.get(key)
        if found is not None and not found.is_replaced():
            return found
        self.forget(key)
        path = self.path_of(key)
        fresh = not path.exists()
        self._refuse_lost(path, key, fresh=fresh)
        found = self._open[key] = self.open_partition_file(path, key)
        found.identity = lambda: self._note_of(key)
        if fresh:
            self.catalog.note_partition(key)
        return found

    def begin_anew(self, key: str) -> SqlitePartition:
        """Begin a partition whose file is gone, and remember that it was."""
        self.catalog.lose_partition(key, at=render_time(self.clock.now()))
        self.forget(key)
        forget_seen(self.path_of(key))
        found = self._open[key] = self.open_partition_file(self.path_of(key), key)
        found.identity = lambda: self._note_of(key)
        return found

    def _note_of(self, key: str) -> str:
        return self.catalog.note_of(key, self.home.folders_of(ProjectId(key.partition(":")[2])))

    def path_of(self, key: str) -> Path:
        """Return the file of a partition."""
        return self.folder / file_of(key)

    def _refuse_lost(self, path: Path, key: str, *, fresh: bool) -> None:
        """Refuse a file that held something and is empty or gone: a new one in its place would hide the loss."""
        # A file that is being made is empty too, but is noted only once it is not.
        if (fresh or not path.stat().st_size) and self.catalog.has_partition(key):
            hint = (
                "If it was moved, put it back; `standfast backup --restore FILE` puts a backup back; "
                "`standfast doctor --fix` begins a new file."
            )
            if fresh:
                raise StoreError(f"{path} is gone, and with it what it held.", hint=hint, code="store-missing")
            raise StoreCorrupt(f"{path} is empty: what it held is gone.", hint=hint)

    def open_partition_file(self, path: Path, key: str, *, is_copy: bool = False) -> SqlitePartition:
        """Open a file as a partition, wherever it lies."""
        return SqlitePartition(
            path,
            key,
            lambda: self.home.device,
            indexer=self._indexer,
            clock=self.clock,
            is_copy=is_copy,
            **self._options,  # type: ignore[arg-type]
        )

    def find_partition(self, key: str) -> SqlitePartition | None:
        """Return a partition that exists already, or None; one that existed and is gone is an error."""
        if key in self._open or self.path_of(key).exists() or self.catalog.has_partition(key):
            return self.partition(key)
        return None

    def partitions(self) -> list[str]:
        names = (path.name for path in self.folder.glob("*.db") if path.name not in {CATALOG, HOME})
        return sorted(key_of(name) for name in names)

    def problems(self) -> list[str]:
        """Check the files themselves; return what is wrong."""
        from standfast.store.sqlite.damage.salvage import problems

        return problems(self)

    def seal_purge(self, keys: Sequence[str]) -> None:
        """Make sure that purged bytes are out of the free space and logs of these partitions.

        The files are rewritten: `secure_delete` zeroes what is freed, but rows that moved between pages leave pieces of
        themselves behind (1 word of 1,000 after 60 purges among 1,000 memories).
        """
        for key in keys:
            partition = self.partition(key)
            partition.vacuum()
            partition.checkpoint()
        self.catalog.checkpoint()

    def forget(self, key: str) -> None:
        """Close a partition's connection, so that its file can be replaced."""
        if found := self._open.pop(key, None):
            found.close()

    def release(self) -> None:
        """Keep all: nobody waits for a file that is open."""

    def close(self) -> None:
        for key in list(self._open):
            self.forget(key)
        self.catalog.close()
        if self._lent is None:
            self.home.close()


def file_of(key: str) -> str:
    """Return the file name of a partition; capitals are marked, since some file systems do not tell them apart."""
    level, _, name = key.partition(":")
    marked = "".join(f"={char.lower()}" if char.isupper() else char for char in name)
    return f"{level}.db" if not name else f"{level}-{marked}.db"


def key_of(name: str) -> str:
    """Return the partition key of a file name."""
    level, _, marked = name.removesuffix(".db").partition("-")
    pieces = marked.split("=")
    plain = pieces[0] + "".join(piece[:1].upper() + piece[1:] for piece in pieces[1:])
    return f"{level}:{plain}" if plain else level

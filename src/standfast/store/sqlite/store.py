"""The embedded store: a folder with a catalogue and one file per partition.

A file each, because isolation, ranking statistics, purge and cost then follow from the file system instead of from
discipline (measured in docs/decisions/0003-one-file-per-partition.md).
"""

from __future__ import annotations

from pathlib import Path

from standfast.errors import StoreCorrupt
from standfast.model.moment import Clock
from standfast.store.sqlite.catalog import SqliteCatalog
from standfast.store.sqlite.connect import WAIT_S
from standfast.store.sqlite.partition import SqlitePartition
from standfast.store.values import Purge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.store.contract import Indexer, Progress


class SqliteStore:
    """All partitions of one home."""

    def __init__(
        self, folder: Path, *, indexer: Indexer, clock: Clock, durability: str = "full", wait_s: float = WAIT_S
    ) -> None:
        self.folder = folder
        self._options = {"durability": durability, "wait_s": wait_s}
        self._indexer = indexer
        self.clock = clock
        self.catalog = SqliteCatalog(folder / "catalog.db", clock, durability=durability, wait_s=wait_s)
        self._open: dict[str, SqlitePartition] = {}
        if not self.catalog.knows_projects() and any(key.startswith("project:") for key in self.partitions()):
            from standfast.store.sqlite.rebuild import fill_catalog

            fill_catalog(self)  # the catalogue was lost: without it nobody finds what the partitions hold

    def partition(self, key: str) -> SqlitePartition:
        """Return a partition, made on first use."""
        found = self._open.get(key)
        if found is None:
            path = self.path_of(key)
            fresh = not path.exists()
            self._refuse_emptied(path, key)
            found = self._open[key] = self.open_partition_file(path, key)
            found.identity = lambda: self.catalog.note_of(key)
            if fresh:
                self.catalog.note_partition(key)
        return found

    def path_of(self, key: str) -> Path:
        """Return the file of a partition."""
        return self.folder / file_of(key)

    def _refuse_emptied(self, path: Path, key: str) -> None:
        """Refuse a file that held something and is empty: a new one in its place would hide the loss."""
        # A file that is being made is empty too, but is noted only once it is not.
        if path.exists() and not path.stat().st_size and key in self.catalog.noted_partitions():
            hint = "`standfast backup --restore FILE` puts a backup back; `standfast doctor --fix` begins a new file."
            raise StoreCorrupt(f"{path} is empty: what it held is gone.", hint=hint)

    def open_partition_file(self, path: Path, key: str) -> SqlitePartition:
        """Open a file as a partition, wherever it lies."""
        return SqlitePartition(path, key, self.catalog.device, indexer=self._indexer, clock=self.clock, **self._options)  # type: ignore[arg-type]

    def find_partition(self, key: str) -> SqlitePartition | None:
        """Return a partition that exists already, or None."""
        if key in self._open or (self.folder / file_of(key)).exists():
            return self.partition(key)
        return None

    def partitions(self) -> list[str]:
        """Return the keys of all partitions."""
        names = (path.name for path in self.folder.glob("*.db") if path.name != "catalog.db")
        return sorted(key_of(name) for name in names)

    def backup(self, target: str, progress: Progress | None = None) -> list[str]:
        """Write a consistent copy of everything while others go on working; return the files written."""
        from standfast.store.sqlite.backup import write

        return write(self, Path(target), progress)

    def restore(self, source: str) -> list[str]:
        """Put a backup in place of what is here, keeping purges made since; return the partitions restored."""
        from standfast.store.sqlite.backup import restore

        return restore(self, Path(source))

    def problems(self) -> list[str]:
        """Check the files themselves; return what is wrong."""
        from standfast.store.sqlite.salvage import problems

        return problems(self)

    def salvage(self) -> list[str]:
        """Build new files from what can still be read of damaged ones; return what was done."""
        from standfast.store.sqlite.salvage import salvage

        return salvage(self)

    def purge_copies(self, purges: Mapping[str, Purge], folder: str) -> list[str]:
        """Purge from every backup Standfast made, those in `folder` among them; return the files changed."""
        from standfast.store.sqlite.backup import purge_copies

        return [str(path) for path in purge_copies(self, dict(purges), [Path(folder)])]

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

    def leftovers(self, folder: str, *, clear: bool = False) -> list[str]:
        """Return what killed processes of ours left here, in `folder` and beside the backups; `clear` deletes it."""
        from standfast.store.sqlite.leftovers import list_leftovers, remove

        folders = dict.fromkeys([self.folder, Path(folder), *(path.parent for path in self.catalog.copies())])
        found = list_leftovers(folders)
        if clear:
            for path in found:
                remove(path)
        return [str(path) for path in found]

    def copies(self) -> list[str]:
        """Return the backups that were made of this store."""
        return [str(path) for path in self.catalog.copies()]

    def damaged(self) -> dict[str, list[str]]:
        """Return the damaged files that were set aside, by the partition each was."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.folder.parent / "damaged").glob("*.db*")):
            found.setdefault(key_of(path.name.partition(".")[0] + ".db"), []).append(str(path))
        return found

    def files(self) -> list[str]:
        """Return every file the store keeps."""
        return sorted(str(path) for path in self.folder.rglob("*") if path.is_file())

    def forget(self, key: str) -> None:
        """Close a partition's connection, so that its file can be replaced."""
        if found := self._open.pop(key, None):
            found.close()

    def close(self) -> None:
        """Let go of everything."""
        for key in list(self._open):
            self.forget(key)
        self.catalog.close()


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

"""What is about the files of the embedded store: backup, restore, salvage, leftovers, copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from standfast.store.contract import Partition, Progress
from standfast.store.sqlite.backup import write
from standfast.store.sqlite.leftovers import list_leftovers, remove
from standfast.store.sqlite.store import SqliteStore, key_of
from standfast.store.values import Purge


class SqliteFiles:
    """The files behind one store."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    def backup(self, target: str, progress: Progress | None = None) -> list[str]:
        return write(self._store, Path(target), progress)

    def restore(self, source: str, clean: Callable[[Partition], None]) -> list[str]:
        from standfast.store.sqlite.backup import restore

        return restore(self._store, Path(source), clean)

    def salvage(self) -> list[str]:
        from standfast.store.sqlite.damage.salvage import salvage

        return salvage(self._store)

    def losses(self) -> list[str]:
        from standfast.store.sqlite.damage.salvage import losses

        return losses(self._store)

    def accept(self, losses: Sequence[str], source: str) -> None:
        self._store.catalog.accept(losses, source)

    def accepted(self) -> dict[str, str]:
        return self._store.catalog.accepted()

    def purge_copies(self, purges: Mapping[str, Purge], folder: str) -> list[str]:
        from standfast.store.sqlite.backup import purge_copies

        return [str(path) for path in purge_copies(self._store, dict(purges), [Path(folder)])]

    def leftovers(self, folder: str, *, clear: bool = False) -> list[str]:
        store = self._store
        folders = dict.fromkeys([store.folder, Path(folder), *(path.parent for path in store.catalog.copies())])
        found = list_leftovers(folders)
        if clear:
            for path in found:
                remove(path)
        return [str(path) for path in found]

    def copies(self) -> list[str]:
        return [str(path) for path in self._store.catalog.copies()]

    def damaged(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted((self._store.folder.parent / "damaged").glob("*.db*")):
            found.setdefault(key_of(path.name.partition(".")[0] + ".db"), []).append(str(path))
        return found

    def paths(self) -> list[str]:
        """Return every file the store keeps words in; what is shared in memory holds the numbers of pages alone.

        That one is never to be opened beside SQLite: closing it would let go of the locks of this process.
        """
        files = (path for path in self._store.folder.rglob("*") if not path.name.endswith("-shm") and path.is_file())
        return sorted(map(str, files))

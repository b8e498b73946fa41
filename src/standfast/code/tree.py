"""The repository as it is read: the working tree on disk, the tree of one commit, or files given as they are.

Owns: reading files by repository path, their blob ids and their stamps. It is on the hook path: no syntax, no program.
Must not: parse or judge. Neighbours: `git.py`, `source.py` (what is in a file), `snapshot.py`.
"""

from __future__ import annotations

# pathlib would cost the hook more time than all of this module.
# ruff: noqa: PTH113, PTH114, PTH115, PTH118, PTH120, PTH123, PTH202
import os

from standfast.code.hashing import blob_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Protocol

    from standfast.code.git import Git

    class View(Protocol):
        """One state of a repository."""

        def read(self, path: str) -> bytes | None:
            """Return the content of a file, or None where there is none (or it is too large to judge)."""

        def stamp(self, path: str) -> str:
            """Return something cheap that changes when the file may have; empty where there is no file."""


MAX_FILE = 8 << 20
MAX_COMPARED = 1 << 20  # of a file that changed: reading what it says takes about a second for this much


class WorkingTree:
    """Files as they are on disk."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._real_root = os.path.realpath(root)
        self._inside: dict[str, bool] = {}
        self._stamps: dict[str, str] = {}

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None."""
        target = os.path.join(self.root, path)
        self._stamps.setdefault(path, self._look(path))
        try:
            if not self._is_inside(os.path.dirname(target)):
                return None
            if os.path.islink(target):
                return os.fsencode(os.readlink(target))
            if not os.path.isfile(target) or os.path.getsize(target) > MAX_FILE:
                return None
            with open(target, "rb") as file:
                return file.read()
        except (OSError, ValueError):
            return None

    def _is_inside(self, folder: str) -> bool:
        """Tell whether a folder is in the repository; a linked one may lead anywhere."""
        known = self._inside.get(folder)
        if known is None:
            real = os.path.realpath(folder)
            known = self._inside[folder] = real == self._real_root or real.startswith(self._real_root + os.sep)
        return known

    def stamp(self, path: str) -> str:
        """Return size, times and inode, as git itself does to see what changed.

        Of a file that was read, as it was before: Git may write it meanwhile, and what was read is not that.
        """
        return self._stamps[path] if path in self._stamps else self._look(path)

    def _look(self, path: str) -> str:
        try:
            stat = os.lstat(os.path.join(self.root, path))
        except (OSError, ValueError):
            return ""
        return f"{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}:{stat.st_ino}"


class Files:
    """Files given as they are, for asking "what if it looked like this"."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None."""
        return self._contents.get(path)

    def stamp(self, path: str) -> str:
        """Return the blob id."""
        return blob_id(self._contents[path]) if path in self._contents else ""

    def list_paths(self) -> list[str]:
        """List all files."""
        return list(self._contents)


class CommitTree:
    """Files as one commit holds them."""

    def __init__(self, git: Git, rev: str) -> None:
        self._git = git
        self.rev = rev
        self._ids = git.list_tree(rev)
        self._ready: dict[str, bytes] = {}

    def prefetch(self, paths: Iterable[str]) -> None:
        """Read many files with one process."""
        ids = {path: self._ids[path] for path in paths if path in self._ids and path not in self._ready}
        found = self._git.find_blobs(ids.values(), limit=MAX_FILE)
        self._ready.update({path: found[blob] for path, blob in ids.items() if blob in found})

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, or None."""
        if path not in self._ready:
            self.prefetch([path])
        return self._ready.get(path)

    def stamp(self, path: str) -> str:
        """Return the blob id."""
        return self._ids.get(path, "")

    def list_paths(self) -> list[str]:
        """List all files."""
        return list(self._ids)

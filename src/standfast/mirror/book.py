"""The sync book: what files and store agreed on last, in one checkout.

Owns one small file in the checkout's git folder, never part of the repository: per memory the path, a keyed
fingerprint of the file, and the store's state then; no words of anything. It tells an edit from a file that is merely
old. Losing it loses nothing: then history and the store's own revisions are asked. On the hook path: the gate asks
whether anything arrived since. Neighbours: `provenance.py`, `folder.py`.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from functools import cached_property
from pathlib import Path

from standfast.model.value import Value
from standfast.text.files import write_whole

NAME = "standfast-mirror.json"
_FORMAT = 1


def stamp_folder(folder: Path) -> str:
    """Return a text that changes whenever a file of the mirror may have changed; empty where there is no mirror."""
    if not folder.is_dir():
        return ""
    from hashlib import blake2b

    digest = blake2b(digest_size=12)
    waiting = [str(folder)]
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda item: item.name)
        except OSError:
            continue
        for entry in entries:
            found = entry.stat(follow_symlinks=False)
            inner = stat.S_ISDIR(found.st_mode)
            if inner:
                waiting.append(entry.path)
            size, moment = (0, 0) if inner else (found.st_size, found.st_mtime_ns)
            digest.update(f"{entry.path}\0{size}\0{moment}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


class Agreed(Value):
    """What was agreed on about one memory: its file, the file's fingerprint, the store's state and revision then.

    `head` is the commit at which it was seen so. No path: the file had gone by then.
    """

    path: str
    mark: str
    state: str
    operation: str
    head: str


class Book:
    """The notes of one checkout: `stamp` is the look of the folder at `head`, `waiting`: not all had landed."""

    def __init__(self, git_dir: Path) -> None:
        self._path = git_dir / NAME
        self.head = ""
        self.stamp = ""
        self.waiting = False
        self.files: dict[str, Agreed] = {}
        self.blocks: list[str] = []  # instruction files with a block of ours, beside those everybody knows
        self.exists = False
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
            if record["format"] == _FORMAT:
                self.head, self.stamp = str(record["head"]), str(record["stamp"])
                self.waiting = bool(record["waiting"])
                self.files = {str(name): Agreed(*map(str, item)) for name, item in record["files"].items()}
                self.blocks = [str(path) for path in record.get("blocks", ())]
                self.exists = True
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # no notes, or none that can be read: they start anew

    @cached_property
    def _by_path(self) -> dict[str, str]:
        return {item.path: name for name, item in self.files.items() if item.path}

    def find_path(self, path: str) -> str:
        """Return the memory that the file at a path stands for, or nothing."""
        return self._by_path.get(path, "")

    def write(self) -> None:
        """Keep the notes; a disk that cannot be written costs only speed."""
        files = {
            name: [item.path, item.mark, item.state, item.operation, item.head] for name, item in self.files.items()
        }
        record = {"format": _FORMAT, "head": self.head, "stamp": self.stamp, "waiting": self.waiting, "files": files}
        record["blocks"] = self.blocks
        with contextlib.suppress(OSError):
            write_whole(self._path, json.dumps(record).encode())

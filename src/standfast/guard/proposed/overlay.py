"""The files a tool call would leave behind, held over the disk.

Owns path resolution and the text as it stands after the steps so far. It reads the disk, bounded, and never writes it.
Paths that lead out of the repository, or into `.git`, are not followed.
"""

from __future__ import annotations

import os
from pathlib import Path

MAX_BYTES = 5 * 1024 * 1024


class Overlay:
    """Text by path, relative to the root; what was not touched is read from disk on demand."""

    def __init__(self, root: Path, cwd: Path) -> None:
        self._root = os.path.realpath(root)
        self.cwd = os.path.realpath(cwd)
        self._before: dict[str, str | None] = {}
        self._now: dict[str, str | None] = {}
        self._moved: dict[str, str] = {}

    def resolve(self, path: str) -> str | None:
        """Return the path inside the repository that a tool call means, or None when it is outside."""
        if not path or "\0" in path or path.startswith("~"):
            return None
        whole = os.path.normpath(os.path.join(self.cwd, path))  # noqa: PTH118 - text only, nothing is opened
        folder, name = os.path.split(whole)
        whole = os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
        relative = os.path.relpath(whole, self._root).replace(os.sep, "/")
        outside = relative == ".." or relative.startswith("../") or os.path.isabs(relative)  # noqa: PTH117
        return None if outside or relative == "." or relative.split("/")[0] == ".git" else relative

    def change_folder(self, path: str) -> None:
        """Follow a `cd`."""
        self.cwd = os.path.normpath(os.path.join(self.cwd, os.path.expanduser(path)))  # noqa: PTH111, PTH118

    def read(self, path: str) -> str | None:
        """Return a file's text as it stands after the steps so far, or None when there is none."""
        name = self.resolve(path)
        return None if name is None else self._current(name)

    def write(self, path: str, text: str) -> None:
        """Hold a file's new text."""
        name = self.resolve(path)
        if name is not None:
            self._current(name)
            self._now[name] = text

    def delete(self, path: str) -> None:
        """Hold that a file is gone."""
        name = self.resolve(path)
        if name is not None and self._current(name) is not None:
            self._now[name] = None

    def move(self, path: str, target: str, *, copy: bool = False) -> None:
        """Hold a file under another name."""
        source, name = self.resolve(path), self.resolve(target)
        if source is None or name is None:
            return
        if os.path.isdir(os.path.join(self._root, name)):  # noqa: PTH112, PTH118
            name = f"{name}/{source.rpartition('/')[2]}"
        text = self._current(source)
        if text is not None:
            self._current(name)
            self._now[name] = text
            if not copy:
                self._moved[name] = self._moved.pop(source, source)
                self._now[source] = None

    def _current(self, name: str) -> str | None:
        if name not in self._now:
            self._before[name] = self._now[name] = self._on_disk(name)
        return self._now[name]

    def _on_disk(self, name: str) -> str | None:
        whole = os.path.join(self._root, name)  # noqa: PTH118
        try:
            if not os.path.isfile(whole) or os.path.getsize(whole) > MAX_BYTES:  # noqa: PTH113, PTH202
                return None
            with open(whole, "rb") as file:  # noqa: PTH123
                return file.read().decode("utf-8", "surrogateescape")
        except OSError:
            return None

    def result(self) -> tuple[dict[str, tuple[bytes | None, bytes]], dict[str, str], list[str]]:
        """Return what changed (before and after), what was moved from where, and what was deleted."""
        pairs: dict[str, tuple[bytes | None, bytes]] = {}
        deleted: list[str] = []
        for name, text in self._now.items():
            before = self._before[self._moved.get(name, name)]
            if text is None:
                if self._before[name] is not None:
                    deleted.append(name)
            elif text != before or name in self._moved or self._before[name] is None:
                pairs[name] = (None if before is None else _bytes(before), _bytes(text))
        return pairs, self._moved, deleted


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")  # half a surrogate pair, as JSON may carry

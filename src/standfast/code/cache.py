"""Judgements kept between runs: a small mapping in the git folder of a checkout, in pieces so that few are read.

Owns one folder that is never part of the repository and says nothing but what the repository itself says: paths, blob
ids and standings. Losing it costs time and nothing else; what cannot be written is not kept. Two writers at once may
lose each other's last words, which are then found out again. Must not: judge. Neighbour: `standing/anchors/batch.py`.
"""

# pathlib would cost the hook more time than all of this module.
# ruff: noqa: PTH100, PTH103, PTH108, PTH118, PTH123, PTH208
from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, MutableMapping

from standfast.text.files import write_whole

NAME = "standfast-standing"
_PIECES = 64
_FRONT = 12  # names that begin alike are kept together
_FORM = "4"  # written into the names of the pieces: another form is never misread


class Cache(MutableMapping[str, str]):
    """Names and what was said of them, read a piece at a time and written back by `save`."""

    def __init__(self, folder: str, *, book: str = "") -> None:
        """Open a folder; a `book` of its own is one piece, so that all of it is of one moment."""
        self._folder = folder
        self._book = book
        self._count = 1 if book else _PIECES
        self._pieces: dict[int, dict[str, str]] = {}
        self._changed: set[int] = set()

    def __getitem__(self, name: str) -> str:
        return self._piece(name)[name]

    def __setitem__(self, name: str, value: str) -> None:
        piece = self._piece(name)
        if piece.get(name) != value:
            piece[name] = value
            self._changed.add(self._number(name))

    def __delitem__(self, name: str) -> None:
        del self._piece(name)[name]
        self._changed.add(self._number(name))

    def __iter__(self) -> Iterator[str]:
        for number in range(self._count):
            yield from list(self._load(number))

    def list_rows(self) -> list[tuple[str, str]]:
        """List all names with what was said of them."""
        return [row for number in range(self._count) for row in self._load(number).items()]

    def __len__(self) -> int:
        return sum(len(self._load(number)) for number in range(self._count))

    def _piece(self, name: str) -> dict[str, str]:
        return self._load(self._number(name))

    def _load(self, number: int) -> dict[str, str]:
        if number not in self._pieces:
            rows = _read(self._path(number))
            whole = self._count == 1
            self._pieces[number] = dict(rows if whole else (row for row in rows if self._number(row[0]) == number))
        return self._pieces[number]

    def _path(self, number: int) -> str:
        return os.path.join(self._folder, f"{_FORM}-{self._book or f'{number:02x}'}")

    def _number(self, name: str) -> int:
        return sum(name[:_FRONT].encode("utf-8", "surrogateescape")) % self._count

    def save(self) -> None:
        """Write what changed; a disk that cannot be written must not stop anything."""
        if not self._changed:
            return
        with contextlib.suppress(OSError):
            os.makedirs(self._folder, exist_ok=True)
            for number in sorted(self._changed):
                _write(self._path(number), self._pieces[number])
        self._changed.clear()

    def forget(self, *, but: str = "") -> None:
        """Drop everything that is kept, of any form, but for one book; it is found out again when asked for."""
        with contextlib.suppress(OSError):
            for name in os.listdir(self._folder):
                if not but or not name.endswith(f"-{but}"):
                    os.unlink(os.path.join(self._folder, name))
        self._pieces.clear()
        self._changed.clear()


def open_cache(git_dir: str, *, book: str = "") -> Cache:
    """Open what is kept for the checkout with this git folder."""
    return Cache(os.path.join(os.path.abspath(git_dir), NAME), book=book)


def _read(path: str) -> Iterator[tuple[str, str]]:
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "surrogateescape")
    except OSError:
        return
    for line in text.split("\n"):
        name, tab, value = line.partition("\t")
        if tab and value:
            yield name, value


def _write(path: str, piece: dict[str, str]) -> None:
    rows = (f"{name}\t{value}\n" for name, value in piece.items() if "\n" not in value)
    write_whole(path, "".join(rows).encode("utf-8", "surrogateescape"))

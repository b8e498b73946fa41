"""Proof of deletion: search everything that can be reached for every sentence, run of words and rare word.

Owns the search and its answer. It excuses nothing: what living rows say is listed like everything else, with its place;
only single words that living rows use too are not looked for, because they prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from standfast.model.value import Value
from standfast.purge.places import KeptPlace
from standfast.text.beside import open_beside
from standfast.text.quotation import Quotation


class Hit(Value):
    """Something that still says it: which place, where in it (a file, or a row), and how many pieces of it."""

    place: str
    where: str
    pieces: int


class Proof(Value):
    """How much was searched, what was found where, what could not be reached, and which files went as a whole."""

    files_scanned: int = 0
    bytes: int = 0
    hits: tuple[Hit, ...] = ()
    unreached: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    is_final: bool = True  # what was found is said by rows that live on: purging again would change nothing

    @property
    def found(self) -> int:
        """How many places still say it."""
        return len(self.hits)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; removed files only where there are some."""
        record = {**super().to_dict(), "found": self.found}
        del record["is_final"]
        return record if self.removed else {name: value for name, value in record.items() if name != "removed"}


class Search:
    """Searches files for all that is looked for: each once while it stays as it is, however often parts are asked."""

    def __init__(self, everything: Quotation, tell: Callable[[int], None] | None = None) -> None:
        self._everything = everything
        self._tell = tell
        self.unread: dict[str, None] = {}  # files that are there and cannot be read
        self._read: dict[tuple[str, int, int], tuple[set[str], int]] = {}

    def __call__(self, places: Sequence[KeptPlace], gone: Quotation) -> Proof:
        """Search every byte of these places for what is looked for, or a part of it."""
        files, total = 0, 0
        hits: list[Hit] = []
        for place in places:
            for path in place.paths:
                found = self._found_in(path)
                if found is None:
                    continue
                files, total = files + 1, total + found[1]
                if pieces := gone.of(found[0]):
                    hits.append(Hit(place.name, str(path), len(pieces)))
        return Proof(files, total, tuple(hits))

    def _found_in(self, path: Path) -> tuple[set[str], int] | None:
        try:
            state = path.stat()
            key = (str(path), state.st_mtime_ns, state.st_size)
            if key not in self._read:
                with open_beside(path) if path.suffix == ".db" else path.open("rb") as file:
                    self._read[key] = self._everything.found_in(file, self._tell)
            return self._read[key]
        except FileNotFoundError:
            return None  # gone meanwhile, as logs of a database go
        except OSError as error:
            self.unread[f"{path} (cannot be read: {error.strerror})"] = None
            return None

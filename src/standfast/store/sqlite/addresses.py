"""What stands at addresses, as write transactions see it: read once, and kept up with what they write.

Nobody else writes meanwhile, so a load asks the file for each address once instead of once for each memory; from one
transaction to the next as well, unless another connection wrote in between. Outside of a write transaction everything
is read afresh. Neighbours: `projection` writes, `index` asks.
"""

from __future__ import annotations

import json

from standfast.store.relational.database import marks
from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.model.ids import MemoryId
    from standfast.store.sqlite.connect import Connection

    Standing = tuple[int, int]  # a document's row and its weight
    Moment = tuple[object, int]  # a connection, and the number it has for what others have written

SQL = load("index")
_MOST = 200_000  # addresses at hand: those of some forty thousand memories


class Addresses:
    """The addresses of one partition."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self._limit = 0
        self._near: dict[int, list[Standing]] = {}
        self._worded: dict[int, tuple[int, MemoryId, int]] = {}
        self._seen: Moment | None = None  # up to which write of others this holds
        self._is_looked_at = False  # whether the transaction at hand has asked for that
        self._is_open = False  # whether this holds what is not committed

    def begin(self) -> None:
        """Begin a transaction; what one has left that was not committed is not so."""
        if self._is_open:
            self.forget()
        self._is_looked_at = self._is_open = False

    def end(self) -> None:
        """Take note that the transaction at hand was committed."""
        self._is_open = False

    def forget(self) -> None:
        """Read everything afresh: a transaction went back, or took something away."""
        self._near, self._worded = {}, {}

    def _look(self) -> None:
        """Let go of what was kept if another connection has written since; asked once in a transaction."""
        if not self._is_looked_at:
            seen = self._db.real, int(self._db.pragma("data_version"))
            if seen != self._seen or len(self._near) > _MOST:
                self.forget()
            self._seen, self._is_looked_at, self._is_open = seen, True, True

    def expect(self, addresses: Iterable[int], limit: int) -> None:
        """Find out at once at which of these addresses nothing stands: most of a load stands alone."""
        if self._db.is_writing:
            self._look()
            self._keep(limit)
            asked = set(addresses).difference(self._near)
            there = {found for (found,) in self._db.execute(SQL["taken"], (json.dumps(list(asked)),))}
            self._near.update((address, []) for address in asked - there)

    def near(self, addresses: Sequence[int], limit: int) -> list[list[Standing]]:
        """Return for each address what stands there: what weighs most first, then the latest."""
        if not self._db.is_writing:
            return [self._read(address, limit) for address in addresses]
        self._look()
        self._keep(limit)
        near = self._near
        for address in addresses:
            if address not in near:
                near[address] = self._read(address, limit)
        return [near[address] for address in addresses]

    def worded(self, rows: list[int]) -> list[tuple[int, MemoryId, int]]:
        """Return of documents the row, the memory and its revision."""
        known: dict[int, tuple[int, MemoryId, int]] = {}
        if self._db.is_writing:
            self._look()
            known = self._worded
        if missing := [row for row in rows if row not in known]:
            found = self._db.execute(f"{SQL['worded']} ({marks(len(missing))})", missing).fetchall()
            known.update((item[0], item) for item in found)
        return [known[row] for row in rows if row in known]

    def add(self, document: tuple[int, MemoryId, int], authority: int, addresses: Iterable[int]) -> None:
        """Take note of what the transaction at hand has put at addresses."""
        from bisect import insort  # every hook opens a store, and few write memories

        row = document[0]
        self._is_open = True
        self._worded[row] = document
        for address in addresses:
            if (standing := self._near.get(address)) is not None:
                insort(standing, (row, authority), key=_order)
                del standing[self._limit :]

    def _keep(self, limit: int) -> None:
        """Keep so many at an address; what was kept for another limit is let go."""
        if limit != self._limit:
            self.forget()
            self._limit = limit

    def _read(self, address: int, limit: int) -> list[Standing]:
        found: list[Standing] = self._db.execute(SQL["addressed"], (address, limit)).fetchall()
        return found


def _order(standing: Standing) -> Standing:
    row, authority = standing
    return -authority, -row

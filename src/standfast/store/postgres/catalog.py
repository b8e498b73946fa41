"""The catalogue in PostgreSQL: as in every engine, and the secret that everybody's tombstones are made with."""

from __future__ import annotations

import os

from standfast.store.relational.catalog import TableCatalog
from standfast.store.relational.database import guarded


@guarded
class PostgresCatalog(TableCatalog):
    """What is known across partitions, on every machine."""

    def key(self) -> bytes | None:
        """Return the secret that tombstones of this store are made with, made once by whoever comes first."""
        found = self._db.execute(self._sql["key"]).get
        if found is None:
            self._db.execute(self._sql["make_key"], (os.urandom(32),))
            found = self._db.execute(self._sql["key"]).get
        return bytes(found)

    def problems(self) -> list[str]:
        """Return nothing: the server checks its own files."""
        return []

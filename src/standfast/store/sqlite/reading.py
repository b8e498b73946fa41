"""A file on a disk that cannot be written: opened so that it can still be read.

SQLite keeps a log beside each file and wants to write there even to read. Where that log is empty, the file is all
there is; where it is not, both are copied to a private temporary folder that is gone as soon as they are open. Must not
be used for anything that is to be written. Neighbour: `connect`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import apsw

from standfast.store.sqlite.encryption import key_for

_FLAGS = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI


def open_for_reading(path: Path) -> apsw.Connection:
    """Open a file that nobody can write."""
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size:
        from urllib.parse import quote

        return _opened(path, f"file:{quote(str(path))}?immutable=1", _FLAGS)
    with tempfile.TemporaryDirectory(prefix="standfast-reading-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        connection = _opened(path, str(copy), apsw.SQLITE_OPEN_READWRITE)
        connection.pragma("query_only", 1)
        connection.pragma("user_version")  # the log is opened with the first look
        return connection


def _opened(path: Path, name: str, flags: int) -> apsw.Connection:
    connection = apsw.Connection(name, flags=flags)
    if key := key_for(path):
        connection.pragma("key", f"raw:{key}")
    return connection

"""How a file of the store comes to be, also where whoever made it was stopped on the way."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import apsw
import pytest

from standfast.store.sqlite.connect import Connection
from standfast.store.sqlite.migrate import NEWEST, ensure_schema

if TYPE_CHECKING:
    from pathlib import Path

resource = pytest.importorskip("resource")


def test_a_file_that_was_only_begun_is_made_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    path.parent.mkdir()
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # all that a process had done when it was killed
    connection = Connection(path)
    ensure_schema(connection, path, "partition")
    assert connection.pragma("journal_mode") == "wal"
    connection.close()


def test_the_copy_before_a_migration_is_whole_also_after_a_disk_that_was_full(tmp_path: Path) -> None:
    path = tmp_path / "store" / "user.db"
    steps = [(NEWEST["partition"] + 1, "CREATE TABLE extra (n INTEGER)")]
    old = Connection(path)
    ensure_schema(old, path, "partition")
    old.executemany("INSERT INTO meta VALUES (?, hex(zeroblob(500)))", [(f"n{number}",) for number in range(200)])
    old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size // 2, hard))
    try:
        with pytest.raises(apsw.Error):
            ensure_schema(old, path, "partition", migrations=steps)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list((tmp_path / "backups").iterdir()) == []
    ensure_schema(old, path, "partition", migrations=steps)
    old.close()
    [kept] = (tmp_path / "backups").iterdir()
    copy = Connection(kept)
    assert copy.execute("SELECT count(*) FROM meta WHERE name LIKE 'n%'").get == 200
    copy.close()


def test_a_note_does_not_wait_for_the_disk_and_the_write_after_it_does(tmp_path: Path) -> None:
    connection = Connection(tmp_path / "p.db")
    with connection.hasty():
        assert connection.pragma("synchronous") == 1
        connection.begin()
        with connection.hasty():
            assert connection.pragma("synchronous") == 1
        connection.roll_back()
    assert connection.pragma("synchronous") == 2
    connection.begin()
    with connection.hasty():
        assert connection.pragma("synchronous") == 2
    connection.roll_back()
    connection.close()


def test_a_file_without_a_write_ahead_log_is_opened_at_once_while_another_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    apsw.Connection(str(path)).execute("CREATE TABLE word (said); INSERT INTO word VALUES (1), (2)")
    reader = apsw.Connection(str(path)).execute("SELECT said FROM word")
    reader.fetchone()
    before = time.monotonic()
    opened = Connection(path, wait_s=1200.0)
    assert time.monotonic() - before < 600.0
    assert opened.execute("SELECT count(*) FROM word").get == 2
    opened.close()
    reader.fetchall()
    again = Connection(path)
    assert again.pragma("journal_mode") == "wal"
    again.close()

"""How rows are written to SQLite."""

from __future__ import annotations

from pathlib import Path

import standfast.store.sqlite

_STATEMENTS = Path(standfast.store.sqlite.__file__).parent / "sql"


def test_no_statement_opens_a_savepoint_by_returning_rows() -> None:
    # At each savepoint the index of words writes down what waits: a segment for every memory instead of one for many.
    files = sorted(_STATEMENTS.glob("*.sql"))
    assert files
    assert [file.name for file in files if "RETURNING" in file.read_text(encoding="utf-8").upper()] == []

"""Named SQL statements, read from the `.sql` files beside this module."""

from __future__ import annotations

from pathlib import Path

from standfast.store.relational.database import load as load_file, marks

__all__ = ["load", "marks"]

_FOLDER = Path(__file__).parent / "sql"


def load(file: str) -> dict[str, str]:
    return load_file(_FOLDER / f"{file}.sql")

"""Named SQL statements, read from the `.sql` files beside this module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "sql"
_NAME = re.compile(r"^-- name: (\w+)\s*$", re.MULTILINE)


@cache
def load(file: str) -> dict[str, str]:
    """Return the statements of one file by name."""
    parts = _NAME.split((_FOLDER / f"{file}.sql").read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def marks(count: int) -> str:
    """Return that many bound-parameter marks."""
    return ",".join("?" * count)

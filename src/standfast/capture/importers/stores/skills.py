"""Skills: folders with a SKILL.md (front matter with name and description, then how it is done)."""

from __future__ import annotations

from standfast.capture.importers.page import split_front
from standfast.capture.importers.stores.record import StoredRecord, joined, read_file
from standfast.code.snapshot import walk_folder
from standfast.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "SKILL.md"


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield each skill as a procedure: when to use it, and how."""
    if not path.exists():
        raise NotFound(f"There is nothing at {path}.", hint="Name a folder of skills.", code="no-file")
    files = [path] if path.is_file() else [path / name for name in sorted(walk_folder(str(path)))]
    for file in files:
        if file.name == NAME:
            front, body = split_front(read_file(file))
            name = ", ".join(front.get("name", ())) or file.parent.name
            when = ", ".join(front.get("description", ()))
            if body.strip():
                yield StoredRecord(f"skill/{name}", joined(when, body.strip()), "procedure", name, tags=("skill",))

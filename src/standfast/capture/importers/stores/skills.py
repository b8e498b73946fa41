"""Skills: folders with a SKILL.md (front matter with name and description, then how it is done)."""

from __future__ import annotations

import re

from standfast.capture.importers.page import split_front
from standfast.capture.importers.stores.record import StoredRecord, joined, list_files, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "SKILL.md"
_HEAD = 4_096  # characters: names and descriptions are shorter
_OURS = re.compile(r"^ {1,8}standfast: ([\w-]{1,40})$", re.MULTILINE)


def is_made_from_memory(path: Path) -> bool:
    """Tell whether a skill says that it was made from a memory of ours."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return _OURS.search(file.read(_HEAD)) is not None
    except OSError:
        return False


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield each skill as a procedure: when to use it, and how."""
    for file in list_files(path, "Name a folder of skills."):
        if file.name == NAME:
            text = read_file(file)
            front, body = split_front(text)
            ours = _OURS.search(text[: len(text) - len(body.lstrip())])
            name = ", ".join(front.get("name", ())) or file.parent.name
            when = ", ".join(front.get("description", ()))
            if body.strip():
                said = joined(when, body.strip())
                made_from = ours[1] if ours else ""
                yield StoredRecord(f"skill/{name}", said, "procedure", name, tags=("skill",), ours=made_from)

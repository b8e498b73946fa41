"""The memory files that agents keep for themselves: MEMORY.md and the topics beside it (Claude Code, Codex)."""

from __future__ import annotations

import re

from standfast.capture.importers.page import split_front
from standfast.capture.importers.stores.record import StoredRecord, joined, read_file
from standfast.code.snapshot import walk_folder
from standfast.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INDEX = "MEMORY.md"
_KINDS = {"user": "preference", "feedback": "convention", "project": "fact", "reference": "fact"}
_WHY = re.compile(r"(?ms)^[ \t]*(?:[-*] )?\*\*Why:?\*\*:?[ \t]*(?P<said>.+?)(?=^[ \t]*(?:[-*] )?\*\*|^#|\Z)")
_LINKED = re.compile(r"^\s*[-*] \[[^\]]+\]\([^)]+\.md\)")
_ITEM = re.compile(r"^\s{0,1}[-*] (?P<said>\S.*)$")
_HEADING = re.compile(r"^#{1,6} (?P<said>.+?)\s*$")


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield a topic whole with its reason, and of an index what stands in no topic."""
    if not path.exists():
        raise NotFound(f"There is nothing at {path}.", hint=f"Name the folder that holds {INDEX}.", code="no-file")
    base = path.parent if path.is_file() else path
    for file in [path] if path.is_file() else [path / name for name in sorted(walk_folder(str(path)))]:
        if file.suffix == ".md":
            name = file.relative_to(base).as_posix()
            yield from (read_index if file.name == INDEX else read_topic)(name, read_file(file))


def read_topic(name: str, text: str) -> Iterator[StoredRecord]:
    """Yield a topic with its reason."""
    front, body = split_front(text)
    sort = next(iter((*front.get("type", ()), *front.get("metadata.type", ()))), "").lower()
    why = _WHY.search(body)
    said = joined((body[: why.start()] + body[why.end() :] if why else body).strip())
    if said:
        title = ", ".join(front.get("description", ())) or ", ".join(front.get("name", ()))
        yield StoredRecord(
            name, said, _KINDS.get(sort, "fact"), title, why=why["said"].strip() if why else "",
            tags=(sort,) if sort else (),
        )  # fmt: skip


def read_index(name: str, text: str) -> Iterator[StoredRecord]:
    """Yield the items of an index that lead to no topic."""
    _, body = split_front(text)
    heading, item, start = "", "", 0
    for number, line in enumerate([*body.splitlines(), "# "], 1):
        found, headed = _ITEM.match(line), _HEADING.match(line)
        continues = bool(item) and line.startswith("  ") and line.strip() and not found
        if continues:
            item += "\n" + line.strip()
            continue
        if item:
            yield StoredRecord(f"{name}#{start}", item, "fact", heading)
        item, start = (found["said"], number) if found and not _LINKED.match(line) else ("", 0)
        heading = headed["said"] if headed else heading

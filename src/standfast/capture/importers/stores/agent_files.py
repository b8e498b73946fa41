"""The memory files that agents keep for themselves: MEMORY.md and the topics beside it (Claude Code, Codex)."""

from __future__ import annotations

import re

from standfast.capture.importers.page import split_front
from standfast.capture.importers.stores.record import StoredRecord, joined, list_files, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INDEX = "MEMORY.md"
# Codex keeps what it reads from sessions beside the handbook it makes of it; only that is memory.
_RAW = ("memory_summary.md", "raw_memories.md", "rollout_summaries/", "extensions/")
_GROUP = re.compile(r"(?m)^# Task Group: *+(?P<said>.*\S) *$")
_APPLIES = re.compile(r"(?m)^applies_to: *cwd=(?P<cwd>[^;\n]+)")
_TASKS = re.compile(r"(?: ?\[Task \d{1,6}\]){1,20} {0,9}$")
_ASIDE = ("rollout_summary_files", "keywords")
_HEADED = {"user preferences": "preference", "failures and how to do differently": "gotcha"}
_KINDS = {"user": "preference", "feedback": "convention", "project": "fact", "reference": "fact"}
_WHY = re.compile(r"(?ms)^[ \t]*(?:[-*] )?\*\*Why:?\*\*:?[ \t]*(?P<said>.+?)(?=^[ \t]*(?:[-*] )?\*\*|^#|\Z)")
_LINKED = re.compile(r"^\s*[-*] \[[^\]]+\]\([^)]+\.md\)")
_ITEM = re.compile(r"^\s{0,1}[-*] (?P<said>\S.*)$")
_HEADING = re.compile(r"^#{1,6} (?P<said>.*\S)\s*$")


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield a topic whole with its reason, and of an index what stands in no topic."""
    base = path.parent if path.is_file() else path
    for file in list_files(path, f"Name the folder that holds {INDEX}."):
        name = file.relative_to(base).as_posix()
        if file.suffix == ".md" and not name.startswith(_RAW):
            text = read_file(file)
            index = read_handbook if _GROUP.search(text) else read_index
            yield from (index if file.name == INDEX else read_topic)(name, text)


def read_handbook(name: str, text: str) -> Iterator[StoredRecord]:
    """Yield what the task groups of Codex say, each for the folder it applies to."""
    groups = list(_GROUP.finditer(text))
    for group, end in zip(groups, [*(found.start() for found in groups[1:]), len(text)], strict=True):
        body = text[group.end() : end]
        applies = _APPLIES.search(body)
        for record in read_index(f"{name}#{group['said']}", body):
            if record.title not in _ASIDE:
                kind = _HEADED.get(record.title.lower(), "fact")
                said, project = _TASKS.sub("", record.text), applies["cwd"].strip() if applies else ""
                yield StoredRecord(record.id, said, kind, group["said"], project=project)


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

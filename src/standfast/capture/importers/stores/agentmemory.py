"""agentmemory: the JSON document that its export writes, or the file its server keeps without an engine."""

from __future__ import annotations

from standfast.capture.importers.stores.record import StoredRecord, joined, read_json, text_of, texts_of, time_of
from standfast.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

_KINDS = {
    "preference": "preference", "architecture": "decision", "bug": "gotcha", "workflow": "procedure",
    "pattern": "convention",
}  # fmt: skip

_KEPT = {
    "mem:memories": "memories", "mem:semantic": "semanticMemories", "mem:procedural": "proceduralMemories",
    "mem:lessons": "lessons", "mem:summaries": "summaries",
}  # fmt: skip


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield what is in force: the latest version of each memory, lessons, facts, procedures, and summaries."""
    told = _exported(read_json(path))
    if not isinstance(told, dict) or "memories" not in told:
        hint = "Name the file that agentmemory's export wrote."
        raise ConfigError(f"{path.name} is not an export of agentmemory.", hint=hint, code="bad-file")
    for name, read_one in _READERS.items():
        yield from (record for item in _of(told, name) if (record := read_one(item)) and record.text)


def _memory(item: dict[str, Any]) -> StoredRecord | None:
    if not item.get("isLatest", True):
        return None
    return StoredRecord(
        text_of(item, "id"),
        text_of(item, "content"),
        _KINDS.get(text_of(item, "type"), "fact"),
        _title(item),
        tags=texts_of(item, "concepts"),
        files=texts_of(item, "files"),
        at=time_of(item, "updatedAt", "createdAt"),
        project=text_of(item, "project"),
    )


def _fact(item: dict[str, Any]) -> StoredRecord:
    return StoredRecord(text_of(item, "id"), text_of(item, "fact"), at=time_of(item, "updatedAt", "createdAt"))


def _lesson(item: dict[str, Any]) -> StoredRecord:
    return StoredRecord(
        text_of(item, "id"),
        text_of(item, "content"),
        "gotcha",
        why=text_of(item, "context"),
        tags=texts_of(item, "tags"),
        at=time_of(item, "updatedAt", "createdAt"),
        project=text_of(item, "project"),
    )


def _procedure(item: dict[str, Any]) -> StoredRecord | None:
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(texts_of(item, "steps"), 1))
    when = text_of(item, "triggerCondition")
    if not steps:
        return None
    return StoredRecord(
        text_of(item, "id"),
        joined(f"When: {when}" if when else "", steps),
        "procedure",
        text_of(item, "name"),
        tags=texts_of(item, "tags"),
        at=time_of(item, "updatedAt", "createdAt"),
    )


def _summary(item: dict[str, Any]) -> StoredRecord:
    decided = "\n".join(f"- {decision}" for decision in texts_of(item, "keyDecisions"))
    return StoredRecord(
        f"summary/{text_of(item, 'sessionId')}",
        joined(text_of(item, "narrative"), f"Decided:\n{decided}" if decided else ""),
        "episode",
        text_of(item, "title"),
        files=texts_of(item, "filesModified"),
        at=time_of(item, "createdAt"),
        project=text_of(item, "project"),
    )


_READERS = {
    "memories": _memory,
    "semanticMemories": _fact,
    "lessons": _lesson,
    "proceduralMemories": _procedure,
    "summaries": _summary,
}


def _exported(told: Any) -> Any:
    """Return the file of a server without an engine, which keeps records by their ids, as its export."""
    if not isinstance(told, dict) or not any(name.startswith("mem:") for name in told):
        return told
    return {
        **{name: [] for name in _KEPT.values()},
        **{_KEPT[name]: list(kept.values()) for name, kept in told.items() if name in _KEPT and isinstance(kept, dict)},
    }


def _title(item: dict[str, Any]) -> str:
    """Return a title that is more than the first words of the text."""
    title = text_of(item, "title")
    return "" if text_of(item, "content").startswith(title.rstrip(".… ")) else title


def _of(told: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    found = told.get(name)
    items = found if isinstance(found, list) else []
    yield from (item for item in items if isinstance(item, dict) and not item.get("deleted"))  # kept, and gone for it

"""agentmemory: the JSON document that its export writes."""

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


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield what is in force: the latest version of each memory, lessons, facts, procedures, and summaries."""
    told = read_json(path)
    if not isinstance(told, dict) or "memories" not in told:
        hint = "Name the file that agentmemory's export wrote."
        raise ConfigError(f"{path.name} is not an export of agentmemory.", hint=hint, code="bad-file")
    for item in _of(told, "memories"):
        if item.get("isLatest", True) and text_of(item, "content"):
            yield StoredRecord(
                text_of(item, "id"),
                text_of(item, "content"),
                _KINDS.get(text_of(item, "type"), "fact"),
                text_of(item, "title"),
                tags=texts_of(item, "concepts"),
                files=texts_of(item, "files"),
                at=time_of(item, "updatedAt", "createdAt"),
                project=text_of(item, "project"),
            )
    for item in _of(told, "semanticMemories"):
        if text_of(item, "fact"):
            yield StoredRecord(text_of(item, "id"), text_of(item, "fact"), at=time_of(item, "updatedAt", "createdAt"))
    for item in _of(told, "lessons"):
        if text_of(item, "content"):
            yield StoredRecord(
                text_of(item, "id"),
                text_of(item, "content"),
                "gotcha",
                why=text_of(item, "context"),
                tags=texts_of(item, "tags"),
                at=time_of(item, "updatedAt", "createdAt"),
                project=text_of(item, "project"),
            )
    for item in _of(told, "proceduralMemories"):
        steps = "\n".join(f"{number}. {step}" for number, step in enumerate(texts_of(item, "steps"), 1))
        if steps:
            when = text_of(item, "triggerCondition")
            yield StoredRecord(
                text_of(item, "id"),
                joined(f"When: {when}" if when else "", steps),
                "procedure",
                text_of(item, "name"),
                tags=texts_of(item, "tags"),
                at=time_of(item, "updatedAt", "createdAt"),
            )
    for item in _of(told, "summaries"):
        decided = "\n".join(f"- {decision}" for decision in texts_of(item, "keyDecisions"))
        text = joined(text_of(item, "narrative"), f"Decided:\n{decided}" if decided else "")
        if text:
            yield StoredRecord(
                f"summary/{text_of(item, 'sessionId')}",
                text,
                "episode",
                text_of(item, "title"),
                files=texts_of(item, "filesModified"),
                at=time_of(item, "createdAt"),
                project=text_of(item, "project"),
            )


def _of(told: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    found = told.get(name)
    yield from (item for item in found if isinstance(item, dict)) if isinstance(found, list) else ()

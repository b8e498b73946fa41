"""mem0: what `get_all` answers as JSON, or the history database it keeps beside its vectors."""

from __future__ import annotations

from standfast.capture.importers.stores.record import StoredRecord, read_json, read_sqlite, rows, text_of, time_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

_FIELDS = ("id", "memory_id", "new_memory", "event", "created_at", "updated_at", "is_deleted")


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield what is in force: of the history the last word on each memory, without what was deleted."""
    if path.suffix in {".json", ".jsonl"}:
        told = read_json(path)
        found = told.get("results", told.get("memories", [])) if isinstance(told, dict) else told
        for item in found if isinstance(found, list) else []:
            if isinstance(item, dict) and text_of(item, "memory", "text", "data"):
                yield StoredRecord(
                    text_of(item, "id", "hash"),
                    text_of(item, "memory", "text", "data"),
                    tags=_tags(item),
                    at=time_of(item, "updated_at", "created_at"),
                )
        return
    latest: dict[str, StoredRecord | None] = {}
    with read_sqlite(path) as connection:
        for row in rows(connection, "history", _FIELDS, "created_at"):
            memory, said = text_of(row, "memory_id"), text_of(row, "new_memory")
            gone = text_of(row, "event") == "DELETE" or row["is_deleted"] == 1 or not said
            latest.pop(memory, None)
            latest[memory] = None if gone else StoredRecord(memory, said, at=time_of(row, "updated_at", "created_at"))
    yield from (record for record in latest.values() if record is not None)


def _tags(item: dict[str, Any]) -> tuple[str, ...]:
    """Return the categories of a memory: its own, and those its owner gave it."""
    told = item.get("metadata")
    own = told if isinstance(told, dict) else {}
    named = [item.get("categories"), own.get("category"), own.get("categories"), own.get("tags")]
    listed = [tag for tags in named for tag in (tags if isinstance(tags, list) else [tags])]
    return tuple(dict.fromkeys(tag for tag in listed if isinstance(tag, str) and tag))

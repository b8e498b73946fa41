"""The vector store that tutorials write as one JSON file: texts beside vectors, in whichever of the usual shapes."""

from __future__ import annotations

from itertools import zip_longest

from standfast.capture.importers.stores.record import StoredRecord, read_json, text_of, time_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

_TEXTS = ("text", "content", "page_content", "document", "memory", "value")
_TIMES = ("timestamp", "created_at", "createdAt", "time", "date", "updated_at")
_LISTS = ("memories", "items", "entries", "records", "data", "vectors", "chunks", "results")


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield every text; vectors are made anew."""
    for number, item in enumerate(_items(read_json(path))):
        text = text_of(item, *_TEXTS)
        told = item.get("metadata")
        metadata: dict[str, Any] = told if isinstance(told, dict) else {}
        text = text or text_of(metadata, *_TEXTS)
        if text:
            yield StoredRecord(
                text_of(item, "id", "key") or str(number),
                text,
                "fact",
                text_of(metadata, "title") or text_of(item, "title"),
                tags=tuple(tag for tag in metadata.get("tags") or () if isinstance(tag, str)),
                at=time_of(item, *_TIMES) or time_of(metadata, *_TIMES),
            )


def _items(told: Any) -> Iterator[dict[str, Any]]:
    if isinstance(told, list):
        for item in told:
            yield item if isinstance(item, dict) else {"text": item}
    elif isinstance(told, dict):
        texts = next((told[name] for name in ("documents", "texts") if isinstance(told.get(name), list)), None)
        within = next((told[name] for name in _LISTS if isinstance(told.get(name), list | dict)), None)
        if texts is not None:  # parallel lists, as Chroma and its copies keep them
            ids, metadata = told.get("ids") or [], told.get("metadatas") or told.get("metadata") or []
            columns = (texts, ids, metadata if isinstance(metadata, list) else [])
            for text, id_, about in zip_longest(*columns):
                yield text if isinstance(text, dict) else {"text": text, "id": id_, "metadata": about}
        elif within is not None:
            yield from _items(within)
        else:
            for key, item in told.items():  # by id
                yield {"id": key, **item} if isinstance(item, dict) else {"id": key, "text": item}

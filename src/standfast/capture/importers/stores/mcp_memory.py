"""The reference MCP memory server: JSON Lines of entities with observations, and of relations between them."""

from __future__ import annotations

from standfast.capture.importers.stores.record import StoredRecord, read_json, text_of, texts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_KINDS = {"preference": "preference", "decision": "decision", "convention": "convention", "procedure": "procedure"}


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield each observation with the name of what it is about, and each relation as a sentence."""
    told = read_json(path)
    graph = told if isinstance(told, dict) else {}
    entities = graph.get("entities", told if isinstance(told, list) else [told])
    relations = graph.get("relations", told if isinstance(told, list) else [])
    for item in entities:
        if isinstance(item, dict) and item.get("type", "entity") == "entity" and text_of(item, "name"):
            name, sort = text_of(item, "name"), text_of(item, "entityType")
            for number, said in enumerate(texts_of(item, "observations")):
                kind = _KINDS.get(sort.lower(), "fact")
                text = said if name.lower() in said.lower() else f"{name}: {said}"
                yield StoredRecord(f"{name}/{number}", text, kind, tags=(sort,) if sort else ())
    for item in relations:
        if isinstance(item, dict) and "relationType" in item:
            ends = [text_of(item, "from"), text_of(item, "relationType").replace("_", " "), text_of(item, "to")]
            if all(ends):
                yield StoredRecord("/".join(ends), " ".join(ends))

"""`.standfast/index.json`: what the mirror holds, for programs without Standfast.

Owns its form: one memory a line, in the order of their ids, so that two branches seldom touch the same line. It is
derived: whoever loses it exports again. Must not decide what is in the mirror. Neighbour: `merge.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from standfast.mirror.format import FORMAT, Page
from standfast.model.value import Value

_LONGEST = 64 << 20


class Listed(Value):
    """One memory of the index: its page, where it is, and what the repository said of it when it was written."""

    page: Page
    path: str
    standing: str


def render_index(listed: Iterable[Listed]) -> bytes:
    """Write the index."""
    return render_records({item.page.id: _record(item) for item in listed})


def _record(listed: Listed) -> dict[str, Any]:
    page = listed.page
    record: dict[str, Any] = {
        "anchors": list(page.anchors),
        "at": page.at,
        "guard": bool(page.guard),
        "id": page.id,
        "kind": page.kind,
        "path": listed.path,
        "paths": list(page.paths),
        "standing": listed.standing,
        "tags": list(page.tags),
        "title": page.title or " ".join(page.text.split())[:80],
    }
    return {name: value for name, value in record.items() if value not in ([], "", False)}


def render_records(records: Mapping[str, Mapping[str, Any]]) -> bytes:
    """Write the index from its records."""
    lines = [json.dumps(records[name], ensure_ascii=False, sort_keys=True) for name in sorted(records)]
    inner = ",\n".join(f"    {line}" for line in lines)
    return (f'{{\n  "format": {FORMAT},\n  "memories": [\n{inner}\n  ]\n}}\n').encode()


def read_records(data: bytes) -> dict[str, dict[str, Any]] | None:
    """Read the records of an index; None when it is none."""
    try:
        found = json.loads(data) if len(data) <= _LONGEST else None
        return {str(item["id"]): dict(item) for item in found["memories"]} if found else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def without_standing(data: bytes) -> Any:
    """Return what an index says that does not change with the code around it."""
    records = read_records(data)
    if records is None:
        return None
    return {name: {key: value for key, value in item.items() if key != "standing"} for name, item in records.items()}

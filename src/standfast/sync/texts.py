"""Every text of an operation: what redaction and screening have to see, wherever in the payload it stands.

Pure; shared by what leaves and what arrives.
"""

from __future__ import annotations

from collections.abc import Iterator

from standfast.context.context import Context
from standfast.model.operation import Operation


def texts_in(operation: Operation) -> Iterator[str]:
    """Yield the texts of an operation, header and payload, in no order."""
    source = operation.header.source
    yield from (source.name, source.session, source.turn, source.item)
    stack: list[object] = [operation.payload]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)


def holds_secret(context: Context, operation: Operation) -> bool:
    """Tell whether redaction would change an operation; ids by which a turn is found again are judged as such."""
    source = operation.header.source
    keys = {source.session, source.turn, *_turns_in(operation)}
    return any((context.clean_key if text in keys else context.clean)(text) != text for text in texts_in(operation))


def _turns_in(operation: Operation) -> list[str]:
    content = (operation.payload or {}).get("content")
    evidence = content.get("evidence") if isinstance(content, dict) else None
    entries = [entry for entry in evidence if isinstance(entry, list)] if isinstance(evidence, list) else []
    return [entry[1] for entry in entries if entry[:1] == ["turn"] and len(entry) > 1 and isinstance(entry[1], str)]

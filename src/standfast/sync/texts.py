"""Every text of an operation: what redaction and screening have to see, wherever in the payload it stands.

Pure; shared by what leaves and what arrives.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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

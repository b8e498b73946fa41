"""Operations read back, and the memories they make: what cannot be read costs itself and nothing else.

Owns what counts as unreadable. Pure, the same for every engine. Must not decide what a memory
is: `model.fold` does.
"""

from __future__ import annotations

import json

from standfast.errors import StandfastError
from standfast.model.encode import decode_anchored, decode_content
from standfast.model.fold import fold
from standfast.model.memory import Version
from standfast.model.operation import Act, Operation, decode_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory

# What decoders raise on text that was damaged on the disk: bytes that are not text, what is not JSON, missing fields.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, StandfastError)


def read_operation(header: str | bytes, digest: str, body: str | bytes | None, key: str) -> Operation | None:
    """Read an operation of the partition with this key; None where it was damaged."""
    try:
        read = decode_header(header)  # type: ignore[arg-type]
        payload = json.loads(body) if body is not None else None
        if payload is not None and read.partition != key:
            payload = at_home(payload, key)
        return Operation(read, digest, payload)
    except UNREADABLE:
        return None


def at_home(payload: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a payload that was written under another id of the same project as it reads under this one.

    A clone may know a project by another id; what it wrote is committed to as it is, and stays so in the log.
    """
    content = payload.get("content")
    if not key.startswith("project:") or not isinstance(content, dict):
        return payload
    whole, comma, narrowing = content["scope"].partition(",")
    if not whole.startswith("project:"):
        return payload
    return {**payload, "content": {**content, "scope": f"{key}{comma}{narrowing}"}}


def is_readable(operation: Operation) -> bool:
    """Tell whether a payload says what its act needs: a letter that changed may have made a name another."""
    payload = operation.payload
    if payload is None:
        return True
    try:
        if "content" in payload:
            decode_content(payload["content"])
        for anchored in payload.get("anchors") or ():
            decode_anchored(anchored)
    except UNREADABLE:
        return False
    return True


def fold_readable(memory: MemoryId, operations: Sequence[Operation]) -> Memory | None:
    """Return the memory these effective, ordered operations make; what cannot be read is left out."""
    try:
        return fold(memory, operations)
    except UNREADABLE:
        pass
    left = [operation for operation in operations if is_readable(operation)]
    while left:
        try:
            return fold(memory, left)
        except UNREADABLE:
            left = left[:-1]  # whichever it is: what came before it is still what it was
    return None


def versions_of(memory: MemoryId, operations: Iterable[Operation]) -> list[Version]:
    """Return every revision of a memory that was ever written, is not purged and can be read."""
    found: list[Version] = []
    for operation in operations:
        header = operation.header
        content = header.act in {Act.REMEMBER, Act.REVISE} and header.memory == memory and header.revision
        if not content or operation.payload is None:
            continue
        try:
            decoded = decode_content(operation.payload["content"])
        except UNREADABLE:
            continue
        found.append(Version(header.revision, decoded, header.id, header.source, header.at, header.recorded_at))
    return found

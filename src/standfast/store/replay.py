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

    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory

# What decoders raise on text that was damaged on the disk: bytes that are no text, JSON that is none, fields that lack.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, StandfastError)


def read_operation(header: str | bytes, digest: str, body: str | bytes | None) -> Operation | None:
    """Read an operation; None where it was damaged."""
    try:
        return Operation(decode_header(header), digest, json.loads(body) if body is not None else None)  # type: ignore[arg-type]
    except UNREADABLE:
        return None


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

"""A batch: operations on the wire, whole or not at all.

Owns its form: one JSON document, compressed, bounded in number and size. A batch that was cut off does not unpack, and
one that unpacks is taken in within one transaction. `stones` are what purges in it left of content: keyed hashes.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from standfast.errors import ConfigError
from standfast.model.value import Value
from standfast.store.values import Carried

MOST = 500  # operations
LARGEST = 1 << 20  # characters of their payloads
UNPACKED = 32 << 20  # bytes, at most: a few compressed ones can be endlessly many
FORMAT = "standfast-sync-1"


class Batch(Value):
    """Operations, what purges among them left, and whether there are more."""

    carried: tuple[Carried, ...] = ()
    stones: Mapping[str, tuple[str, ...]] = {}
    more: bool = False


def pack(record: Mapping[str, Any]) -> bytes:
    """Write a document for the wire."""
    return zlib.compress(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def unpack(data: bytes) -> dict[str, Any]:
    """Read a document from the wire; one that was cut off, or is not a document, is refused whole."""
    reader = zlib.decompressobj()
    try:
        raw = reader.decompress(data, UNPACKED)
        if not reader.eof:
            raise ValueError
        found = json.loads(raw.decode("utf-8", "surrogatepass"))
    except (zlib.error, ValueError, RecursionError):
        hint = "Nothing of it was taken in. Run the command again."
        raise ConfigError("What arrived is incomplete.", hint=hint, code="bad-batch") from None
    if not isinstance(found, dict):
        raise ConfigError(
            "What arrived is not a JSON document.", hint="Use the same version on both sides.", code="bad-batch"
        )
    return found


def encode_batch(batch: Batch) -> dict[str, Any]:
    """Write a batch as a record."""
    rows = [
        [item.header, item.hash, base64.b64encode(item.nonce).decode() if item.nonce is not None else None, item.body]
        for item in batch.carried
    ]
    stones = {memory: list(found) for memory, found in batch.stones.items()}
    return {"format": FORMAT, "operations": rows, "stones": stones, "more": batch.more}


def decode_batch(record: Mapping[str, Any]) -> Batch:
    """Read a batch back; anything that is not one is refused."""
    try:
        rows, stones = record["operations"], record["stones"]
        if record["format"] != FORMAT or len(rows) > MOST:
            raise ValueError
        carried = tuple(_carried(*row) for row in rows)
        known = {_text(memory): tuple(map(_text, found)) for memory, found in stones.items()}
        return Batch(carried, known, bool(record["more"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        hint = "Use the same version of Standfast on both sides."
        raise ConfigError("What arrived is not a batch of operations.", hint=hint, code="bad-batch") from None


def _carried(header: Any, digest: Any, nonce: Any, body: Any) -> Carried:
    salt = base64.b64decode(_text(nonce), validate=True) if nonce is not None else None
    return Carried(_text(header), _text(digest), salt, _text(body) if body is not None else None)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value

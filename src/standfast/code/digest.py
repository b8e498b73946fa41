"""Hashes of token streams: small, stable, and saying nothing about the text they were made of.

Owns: the exact and the renamed hash of a stream, its weight, and the sketch by which two versions are compared.
Must not: walk trees or know anchors. Neighbours: `tokens.py`, `fingerprint.py`.
"""

import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from standfast.code.hashing import hash_text
from standfast.code.tokens import Stream, Token

_SKETCH = 24
_SEPARATOR = "\x1f"


class Digest(NamedTuple):
    """`exact` changes with any token, `renamed` not with names of local variables; `weight` counts tokens."""

    exact: str
    renamed: str
    weight: int


def digest_stream(stream: Stream) -> Digest:
    """Hash a token stream."""
    exact = _SEPARATOR.join(token.text for token in stream.tokens)
    renamed = _SEPARATOR.join(rename_locals(stream.tokens, stream.local_names))
    weight = sum(1 for token in stream.tokens if token.leaf)
    return Digest(hash_text(exact), hash_text(renamed), weight)


def rename_locals(tokens: Iterable[Token], local_names: Sequence[set[str]]) -> list[str]:
    """Replace each local variable by its order of appearance in its function."""
    orders: list[dict[str, str]] = [{} for _ in local_names]
    texts: list[str] = []
    for token in tokens:
        if token.scope >= 0 and token.text in local_names[token.scope]:
            order = orders[token.scope]
            texts.append(order.setdefault(token.text, f"\x02{len(order)}"))
        else:
            texts.append(token.text)
    return texts


def sketch(texts: Sequence[str]) -> list[int]:
    """Sample the shingles of a text: the smallest hashes, which two similar texts have mostly in common."""
    width = 3 if len(texts) >= 3 else 1
    shingles = {
        zlib.crc32(_SEPARATOR.join(texts[at : at + width]).encode("utf-8", "surrogatepass"))
        for at in range(len(texts) - width + 1)
    }
    return sorted(shingles)[:_SKETCH]


def likeness(one: Sequence[int], other: Sequence[int]) -> float:
    """Estimate how much two sketched texts share, from 0 to 1."""
    if not one or not other:
        return 0.0
    union = sorted(set(one) | set(other))[:_SKETCH]
    shared = set(one) & set(other)
    return sum(1 for value in union if value in shared) / len(union)

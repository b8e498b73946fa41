"""What every embedder gives: int8 vectors, and a name that says which vectors may be compared.

Owns the protocol. Must not know any model. Neighbours: `vector` (the stored form), `static` (the shipped model),
`remote` (OpenAI-compatible endpoints), `local` (models installed beside Standfast).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Embedder(Protocol):
    """Turns text into vectors of one model and one dimension."""

    @property
    def model(self) -> str:
        """Name recorded beside each vector; vectors of different names are never compared."""

    @property
    def dimensions(self) -> int:
        """Length of every vector, in bytes."""

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Embed documents: one int8 vector each, unit length times 127; all zero where nothing was understood."""

    def embed_query(self, text: str) -> bytes:
        """Embed a question: some models read questions and documents differently."""

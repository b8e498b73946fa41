"""Candidates for recall, and what is near or alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from standfast.model.ids import MemoryId
from standfast.store.values import Addressed, Document, Statistics, View


class Index(Protocol):
    """Candidates for recall. Engines bring them; `recall` ranks."""

    def statistics(self, terms: Sequence[str], before: datetime | None = None) -> Statistics:
        """Return collection statistics for these terms: of what is current, or of all that was said by a moment."""

    def vocabulary(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """Return the terms in use that start so, each with its number of current documents."""

    def lexical(
        self,
        terms: Sequence[str],
        view: View,
        limit: int,
        *,
        joint: Sequence[Sequence[str]] = (),
        besides: Sequence[Sequence[str]] = (),
    ) -> list[Document]:
        """Return the documents that share most with these terms, or have one of every group in `joint`.

        Of the latter, those that have one of a group in `besides` as well come first.
        """

    def placed(self, paths: Sequence[str], view: View, limit: int) -> list[Document]:
        """Return the documents anchored at these paths, newest first."""

    def addressed(self, addresses: Sequence[int], limit: int) -> Iterator[Addressed]:
        """Yield what is in force at these addresses: what weighs most, then what few share an address with."""

    def expect(self, addresses: Iterable[int], limit: int) -> None:
        """Prepare for being asked what stands at these addresses, one after the other, within one transaction."""

    def linked(self, memories: Sequence[MemoryId], view: View, limit: int) -> list[tuple[MemoryId, Document]]:
        """Return documents related to these memories, each with the memory it is related to."""

    def relations(self, memories: Sequence[MemoryId]) -> list[tuple[MemoryId, str, MemoryId]]:
        """Return what these memories are linked to, either way: (memory, kind of link, the other one)."""

    def neighbours(self, documents: Sequence[Document], view: View) -> list[tuple[int, Document]]:
        """Return the two turns before and after in the same session: (position of the document, neighbour)."""

    def compare(self, model: str, vector: bytes) -> "Comparison":
        """Compare a question with every vector of a model."""

    def models(self) -> list[str]:
        """Return the models that vectors are there of; the first has them all, as far as any does."""

    def terms_of(self, memories: Sequence[MemoryId]) -> list[str]:
        """Return the search terms stored for these memories, a line per field."""


class Comparison(Protocol):
    """How close everything in a partition is to one question: exact, in whole numbers of the stored vectors."""

    def nearest(self, view: View, limit: int) -> list[Document]:
        """Return the documents closest to the question that the view allows, best first, ties by position."""

    def cosines(self, documents: Sequence[Document]) -> Mapping[int, float]:
        """Return the cosine of each document that has a vector, by its position."""

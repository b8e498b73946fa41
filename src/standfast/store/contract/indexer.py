"""How content becomes searchable, and how long work tells how far it is."""

from collections.abc import Sequence
from typing import Protocol

from standfast.model.memory import Content


class Indexer(Protocol):
    """How content becomes searchable; the composition chooses it, engines only call it."""

    @property
    def model(self) -> str:
        """The name recorded with every vector, or nothing when there is no dense side."""

    @property
    def dimensions(self) -> int:
        """How many bytes a vector has."""

    @property
    def is_dense(self) -> bool:
        """Whether there is a dense side; asks nobody."""

    @property
    def is_remote(self) -> bool:
        """Whether an endpoint makes the vectors, which may take long or fail; asks nobody."""

    def fields(self, content: Content) -> tuple[str, str, str]:
        """Return the search terms of title, body and place, each as words joined by blanks."""

    @property
    def address_form(self) -> int:
        """Which form addresses have: a number that rises when the same content gets others."""

    def addresses(self, content: Content) -> Sequence[int]:
        """Return under which numbers to look up what a content claims."""

    def vectors(self, contents: Sequence[Content]) -> list[bytes]:
        """Return one vector each."""


class Progress(Protocol):
    """Called during long work with how much is done and how much there is."""

    def __call__(self, done: int, total: int) -> None:
        """Report progress."""

"""What makes content searchable, opened when the first content comes. Neighbours: `context.py`, `recall/indexer.py`."""

from __future__ import annotations

from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Content
    from standfast.recall.indexer import TermIndexer


class LateIndexer:
    """What makes content searchable, opened when the first content comes: capturing an event needs none of it."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def _real(self) -> TermIndexer:
        from standfast.recall.indexer import TermIndexer

        return TermIndexer(self._context.embedder, remote=self.is_remote)

    @property
    def model(self) -> str:
        """The name recorded with every vector."""
        return self._real.model

    @property
    def dimensions(self) -> int:
        return self._real.dimensions

    @property
    def is_dense(self) -> bool:
        return self._context.settings.embedder != "off"

    @property
    def is_remote(self) -> bool:
        from standfast.recall.embed import is_remote

        return is_remote(self._context.settings.embedder)

    def fields(self, content: Content) -> tuple[str, str, str]:
        """Return the search terms of a content."""
        return self._real.fields(content)

    def keep_fields(self, content: Content, fields: tuple[str, str, str]) -> None:
        self._real.keep_fields(content, fields)

    @property
    def address_form(self) -> int:
        return self._real.address_form

    def addresses(self, content: Content) -> Sequence[int]:
        return self._real.addresses(content)

    def vectors(self, contents: Sequence[Content]) -> list[bytes]:
        return self._real.vectors(contents)

"""How content becomes searchable: terms for the lexical side, vectors for the dense one.

Implements the store's `Indexer`. Must not read or rank anything. Neighbours: `terms`, `embed`.
"""

from standfast.recall.terms import fields
from standfast.trust.conflicts.address import FORM, addresses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.anchor import Anchor
    from standfast.model.memory import Content
    from standfast.recall.embed.contract import Embedder

_KEPT = 8_192  # contents whose terms wait to be asked for; of one that was not written, nobody asks
NAMED = 3  # anchors whose names a vector reads: a commit of forty files is not about each of them


class TermIndexer:
    """Terms for every content, and vectors where there is an embedder."""

    def __init__(self, embedder: "Embedder | None" = None, *, remote: bool = False) -> None:
        self._embedder = embedder
        self._remote = remote
        self._kept: dict[tuple[object, ...], tuple[str, str, str]] = {}

    @property
    def model(self) -> str:
        return self._embedder.model if self._embedder else ""

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions if self._embedder else 0

    @property
    def is_dense(self) -> bool:
        """Whether there is a dense side."""
        return self._embedder is not None

    @property
    def is_remote(self) -> bool:
        """Whether an endpoint makes the vectors."""
        return self._remote

    def fields(self, content: "Content") -> tuple[str, str, str]:
        return (self._kept.pop(_said(content), None) if self._kept else None) or fields(content)

    def keep_fields(self, content: "Content", found: tuple[str, str, str]) -> None:
        """Keep the search terms of a content at hand, until they are asked for."""
        if len(self._kept) >= _KEPT:
            self._kept.clear()
        self._kept[_said(content)] = found

    @property
    def address_form(self) -> int:
        """Which form addresses have."""
        return FORM

    def addresses(self, content: "Content") -> "Sequence[int]":
        return addresses_of(content)

    def vectors(self, contents: "Sequence[Content]") -> list[bytes]:
        """Return one vector each, of title, text, why and the names of anchors."""
        return self._embedder.embed([embedded_text(content) for content in contents]) if self._embedder else []


def _said(content: "Content") -> tuple[object, ...]:
    """Return what the terms of a content are read from."""
    anchors = tuple(str(item.anchor) for item in content.anchors)
    return content.title, content.text, content.why, content.tags, anchors


def embedded_text(content: "Content") -> str:
    """Return what the dense side reads of a content: what it says, and the names of what it is anchored at."""
    names = dict.fromkeys(_name(anchor.anchor) for anchor in content.anchors[:NAMED])
    return "\n".join(part for part in (content.title, " ".join(names), content.text, content.why) if part)


def _name(anchor: "Anchor") -> str:
    if anchor.kind in {"symbol", "conf"}:
        return anchor.detail
    return anchor.target.rpartition("/")[2].partition(".")[0] if anchor.path else anchor.target

"""What is asked of recall, and what comes back. Values only."""

from __future__ import annotations

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from standfast.model.ids import MemoryId
    from standfast.recall.embed.contract import Embedder
    from standfast.store.contract import Partition
    from standfast.store.values import Document


class Ask(Value):
    """One question, and what is at hand when it is asked.

    `light` is the hook's path: nothing is scanned, nothing heavy is imported, and no embedder is asked.
    """

    query: str
    now: datetime
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    limit: int = 10
    embedder: Embedder | None = None
    light: bool = False
    reopen: Callable[[str], Embedder | None] | None = None
    """Opens the embedder that made a store's vectors, by the name recorded with them, where it is not `embedder`."""
    tagged: Callable[[str], tuple[datetime | None, datetime] | None] | None = None
    """Tells when a version was tagged, and the one before it, where there is a repository to ask."""


class Hit(Value):
    """One memory that answers: its document, its score, the parts it adds up from, near-duplicates folded into it.

    `support` is how much of what was asked for it holds, between 0 and 1 (`floor`).
    """

    partition: Partition
    document: Document
    score: float
    scores: Mapping[str, float]
    folded: tuple[MemoryId, ...] = ()
    support: float = 0.0


class Ranking(Value):
    """The answer, best first.

    `dense` tells what the dense side did: `on`, `off` (no embedder, or light), `older: MODEL` (the embedder
    was changed, and the one before it serves until `standfast reindex`), or `broken: why`.
    """

    hits: tuple[Hit, ...] = ()
    withheld: int = 0
    dense: str = "off"
    corrected: Mapping[str, tuple[str, ...]] = {}
    """Terms that nothing here has, and the terms in use that each was read as."""
    hidden: Mapping[str, int] = {}
    """How many more would have answered, by the status that keeps them back."""

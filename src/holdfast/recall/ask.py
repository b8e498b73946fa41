"""What is asked of recall, and what comes back. Values only."""

from dataclasses import dataclass, field
from datetime import datetime

from holdfast.model.ids import MemoryId
from holdfast.store.contract import Document, Partition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from holdfast.recall.embed.contract import Embedder


@dataclass(frozen=True, slots=True)
class Ask:
    """One question, and what is at hand when it is asked.

    `light` is the hook's path: nothing is scanned and nothing heavy is imported; where there is an embedder, what the
    other sides brought is re-scored with it.
    """

    query: str
    now: datetime
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    limit: int = 10
    embedder: "Embedder | None" = None
    light: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that answers: its document, its score, the parts of the score, and near-duplicates folded into it."""

    partition: Partition
    document: Document
    score: float
    scores: dict[str, float]
    duplicates: tuple[MemoryId, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answer, best first.

    `dense` tells what the dense side did: `on`, `rescored` (light), `off` (no embedder), or `broken: why`.
    """

    hits: tuple[Hit, ...] = ()
    withheld: int = 0
    dense: str = "off"
    corrected: dict[str, str] = field(default_factory=dict)

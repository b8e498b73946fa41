"""Receipt: what was given to whom, when and why."""

from __future__ import annotations

from datetime import datetime

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Given(Value):
    """One memory that was given: at which revision, on which rank, for which score parts, in which standing."""

    memory: MemoryId
    revision: int
    rank: int
    score: float
    scores: Mapping[str, float]
    standing: Standing
    tokens: int


class Receipt(Value):
    """One answer. `query` is a keyed fingerprint of what was asked, never the words."""

    id: ReceiptId
    verb: str
    session: str
    to: str
    query: str
    at: datetime
    given: tuple[Given, ...]
    withheld: int
    tokens: int

"""Receipt: what was given to whom, when and why."""

from __future__ import annotations

from datetime import datetime

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Given(Value):
    """One memory that was given: at which revision, on which rank, for which score parts, in which standing."""

    memory: MemoryId
    revision: int
    rank: int
    score: float
    scores: Mapping[str, float]
    standing: Standing
    tokens: int

    def to_dict(self) -> dict[str, Any]:
        record = super().to_dict()
        return {"id": record.pop("memory"), **record}


class GivenTurn(Value):
    """One turn of a past session that was quoted: on which rank, for which score."""

    session: str
    turn: str
    rank: int
    score: float
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
    turns: tuple[GivenTurn, ...] = ()

    def to_dict(
        self,
        words: Mapping[MemoryId, str] | None = None,
        standings: Mapping[tuple[MemoryId, Standing], str] | None = None,
    ) -> dict[str, Any]:
        """Return it as plain data; `words` are what the memories say, `standings` what people read of theirs."""
        record = super().to_dict()
        del record["query"]
        for item, given in zip(record["given"], self.given, strict=True):
            item["words"] = (words or {}).get(item["id"], "")
            if word := (standings or {}).get((given.memory, given.standing)):
                item["word"] = word
        if not self.turns:
            del record["turns"]
        return {"receipt": record.pop("id"), **record}

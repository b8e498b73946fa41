"""What was given to whom: receipts, the memories and the turns they name."""

from __future__ import annotations

import json

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.moment import read_time, render_time
from standfast.model.receipt import Given, GivenTurn, Receipt
from standfast.model.trust import Standing
from standfast.store.relational.database import EVERYTHING, guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from standfast.store.relational.database import Database


@guarded
class TableReceipts:
    """The receipts of one partition."""

    def __init__(self, connection: Database) -> None:
        self._db = connection
        self._sql = connection.statements("receipts")

    def record(self, receipt: Receipt) -> None:
        """Put a receipt on record."""
        at = render_time(receipt.at)
        row = (
            receipt.id,
            receipt.verb,
            receipt.session,
            receipt.to,
            receipt.query,
            at,
            receipt.withheld,
            receipt.tokens,
        )
        number = self._db.execute(self._sql["add"], row).get
        rows = [
            (number, item.rank, item.memory, item.revision, item.score, _scores(item), item.standing.value, item.tokens)
            for item in receipt.given
        ]
        self._db.executemany(self._sql["add_given"], rows)
        turns = [(number, item.rank, item.session, item.turn, item.score, item.tokens) for item in receipt.turns]
        if turns:
            self._db.executemany(self._sql["add_turn"], turns)

    def given_in(self, session: str) -> Mapping[MemoryId, int]:
        """Return the memories a session was given, with the latest revision given."""
        return dict(self._db.execute(self._sql["given_in"], (session,)).fetchall())

    def told_in(self, session: str, to: str) -> list[tuple[MemoryId, int, str]]:
        """Return (memory, revision, verb) of what one reader was told in a session since its last `compact`."""
        found: list[tuple[MemoryId, int, str]] = self._db.execute(self._sql["told_in"], (session, to)).fetchall()
        return found

    def spent_in(self, session: str, to: str) -> int:
        """Return the tokens that one reader was given unasked in a session, beyond its brief."""
        row = self._db.execute(self._sql["spent_in"], (session, to)).fetchone()
        return int(row[0])

    def sessions_told(self, memory: MemoryId, verb: str, since: datetime) -> int:
        """Return in how many sessions a memory was given in this way since then."""
        row = self._db.execute(self._sql["sessions_told"], (memory, verb, render_time(since))).fetchone()
        return int(row[0])

    def of_session(self, session: str) -> list[Receipt]:
        """Return a session's receipts, oldest first."""
        return [self._receipt(row) for row in self._db.execute(self._sql["of_session"], (session,)).fetchall()]

    def of_memory(self, memory: MemoryId, *, limit: int = 0) -> list[Receipt]:
        """Return the receipts that name a memory, the latest first."""
        return [
            self._receipt(row)
            for row in self._db.execute(self._sql["of_memory"], (memory, limit or EVERYTHING)).fetchall()
        ]

    def find(self, reference: str) -> Receipt | None:
        """Return one receipt."""
        rows = self._db.execute(self._sql["find"], (reference,)).fetchall()
        return self._receipt(rows[0]) if len(rows) == 1 else None

    def _receipt(self, row: tuple[Any, ...]) -> Receipt:
        number, identity, verb, session, to, query, at, withheld, tokens = row
        rows = self._db.execute(self._sql["given"], (number,)).fetchall()
        given = tuple(
            Given(memory, revision, rank, score, json.loads(scores), Standing(standing), cost)
            for memory, revision, rank, score, scores, standing, cost in rows
        )
        turns = tuple(GivenTurn(*row) for row in self._db.execute(self._sql["turns"], (number,)).fetchall())
        return Receipt(ReceiptId(identity), verb, session, to, query, read_time(at), given, withheld, tokens, turns)


def _scores(given: Given) -> str:
    return json.dumps({name: round(value, 6) for name, value in given.scores.items()}, separators=(",", ":"))

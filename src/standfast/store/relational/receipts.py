"""What was given to whom: receipts, the memories and the turns they name."""

from __future__ import annotations

import json
from itertools import count

from standfast.model.ids import MemoryId, ReceiptId
from standfast.model.moment import render_time
from standfast.model.receipt import Given, GivenTurn, Receipt
from standfast.store.relational import damaged_rows
from standfast.store.relational.database import EVERYTHING, guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from standfast.store.relational.damaged_rows import Field
    from standfast.store.relational.database import Database


_RECEIPT = (
    damaged_rows.KEY, damaged_rows.TEXT, damaged_rows.KEY, *(damaged_rows.TEXT,) * 2, damaged_rows.MOMENT,
    *(damaged_rows.COUNT,) * 2,
)  # fmt: skip
_GIVEN = (
    damaged_rows.KEY,
    *(damaged_rows.COUNT,) * 2,
    damaged_rows.NUMBER,
    damaged_rows.SCORES,
    damaged_rows.STANDING,
    damaged_rows.COUNT,
)
_QUOTED = (*(damaged_rows.KEY,) * 2, damaged_rows.COUNT, damaged_rows.NUMBER, damaged_rows.COUNT)
_ENCODER = json.JSONEncoder(separators=(",", ":"))
_RANK = 2  # where a line of either sort has it


@guarded
class TableReceipts:
    """The receipts of one partition."""

    def __init__(self, connection: Database) -> None:
        self._db = connection
        self._sql = connection.statements("receipts")

    def record(self, receipt: Receipt) -> None:
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
        number = self._db.insert(self._sql["add"], row)
        rows = [
            (number, item.rank, item.memory, item.revision, item.score, _scores(item), item.standing.value, item.tokens)
            for item in receipt.given
        ]
        self._db.executemany(self._sql["add_given"], rows)
        turns = [(number, item.rank, item.session, item.turn, item.score, item.tokens) for item in receipt.turns]
        if turns:
            self._db.executemany(self._sql["add_turn"], turns)

    def given_in(self, session: str) -> Mapping[MemoryId, int]:
        fields = (damaged_rows.KEY, damaged_rows.COUNT)
        rows = (damaged_rows.read_row(row, fields) for row in self._db.execute(self._sql["given_in"], (session,)))
        return {MemoryId(memory): revision for memory, revision in rows}

    def told_in(self, session: str, to: str) -> list[tuple[MemoryId, int, str]]:
        fields = (damaged_rows.KEY, damaged_rows.COUNT, damaged_rows.TEXT)
        rows = (damaged_rows.read_row(row, fields) for row in self._db.execute(self._sql["told_in"], (session, to)))
        return [(MemoryId(memory), revision, verb) for memory, revision, verb in rows]

    def spent_in(self, session: str, to: str) -> int:
        row = self._db.execute(self._sql["spent_in"], (session, to)).fetchone()
        return int(row[0])

    def sessions_told(self, memory: MemoryId, verb: str, since: datetime) -> int:
        row = self._db.execute(self._sql["sessions_told"], (memory, verb, render_time(since))).fetchone()
        return int(row[0])

    def of_session(self, session: str) -> list[Receipt]:
        return [self._receipt(row) for row in self._db.execute(self._sql["of_session"], (session,)).fetchall()]

    def of_memory(self, memory: MemoryId, *, limit: int = 0) -> list[Receipt]:
        return [
            self._receipt(row)
            for row in self._db.execute(self._sql["of_memory"], (memory, limit or EVERYTHING)).fetchall()
        ]

    def find(self, reference: str) -> Receipt | None:
        rows = self._db.execute(self._sql["find"], (reference,)).fetchall()
        return self._receipt(rows[0]) if len(rows) == 1 else None

    def damaged(self) -> int:
        """Return how many receipts, and lines of receipts, cannot be read as they were written."""
        return sum(
            not damaged_rows.is_whole(row[1:], fields)
            for name, fields in (("all", _RECEIPT), ("all_given", _GIVEN), ("all_turns", _QUOTED))
            for row in self._db.execute(self._sql[name])
        )

    def repair(self) -> None:
        """Write damaged receipts and their lines as far as they can be read."""
        for number, *row in self._db.execute(self._sql["all"]).fetchall():
            if not damaged_rows.is_whole(row, _RECEIPT):
                *told, at, withheld, tokens = damaged_rows.read_row(row, _RECEIPT)
                self._db.execute(self._sql["repair"], (*told, render_time(at), withheld, tokens, number))
        for number, was, rank, row in self._damaged_lines("all_given", _GIVEN):
            item = Given(*row)
            values = (item.memory, item.revision, rank, item.score, _scores(item), item.standing.value, item.tokens)
            self._db.execute(self._sql["repair_given"], (*values, number, was))
        for number, was, rank, row in self._damaged_lines("all_turns", _QUOTED):
            turn = GivenTurn(*row)
            quoted = (turn.session, turn.turn, rank, turn.score, turn.tokens)
            self._db.execute(self._sql["repair_turn"], (*quoted, number, was))

    def _damaged_lines(self, name: str, fields: Sequence[Field]) -> Iterator[tuple[int, Any, int, list[Any]]]:
        """Yield of each damaged line its receipt, its rank as it stands, the rank it is to have, and what is left."""
        lines = self._db.execute(self._sql[name]).fetchall()
        taken = {(number, row[_RANK]) for number, *row in lines}
        for number, *row in lines:
            if damaged_rows.is_whole(row, fields):
                continue
            read = damaged_rows.read_row(row, fields)
            rank = read[_RANK]
            if rank != row[_RANK]:  # it is lost: the first that is free
                rank = next(free for free in count(1) if (number, free) not in taken)
                taken.add((number, rank))
            yield number, row[_RANK], rank, read

    def _receipt(self, row: Sequence[Any]) -> Receipt:
        identity, verb, session, to, query, at, withheld, tokens = damaged_rows.read_row(row[1:], _RECEIPT)
        found = self._db.execute(self._sql["given"], (row[0],)).fetchall()
        rows = [damaged_rows.read_row(line, _GIVEN) for line in found]
        given = tuple(Given(*line) for line in rows)
        quoted = self._db.execute(self._sql["turns"], (row[0],)).fetchall()
        turns = tuple(GivenTurn(*damaged_rows.read_row(line, _QUOTED)) for line in quoted)
        return Receipt(ReceiptId(identity), verb, session, to, query, at, given, withheld, tokens, turns)


def _scores(given: Given) -> str:
    return _ENCODER.encode({name: round(value, 6) for name, value in given.scores.items()})

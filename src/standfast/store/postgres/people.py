"""People in PostgreSQL: tokens, what was done with them, deliveries that came once, and what checkouts judged last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from standfast.model.ids import MemoryId
from standfast.store.people import Access, Judgement, Token
from standfast.store.postgres.connect import PostgresConnection
from standfast.store.relational.database import guarded


@guarded
class PostgresPeople:
    """Who may come in, and what they did."""

    def __init__(self, connection: PostgresConnection) -> None:
        self._db = connection
        self._sql = connection.statements("people")

    def add_token(self, token: Token, digest: str) -> None:
        self._db.execute(
            self._sql["add_token"],
            (
                token.id, digest, token.person, token.agent, token.profile, " ".join(token.projects),
                token.created_at, token.created_by, token.expires_at,
            ),
        )  # fmt: skip

    def tokens(self) -> list[Token]:
        return [_token(row) for row in self._db.execute(self._sql["tokens"])]

    def find_token(self, identity: str) -> tuple[Token, str] | None:
        row = self._db.execute(self._sql["find_token"], (identity,)).fetchone()
        return (_token(row[:-1]), row[-1]) if row else None

    def grants(self, person: str) -> list[Token]:
        return [_token(row) for row in self._db.execute(self._sql["grants"], (person,))]

    def revoke(self, identity: str, at: str) -> bool:
        self._db.execute(self._sql["revoke"], (at, identity))
        return self._db.changes() > 0

    def record(self, access: Access) -> None:
        self._db.execute(
            self._sql["record"],
            (access.at, access.token, access.person, access.agent, access.act, access.project, access.status),
        )

    def trim(self, before: str) -> None:
        self._db.execute(self._sql["forget_accesses"], (before,))
        self._db.execute(self._sql["forget_deliveries"], (before,))

    def deliver(self, identity: str, at: str) -> bool:
        return self._db.execute(self._sql["deliver"], (identity, at)).get is not None

    def ping(self) -> None:
        self._db.execute(self._sql["ping"])

    def close(self) -> None:
        """Give the connection back."""
        self._db.close()


@guarded
class PostgresJudged:
    """What checkouts judged last, of one partition."""

    def __init__(self, connection: PostgresConnection) -> None:
        self._db = connection
        self._sql = connection.statements("people")

    def put(self, judgements: Sequence[Judgement]) -> None:
        self._db.executemany(
            self._sql["judge"],
            [(item.memory, item.standing, item.detail, item.commit, item.at) for item in judgements],
        )

    def find(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Judgement]:
        rows = self._db.execute(self._sql["judged"], (list(memories),))
        return {row[0]: Judgement(*row) for row in rows}


def _token(row: Sequence[Any]) -> Token:
    identity, person, agent, profile, projects, *rest = row
    return Token(identity, person, agent, profile, tuple(projects.split()), *rest)

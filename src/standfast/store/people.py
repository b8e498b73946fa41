"""People of a shared store: the values, and what an engine that has people keeps.

An embedded store belongs to whoever owns its folder and has none. Must not: know what a token opens (`serve.http`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from standfast.model.ids import MemoryId
from standfast.model.value import Value


class Token(Value):
    """A person's token, an agent's of theirs, or (`login`) what they may do who log in elsewhere."""

    id: str
    person: str
    agent: str
    profile: str
    projects: tuple[str, ...]
    created_at: str
    created_by: str
    expires_at: str
    revoked_at: str = ""
    login: bool = False

    def is_valid(self, now: str) -> bool:
        """Tell whether it opens anything now."""
        return not self.revoked_at and now < self.expires_at


class Access(Value):
    """One call: who, as which agent, did what in which project, and how it ended. Never what was said."""

    at: str
    token: str
    person: str
    agent: str
    act: str
    project: str
    status: int


class Judgement(Value):
    """What a checkout said of a memory last, and at which commit."""

    memory: MemoryId
    standing: str
    detail: str
    commit: str
    at: str


class People(Protocol):
    """Who may come in, and what they did."""

    def add_token(self, token: Token, digest: str) -> None:
        """Put a token on record: its digest, never the token."""

    def tokens(self) -> list[Token]:
        """Return every token, the oldest first."""

    def find_token(self, identity: str) -> tuple[Token, str] | None:
        """Return a token and the digest of its secret."""

    def grants(self, person: str) -> list[Token]:
        """Return what a person who logs in may do."""

    def revoke(self, identity: str, at: str) -> bool:
        """End a token; tell whether it was valid until now."""

    def record(self, access: Access) -> None:
        """Put a call on record."""

    def trim(self, before: str) -> None:
        """Forget calls and deliveries from before."""

    def deliver(self, identity: str, at: str) -> bool:
        """Note that something came; tell whether it came for the first time."""

    def ping(self) -> None:
        """Ask the database for nothing, to see whether it answers."""


class Judged(Protocol):
    """What checkouts judged last, of one partition."""

    def put(self, judgements: Sequence[Judgement]) -> None:
        """Note what a checkout says now; an older word does not replace a newer one."""

    def find(self, memories: Sequence[MemoryId]) -> dict[MemoryId, Judgement]:
        """Return what was judged last, by memory."""

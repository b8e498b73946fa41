"""Team: what moves between this store and the team's.

One method a verb, reached as `memory.team`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.context.context import Context
from standfast.store.people import Token
from standfast.sync.rounds import Synced
from standfast.verbs.store import distribute
from standfast.verbs.sync import pull, push, status
from standfast.verbs.token import list_tokens, new_token, revoke_token


class Team:
    """What is shared with a team."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def push(self, ids: Sequence[str] = (), *, team: str = "", scope: str = "", dry_run: bool = False) -> Synced:
        """Push what may leave and is not there yet; memories in `ids` leave even if they would otherwise stay."""
        return push(self._context, ids, team=team, scope=scope, dry_run=dry_run)

    def pull(self, *, team: str = "", scope: str = "") -> Synced:
        """Pull what is there and not here."""
        return pull(self._context, team=team, scope=scope)

    def new_token(
        self,
        person: str,
        *,
        agent: str = "",
        profile: str = "agent",
        projects: Sequence[str] = (),
        expires: str = "90d",
        login: bool = False,
    ) -> tuple[Token, str]:
        """Create a token for a person, or for an agent of theirs; return it with its text, which is shown only once."""
        return new_token(
            self._context, person, agent=agent, profile=profile, projects=projects, expires=expires, login=login
        )

    def tokens(self) -> list[Token]:
        """Return every token, without its secret."""
        return list_tokens(self._context)

    def revoke_token(self, identity: str) -> Token:
        """Revoke a token."""
        return revoke_token(self._context, identity)

    def distribute(self) -> list[str]:
        """Spread a PostgreSQL store over the nodes of a Citus cluster."""
        return distribute(self._context)

    def status(self, *, team: str = "", scope: str = "") -> Synced:
        """Say what would leave, what stays and why, and how much there is to take in."""
        return status(self._context, team=team, scope=scope)

"""Team: what moves between this store and the team's. Reached as `memory.team`."""

from __future__ import annotations

from standfast.memory.verb import Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs import store, sync, token
else:
    store, sync, token = verbs("store", "sync", "token")


class Team(Space):
    """What is shared with a team."""

    push = verb(sync.push)
    pull = verb(sync.pull)
    status = verb(sync.status)
    new_token = verb(token.new_token)
    tokens = verb(token.list_tokens)
    revoke_token = verb(token.revoke_token)
    distribute = verb(store.distribute)

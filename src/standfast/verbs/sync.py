"""Sync: hand in to the team what may leave, take in what it has, or say what that would be.

The user's own scope takes part only where `scope` names it. Only a person lets something leave.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.model.scope import parse_scope
from standfast.model.value import replace
from standfast.sync import rounds
from standfast.sync.apart import find_apart
from standfast.sync.leaving import find_named
from standfast.sync.remote import Remote, open_remote
from standfast.sync.rounds import Synced
from standfast.trust.person import require_person


def push(
    context: Context, ids: Sequence[str] = (), *, team: str = "", scope: str = "", dry_run: bool = False
) -> Synced:
    """Hand in what may leave; memories that would stay leave only when they are named."""
    if not dry_run:
        require_person(context.who, "lets memory leave this machine", instead="An agent may `sync pull`.")
    with _remote(context, team) as remote:
        named = find_named(context, ids)
        return rounds.push(context, remote, user=_is_user(context, scope), named=named, dry_run=dry_run)


def pull(context: Context, *, team: str = "", scope: str = "") -> Synced:
    """Take in what is there and not here; say which rules have grown apart by now."""
    with _remote(context, team) as remote:
        done = rounds.pull(context, remote, user=_is_user(context, scope))
    return replace(done, apart=tuple(find_apart(context)))


def status(context: Context, *, team: str = "", scope: str = "") -> Synced:
    """Say what would leave, what stays and why, and how much there is to take in; changes nothing."""
    with _remote(context, team) as remote:
        done = rounds.status(context, remote, user=_is_user(context, scope))
    return replace(done, apart=tuple(find_apart(context)))


@contextmanager
def _remote(context: Context, team: str) -> Iterator[Remote]:
    url = team or context.settings.team
    if not url:
        hint = "Name it once with `standfast config set team https://HOST` (or postgresql://…), or give --team URL."
        raise ConfigError("Which team?", hint=hint, code="no-team")
    remote = open_remote(context, url, os.environ)
    try:
        yield remote
    finally:
        remote.close()


def _is_user(context: Context, scope: str) -> bool:
    if scope and parse_scope(scope, here=context.scope).partition != "user":
        raise ConfigError("Only the user's own scope is named.", hint="Write --scope user.", code="bad-scope")
    return bool(scope)

"""Tokens: who may use the team's store over its server, as what, until when. Shown once; what is kept is a digest."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from standfast.context.context import Context
from standfast.errors import ConfigError, NotFound
from standfast.model.moment import parse_time, render_time
from standfast.store.people import People, Token
from standfast.trust.admission import refuse_secret
from standfast.trust.person import require_person
from standfast.verbs.declared import PROFILES

ALL = "*"
PREFIX = "sft"
_LONGEST = timedelta(days=366)
_NAME = re.compile(r"[\w.@+-]{1,80}")
_FUTURE = re.compile(r"(\d+)\s*(h|d|w|mo|y)")
_DAYS = {"h": 1 / 24, "d": 1, "w": 7, "mo": 30, "y": 365}


def new_token(
    context: Context,
    person: str,
    *,
    agent: str = "",
    profile: str = "agent",
    projects: Sequence[str] = (),
    expires: str = "90d",
    login: bool = False,
) -> tuple[Token, str]:
    """Create a token for a person, or for an agent of theirs; return it with its text, which is shown only once.

    With `login` there is no secret: it says what a person may do who logs in with the team's identity provider.
    """
    people = _people(context)
    require_person(context.who, "makes tokens")
    for name in filter(None, (person, agent)):
        refuse_secret(context, name)
        if not _NAME.fullmatch(name):
            raise ConfigError(f"{name!r} is not a name.", hint="Use letters, digits and . @ + - _.", code="bad-name")
    if profile not in PROFILES:
        raise ConfigError(
            f"{profile!r} is not a profile.", hint=f"Use one of {', '.join(PROFILES)}.", code="bad-profile"
        )
    if agent and profile == "admin":
        raise ConfigError("An agent cannot be an administrator.", hint="Use maintainer at most.", code="bad-profile")
    now = context.clock.now()
    token = Token(
        id=_short(6),
        person=person,
        agent=agent,
        profile=profile,
        projects=_projects(context, projects),
        created_at=render_time(now),
        created_by=str(context.who),
        expires_at=render_time(_until(expires, now)),
        login=login,
    )
    secret = "" if login else _short(24)
    people.add_token(token, digest_of(secret) if secret else "")
    return token, f"{PREFIX}_{token.id}_{secret}" if secret else ""


def list_tokens(context: Context) -> list[Token]:
    """Return every token, without its secret, which nobody has but its owner."""
    return _people(context).tokens()


def revoke_token(context: Context, identity: str) -> Token:
    """Revoke a token."""
    people = _people(context)
    require_person(context.who, "revokes tokens")
    identity = identity.removeprefix(f"{PREFIX}_").partition("_")[0]
    people.revoke(identity, render_time(context.clock.now()))
    found = people.find_token(identity)
    if found is None:
        raise NotFound(f"There is no token {identity}.", hint="`standfast token list` shows them.", code="no-token")
    return found[0]


def digest_of(secret: str) -> str:
    """Return what is kept of a secret: it has 192 bits of chance, so that a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _short(size: int) -> str:
    return base64.b32encode(os.urandom(size)).decode().rstrip("=").lower()


def _people(context: Context) -> People:
    people = context.store.people
    if people is None:
        hint = "Tokens are for a team's server: use --store postgresql://…, and `standfast serve` with the same."
        raise ConfigError("An embedded store has no tokens.", hint=hint, code="not-shared")
    return people


def _projects(context: Context, named: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of projects that are named by id or by name."""
    if not named:
        if not context.here.project or context.here.by == "folder":
            hint = "Name projects with --project, or all of them with --project '*'."
            raise ConfigError("For which projects?", hint=hint, code="no-project")
        return (context.here.project,)
    if ALL in named:
        return (ALL,)
    known = context.store.catalog.projects()
    found: dict[str, None] = {}
    for name in named:
        fits = [project.id for project in known if name in {project.id, project.name}]
        if len(fits) != 1:
            said = f"There is no project {name!r}." if not fits else f"Several projects are called {name!r}."
            raise NotFound(said, hint="Name it by its id, which `standfast status` shows there.", code="no-project")
        found[fits[0]] = None
    return tuple(found)


def _until(text: str, now: datetime) -> datetime:
    span = _FUTURE.fullmatch(text.strip().lower())
    until = now + timedelta(days=int(span[1]) * _DAYS[span[2]]) if span else parse_time(text, now=now)
    if not now < until <= now + _LONGEST:
        raise ConfigError("A token ends within a year.", hint="Use a span such as 90d, or a date.", code="bad-time")
    return until

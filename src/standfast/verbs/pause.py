"""Pause: stop capturing and speaking, or one of them, for everything, a project or a session. A person's act."""

from __future__ import annotations

from contextlib import AbstractContextManager

from standfast.context.context import Context
from standfast.errors import NotFound
from standfast.model.value import replace
from standfast.moments.quiet import FILE, Pause, read_pauses, write_pauses
from standfast.text.lock import held
from standfast.trust.person import require_person

_WAIT_S = 10.0
_DOES = "pauses Standfast or lets it go on"


def pause(context: Context, pause: Pause) -> Pause:
    """Add a pause; `project` and `session` without a name mean the project at hand and its latest session."""
    require_person(context.who, _DOES)
    named = replace(pause, where=_where(context, pause.where))
    now = context.clock.now()
    with _alone(context):
        kept = read_pauses(context.settings.home, now)
        write_pauses(context.settings.home, [*(item for item in kept if item != named), named])
    return named


def unpause(context: Context) -> int:
    """Take every pause back; return how many were in force."""
    require_person(context.who, _DOES)
    now = context.clock.now()
    with _alone(context):
        found = read_pauses(context.settings.home, now)
        write_pauses(context.settings.home, [])
    return len(found)


def _alone(context: Context) -> AbstractContextManager[bool]:
    """Keep others from changing the pauses meanwhile."""
    context.settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return held(context.settings.home / f"{FILE}.lock", wait_s=_WAIT_S)


def _where(context: Context, where: str) -> str:
    word, _, name = where.partition(":")
    if word == "project" and not name:
        if not context.here.project:
            raise NotFound("There is no project here.", hint="Use --all, or go to the repository.", code="no-project")
        return f"project:{context.here.project}"
    if word == "session" and not name:
        latest = next(iter(context.partition(context.scope).journal.sessions(limit=1)), None)
        if latest is None:
            raise NotFound("There is no session here.", hint="Name one: `standfast sessions` lists them.")
        return f"session:{latest.id}"
    return where

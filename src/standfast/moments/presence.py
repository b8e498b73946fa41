"""Presence: who else works here right now, from what their hooks reported. Nothing is stored, so nothing goes stale.

Hook path: one bounded query.
"""

from __future__ import annotations

from datetime import timedelta

from standfast.recall.fence import label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.model.session import Session

RECENT_MIN = 15
OPEN_H = 12  # a session that said nothing for longer is not the one that calls
_LOOKED_AT = 12
_NAMED = 4


def others(context: Context) -> list[Session]:
    """Return the open sessions here that did something in the last minutes, other than the caller's."""
    since = context.clock.now() - timedelta(minutes=RECENT_MIN)
    journal = context.partition(context.scope).journal
    latest = journal.sessions(limit=_LOOKED_AT)
    own = context.who.session
    # A server whose agent does not say which session it belongs to would otherwise meet itself.
    unknown = all(item.id != own for item in latest)
    return [
        item
        for item in latest
        if item.last_at >= since
        and item.ended_at is None
        and item.id != own
        and not (unknown and item.agent == context.who.name)
    ]


def own_session(context: Context) -> str:
    """Return the session a server belongs to whose agent does not say so: the one of that agent that is at work here.

    Its hooks report every prompt and tool call, so of several the one heard of last is the one that calls.
    """
    since = context.clock.now() - timedelta(hours=OPEN_H)
    root = str(context.here.root or context.where)
    for session in context.partition(context.scope).journal.sessions(limit=_LOOKED_AT):
        here = session.cwd == root or session.cwd.startswith(f"{root}/") or context.clean(root) == session.cwd
        at_work = session.ended_at is None or session.last_at > session.ended_at  # one may be taken up again
        if session.agent == context.who.name and at_work and session.last_at >= since and here:
            return session.id
    return ""


def render_others(context: Context) -> str:
    """Say in one line who else is at work, or nothing."""
    now = context.clock.now()
    found = others(context)
    if not found:
        return ""
    parts = []
    for item in found[:_NAMED]:
        where = f" on {label(item.branch)}" if item.branch else ""
        minutes = int((now - item.last_at).total_seconds() // 60)
        parts.append(f"{label(item.agent)}{where} ({f'{minutes} min ago' if minutes else 'now'})")
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return f"Also at work here: {', '.join(parts)}{more}. Expect their changes."

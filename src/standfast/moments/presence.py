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
_LOOKED_AT = 12
_NAMED = 4


def others(context: Context) -> list[Session]:
    """Return the open sessions here that did something in the last minutes, other than the caller's."""
    since = context.clock.now() - timedelta(minutes=RECENT_MIN)
    journal = context.partition(context.scope).journal
    latest = journal.sessions(limit=_LOOKED_AT)
    own = context.who.session
    # A server whose agent does not say which session it belongs to would otherwise meet itself.
    unknown = all(one.id != own for one in latest)
    return [
        one
        for one in latest
        if one.last_at >= since
        and one.ended_at is None
        and one.id != own
        and not (unknown and one.agent == context.who.name)
    ]


def speak_others(context: Context) -> str:
    """Say in one line who else is at work, or nothing."""
    now = context.clock.now()
    found = others(context)
    if not found:
        return ""
    parts = []
    for one in found[:_NAMED]:
        where = f" on {label(one.branch)}" if one.branch else ""
        minutes = int((now - one.last_at).total_seconds() // 60)
        parts.append(f"{label(one.agent)}{where} ({f'{minutes} min ago' if minutes else 'now'})")
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return f"Also at work here: {', '.join(parts)}{more}. Expect their changes."

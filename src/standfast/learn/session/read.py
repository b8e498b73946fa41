"""Read one session: every sign that is switched on, in one pass over its turns; what is known already is left out."""

from __future__ import annotations

from standfast.learn.session import corrected
from standfast.learn.session.turns import read_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from standfast.context.context import Context
    from standfast.learn.session.finding import Finding
    from standfast.learn.session.known import Known
    from standfast.model.session import Event, Session


def read_session(
    context: Context, session: Session, events: Iterable[Event], known: Known, on: Collection[str]
) -> list[Finding]:
    """Return what a session teaches, the plainest first."""
    del context, session
    turns = read_turns(events)
    found = [one for one in corrected.find(turns, on) if not known.covers(one.text)]
    found.sort(key=lambda one: -one.weight)
    return found

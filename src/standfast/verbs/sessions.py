"""Sessions and replay: which agents ran here, and what happened in one of them."""

from collections.abc import Iterator

from standfast.context.context import Context
from standfast.context.references import get_session
from standfast.model.session import Event, Session
from standfast.model.value import replace


def sessions(context: Context, *, limit: int = 50, skip: int = 0) -> list[Session]:
    """Return the sessions in reach, the latest first, after `skip` of them."""
    found: dict[str, Session] = {}
    for partition in context.partitions():
        for session in partition.journal.sessions(limit=skip + limit if limit else 0):
            known = found.get(session.id)
            if known is None or known.last_at < session.last_at:
                found[session.id] = session
    latest = sorted(found.values(), key=lambda item: item.last_at, reverse=True)
    shown = latest[skip : skip + limit if limit else None]
    return [replace(session, models=models_of(context, session.id)) for session in shown]


def models_of(context: Context, session: str) -> tuple[str, ...]:
    """Return the models that worked in a session, the first first."""
    return tuple(
        dict.fromkeys(name for partition in context.partitions() for name, _ in partition.journal.models(session))
    )


def replay(context: Context, reference: str) -> tuple[Session, Iterator[Event]]:
    """Return a session and its events in the order they were written."""
    identity = get_session(context, reference)
    found = [
        (partition, session)
        for partition in context.partitions()
        if (session := partition.journal.find(identity)) is not None
    ]
    latest = max((session for _, session in found), key=lambda item: item.last_at)
    return latest, (event for partition, _ in found for event in partition.journal.events(identity))

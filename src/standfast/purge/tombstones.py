"""What stays out: sentences and sessions that were purged do not come back by a restore or an import.

Owns the question alone, asked of keyed hashes. What a person says anew in a live session is theirs to say.
"""

from __future__ import annotations

from standfast.context.context import Context
from standfast.purge.choose import iter_sessions
from standfast.store.contract import Partition
from standfast.store.values import RUN, SESSION, Purge
from standfast.text.quotation import Quotation, quotation_of_hashes


def open_buried(context: Context) -> Quotation | None:
    """Return what purged words can be known again by, or None where nothing was purged."""
    found = context.store.catalog.buried(RUN)
    return quotation_of_hashes(context.purge_key, found) if found else None


def is_buried(context: Context, session: str) -> bool:
    """Tell whether a session was purged."""
    return context.store.catalog.is_purged(session_mark(context, session), SESSION)


def session_mark(context: Context, session: str) -> str:
    """Return what a purge leaves of a session."""
    return context.purge_print(session)


def keep_out(context: Context, partition: Partition) -> None:
    """Take out of a journal what was purged before: a backup would bring it back."""
    gone = open_buried(context)
    sessions = tuple(s.id for s in iter_sessions(partition) if is_buried(context, s.id))
    if gone is not None or sessions:
        carries = gone.carries if gone is not None else _nothing
        partition.purge(Purge((), sessions, carries, {}, context.who))


def _nothing(text: str) -> bool:
    del text
    return False

"""The first session in a repository that nobody let Standfast read: one line that says what to do, once.

Where the person allowed it (`read_clones`), a process of its own reads the repository while the session goes on. Hook
path, once a session: a look at the catalogue and at the journal. Must not: read the repository itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context

_MINED = "mined"
_LINE = (
    "Standfast has not read this repository yet. `standfast up` learns what its files, manifests and history already "
    "say, on this machine and in seconds: tell the person once, and go on."
)
_READING = (
    "Standfast is reading this repository in the background, as its configuration allows: `standfast recall` knows in "
    "a moment what its files, manifests and history say."
)


def first_steps(context: Context) -> str:
    """Return what to say in the first session of a clone that nobody ran `up` in; nothing ever after."""
    if not is_unread(context):
        return ""
    partition = context.partition(context.scope)
    sessions = partition.journal.sessions(limit=2)
    if any(session.id != context.who.session for session in sessions) or partition.memories.counts():
        return ""
    if context.settings.read_clones and _read_in_background(context):
        return _READING
    return _LINE


def is_unread(context: Context) -> bool:
    """Tell whether this is a repository with commits that nobody let Standfast read."""
    here = context.here
    return here.by == "git" and bool(here.commit) and not context.store.catalog.bookmarks(here.project, _MINED)


def _read_in_background(context: Context) -> bool:
    """Let a process of its own read the repository at hand; tell whether it was started."""
    from standfast.context.aside import start_aside

    return start_aside(context, ["init", "--quiet"], str(context.here.root))

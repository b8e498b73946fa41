"""Place: where a person's sentence says that it holds: in a folder, on the branch at hand; else nothing is narrowed.

Reads words and asks whether a folder is there. Which branch "this branch" was is noted while it is said: a session may
go on, and be learned from, on another one. Must not store. Neighbours: `verbs.capture` records the note, `verbs.learn`
stores with what is found here.
"""

from __future__ import annotations

from standfast.learn.session.markers import may_have, pattern
from standfast.model.pattern import compile_later
from standfast.model.session import Event, EventKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_FOLDER = compile_later(r"`?((?:[\w.@-]+/)*[\w.@-]+)(/)?`?( (?:folder|directory)\b)?")
_NOTED = "branch:"


def note_branch(event: Event, branch: str) -> list[Event]:
    """Return the note of the branch that a prompt speaks of as this one; none where it does not."""
    if not branch or event.kind is not EventKind.PROMPT or not may_have("this_branch", event.body):
        return []
    return [Event(event.session, f"{_NOTED}{event.key}", EventKind.NOTE, event.at, body=branch)]


def branches_noted(events: Iterable[Event]) -> dict[str, str]:
    """Return the branch that was noted with a prompt, by the prompt's key."""
    notes = (event for event in events if event.kind is EventKind.NOTE and event.key.startswith(_NOTED))
    return {event.key.removeprefix(_NOTED): event.body for event in notes}


def scope_of(text: str, is_folder: Callable[[str], bool], branch: str = "") -> str:
    """Return the scope that a sentence names, as `remember` takes it; nothing where it names none."""
    if branch and pattern("this_branch").search(text):
        return f"branch:{branch}"
    for lead in pattern("within").finditer(text):
        named = _FOLDER.match(text, lead.end())
        if named is None or ".." in named[1]:
            continue
        told = named[2] or named[3] or any(word in lead.group().lower() for word in ("folder", "directory"))
        if told and is_folder(named[1]):
            return f"path:{named[1]}/**"
    return ""

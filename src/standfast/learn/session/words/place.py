"""Place: where a person's sentence says that it holds: in a folder, on the branch at hand; else nothing is narrowed.

Reads words and asks whether a folder is there. Must not store. Neighbour: `verbs.learn` stores with what is found here.
"""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDER = compile_later(r"`?((?:[\w.@-]+/)*[\w.@-]+)(/)?`?( (?:folder|directory)\b)?")


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

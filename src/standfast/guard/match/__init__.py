"""Matching: where a guard's rule fits a file. One module per kind of rule, loaded when the first rule needs it.

`find` is the entry point. It knows nothing of changes, waivers or severities: a match is a place in one file. Line 0
stands for the file as a whole. Rules about a set of files (companion) are asked through `find_in_change`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from standfast.guard.file import File
from standfast.guard.rule import Guard

# Rules that need no content: they are asked even about binary, huge or linked files.
WITHOUT_CONTENT = frozenset(("filename", "size"))


class Match(NamedTuple):
    """One place where a rule fits; `why` adds what the guard's message cannot know."""

    start_line: int
    end_line: int
    text: str
    why: str = ""


def find(guard: Guard, file: File) -> list[Match]:
    """Return every place in `file` where the guard's rule fits."""
    kind = guard.kind
    if kind == "structural":
        from standfast.guard.match import structural

        return structural.find(guard, file)
    if kind == "regex":
        from standfast.guard.match import regex

        return regex.find(guard, file)
    if kind == "dependency":
        from standfast.guard.match import dependency

        return dependency.find(guard, file)
    if kind == "import":
        from standfast.guard.match import imports

        return imports.find(guard, file)
    if kind == "filename":
        from standfast.guard.match import filename

        return filename.find(guard, file)
    if kind == "size":
        from standfast.guard.match import size

        return size.find(guard, file)
    return []


def find_in_change(guard: Guard, paths: Sequence[str]) -> list[tuple[str, Match]]:
    """Return, for a rule about a set of changed paths, which of them it fits and why."""
    from standfast.guard.match import companion

    return companion.find(guard, paths)

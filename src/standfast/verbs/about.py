"""About: what matters at a file, and who knows it. The order of steps: lines, receipt, answer."""

from __future__ import annotations

from collections.abc import Sequence

from standfast.context.context import Context
from standfast.learn.habits import Habits, read_habits
from standfast.model.value import Value
from standfast.moments.files.about import about_file
from standfast.moments.files.history import About
from standfast.recall.receipts import give

_LINES = 12
_TOKENS = 800


class FileAbout(Value):
    """The lines about files, the most telling first, and the habits of each file: who knows it, what goes with it."""

    lines: tuple[About, ...]
    habits: tuple[Habits, ...]


def about(context: Context, paths: Sequence[str], *, given: bool = False) -> FileAbout:
    """Return what matters at these files; with `given`, a caller who is not a person gets it on record."""
    lines = about_file(context, paths, limit=_LINES, budget=_TOKENS, left=True)
    if given and lines:
        shown = [(line.result.memory, line.result.judged) for line in lines]
        give(context, "show", shown, query=" ".join(paths), said=[line.row for line in lines])
    return FileAbout(tuple(lines), tuple(read_habits(context, path) for path in paths))

"""About: what matters at a file, and who knows it. The order of steps: lines, receipt, answer."""

from __future__ import annotations

from collections import Counter

from standfast.code.git import decode, find_git
from standfast.errors import StandfastError
from standfast.model.value import Value
from standfast.moments.file import about_file
from standfast.moments.history import About
from standfast.recall.receipts import give

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context

_LINES = 12
_TOKENS = 800
_COMMITS = 200
_NAMED = 3
_PATIENCE_S = 5.0


class FileAbout(Value):
    """The lines about files, the most telling first, and who changed them most, with how often."""

    lines: tuple[About, ...]
    people: tuple[tuple[str, int], ...]


def about(context: Context, paths: Sequence[str], *, given: bool = False) -> FileAbout:
    """Return what matters at these files; with `given`, a caller who is not a person gets it on record."""
    lines = about_file(context, paths, limit=_LINES, budget=_TOKENS, left=True)
    if given and lines:
        shown = [(line.result.memory, line.result.judged) for line in lines]
        give(context, "show", shown, query=" ".join(paths), said=[line.row for line in lines])
    return FileAbout(tuple(lines), people_of(context, paths))


def people_of(context: Context, paths: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return who changed these files most often lately, as Git knows their names."""
    git = find_git(str(context.here.root)) if context.here.root else None
    if git is None:
        return ()
    try:
        answer = git.ask("log", f"-{_COMMITS}", "--format=%aN", "--", *paths, timeout_s=_PATIENCE_S)
    except StandfastError:
        return ()
    names = Counter(context.clean(name) for name in decode(answer.out).splitlines() if name and "[bot]" not in name)
    return tuple(names.most_common(_NAMED))

"""Which files of code changed most of late: where a newcomer begins to read, and what `up` takes as its example.

Reads what was learned of the latest commits, never Git. Neighbour: `about` (what is told of a file).
"""

from __future__ import annotations

from collections import Counter

from standfast.code.filetypes import is_beside_code
from standfast.context.view import views
from standfast.model.kind import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context

_LOOKED_AT = 400
_MOST_FILES = 12  # a sweep over more is about none of them
_DATA = frozenset(
    ["html", "css", "json", "yml", "yaml", "toml", "cfg", "ini", "xml", "csv", "svg", "properties", "mod", "lock"]
)


def list_busy(context: Context, most: int) -> list[str]:
    """Return the files of code that the latest commits changed most often, the busiest first."""
    root = context.here.root
    counts: Counter[str] = Counter()
    for partition, view in views(context, kinds=[Kind.EPISODE]):
        for memory in partition.memories.select(view, limit=_LOOKED_AT):
            paths = [item.anchor.path for item in memory.content.anchors]
            if memory.source.kind == "commit" and len(paths) <= _MOST_FILES:
                counts.update(path for path in paths if _is_code(path))
    found = (path for path, _ in counts.most_common())
    there = [path for path in found if root and (root / path).is_file()]
    return there[:most]


def _is_code(path: str) -> bool:
    """Tell whether a file is what the program does: no page, test or data, and none that has no ending."""
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return bool(dot) and ending.lower() not in _DATA and not path.startswith((".", "ci/")) and not is_beside_code(path)

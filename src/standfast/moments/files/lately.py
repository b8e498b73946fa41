"""Which files of code changed most of late: where a newcomer begins to read, and what `up` takes as its example.

Reads what was learned of the latest commits, never Git. Neighbour: `about` (what is told of a file).
"""

from __future__ import annotations

from collections import Counter

from standfast.context.view import views
from standfast.model.kind import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context

_LOOKED_AT = 400
_MOST_FILES = 12  # a sweep over more is about none of them
_AROUND = (
    ".md", ".rst", ".txt", ".adoc", ".html", ".yml", ".yaml", ".toml", ".json", ".lock", ".cfg", ".ini", ".xml", ".csv",
    ".svg", ".snap", ".sum", ".mod", ".po",
)  # fmt: skip
_ASIDE = (
    ".", "test", "docs/", "doc/", "ci/", "bench", "example", "changelog", "changes", "news", "license", "makefile",
)  # fmt: skip


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
    plain = path.lower()
    return (
        "." in plain.rpartition("/")[2]
        and not plain.endswith(_AROUND)
        and not plain.startswith(_ASIDE)
        and "/test" not in plain
    )

"""What history says of late that no file says: the choices and the fixes of the last year that give their reason.

Owns which commits are worth a look by who comes to a project, and their words. Must not leave receipts: this is shown
to a person, not given to an agent. Neighbours: `history` (what is told of a file), `learn.telling` (what one tells).
"""

from __future__ import annotations

import re

from standfast.context.view import views
from standfast.learn.telling import BECAUSE, TAG, Telling, tell, tidies
from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.model.memory import Memory

_LOOKED_AT = 400
_YEAR_S = 365 * 86_400.0
_MOST_FILES = 12  # a sweep over more is about none of them
_LEAST = 2.0  # how plainly a reason must be given
_AROUND = (".md", ".rst", ".txt", ".yml", ".yaml", ".toml", ".json", ".lock", ".cfg", ".ini")  # no code
_ASIDE = (".", "test", "docs/", "doc/", "ci/", "bench")
_OF_WORDS = compile_later(
    r"\b(?:typos?|code comments?|comments?|java ?docs?|doc ?strings?|readme|wording|spelling|grammar)\b", re.IGNORECASE
)
_CHOICES = frozenset(("decision", "breaking", "reverted", "fix"))


class Lately(Value):
    """One commit: the memory of it, and what it tells."""

    memory: Memory
    told: Telling


def list_lately(context: Context, most: int, length: int) -> list[Lately]:
    """Return the commits of the last year of history that tell most, in about `length` characters, the best first."""
    found = [
        Lately(memory, tell(memory.content.title, memory.content.text, length))
        for partition, view in views(context, kinds=[Kind.EPISODE])
        for memory in partition.memories.select(replace(view, tags=(TAG,)), limit=_LOOKED_AT)
        if memory.source.kind == "commit" and _is_about_code(memory)
    ]
    newest = max((item.memory.at.timestamp() for item in found), default=0.0)
    telling = [item for item in found if _youth(item, newest) > 0 and _is_telling(item.told)]
    return sorted(telling, key=lambda item: (-item.told.weight - _youth(item, newest), item.memory.id))[:most]


def _youth(item: Lately, newest: float) -> float:
    """Return 1 for the newest commit, less for older ones, and nothing after a year."""
    return 1.0 - (newest - item.memory.at.timestamp()) / _YEAR_S


def _is_telling(told: Telling) -> bool:
    """Tell whether a choice or a fix says why it was made; tidying up is for who did it."""
    plain = bool(BECAUSE.search(told.reason)) and not tidies(told.claim) and not _OF_WORDS.search(told.claim)
    return told.word in _CHOICES and told.weight >= _LEAST and plain


def _is_about_code(memory: Memory) -> bool:
    """Tell whether a commit changed a few files, and code among them that is more than tests."""
    paths = [item.anchor.path for item in memory.content.anchors]
    return len(paths) <= _MOST_FILES and any(
        not path.endswith(_AROUND) and not path.startswith(_ASIDE) for path in paths
    )

"""Whether a note is about taking in a dependency, or a newer one: it was tried, left, pinned or replaced.

Owns which packages a command takes in, and holding a note against their names. Must not look anything up. Hook path:
light. Neighbours: `command` (does a command add one?), `brought` (the same for the lines of a manifest), `ban`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.moments.notes.command import added_by
from standfast.moments.notes.role import SENT, role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.memory import Memory
    from standfast.moments.notes.command import Act

_PACKAGE = compile_later(r"\A['\"]?(@?[A-Za-z][\w./-]*)")
_CHOICE = compile_later(
    r"\b(?:tried|trial|decided|chose|reject|back(?:ed)? (?:to|out)|st(?:ay|ick|ays|icks|ayed|uck) (?:with|on|at|below)"
    r"|pin(?:ned)?|upgrad|updat|bump|downgrad|newer|thr(?:ew|own) out|dropped|removed|replac|instead|rather"
    r"|not (?:use|add|take)|broke|breaks|leak|until|version)\w*",
    re.IGNORECASE,
)
_VERSION = compile_later(r"(?:==|@|\s)\s*v?\d")
_SEPARATORS = compile_later(r"[-_.]+")


def taken_by(act: Act) -> list[str]:
    """Return the packages that a command takes in, or newer ones of."""
    return [at[1] for word in added_by(act) if (at := _PACKAGE.match(word))]


def is_about_taking(memory: Memory, packages: Sequence[str]) -> bool:
    """Tell whether a memory is about the choice of one of these packages, or of its version."""
    if not packages:
        return False
    from standfast.moments.notes.brought import is_anchored_to

    text = memory.content.text
    if is_anchored_to(memory, packages):
        return True
    for name in map(_fold, packages):
        pattern = _SEPARATORS.sub(r"[-_.]?", re.escape(name.replace("-", "_")))
        named = list(re.finditer(rf"(?<![\w@/-]){pattern}(?![\w-]|\.\w)", text, re.IGNORECASE))
        if _CHOICE.search(text) and any(
            _VERSION.match(text, at.end()) or role_of(text, at.start()) != SENT for at in named
        ):
            return True
    return False


def _fold(name: str) -> str:
    return _SEPARATORS.sub("-", name.lower())

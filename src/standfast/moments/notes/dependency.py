"""Whether a note is about taking in a dependency, or a newer one: it was tried, left, pinned or replaced.

Owns which packages a command or the lines of a manifest take in, and holding a note against their names. Must not look
anything up. Hook path: light. Neighbours: `command` (does a command add one?), `ban`.
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

_MANIFEST = compile_later(
    r"(?:^|/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|Gemfile|composer\.json|requirements[\w.-]*\.txt"
    r"|requirements/[^/]+|setup\.(?:py|cfg)|Pipfile|pom\.xml|build\.gradle(?:\.kts)?|pubspec\.yaml|mix\.exs"
    r"|[^/]+\.(?:gemspec|csproj)|deno\.jsonc?|environment\.ya?ml)$"
)
_CHANGED = compile_later(
    r"^[ \t\"'(-]*(?:(?:require|gem|implementation|api)\b[ \t\"'(]*)?(?P<name>[@A-Za-z][\w./:@-]*)", re.MULTILINE
)
_TAKES = compile_later(
    r"[\"'\s=^~v@:][\^~>=<]{0,3}\d|workspace:|@dev|latest|\bgem\b|\w[=<>]="
)  # in a line that names a dependency and its version
_MOST = 40  # names that a manifest changes
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


def is_manifest(path: str) -> bool:
    """Tell whether a file says which dependencies are taken in."""
    return bool(_MANIFEST.search(path))


def packages_in(added: str, removed: str) -> list[str]:
    """Return the names of the packages that the lines of a manifest change."""
    lines = set(added.split("\n")) ^ set(removed.split("\n"))
    lines = {line for line in lines if _TAKES.search(line) and not line.lstrip(" \t\"'").startswith("version")}
    return list(dict.fromkeys(at["name"] for at in _CHANGED.finditer("\n".join(sorted(lines)))))[:_MOST]


def is_about_taking(memory: Memory, packages: Sequence[str]) -> bool:
    """Tell whether a memory is about the choice of one of these packages, or of its version."""
    if not packages:
        return False
    text, folded = memory.content.text, set(map(_fold, packages))
    if any(item.anchor.kind == "dep" and _fold(item.anchor.target) in folded for item in memory.content.anchors):
        return True
    for name in folded:
        pattern = _SEPARATORS.sub(r"[-_.]?", re.escape(name.removesuffix("-js").replace("-", "_"))) + r"(?:[-_.]?js)?"
        named = list(re.finditer(rf"(?<![\w@/-]){pattern}(?![\w-]|\.\w)", text, re.IGNORECASE))
        if _CHOICE.search(text) and any(
            _VERSION.match(text, at.end()) or role_of(text, at.start()) != SENT for at in named
        ):
            return True
    return False


def _fold(name: str) -> str:
    return _SEPARATORS.sub("-", name.lower())

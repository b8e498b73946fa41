"""What the lines of an edit bring in: modules that they import, dependencies that they change, names in words.

Owns reading these from the lines, and whether a memory is for them: it is anchored to the dependency (`dep:`), it
speaks of it, or it denies in words (`not the order id`) what the lines write as one name (`order.id`). Must not look
anything up. Hook path: light; every line is read once. Neighbours: `ban` (what a text denies of code), `role`.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.moments.notes.role import FORBIDDEN, SENT, role_of
from standfast.moments.notes.task import is_everyday
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.model.memory import Memory
    from standfast.moments.notes.ban import Lines

_FEWEST = 3  # letters of a name
_MOST = 40  # names
_IMPORT = compile_later(
    r"^[ \t]*(?:import\s+(?:static\s+|type\s+)?|from\s+|use\s+|require\s+|#include\s*)[\"'<]?(?P<plain>[\w@][\w.:/@-]*)"
    r"|\b(?:from|require\(|import\(?)\s*[\"'](?P<quoted>[^\"'\n]{2,80})[\"']"
    r"|^[ \t]*(?:[\w.]+[ \t]+)?\"(?P<alone>[\w.-]+\.[a-z]+/[\w./-]+)\"[ \t]*$",
    re.MULTILINE,
)
_PACKAGE = compile_later(
    r"^[ \t\"'(-]*(?:(?:require|gem|implementation|api)\b[ \t\"'(]*)?(?P<name>[@A-Za-z][\w./:@-]*)", re.MULTILINE
)
_PART = compile_later(r"[A-Za-z][\w-]*")
_OF_IMPORTS = compile_later(r"\b(?:import\w*|dependenc\w+|packages?|librar\w+|modules?|crates?|gems?)\b", re.IGNORECASE)
_CODED = compile_later(r"\b\w+=[\w\"']+|\b[A-Za-z]\w*(?:\.\w+|\(\))+|\b[A-Za-z]+_\w+|\b[A-Za-z]+[a-z][A-Z]\w*")
_LONG = 6  # letters of a name that is known again in lines
_LETTERS = compile_later(r"[^\W_]+")
_DENIALS = ("never", "not", "no ", "n't", "n’t", "instead", "rather", "avoid", "without")
_TOKEN = compile_later(r"[A-Za-z_][\w.]*")
_PIECE = compile_later(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def imported_in(fresh: str) -> list[str]:
    """Return the names of the modules that lines import: `rich.table` and `rich`, `pgx` of its address."""
    found: dict[str, None] = {}
    for at in _IMPORT.finditer(fresh):
        whole = at["plain"] or at["quoted"] or at["alone"]
        host, *path = whole.split("/")
        found.update(dict.fromkeys([whole, *(path if "." in host else ())]))
        if first := _PART.match(whole):
            found[first[0]] = None
    return [name for name in found if len(name) >= _FEWEST][:_MOST]


def packages_in(added: str, removed: str) -> list[str]:
    """Return the names of the packages that the lines of a manifest change."""
    lines = set(added.split("\n")) ^ set(removed.split("\n"))
    return list(dict.fromkeys(at["name"] for at in _PACKAGE.finditer("\n".join(sorted(lines)))))[:_MOST]


def is_anchored_to(memory: Memory, packages: Iterable[str]) -> bool:
    """Tell whether a memory is anchored to one of these dependencies; how its words are joined does not count."""
    folded = set(map(_fold, packages))
    return any(item.anchor.kind == "dep" and _fold(item.anchor.target) in folded for item in memory.content.anchors)


def speaks_of(text: str, names: Iterable[str], *, denied: bool) -> bool:
    """Tell whether a text says something of one of these names, or (`denied`) denies it, and does not send one there.

    A name that is a word of every day is one only where imports are spoken of.
    """
    lowered = text.lower()
    wide, unsaid = bool(_OF_IMPORTS.search(text)), {SENT} if denied else {SENT, FORBIDDEN}
    for name in names:
        if name.lower() not in lowered or not (wide or not is_everyday(stem(name.lower()))):
            continue
        found = re.finditer(rf"(?<![\w./@-]){re.escape(name)}(?![\w/-]|\.\w)", text, re.IGNORECASE)
        if any(role_of(text, at.start()) not in unsaid for at in found):
            return True
    return False


def wants_back(text: str, lines: Lines) -> bool:
    """Tell whether a text names, as code is written, what lines take out, and does not forbid it."""
    if not lines.removed:
        return False
    for at in _CODED.finditer(text):
        name = _fold(at[0])
        if len(name) < _LONG or role_of(text, at.start()) == FORBIDDEN:
            continue
        removed, added = (
            sum(name in _fold(line) for line in part.split("\n")) for part in (lines.removed, lines.added)
        )
        if removed > added:
            return True
    return False


def denies_in_words(text: str, lines: Lines) -> bool:
    """Tell whether a text denies in words one of the names of several words that are put in.

    As prose writes it `order.id` is "order id".
    """
    lowered = text.lower()
    if not any(word in lowered for word in _DENIALS):
        return False
    gone = set(_TOKEN.findall(lines.removed))
    for token in dict.fromkeys(_TOKEN.findall(lines.fresh)):
        words = "" if token in gone else " ".join(_PIECE.findall(token)).lower()
        at = lowered.find(words) if " " in words else -1
        if at >= 0 and not lowered[at + len(words) : at + len(words) + 1].isalnum() and role_of(text, at) == FORBIDDEN:
            return True
    return False


def _fold(name: str) -> str:
    return "".join(_LETTERS.findall(name)).lower()

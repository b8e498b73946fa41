"""Which places a text names, and whether a path is there: `src/till/`, `*.generated.ts`, "in the folder `gen`".

Owns reading folders, files and patterns in prose, and the words by which a text calls what is at a path. Must not look
anything up. Hook path: light.
"""

from __future__ import annotations

import re

from standfast.code.globs import matches_any
from standfast.model.pattern import compile_later
from standfast.moments.notes.role import SENT, role_of
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

_SPOT = compile_later(r"(?<![\w/.@-])(?:~/|\./)?(?P<spot>[.@{,-]{0,8}+[\w*}][\w.@*{},/-]*+)")
_LONGEST = 20_000  # signs of a text that are read for places
_QUOTED_SPOT = compile_later(
    r"`(?P<quoted>[.@*/-]*+\w[\w.@*/-]*+)`|(?<![\w/.`@*-])(?P<plain>[\w.@*-]*/[\w.@*/-]+|[\w.-]+/)(?![\w`])"
)
_REFERRED = compile_later(r"\b(?:by|from|with|via|using|see|like|of)\s+(?:the\s+)?$", re.IGNORECASE)
_INSIDE = compile_later(r"\b(?:in|inside|into|within|under|below|of)\s+(?:the\s+)?[`'\"]?$", re.IGNORECASE)
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")
_WORD = compile_later(r"[^\W_]{3,40}")
_PLAIN = frozenset(read_lists(__file__, "words")["plain_folders"])


def names_of(path: str) -> set[str]:
    """Return the words by which a rule may call what lies at a path: its folders and its name, but plain ones.

    Of a name of several words the last says what it is: a schema validator is no schema.
    """
    found: set[str] = set()
    *folders, name = path.split("/")
    for part in folders:
        words = _WORD.findall(part.lower())
        found.update(word for word in words if len(words) > 1 or word not in _PLAIN)
    stem_of, _, ending = name.lower().rpartition(".")
    found.update(set(_WORD.findall(stem_of or name.lower())[-1:]) - _PLAIN)
    found.update(_WORD.findall(ending))
    return set(map(stem, found))


def spots_in(text: str, *, sent: bool = False) -> list[str]:
    """Return the folders and patterns that a text says something of, or (`sent`) those where it only sends one."""
    spots = ((at["spot"].rstrip(".,"), at.start()) for at in _SPOT.finditer(text[:_LONGEST]))
    found = [(spot, at) for spot, at in spots if len(spot) > 2 and ("/" in spot or "*." in spot)]
    return list(dict.fromkeys(spot for spot, at in found if (role_of(text, at) == SENT) == sent))


def is_spoken_of(text: str, path: str, *, top: bool) -> str:
    """Return the folder or pattern that a path lies in and a text says something of, or nothing.

    What is named from the root, as a pattern or with a slash at its end is a place, and so is what something is said to
    be in; else two words with a slash between may be anything: "push to shop/till".
    """
    for at in _SPOT.finditer(text[:_LONGEST]):
        spot = at["spot"].rstrip(".,")
        if ("/" not in spot and "*." not in spot) or not (is_narrow(spot, top=top) and lies_at(path, spot)):
            continue
        placed = "*" in spot or spot.endswith("/") or lies_at(path, spot, inside=False)
        if (placed or _INSIDE.search(text, 0, at.start())) and role_of(text, at.start()) != SENT:
            return spot
    return ""


def marked_spots(clause: str) -> list[str]:
    """Return the folders, files and patterns that a clause is about; what it only refers to is left out."""
    found = (at for at in _QUOTED_SPOT.finditer(clause) if not _REFERRED.search(clause[: at.start()]))
    return [(at["quoted"] or at["plain"]).rstrip(".").removeprefix("./").removeprefix("/") for at in found]


def is_narrow(spot: str, *, top: bool) -> bool:
    """Tell whether a spot is some folder (of the top only where that is wanted) or files of some name, no language."""
    if "*" in spot:
        return bool(_WORD.search(_ENDING.sub("", spot.rpartition("/")[2])))
    folder = spot.rstrip("/")
    return "/" in folder or (top and spot.endswith("/") and bool(folder) and folder not in _PLAIN)


def lies_at(path: str, spot: str, *, inside: bool = True) -> bool:
    """Tell whether a path is a spot or in it; `inside`: the spot may be named from a folder on the way."""
    if "*" in spot:
        return matches_any(path, (spot, f"**/{spot}") if inside or "/" not in spot else (spot,))
    folder = spot.rstrip("/")
    return f"{path}/".startswith(f"{folder}/") or (inside and f"/{folder}/" in f"/{path}/")

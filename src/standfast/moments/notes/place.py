"""Which places a text names, and whether a path is there: `src/till/`, `*.generated.ts`, "in the folder `gen`".

Owns reading folders, files and patterns in prose, and whether a text leaves a path out. Must not look anything up. Hook
path: light.
"""

from __future__ import annotations

import re

from standfast.code.filetypes import canonical, is_test, language_of
from standfast.code.globs import matches_any
from standfast.model.pattern import compile_later
from standfast.moments.notes.role import SENT, role_of
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

_SPOT = compile_later(r"(?<![\w/.@-])(?:~/|\./|/)?(?P<spot>[.@{,-]{0,8}+[\w*}][\w.@*{},/-]*+)")
_LONGEST = 20_000  # signs of a text that are read for places
_QUOTED_SPOT = compile_later(
    r"`(?P<quoted>[.@*/-]*+\w[\w.@*/-]*+)`|(?<![\w/.`@*-])(?P<plain>[\w.@*-]*/[\w.@*/-]+|[\w.-]+/)(?![\w`])"
)
_REFERRED = compile_later(r"\b(?:by|from|with|via|using|see|like|of)\s+(?:the\s+)?$", re.IGNORECASE)
_INSIDE = compile_later(r"\b(?:in|inside|into|within|under|below|of)\s+(?:the\s+)?[`'\"]?$", re.IGNORECASE)
_ENDING = compile_later(r"\.(?:\w+|\{[^}]*\})$")
_WORD = compile_later(r"[^\W_]{3,40}")
_OUTSIDE = compile_later(r"\b(?:outside|except|other than)(?: of| in)?(?P<what>(?:\s+[\w-]+){1,3})", re.IGNORECASE)
_OF_PART = compile_later(
    r"(?:^the |\b(?:in|inside|within) (?:(?:the|our|your|any|all|new) )?)[`'\"]?(?P<name>\w+(?:[-_]\w+)*)[`'\"]? "
    r"(?:package|crate|module|folder|directory|service|plugin|code|files)\b",
    re.IGNORECASE,
)
_WITHIN_TESTS = compile_later(r"\b(?:in|inside|within) (?:[\w'-]+ ){0,2}(?:tests?|specs?)\b", re.IGNORECASE)
_ENDINGS = compile_later(r"(?<![\w/*.])\.[a-z]{1,6}(?:\.[a-z]{1,6})?\b(?![.(])")
_NAMED = compile_later(r"(?<![\w./-])[A-Z]\w+")
_SCRIPTS = frozenset(("javascript", "typescript", "tsx"))
_BEGINS = compile_later(
    r"\W*(?:(?:the|an?|all|any|every|each|our|new|no)\s+)*(?P<words>(?:\w[\w-]*\s+){1,2}[\w-]+)", re.IGNORECASE
)
_OF_NAME = compile_later(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])")  # of a file or folder
_BOTH = 2  # words: one alone may mean anything
_PLAIN = frozenset(read_lists(__file__, "words")["plain_folders"])
_WHOLE = frozenset(read_lists(__file__, "words")["whole_code"])  # what is no part of the code


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
        first = not text[: at.start()].strip(" `'\"")  # what a text begins with is what it is about
        first = first or at[0].startswith("/")
        placed = "*" in spot or first or spot.endswith("/") or lies_at(path, spot, inside=False)
        if (placed or _INSIDE.search(text, 0, at.start())) and role_of(text, at.start()) != SENT:
            return spot
    return ""


def begins_with(text: str, path: str) -> list[str]:
    """Return the folders and names of a path by which a text calls what it begins with: "Config options need …".

    Its first two words must be words of the path, or one name of it together; of a test, one must say so.
    """
    begin = _BEGINS.match(text)
    words = [stem(word) for word in _OF_NAME.findall(begin["words"].lower())] if begin else []
    head, joint = set(words[:_BOTH]), "".join(begin["words"].lower().split()[:_BOTH]) if begin else ""
    parts = path.split("/")
    named = {part: {stem(word.lower()) for word in _OF_NAME.findall(part.partition(".")[0])} for part in parts}
    if len(head) < _BOTH or (is_test(path) and not head & {"test", "spec"}):
        return []
    if joint in map(str.lower, parts):
        return [part for part in parts if part.lower() == joint]
    return [part for part, have in named.items() if have & head] if head <= set().union(*named.values()) else []


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
    ending = path.rpartition("/")[2].rpartition(".")[2]
    bare = f"/{path.removesuffix(f'.{ending}')}/"  # "lib/till" is `src/lib/till.ts`, too
    named = inside and "/" in folder and f"/{folder}/" in bare
    return f"{path}/".startswith(f"{folder}/") or named or (inside and f"/{folder}/" in f"/{path}/")


def is_left_out(text: str, path: str) -> bool:
    """Tell whether a text is for another part of the code, for tests alone, or for another language or ending."""
    folded = path.lower()
    parts = [
        name
        for said in _OF_PART.finditer(text)
        if not (name := said["name"].lower()).endswith("ed") and name not in _WHOLE
    ]
    if parts and all(part not in folded for part in parts):
        return True
    if any(word.lower() in folded for said in _OUTSIDE.finditer(text) for word in _WORD.findall(said["what"])):
        return True
    if _WITHIN_TESTS.search(text) and not is_test(path):
        return True
    endings = _ENDINGS.findall(text)
    return (bool(endings) and not path.endswith(tuple(endings))) or _is_other_language(text, path)


def _is_other_language(text: str, path: str) -> bool:
    language = language_of(path)
    named = {found for word in _NAMED.findall(text) if (found := canonical(word))} if language else set()
    return bool(named) and language not in (named | _SCRIPTS if named & _SCRIPTS else named)

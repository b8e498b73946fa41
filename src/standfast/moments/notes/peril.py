"""What a command takes away for good, and whether a text warns of taking away this: a path, a table, a bucket.

Owns holding what a destructive command is aimed at against what a text says must not go. Paths count wherever they lie,
in the repository or not, and whether the text names one above or below. Must not look anything up. Hook path: light.
"""

from __future__ import annotations

import re
from os.path import normpath

from standfast.model.pattern import compile_later
from standfast.moments.notes.command import ELSEWHERE, destroys, takes_files
from standfast.moments.notes.role import FORBIDDEN, OCCASION, role_of
from standfast.text.runs import joined
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.moments.notes.command import Act

_DEED = compile_later(
    r"\b(?:(?:delet|remov|drop|truncat|wip(?=e|ing)|destroy|purg|eras|prun|flush|clean|clear|nuk|overwrit)\w*|rm)\b",
    re.IGNORECASE,
)
_LOSES = compile_later(
    r"\b(?:los(?:es?|t|ing|s)|breaks?|destroys?|corrupts?|gone|outage|irreversibl\w+)\b", re.IGNORECASE
)
_PLACE = compile_later(r"(?<![\w@./:~-])(?:[\w.@-]*/)+[\w.@-]*|(?<![\w@./:-])[\w-]*\.[a-z][\w.-]*\w")
_NAME = compile_later(r"[A-Za-z][\w-]{2,}\w")
_PATHLIKE = compile_later(r"\A(?![a-z0-9]+://|[+-])[\w.@~*/-]+\Z")
_PLAIN = frozenset(read_lists(__file__, "words")["no_thing"])
_OPEN = "*?["


def imperils(text: str, act: Act, here: str) -> bool:
    """Tell whether a text says that the very thing must not go which a command, run `here`, takes away."""
    if not (takes_files(act) or destroys(act)):
        return False
    if not any(_is_warned_of(text, deed) for deed in _DEED.finditer(text)):
        return False
    words = {word.lower() for word in _NAME.findall(_PLACE.sub(" ", text))}
    if not words.isdisjoint(name for name in _names(act) if name not in _PLAIN):
        return True
    spots = [at[0].rstrip("./") for at in _PLACE.finditer(text)]
    return any(_is_same(path, spot, here) for path in _paths(act, here) for spot in spots if spot)


def _is_warned_of(text: str, deed: re.Match[str]) -> bool:
    """Tell whether a text forbids a deed, says when it may be done, or begins with it and says what is lost by it."""
    if role_of(text, deed.start()) in {FORBIDDEN, OCCASION}:
        return True
    return not deed.start() and deed[0].endswith("ing") and bool(_LOSES.search(text, deed.end()))


def _names(act: Act) -> Iterator[str]:
    """Yield the names of what a command is aimed at; of a path its last part and what is no single word."""
    for word in (*act.raw.split()[1:], *act.fed.split()):
        if word.startswith("-"):
            continue
        parts = _NAME.findall(word.lower())
        if "/" in word and "://" not in word:
            last = word.rstrip("/").rpartition("/")[2].lower()
            parts = [part for part in parts if part == last or "-" in part or "_" in part]
        yield from parts


def _paths(act: Act, here: str) -> Iterator[str]:
    if act.folder.startswith(ELSEWHERE) and not act.folder.startswith("/"):
        here = "/"
    for word in act.raw.split()[1:]:
        if _PATHLIKE.match(word):
            at = next((place for place, sign in enumerate(word) if sign in _OPEN), len(word))
            rest = word[at:].strip(_OPEN)
            if not rest:  # of all that lies in a folder; files of some ending are not all
                yield normpath(joined(joined(here, act.folder.lstrip(ELSEWHERE)), word[:at]))


def _is_same(path: str, spot: str, here: str) -> bool:
    """Tell whether a path is a spot, in it or above it; a spot may be named from a folder on the way."""
    whole = normpath(joined(here, spot))
    if path == "/" or f"{whole}/".startswith(f"{path}/") or f"{path}/".startswith(f"{whole}/"):
        return True
    return not spot.startswith(("/", "~")) and "/" in spot and f"/{spot}/" in f"{path}/"

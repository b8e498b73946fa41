"""Proof of deletion: look for what was purged in the bytes of every file of the home.

Owns what is looked for and the scan. A needle that living memory also contains proves nothing when it is found, so the
caller takes it out. An event of the journal is no such excuse for an opening: an event that carries one had to go.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from standfast.model.value import Value
from standfast.model.written import forms_of

_WORD = re.compile(r"[^\W_]{5,}")
_PIECE = 160
_WORDS_EACH = 8
_BLOCK = 4 << 20
_TELLING = 24  # a shorter title or reason stands in many a text that has nothing to do with it


class Proof(Value):
    """How much was looked at, where something was found, and which files went as a whole because they held it."""

    files_scanned: int
    bytes: int
    found: tuple[tuple[str, str], ...]
    removed: tuple[str, ...] = ()


def needles_of(texts: Iterable[str], terms: Iterable[str] = ()) -> list[str]:
    """Return what to look for: the beginnings of all texts, and their longest words in every form they are stored."""
    found: dict[str, None] = {}
    for text in texts:
        stripped = text.strip()
        if len(stripped) >= 8:
            found.update(dict.fromkeys(forms_of(stripped[:_PIECE].split("\n", maxsplit=1)[0])))
        words = sorted(set(_WORD.findall(stripped)), key=lambda word: (-len(word), word))[:_WORDS_EACH]
        found.update(dict.fromkeys(words))
        found.update(dict.fromkeys(word.lower() for word in words))
    for line in terms:
        found.update(dict.fromkeys(sorted((t for t in line.split() if len(t) >= 5), key=len)[-_WORDS_EACH:]))
    return [needle for needle in found if len(needle) >= 5]


def openings_of(text: str, *more: str) -> list[str]:
    """Return how a memory's text begins, and titles and reasons that are long enough to be known again by."""
    whole = (text.strip(), *(one for one in map(str.strip, more) if len(one) >= _TELLING))
    return [one[:_PIECE] for one in whole if one]


def is_opening(text: str) -> bool:
    """Tell whether a text is short enough to be searched for whole."""
    return len(text) <= _PIECE


def scan(files: Sequence[Path], needles: Sequence[str]) -> Proof:
    """Search every byte of these files."""
    wanted = [(needle, needle.encode("utf-8", "replace")) for needle in needles]
    overlap = max((len(raw) for _, raw in wanted), default=1)
    total, found = 0, list[tuple[str, str]]()
    for path in files:
        seen: set[str] = set()
        try:
            with path.open("rb") as file:
                tail = b""
                while block := file.read(_BLOCK):
                    total += len(block)
                    window = tail + block
                    seen.update(needle for needle, raw in wanted if needle not in seen and raw in window)
                    tail = window[-overlap:]
        except FileNotFoundError:
            continue
        found += [(str(path), needle) for needle in sorted(seen)]
    return Proof(len(files), total, tuple(found))

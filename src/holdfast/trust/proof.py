"""Proof of deletion: look for what was purged in the bytes of every file of the home.

Owns what is looked for and the scan. A needle that living memory also contains proves nothing when it is found, so it
is taken out first.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from holdfast.model.value import Value

_WORD = re.compile(r"[^\W_]{5,}")
_PIECE = 160
_WORDS_EACH = 8
_BLOCK = 4 << 20


class Proof(Value):
    """How much was looked at, and where something was found."""

    files_scanned: int
    bytes: int
    found: tuple[tuple[str, str], ...]


def needles_of(texts: Iterable[str], terms: Iterable[str] = ()) -> list[str]:
    """Return what to look for: the beginnings of all texts, and their longest words in every form they are stored."""
    found: dict[str, None] = {}
    for text in texts:
        stripped = text.strip()
        if len(stripped) >= 8:
            found[stripped[:_PIECE].split("\n", maxsplit=1)[0]] = None
        words = sorted(set(_WORD.findall(stripped)), key=lambda word: (-len(word), word))[:_WORDS_EACH]
        found.update(dict.fromkeys(words))
        found.update(dict.fromkeys(word.lower() for word in words))
    for line in terms:
        found.update(dict.fromkeys(sorted((t for t in line.split() if len(t) >= 5), key=len)[-_WORDS_EACH:]))
    return [needle for needle in found if len(needle) >= 5]


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

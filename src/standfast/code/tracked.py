"""The tracked files of a checkout, as its index names them: how many have a folder, a name or an ending.

Owns reading the index as bytes, without a program and without parsing it: a hundred thousand names are searched in a
few milliseconds. Must not judge. Hook path. An index of an odd form (version 4, which shortens names) tells nothing.
"""

from __future__ import annotations

from standfast.code.locate import find_checkout, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LIMIT = 64_000_000
_HEAD = 12  # bytes before the first entry: mark, version, number of entries
_PLAIN = (2, 3)
_LENGTH = 1  # a byte between the zero before a name and the name


class Tracked:
    """The names in an index; `total` is 0 where nothing is known."""

    def __init__(self, root: str) -> None:
        place = find_checkout(root)
        data = read_bytes(f"{place.git_dir}/index", _LIMIT) if place else b""
        known = data[:4] == b"DIRC" and int.from_bytes(data[4:8], "big") in _PLAIN
        self._data = data if known else b""
        self.total = int.from_bytes(data[8:_HEAD], "big") if known else 0
        self.is_known = known or not data

    def count(self, parts: Sequence[str]) -> int:
        """Return how many files have all of these parts: a folder, a name without its ending, or an ending (`.ts`)."""
        first, *rest = sorted((part.encode() for part in parts), key=len, reverse=True)
        return sum(all(_has(name, part) for part in rest) for name in self._names(first))

    def _names(self, part: bytes) -> set[bytes]:
        found: set[bytes] = set()
        end = 0
        while (at := self._data.find(part, end)) >= 0:  # each name once, however often the part stands in it
            begin = self._data.rfind(b"\0", end, at) + 1 or end
            end = self._data.find(b"\0", at)
            end = len(self._data) if end < 0 else end
            name = self._data[begin + _LENGTH : end]
            if _has(name, part):
                found.add(name)
        return found


def _has(name: bytes, part: bytes) -> bool:
    if part[:1] == b"." and name.endswith(part):
        return True
    whole = b"/" + name
    at = whole.find(b"/" + part)
    while at >= 0:
        behind = whole[at + 1 + len(part) : at + 2 + len(part)]
        if behind in {b"", b"/", b"."}:
            return True
        at = whole.find(b"/" + part, at + 1)
    return False

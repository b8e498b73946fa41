"""Remember, by a keyed hash, secrets that a name gave away once, so that they are known again without the name.

Owns a small file of hashes in a home. Only values too long to be guessed are taken (sixteen characters or more, drawn
at random): eight bytes of a keyed hash then tell nobody anything, with or without the key. The value itself is never
kept. Hook path: the file is read when a text has a run to compare, and written only when something new was found.
Neighbours: engine.py asks and tells.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.values import is_hex, is_random, is_varied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    Span = tuple[int, int, str]

_WIDTH = 8
_MOST = 8192 * _WIDTH  # then the older half goes
_SHORTEST, _LONGEST = 16, 512
_PIECE = r"[^=:@&?#/\s\"'`<>(){}\[\],;|]{16,512}={0,2}"


class Known:
    """The hashes of one home."""

    __slots__ = ("_frozen", "_hashes", "_held", "_key", "_path", "_size")

    def __init__(self, path: Path, key: bytes, *, frozen: bool = False) -> None:
        """Name the file and the key; nothing is read yet. A frozen one learns nothing."""
        self._path, self._key, self._frozen = path, key, frozen
        self._hashes: set[bytes] = set()
        self._held = False
        self._size = 0

    def refresh(self) -> int:
        """Read the file again where another process has added to it; return how many secrets are known."""
        if self._held:
            return self.count
        try:
            size = self._path.stat().st_size
            if size != self._size:
                kept = self._path.read_bytes()
                self._hashes = {kept[at : at + _WIDTH] for at in range(0, len(kept) - _WIDTH + 1, _WIDTH)}
                self._size = len(kept)
        except OSError:
            pass
        return self.count

    @contextmanager
    def held(self) -> Iterator[None]:
        """Look at the file once for all that is asked here: the parts of one memory are written together."""
        self.refresh()
        self._held = True
        try:
            yield
        finally:
            self._held = False

    @property
    def count(self) -> int:
        """How many secrets are known."""
        return len(self._hashes)

    def find(self, start: int, run: str) -> list[Span]:
        """Return where a run without spaces holds a secret that was seen before."""
        if not self._hashes or len(run) < _SHORTEST or run.isalpha():
            return []
        if len(run) <= _LONGEST and self._hash(run) in self._hashes:
            return [(start, start + len(run), "known-secret")]
        return [
            (start + piece.start(), start + piece.end(), "known-secret")
            for piece in compiled(_PIECE).finditer(run)
            if len(piece[0]) < len(run) and self._hash(piece[0]) in self._hashes
        ]

    def learn(self, values: Iterable[str]) -> None:
        """Keep the hashes of the values that are too long to be guessed."""
        if self._frozen:
            return
        fresh = {self._hash(value) for value in values if _is_unguessable(value)} - self._hashes
        if not fresh:
            return
        self._hashes |= fresh
        try:
            self._write(b"".join(sorted(fresh)))
        except OSError:
            return  # what cannot be remembered is still redacted here and now

    def _write(self, fresh: bytes) -> None:
        handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            size = os.fstat(handle).st_size
            if not size % _WIDTH and size <= _MOST:
                os.write(handle, fresh)
                return
        finally:
            os.close(handle)
        from standfast.text.files import write_whole

        kept = self._path.read_bytes()
        write_whole(self._path, kept[: len(kept) - len(kept) % _WIDTH][-_MOST // 2 :] + fresh, mode=0o600)

    def _hash(self, value: str) -> bytes:
        from standfast.model.digests import blake2b

        return blake2b(value.encode("utf-8", "surrogatepass"), key=self._key[:64], digest_size=_WIDTH).digest()


def _is_unguessable(value: str) -> bool:
    if not _SHORTEST <= len(value) <= _LONGEST or " " in value:
        return False
    return is_random(value) or (len(value) >= 32 and is_hex(value) and is_varied(value, 3.0))

"""Keyed hashes on the hook path: HMAC-SHA-256 without OpenSSL, which takes a hook longer to load than any query."""

from __future__ import annotations

from standfast.model.digests import sha256

_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def keyed_sha256(key: bytes, data: bytes) -> str:
    """Return what `hmac.new(key, data, "sha256").hexdigest()` returns."""
    padded = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner = sha256(padded.translate(_INNER) + data).digest()
    return sha256(padded.translate(_OUTER) + inner).hexdigest()

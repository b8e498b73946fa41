"""Keyed hashes on the hook path: HMAC-SHA-256 without OpenSSL, which takes a hook longer to load than any query."""

from __future__ import annotations

import sys

try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:  # a Python that was built without
    from hashlib import sha256

_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def keyed_sha256(key: bytes, data: bytes) -> str:
    """Return what `hmac.new(key, data, "sha256").hexdigest()` returns."""
    padded = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner = sha256(padded.translate(_INNER) + data).digest()
    return str(sha256(padded.translate(_OUTER) + inner).hexdigest())

"""The interpreter's own hash functions: `hashlib` loads OpenSSL, which costs a hook as much as a tenth of its time.

Owns nothing but where they come from; the digests are those of `hashlib` and `hmac`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b
    except ImportError:  # another interpreter
        from hashlib import blake2b
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # before Python 3.12
        except ImportError:
            from hashlib import sha256

__all__ = ["blake2b", "keyed_sha256", "sha256"]

_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def keyed_sha256(key: bytes, data: bytes) -> str:
    """Return what `hmac.new(key, data, "sha256").hexdigest()` returns."""
    padded = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner = sha256(padded.translate(_INNER) + data).digest()
    return sha256(padded.translate(_OUTER) + inner).hexdigest()

"""The interpreter's own hash functions: `hashlib` loads OpenSSL, which costs a hook as much as a tenth of its time.

Owns nothing but where they come from; the digests are those of `hashlib`.
"""

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

__all__ = ["blake2b", "sha256"]

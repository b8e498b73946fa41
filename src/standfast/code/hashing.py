"""Names for content: short hashes of text, and blob ids as git makes them.

Owns: the two hash functions everything else uses.
"""

from standfast.model.digests import sha256

_HEX = 16


def hash_text(text: str) -> str:
    """Hash a text to a short hexadecimal name."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HEX]


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """Name content the way git does."""
    import hashlib

    digest = hashlib.new(algorithm, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()

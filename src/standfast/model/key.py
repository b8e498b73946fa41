"""The key of a memory's content: equal for what is the same statement in the same scope."""

from __future__ import annotations

from standfast.model.memory import Content
from standfast.model.source import Source


def content_key(content: Content, source: Source) -> str:
    """Return the key by which `remember` finds that something was said before.

    Kind, scope, title, text and why count; spacing does not. Records of an import carry their own id: two records stay
    two memories whatever they say.
    """
    parts = (
        content.kind,
        str(content.scope),
        _plain(content.title),
        _plain(content.text),
        _plain(content.why),
        source.item,
    )
    from standfast.model.digests import blake2b

    return blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()


def _plain(text: str) -> str:
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split())

"""Embedders: text to int8 vectors, one protocol, the shipped static model first.

`open_embedder` picks one by its spec. Nothing heavy is imported until an embedder that needs it is opened.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing for this alone costs a short process milliseconds
if TYPE_CHECKING:
    from collections.abc import Callable

    from standfast.recall.embed.contract import Embedder

DEFAULT_SPEC = "static"
_HINT = "Use static, fastembed:NAME, sentence-transformers:NAME, onnx:FOLDER or openai:NAME; off is for the caller."


def is_remote(spec: str) -> bool:
    """Tell whether what is embedded leaves this process for an endpoint."""
    return spec.startswith("openai:")


def open_embedder(
    spec: str = DEFAULT_SPEC,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    mask: Callable[[str], str] = str,
) -> Embedder:
    """Open the embedder a spec names; the rest is for `openai:` endpoints, which get every text through `mask`."""
    family, _, name = spec.partition(":")
    if family == "static" and not name:
        from standfast.recall.embed.static import StaticEmbedder

        return StaticEmbedder()
    if family == "openai" and name:
        from standfast.recall.embed.remote import OpenAIEmbedder

        return OpenAIEmbedder(name, api_key=api_key, base_url=base_url, mask=mask)
    if family in ("fastembed", "sentence-transformers", "onnx") and name:
        from standfast.recall.embed.local import open_local

        return open_local(family, name)
    from standfast.errors import ConfigError

    raise ConfigError(f"No such embedder: {spec!r}", hint=_HINT, code="embedder-unknown")

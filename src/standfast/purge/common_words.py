"""Words that everybody uses, as the shipped embedder knows them: they stand in any file by chance and prove nothing."""

from __future__ import annotations

from functools import cache


@cache
def common_words() -> frozenset[str]:
    """Return them, in lower case."""
    from standfast.recall.embed.static import SHIPPED_TABLE
    from standfast.recall.embed.table import TokenTable

    return frozenset(TokenTable(SHIPPED_TABLE).vocabulary)

"""Reindex: build everything derived again from the log."""

from __future__ import annotations

from standfast.context.context import Context
from standfast.store.contract import Progress


def reindex(context: Context, progress: Progress | None = None) -> int:
    """Rebuild everything derived, in every partition; return how many memories there are."""
    total = 0
    for key in context.store.partitions():
        partition = context.store.find_partition(key)
        total += partition.reindex(progress) if partition else 0
    return total

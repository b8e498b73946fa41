"""Purged: what was purged stays out, however it is said again.

Owns asking the tombstones of a content, and what is kept of purged sentences. Neighbours: `record` asks at every write,
`purge` buries.
"""

from __future__ import annotations

from standfast.errors import Refused
from standfast.store.values import RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Content
    from standfast.store.contract import Partition


def refuse_purged(context: Context, partition: Partition, content: Content) -> None:
    """Keep out what was purged, however it is said again."""
    if is_purged(context, partition, content):
        hint = "A person purged it on purpose: it is not to be stored in other words either."
        if context.who.is_person:
            hint = "It was purged on purpose. Say anew, in other words, what has to be remembered."
        raise Refused("This content was purged and stays out.", hint=hint, code="purged")


def purged_runs(context: Context) -> tuple[str, ...]:
    """Return what is kept of the sentences that were purged: read once for many drafts."""
    return tuple(context.store.catalog.buried(RUN)) if context.store.catalog.any_purged() else ()


def repeats_purged(context: Context, content: Content, runs: tuple[str, ...]) -> bool:
    """Tell whether a sentence of it was purged: what comes from elsewhere may have grown around it since.

    What a person, or an agent at work, says anew is theirs to say.
    """
    if not runs:
        return False
    from standfast.text.quotation import quotation_of_hashes

    said = f"{content.title}\n{content.text}\n{content.why}"
    return quotation_of_hashes(context.purge_key, runs).carries(said)  # one for each: it remembers what it is asked


def is_purged(context: Context, partition: Partition, content: Content, memory: MemoryId | None = None) -> bool:
    """Tell whether a content, or the memory it comes as, was purged: here, or in any other partition of this home."""
    catalog = context.store.catalog
    return any_purged_for(context, partition) and any(
        partition.memories.is_purged(tombstone, memory) or catalog.is_purged(tombstone)
        for tombstone in context.tombstones_of(content)
    )


def any_purged_for(context: Context, partition: Partition) -> bool:
    """Tell whether anything was ever purged here, or anywhere in this home."""
    return partition.memories.any_purged() or context.store.catalog.any_purged()

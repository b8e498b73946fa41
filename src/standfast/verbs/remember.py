"""Remember: store one memory, or many in bulk."""

from __future__ import annotations

from standfast.trust import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from standfast.capture.draft import Draft
    from standfast.context.context import Context
    from standfast.errors import StandfastError
    from standfast.trust.record import Remembered


def remember(context: Context, draft: Draft, *, dry_run: bool = False) -> Remembered:
    """Store one memory; saying the same again changes nothing, another source saying it corroborates."""
    return record.remember(context, draft, dry_run=dry_run)


def remember_many(context: Context, drafts: Iterable[Draft]) -> Iterator[Remembered | StandfastError]:
    """Store drafts in batches; each is yielded only after its batch is committed."""
    return record.remember_many(context, drafts)

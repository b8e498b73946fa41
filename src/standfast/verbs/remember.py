"""Remember: one draft, or many, put on record; Markdown that carried what it supersedes is written anew."""

from __future__ import annotations

from standfast.capture.draft import Draft
from standfast.trust import batch, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standfast.context.context import Context
    from standfast.errors import StandfastError
    from standfast.trust.record import Remembered


def remember(
    context: Context,
    text: str,
    *,
    kind: str = "",
    title: str = "",
    why: str = "",
    rejected: str = "",
    anchors: Sequence[str] = (),
    scope: str = "",
    tags: Sequence[str] = (),
    supersedes: Sequence[str] = (),
    links: Sequence[str] = (),
    evidence: Sequence[str] = (),
    at: str = "",
    expires: str = "",
    dry_run: bool = False,
) -> Remembered:
    """Store one memory; saying the same again changes nothing, another source saying it corroborates."""
    draft = Draft(
        text=text, kind=kind, title=title, why=why, rejected=rejected, anchors=anchors, scope=scope, tags=tags,
        supersedes=supersedes, links=links, evidence=evidence, at=at, expires=expires,
    )  # fmt: skip
    done = record.remember(context, draft, dry_run=dry_run)
    if supersedes and not dry_run:
        from standfast.mirror.block import refresh_blocks

        refresh_blocks(context)
    return done


def remember_many(context: Context, drafts: Iterable[Draft]) -> Iterator[Remembered | StandfastError]:
    """Store many memories; each is yielded once it is committed, and a bad one does not stop the rest."""
    return batch.remember_many(context, drafts)

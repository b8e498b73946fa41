"""Remember: one draft, or many, put on record; Markdown that carried what it supersedes is written anew."""

from __future__ import annotations

from standfast.capture.draft import Draft
from standfast.trust import record
from standfast.trust.record import remember_many

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.trust.record import Remembered

__all__ = ["remember", "remember_many"]


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

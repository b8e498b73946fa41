"""Mirror: the project's memory as Markdown files in its repository.

One method a verb, reached as `memory.mirror`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.context.context import Context
from standfast.mirror.pinned import mirror_block
from standfast.store.contract import Progress
from standfast.verbs.mirror import Checked, Exported, mirror_carry, mirror_check, mirror_export, mirror_import
from standfast.verbs.mirror import Imported as MirrorImported


class Mirror:
    """The Markdown files of the project at hand."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def export(self) -> Exported:
        """Write the project's memory as Markdown files in the repository."""
        return mirror_export(self._context)

    def carry(self, at: str) -> tuple[str, ...]:
        """Write what was decided on the branch at hand into its files, where the settings say so for this moment."""
        return mirror_carry(self._context, at)

    def import_(self, *, trust: bool = False, quiet: bool = False, progress: Progress | None = None) -> MirrorImported:
        """Take in what people changed in the files; `quiet` is cheap when nothing changed, and never fails."""
        return mirror_import(self._context, trust=trust, quiet=quiet, progress=progress)

    def check(self) -> Checked:
        """Say where files and store differ; change nothing."""
        return mirror_check(self._context)

    def write_block(self, paths: Sequence[str] = (), *, remove: bool = False) -> list[str]:
        """Keep what is pinned in instruction files, between markers; return the files that changed."""
        return mirror_block(self._context, paths, remove=remove)

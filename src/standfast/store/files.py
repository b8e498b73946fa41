"""What is about files, apart from what every engine keeps: backups, restoring, salvage, what killed runs left.

An engine whose data is on a server has none of it: its operator backs up and repairs there (`NoFiles`). Neighbour:
`contract`.
"""

from __future__ import annotations

from typing import Protocol

from standfast.errors import Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from standfast.store.contract import Partition, Progress
    from standfast.store.values import Purge


class Files(Protocol):
    """The files behind a store."""

    def backup(self, target: str, progress: Progress | None = None) -> list[str]:
        """Write a consistent copy of everything while others go on working; return the files written."""

    def restore(self, source: str, clean: Callable[[Partition], None]) -> list[str]:
        """Put a backup in place of what is here, each part `clean`ed before; return the partitions restored."""

    def salvage(self) -> list[str]:
        """Repair damaged files from what can still be read of them; return what was done."""

    def losses(self) -> list[str]:
        """Return what a repair could not bring back: known, and not to be forgotten."""

    def accept(self, losses: Sequence[str], source: str) -> None:
        """Note that somebody knows of these losses."""

    def accepted(self) -> dict[str, str]:
        """Return the losses that somebody said they know of, with who and when."""

    def purge_copies(self, purges: Mapping[str, Purge], folder: str) -> list[str]:
        """Purge from every backup Standfast made, those in `folder` among them; return the files changed."""

    def leftovers(self, folder: str, *, clear: bool = False) -> list[str]:
        """Return what killed processes of ours left here, in `folder` and beside the backups; `clear` deletes it."""

    def copies(self) -> list[str]:
        """Return the backups that were made of this store."""

    def damaged(self) -> Mapping[str, Sequence[str]]:
        """Return the damaged files that were set aside, by the partition each was."""

    def paths(self) -> list[str]:
        """Return every file the store keeps."""


class NoFiles:
    """For an engine that keeps no files here."""

    def __init__(self, hint: str) -> None:
        self._hint = hint

    def _refuse(self, what: str) -> Unavailable:
        return Unavailable(f"This store keeps no files here to {what}.", hint=self._hint, code="not-here")

    def backup(self, target: str, progress: Progress | None = None) -> list[str]:
        """Refuse."""
        del target, progress
        raise self._refuse("back up")

    def restore(self, source: str, clean: Callable[[Partition], None]) -> list[str]:
        """Refuse."""
        del source, clean
        raise self._refuse("restore")

    def salvage(self) -> list[str]:
        """Return nothing: there is nothing to repair here."""
        return []

    def losses(self) -> list[str]:
        """Return nothing."""
        return []

    def accept(self, losses: Sequence[str], source: str) -> None:
        """Do nothing: there are none."""

    def accepted(self) -> dict[str, str]:
        """Return nothing."""
        return {}

    def purge_copies(self, purges: Mapping[str, Purge], folder: str) -> list[str]:
        """Return nothing."""
        del purges, folder
        return []

    def leftovers(self, folder: str, *, clear: bool = False) -> list[str]:
        """Return nothing."""
        del folder, clear
        return []

    def copies(self) -> list[str]:
        """Return nothing."""
        return []

    def damaged(self) -> Mapping[str, Sequence[str]]:
        """Return nothing."""
        return {}

    def paths(self) -> list[str]:
        """Return nothing."""
        return []

"""A commit as learning sees it: who, when, what was said, what was touched."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class TaughtCommit(Protocol):
    """What the repository gives; times are seconds since 1970."""

    @property
    def sha(self) -> str:
        """Its full id."""
        ...

    @property
    def parents(self) -> Sequence[str]:
        """The ids of its parents."""
        ...

    @property
    def authored(self) -> int:
        """When it was written."""
        ...

    @property
    def committed(self) -> int:
        """When it became part of this history."""
        ...

    @property
    def author(self) -> str:
        """The author's name."""
        ...

    @property
    def email(self) -> str:
        """The author's address."""
        ...

    @property
    def message(self) -> str:
        """The whole message."""
        ...

    @property
    def blobs(self) -> frozenset[tuple[str, str, str]]:
        """What it did to which file: its path, and the blobs before and after."""
        ...

    @property
    def files(self) -> Sequence[str]:
        """The paths it left added or changed."""
        ...

"""One file that setup would change, and why. Neighbours: `plan` makes changes, `manifest` remembers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.agents.edit.kinds import Edit
    from holdfast.errors import HoldfastError


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after (None: there is no file), why, and for whom; or the problem that forbids it."""

    path: str
    before: bytes | None
    after: bytes | None
    why: tuple[str, ...]
    agents: tuple[str, ...] = ()
    executable: bool = False
    problem: HoldfastError | None = None
    edits: tuple[tuple[str, Edit], ...] = field(default=(), repr=False)

    @property
    def changes(self) -> bool:
        """Whether anything would be written."""
        return self.problem is None and self.before != self.after


def distinct(edits: Sequence[tuple[str, Edit]]) -> list[Edit]:
    """Drop what a second agent asks for in the same words."""
    chosen: list[Edit] = []
    for _, edit in edits:
        if edit not in chosen:
            chosen.append(edit)
    return chosen

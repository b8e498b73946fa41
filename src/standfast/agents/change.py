"""One file that setup would change, and why. Neighbours: `plan` makes changes, `manifest` remembers them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import unified_diff

from standfast.agents.edit.kinds import Edit
from standfast.errors import StandfastError


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after (None: there is no file), why, and for whom; or the problem that forbids it."""

    path: str
    before: bytes | None
    after: bytes | None
    why: tuple[str, ...]
    agents: tuple[str, ...] = ()
    executable: bool = False
    problem: StandfastError | None = None
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


def diff(change: FileChange) -> str:
    """Show a change as a unified diff; nothing when there is none."""
    if not change.changes:
        return ""
    old, new = (lines_of(data) for data in (change.before, change.after))
    before = os.devnull if change.before is None else change.path
    after = os.devnull if change.after is None else change.path
    return "".join(unified_diff(old, new, before, after))


def lines_of(data: bytes | None) -> list[str]:
    """Split content into lines for showing, each with a line break."""
    text = (data or b"").decode("utf-8", "replace")
    return [line + "\n" for line in text.splitlines()]

"""The gate's own notes in the git folder of a checkout: what it saw last, so that a commit past it is noticed.

Owns one small file that is never part of the repository. Losing it loses nothing but that notice. Must not know rules
or memories. Neighbours: `hooks.py` (the gate's place in Git), `locate.py`.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from standfast.text.files import write_whole

NAME = "standfast-gate.json"
PASSED = "standfast-gate.passed"  # there from the gate's yes until the commit is made: without it, nobody was asked
KEPT = 400  # changes remembered: more than anyone commits between two looks


class GateBook:
    """What the gate remembers in one checkout: the last commit seen, changes let through, and when a guard fired."""

    def __init__(self, git_dir: Path) -> None:
        self._path = git_dir / NAME
        self.seen = ""
        self.checked: list[str] = []
        self.found: dict[str, str] = {}
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
            self.seen = str(record["seen"])
            self.checked = [str(item) for item in record["checked"]]
            self.found = {str(name): str(date) for name, date in record["found"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # no notes, or none that can be read: it starts anew

    def mark(self, *, passed: bool) -> None:
        """Leave a mark that the next commit went through the gate, or take it away."""
        path = self._path.with_name(PASSED)
        with contextlib.suppress(OSError):
            path.touch() if passed else path.unlink(missing_ok=True)

    def note(self, *, head: str, digest: str, found: dict[str, str]) -> None:
        """Remember one look; a disk that cannot be written must not stop a commit."""
        kept = [item for item in self.checked if item != digest]
        self.seen, self.checked = head or self.seen, [*kept, *([digest] if digest else [])][-KEPT:]
        self.found = {**self.found, **found}
        record = {"seen": self.seen, "checked": self.checked, "found": self.found}
        with contextlib.suppress(OSError):
            write_whole(self._path, json.dumps(record).encode())

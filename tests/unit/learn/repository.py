"""A real repository and a memory of it, for tests."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from standfast import Memory
from standfast.config import Settings
from standfast.model.moment import Clock
from standfast.model.source import Source
from standfast.store.values import View

if TYPE_CHECKING:
    from pathlib import Path

    from standfast.model.memory import Memory as State

ANA = Source("person", "ana")


class SetClock(Clock):
    """A clock that goes forward by itself."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 5, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the next moment."""
        self.moment += timedelta(milliseconds=5)
        return self.moment


class Repository:
    """One repository that a test writes to the way developers do."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._seconds = 1_700_000_000
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> str:
        """Run git, a minute later each time."""
        self._seconds += 60
        stamp = f"{self._seconds} +0000"
        names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in
                 (("NAME", "Ana"), ("EMAIL", "ana@example.org"), ("DATE", stamp))}  # fmt: skip
        # A rebase must keep who wrote what, and when.
        if words[0] in {"rebase", "cherry-pick"} or "--amend" in words:
            names = {key: value for key, value in names.items() if "AUTHOR" not in key}
        done = subprocess.run(
            ["git", *words], cwd=self.root, env=os.environ | names, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def commit(self, message: str, **files: str) -> str:
        """Commit everything, after writing these files (`a__b_py` is a/b.py); return the commit."""
        for name, text in files.items():
            self.write(name.replace("__", "/").replace("_py", ".py"), text)
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def open(self, home: Path, who: Source = ANA, clock: Clock | None = None, project: str = "") -> Memory:
        """Open the memory of this repository in a home."""
        settings = Settings(home=home, store_url=f"sqlite://{home / 'store'}", embedder="off", project=project)
        return Memory(settings, who, self.root, clock=clock or SetClock())


def states(memory: Memory) -> list[State]:
    """Return every memory of the project, whatever its status."""
    partition = memory.context.partition(memory.context.scope)
    return list(partition.memories.select(View(statuses=())))


def said(memory: Memory) -> list[tuple[str, str, str, str]]:
    """Return what every memory says, and its status."""
    return sorted(
        (state.content.kind.value, state.status.value, state.content.title, state.content.text)
        for state in states(memory)
    )


def operations(memory: Memory) -> int:
    """Return how many operations there are."""
    return memory.context.partition(memory.context.scope).log.count()

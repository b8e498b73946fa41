"""Past transcripts of agents, read into one neutral stream: one file per agent, pure readers, nothing is stored here.

What Standfast itself once injected is left out, so that it is never learned again. Neighbour:
`verbs.import_transcripts` redacts, bounds and stores.
"""

from __future__ import annotations

import os
import stat
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from standfast.capture.transcripts.heard import Heard

    Reader = Callable[[Path], Iterator[Heard]]

AGENTS = ("claude-code", "codex", "gemini-cli", "copilot-cli", "opencode")
_PATTERNS = {
    "claude-code": ("*.jsonl",),
    "codex": ("rollout-*.jsonl",),
    "gemini-cli": ("session-*.jsonl", "session-*.json"),
    "copilot-cli": ("events.jsonl",),
    "opencode": ("opencode.db", "ses_*.json"),
}

_MOST = 100_000  # folders that are looked into below one

# What else an agent keeps of its sessions, below the same folder; "**" stands for any number of folders.
_BESIDE = {
    "claude-code": ("**.txt",),
    "codex": ("history.jsonl", "*.sqlite", "*.sqlite-wal"),
    "gemini-cli": ("logs.json",),
    "copilot-cli": ("session-state/*/workspace.yaml", "session-store.db", "session-store.db-wal"),
    "opencode": ("opencode.db-wal", "storage/**.json"),
}


def find_files(agent: str, path: Path) -> tuple[list[Path], list[str]]:
    """List the transcripts at a path, and what cannot be read: the file itself, or those below a folder, by name."""
    if not path.is_dir():
        return ([path] if path.is_file() else []), []  # a pipe or a device under such a name never ends
    found, unread = _list_below(path, lambda _, name: _is_transcript(agent, name))
    return sorted(found), unread


def list_records_below(agent: str, folder: Path) -> tuple[list[Path], list[str]]:
    """List all that an agent keeps of its sessions in a folder, and what of it cannot be read.

    Of an agent whose files are not known, what may be some.
    """
    return _list_below(folder, lambda parent, name: _is_record(agent, parent, name))


def _list_below(folder: Path, is_wanted: Callable[[str, str], bool]) -> tuple[list[Path], list[str]]:
    """List the plain files below a folder, and what cannot be read; links are not followed, what goes is not there."""
    found: list[Path] = []
    failed: list[OSError] = []
    walk = os.walk(folder, onerror=failed.append)
    for parent, _, names in islice(walk, _MOST):
        for path in (Path(parent, name) for name in names if is_wanted(os.path.relpath(parent, folder), name)):
            try:
                if stat.S_ISREG(path.lstat().st_mode):
                    found.append(path)
            except OSError as error:
                failed.append(error)
    unread = [
        f"{error.filename} (cannot be read: {error.strerror})"
        for error in failed
        if not isinstance(error, FileNotFoundError)
    ]
    if next(walk, None) is not None:
        unread.append(f"{folder} (has too many folders to look into all of them)")
    return found, unread


def _is_record(agent: str, parent: str, name: str) -> bool:
    """Tell whether an agent gives such a name to what it keeps of its sessions, in a folder below its own."""
    path = Path(parent, name).as_posix()
    return _is_transcript(agent, name) or any(
        fnmatchcase(path, pattern) and ("**" in pattern or path.count("/") == pattern.count("/"))
        for pattern in _BESIDE.get(agent, ())
    )


def list_patterns(agent: str) -> tuple[str, ...]:
    """Return the names that an agent gives to its transcripts."""
    return _PATTERNS.get(agent, ("*.json*",))


def _is_transcript(agent: str, name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in list_patterns(agent))


def get_reader(agent: str) -> Reader:
    """Load the reader of one agent's transcripts."""
    from importlib import import_module

    reader: Reader = import_module(f"standfast.capture.transcripts.{agent.replace('-', '_')}").read
    return reader

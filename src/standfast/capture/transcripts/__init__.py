"""Past transcripts of agents, read into one neutral stream: one file per agent, pure readers, nothing is stored here.

What Standfast itself once injected is left out, so that it is never learned again. Neighbour:
`verbs.import_transcripts` redacts, bounds and stores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from standfast.capture.transcripts.heard import Heard

    Reader = Callable[[Path], Iterator[Heard]]

AGENTS = ("claude-code", "codex", "gemini-cli", "copilot-cli", "opencode")
_PATTERNS = {
    "claude-code": "*.jsonl",
    "codex": "rollout-*.jsonl",
    "gemini-cli": "session-*.jsonl",
    "copilot-cli": "events.jsonl",
    "opencode": "opencode.db",
}

# What else an agent keeps of its sessions, below the same folder.
_BESIDE = {
    "claude-code": ("**/*.txt",),
    "codex": ("history.jsonl", "*.sqlite", "*.sqlite-wal"),
    "gemini-cli": ("logs.json",),
    "copilot-cli": ("session-state/*/workspace.yaml", "session-store.db", "session-store.db-wal"),
    "opencode": ("opencode.db-wal", "storage/**/*.json"),
}


def find_files(agent: str, path: Path) -> list[Path]:
    """List the transcripts at a path: the file itself, or all of that agent's below a folder, oldest name first."""
    found = sorted(path.rglob(_PATTERNS[agent])) if path.is_dir() else [path]
    return [file for file in found if file.is_file()]  # a pipe or a device under such a name never ends


def list_records_below(agent: str, folder: Path) -> list[Path]:
    """List all that an agent keeps of its sessions in a folder; of one whose files are not known, what may be some."""
    patterns = (f"**/{_PATTERNS.get(agent, '*.json*')}", *_BESIDE.get(agent, ()))
    return [file for pattern in patterns for file in folder.glob(pattern) if file.is_file() and not file.is_symlink()]


def get_reader(agent: str) -> Reader:
    """Load the reader of one agent's transcripts."""
    from importlib import import_module

    reader: Reader = import_module(f"standfast.capture.transcripts.{agent.replace('-', '_')}").read
    return reader

"""Pending: what is to be told after a tool call, where an agent takes no context before it.

Owns one small file per call, written before it and gone after it. What is written was redacted. Hook path: light.
"""

from __future__ import annotations

from pathlib import Path

from standfast.agents.contract import HookEvent
from standfast.model.digests import sha256
from standfast.text.files import write_whole

KEPT_S = 86_400  # a call that never ended leaves its file behind; the next one sweeps


def leave(home: Path, seen: HookEvent, text: str) -> None:
    """Keep a text until the call is over."""
    folder = home / "pending"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    sweep(folder)
    write_whole(folder / name_of(seen), text.encode(), mode=0o600)


def take(home: Path, seen: HookEvent) -> str:
    """Return what was kept for a call, once."""
    path = home / "pending" / name_of(seen)
    try:
        text = path.read_text(encoding="utf-8")
        path.unlink()
    except OSError:
        return ""
    return text


def sweep(folder: Path) -> None:
    """Remove what calls that never ended left behind."""
    import contextlib
    import time

    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < time.time() - KEPT_S:
                path.unlink()


def name_of(seen: HookEvent) -> str:
    """Name a call alike before and after it."""
    import json

    told = [seen.session_id, seen.tool_use_id or json.dumps(seen.tool_input, sort_keys=True, default=str)]
    return sha256("\x1f".join(told).encode("utf-8", "replace")).hexdigest()[:32]

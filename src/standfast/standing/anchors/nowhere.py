"""What a memory points at that is not there: a path that no file has, a name that its file does not have.

Owns: seeing, without a parser and without Git, that nothing is at an anchor for which nothing was found when it was
said. Must not: judge what was found once; `judge.py` does. What may have come since, and what cannot be told at a
glance (a command, a dependency, a commit), is not said to be missing. Neighbours: `memories.py`, `survey.py`.
"""

from __future__ import annotations

import re

from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from standfast.code.snapshot import Snapshot
    from standfast.model.anchor import Anchor
    from standfast.model.memory import Memory

_PARTS = compile_later(r"::|[.#/]")
WORD = "points at nothing"
UNSEEN = "nothing was found there when this was said, and nobody has checked it since"
_TOLD = frozenset(("commit", "document", "import"))  # what they say is not held against places
_IN_FILES = frozenset(("path", "symbol", "lines", "conf"))


def points_nowhere(memory: Memory) -> bool:
    """Tell whether a memory in force was said of places, and nothing was found at any of them."""
    if memory.status is not Status.ACTIVE or memory.content.kind is Kind.EPISODE or memory.source.kind in _TOLD:
        return False
    return bool(memory.content.anchors) and not any(item.fingerprint for item in memory.content.anchors)


def judge_nowhere(snapshot: Snapshot, memory: Memory, *, near: bool = False) -> list[dict[str, Any]]:
    """Say of each place at which nothing was found that nothing is there, and what comes `near`.

    Where nothing was found at any of them, nothing is said as long as something may be at one.
    """
    anchors = [item.anchor for item in memory.content.anchors if not item.fingerprint]
    missing = {str(anchor): _find_missing(snapshot, anchor) for anchor in anchors}
    whole = len(anchors) == len(memory.content.anchors)
    if whole and not all(missing.values()):
        return []
    found: list[dict[str, Any]] = []
    for anchor in anchors:
        if reason := missing[str(anchor)]:
            reason += _tell_near(snapshot, anchor) if near else ""
            told = {"anchor": str(anchor), "standing": Standing.BROKEN.value, "reason": reason, "now": "", "word": WORD}
            found.append({**told, "nowhere": True} if whole else told)
    return found


def list_late(snapshot: Snapshot, memory: Memory) -> list[dict[str, Any]]:
    """Say of each place at which nothing was found, and something is now, that the claim was never checked there."""
    late = [item.anchor for item in memory.content.anchors if item.anchor.kind in _IN_FILES and not item.anchor.commit]
    return [
        {"anchor": str(anchor), "standing": Standing.UNANCHORED.value, "reason": UNSEEN, "now": "", "check": True}
        for anchor in late
        if anchor.path and not _find_missing(snapshot, anchor)
    ]


def _find_missing(snapshot: Snapshot, anchor: Anchor) -> str:
    """Return what is not there, in words; nothing where it may be."""
    if anchor.kind not in _IN_FILES or anchor.commit or not anchor.path:
        return ""
    if not snapshot.view.stamp(anchor.path):
        return "there is no such file"
    data = snapshot.read(anchor.path) if anchor.kind != "path" else None
    if data is None:
        return ""
    if anchor.kind == "lines":
        return "" if data.count(b"\n") + 1 >= anchor.first else "the file has fewer lines"
    last = _PARTS.split(anchor.detail.rstrip("()"))[-1]
    is_there = not last or re.search(rb"(?<![\w$])" + re.escape(last.encode()) + rb"(?![\w$])", data)
    return "" if is_there else f"`{last}` is not in the file"


def _tell_near(snapshot: Snapshot, anchor: Anchor) -> str:
    from standfast.standing.anchors.suggest import find_near

    near = find_near(snapshot, anchor)
    return f"; nearest: {near}" if near else ""

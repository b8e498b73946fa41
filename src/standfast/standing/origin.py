"""What the source of a memory says now: a document that still says it, a commit of which something is left.

Owns: holding a memory against the document it was read from (gone, or no longer saying so: broken; naming what is not
there: broken, but for what tells what was changed long ago), and saying how much of what a commit added is still in the
code. Looks only at what is shown, keeps what it found out. Must not: read anchors. Neighbours: `memories.py` (asks),
`document.py`, `instructions.py`, `survival.py`.
"""

from __future__ import annotations

import re

from standfast.model.trust import Standing
from standfast.text.passage import find_lines, says

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from standfast.code.snapshot import Snapshot
    from standfast.model.memory import Memory

_PROSE = re.compile(r"\.(?:md|mdc|mdx|markdown|rst|txt|adoc|org)$|(?:rules|hints)$|CONTRIBUTING$", re.IGNORECASE)
_ELSEWHERE = "the project's main branch says so; the one at hand does not"


def judge_document(snapshot: Snapshot, memory: Memory, *, thorough: bool) -> dict[str, Any] | None:
    """Say how a memory stands by the document it was read from; None where that is not known.

    What it names is looked up where that was done before, or when `thorough`.
    """
    path = memory.source.name
    if not all(source.kind == "document" for source in memory.sources):
        return None
    source, words = snapshot.sources.find(path), memory.content.text
    if source is None:
        words = words if _PROSE.search(path) else ""
        if _is_elsewhere(snapshot, path, words):
            return _told(path, Standing.HOLDS, _ELSEWHERE)
        return _told(path, Standing.BROKEN, f"{path} is gone")
    if source.is_binary or not _PROSE.search(path):
        return None  # what was worked out from a manifest does not stand in it word for word
    # What was gathered from a guide stands there as the commands it names, not word for word.
    commands = [item.anchor.target for item in memory.content.anchors if item.anchor.kind == "cmd"]
    if not (all(says(source.text, command) for command in commands) if commands else says(source.text, words)):
        if _is_elsewhere(snapshot, path, words):
            return _told(path, Standing.HOLDS, _ELSEWHERE)
        return _told(path, Standing.BROKEN, f"{path} no longer says so")
    first, last = find_lines(source.text, memory.content.text)
    place = f"{path}:{first}" if first else path
    for item in _stale(snapshot, path, source.text, thorough=thorough):
        if ((first <= item.line <= last) or (item.name in words and not first)) and not _tells_past(path):
            near = f"; nearest: {item.nearest}" if item.nearest else ""
            reason = f"{path}:{item.line} names the {item.kind} {item.name}, which is not there{near}"
            return {**_told(place, Standing.BROKEN, reason), "name": item.name, "nearest": item.nearest}
    return _told(place, Standing.HOLDS, "")


def _tells_past(path: str) -> bool:
    from standfast.capture.importers.discover import tells_past

    return tells_past(path)


def _told(anchor: str, standing: Standing, reason: str) -> dict[str, Any]:
    return {"anchor": anchor, "standing": standing.value, "reason": reason, "now": anchor if not reason else ""}


def _is_elsewhere(snapshot: Snapshot, path: str, words: str) -> bool:
    """Tell whether the project's own branch says it, where another one is checked out."""
    from standfast.code.history import find_project_commit

    git = snapshot.git
    commit = find_project_commit(git) if git is not None and not snapshot.rev else ""
    if git is None or not commit:
        return False
    name = f"{commit}:{path}"
    data = git.find_blobs([name]).get(name)
    return data is not None and says(data.decode("utf-8", "replace"), words)


def _stale(snapshot: Snapshot, path: str, text: str, *, thorough: bool) -> list[Any]:
    from standfast.standing.instructions import find_known, find_stale

    return find_stale(snapshot, [path]) if thorough else find_known(snapshot, path, text)


def judge_commit_left(snapshot: Snapshot, memory: Memory, kept: Any, *, thorough: bool) -> dict[str, Any] | None:
    """Say how much of what a commit added is still in the code; None where that is not known."""
    from standfast.standing.survival import find_left

    left = find_left(snapshot, memory.source.name, kept, thorough=thorough)
    if left is None:
        return None
    anchor = f"commit:{memory.source.name[:12]}"
    if not left.here:
        where = f"on {left.branch}" if left.branch else "on another branch"
        return {**_told(anchor, Standing.BROKEN, f"not part of this branch: {where}"), "left": "none"}
    word = "all" if left.share >= _ALL else "none" if left.share == 0 else "part"
    standing = {"all": Standing.HOLDS, "part": Standing.TOUCHED, "none": Standing.BROKEN}[word]
    reason = {
        "all": "all of what it removed is still gone" if left.removal else "",
        "part": f"{left.share:.0%} of what it added is still in the code",
        "none": "nothing of what it added is still in the code",
    }[word]
    if left.removal and word != "all":
        reason = f"{1 - left.share:.0%} of what it removed is back in the code"
    told = _told(anchor, standing, reason)
    return {**told, "left": word, "commit": {"sha": left.sha, "author": left.author, "at": left.at, "subject": ""}}


_ALL = 0.9

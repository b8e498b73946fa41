"""What the source of a memory says now: a document that still says it, a commit of which something is left.

Owns: holding a memory against the document it was read from (gone, or no longer saying so: broken; naming what is not
there: broken, but for what tells what was changed long ago), and saying how much of what a commit added is still in the
code. Looks only at what is shown, keeps what it found out. Must not: read anchors. Neighbours: `memories.py` (asks),
`authors.py`, `instructions.py`, `survival.py`.
"""

from __future__ import annotations

import re
from posixpath import basename, dirname, join, normpath

from standfast.model.pattern import compile_later
from standfast.model.trust import Standing
from standfast.standing.judged import WRITTEN
from standfast.text.passage import find_lines, says

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from standfast.code.snapshot import Snapshot
    from standfast.code.source import Source
    from standfast.model.memory import Memory
    from standfast.standing.survival import Left

_PROSE = compile_later(
    r"(?:\.(?:md|mdc|mdx|markdown|rst|adoc|org)|(?<!CMakeLists)\.txt|rules|hints|CONTRIBUTING)$", re.IGNORECASE
)
_LINKS = 3  # from one to the next
_SPAN = compile_later(r"`([^`\n]+)`")
_CROSSED = "Don't: "  # the words for a cross before an item, as `capture.importers.instructions` writes them
_ELSEWHERE = "the project's main branch says so; the one at hand does not"


def judge_document(snapshot: Snapshot, memory: Memory, *, thorough: bool) -> dict[str, Any] | None:
    """Say how a memory stands by the document it was read from; None where that is not known.

    What it names is looked up where that was done before, or when `thorough`.
    """
    path = memory.source.name
    if not all(source.kind == "document" for source in memory.sources):
        return None
    source, words = _open(snapshot, path), memory.content.text.removeprefix(_CROSSED)
    if source is None:
        words = words if _PROSE.search(path) else ""
        if _is_elsewhere(snapshot, path, words):
            return _told(path, Standing.HOLDS, _ELSEWHERE)
        return {**_told(path, Standing.BROKEN, f"{path} is gone"), "retired": True}
    if source.is_binary or not _PROSE.search(path):
        return None  # what was worked out from a manifest does not stand in it word for word
    if not all(says(source.text, said) for said in _gathered(memory, path) or [words]):
        if _is_elsewhere(snapshot, path, words):
            return _told(path, Standing.HOLDS, _ELSEWHERE)
        return {**_told(path, Standing.BROKEN, f"{path} no longer says so"), "retired": True}
    first, last = find_lines(source.text, memory.content.text)
    place = f"{path}:{first}" if first else path
    for item in _stale(snapshot, path, source.text, thorough=thorough):
        if ((first <= item.line <= last) or (item.name in words and not first)) and not _tells_past(path):
            return {**_told(place, Standing.BROKEN, str(item)), "name": item.name, "nearest": item.nearest}
    return {**_told(place, Standing.HOLDS, ""), "word": WRITTEN}


def _open(snapshot: Snapshot, path: str) -> Source | None:
    """Open a document. A link is, as in Git, a file that holds the path it leads to: it says what that file says."""
    source = snapshot.sources.find(path)
    for _ in range(_LINKS):
        if source is None or source.is_binary or "\n" in source.text:
            break
        target = normpath(join(dirname(path), source.text))
        found = snapshot.sources.find(target)
        if found is None:
            break
        path, source = target, found
    return source


def _gathered(memory: Memory, path: str) -> list[str]:
    """Return the commands that were gathered from a guide: they stand there each alone, not word for word."""
    own, named, _ = memory.content.text.partition(f"({basename(path)})")
    commands = [item.anchor.target for item in memory.content.anchors if item.anchor.kind == "cmd"]
    if named and not commands:  # a script of the repository is anchored as the file that it is
        commands = [part for span in _SPAN.findall(own) for part in span.split(" && ")]
    return commands


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
    if not thorough:
        return snapshot.once("faults", path, lambda: _known_faults(snapshot, path, text))
    from standfast.standing.documents.instructions import find_stale

    return find_stale(snapshot, [path])


def _known_faults(snapshot: Snapshot, path: str, text: str) -> list[Any]:
    from standfast.standing.documents.faulty import has_faults

    if snapshot.place is None or not has_faults(snapshot.place.git_dir, path):
        return []
    from standfast.standing.documents.instructions import find_known

    return find_known(snapshot, path, text)


def judge_commit_left(snapshot: Snapshot, memory: Memory, kept: Any, *, thorough: bool) -> dict[str, Any] | None:
    """Say how much of what a commit added is still in the code; None where that is not known."""
    from standfast.standing.survival import find_left

    left = find_left(snapshot, memory.source.name, kept, thorough=thorough)
    if left is None:
        return None
    anchor = f"commit:{memory.source.name[:12]}"
    if not left.here:
        where = f"on {left.branch}" if left.branch else "on another branch"
        told = _told(anchor, Standing.BROKEN, f"not part of this branch: {where}")
        return {**told, "left": "none", "word": "not on this branch"}
    word = "all" if left.share == 1 else "part" if left.share or left.altered else "none"
    standing = {"all": Standing.HOLDS, "part": Standing.TOUCHED, "none": Standing.BROKEN}[word]
    shown, reason = _tell_removed(word) if left.removal else _tell_added(left, word)
    told = {**_told(anchor, standing, reason), "left": word, "word": shown}
    return {**told, "commit": {"sha": left.sha, "author": left.author, "at": left.at, "subject": ""}}


def _tell_added(left: Left, word: str) -> tuple[str, str]:
    """Say in words how much of what a commit added is in the code, and why not all of it."""
    if word == "all":
        return "still in the code", ""
    if word == "none":
        again = f"its lines were taken away, and {left.again[:10]} brought them back" if left.again else ""
        return "rewritten since", again or "nothing of the code it added is left"
    if not left.share:
        return "partly rewritten since", "its lines are in the code with other arguments"
    share = "nearly all" if left.share >= _NEARLY else "most" if left.share > _HALF else "part"
    return "partly rewritten since", f"{share} of what it added is still in the code"


def _tell_removed(word: str) -> tuple[str, str]:
    """Say in words how much of what a commit removed is in the code again."""
    if word == "all":
        return "still removed", "all of what it removed is still gone"
    if word == "none":
        return "back since", "all of what it removed is back in the code"
    return "partly back since", "part of what it removed is back in the code"


_NEARLY, _HALF = 0.9, 0.5

"""Survival: how much of what a commit added is still in the code, through renames.

Owns: the lines a commit added and took away (as hashes, kept for good: a commit does not change) and counting which of
them stand in the files now. One that took away far more than it added is a removal: it stands while that is gone. Lines
too short to be told apart are left out. Must not: judge; `origin.py` does.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress

from standfast.code.hashing import hash_text
from standfast.errors import StandfastError
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, MutableMapping
    from typing import Any

    from standfast.code.snapshot import Snapshot

_MOST_FILES = 12
_MOST_LINES = 120
_REMOVAL = 3  # times as many lines taken away as added
_TELLING = 12  # letters and digits; `return None` and brackets stand everywhere
_SPACE = re.compile(r"\s+")
_NOISE = re.compile(r"[\W_]+")


class Left(Value):
    """What is left of a commit: the share of its lines, whether it is in the history at hand, and whose it is.

    The share is of what it added, or, of a removal, of what it took away and is gone.
    """

    sha: str
    share: float
    here: bool
    branch: str
    author: str
    at: str
    removal: bool = False


def find_left(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> Left | None:
    """Say what is left of a commit; None where it added nothing to look for, or (not `thorough`) where git must say."""
    added = _added(snapshot, sha, kept, thorough=thorough)
    if added is None or not (added["files"] or added["gone"]):
        return None
    here, branch = _is_here(snapshot, sha, kept, thorough=thorough)
    is_removal = _count(added["gone"]) > _REMOVAL * _count(added["files"])
    share = _share(snapshot, added["gone" if is_removal else "files"], thorough=thorough)
    return Left(
        sha, 1.0 - share if is_removal else share, here, branch, added["author"], added["at"], removal=is_removal
    )


def count_in(snapshot: Snapshot, sha: str, paths: Collection[str], kept: MutableMapping[str, str]) -> tuple[int, int]:
    """Return how many telling lines a commit changed in some files, and how many of them stand (or are gone) still.

    What Git was not asked for before, and files beyond those that are kept, count as nothing changed.
    """
    added = _added(snapshot, sha, kept, thorough=False)
    if added is None:
        return 0, 0
    changed = stands = 0
    for side in ("files", "gone"):
        for path, hashes in added[side].items():
            if path in paths:
                lines = _lines_of(snapshot, path, hashes, thorough=True)
                changed += len(hashes)
                stands += sum((item in lines) == (side == "files") for item in hashes)
    return changed, stands


def list_changed(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str]) -> dict[str, int] | None:
    """Return how many telling lines a commit changed in each file; Git is asked where it was not before.

    None where Git cannot say: it is not there, or does not know the commit.
    """
    added = _added(snapshot, sha, kept, thorough=True)
    if added is None:
        return None
    paths = [*added["files"], *added["gone"]]
    return {path: sum(len(added[side].get(path, ())) for side in ("files", "gone")) for path in paths}


def _count(files: dict[str, list[str]]) -> int:
    return sum(map(len, files.values()))


def _share(snapshot: Snapshot, files: dict[str, list[str]], *, thorough: bool) -> float:
    """Return which share of some lines stands in their files now."""
    there = 0
    for path, hashes in files.items():
        lines = _lines_of(snapshot, path, hashes, thorough=thorough)
        there += sum(item in lines for item in hashes)
    return there / (_count(files) or 1)


def _added(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> dict[str, Any] | None:
    name = f"l:{sha}"
    with suppress(ValueError):
        if known := kept.get(name, ""):
            return json.loads(known)  # type: ignore[no-any-return]
    unknown = f"u:{sha}"  # to Git, at this state: a clone without its history, or a branch that was rebased
    if not thorough or snapshot.git is None or kept.get(unknown, "") == snapshot.head != "":
        return None
    from standfast.code.git import decode

    command = ["show", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0", "--format=%an%x00%aI", "-m",
               "--first-parent", sha]  # fmt: skip
    try:
        answer = snapshot.git.ask(*command)
    except StandfastError:
        return None
    if answer.code != 0:
        kept[unknown] = snapshot.head
        return None
    head, _, patch = decode(answer.out).partition("\n")
    author, _, at = head.partition("\0")
    files, gone = _read_patch(patch)
    found: dict[str, Any] = {"author": author, "at": at, "files": files, "gone": gone}
    kept[name] = json.dumps(found, separators=(",", ":"))
    return found


def _read_patch(patch: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the lines that were added and those that were taken away, by file; what only moved is in neither."""
    sides: dict[str, dict[str, list[str]]] = {"+": {}, "-": {}}
    current: dict[str, list[str]] = {"+": [], "-": []}
    names = False  # between the head of a file and its first hunk: elsewhere `--- ` is a comment that was taken away
    for line in patch.split("\n"):
        if line.startswith(("diff ", "@@")):
            names = line[0] == "d"
        elif names and line.startswith(("+++ ", "--- ")):
            path = line[4:].removeprefix("b/" if line[0] == "+" else "a/").strip('"')
            files = sides[line[0]]
            is_full = path == "/dev/null" or len(files) >= _MOST_FILES
            current[line[0]] = [] if is_full else files.setdefault(path, [])
        elif not names and line[:1] in current and len(_NOISE.sub("", line)) >= _TELLING:
            found = current[line[0]]
            if len(found) < _MOST_LINES:
                found.append(_hash(line[1:]))
    moved = {item for hashes in sides["+"].values() for item in hashes}
    gone = {path: sorted(set(hashes) - moved) for path, hashes in sides["-"].items()}
    added = {path: sorted(set(hashes)) for path, hashes in sides["+"].items()}
    return {path: item for path, item in added.items() if item}, {path: item for path, item in gone.items() if item}


def _hash(line: str) -> str:
    return hash_text(_SPACE.sub("", line))[:8]


def _lines_of(snapshot: Snapshot, path: str, hashes: list[str], *, thorough: bool) -> frozenset[str]:
    """Return the lines of a file as it is now, under whatever name."""
    found = _hashed(snapshot, path)
    if found or not thorough:
        return found
    best: frozenset[str] = frozenset()
    for other in snapshot.list_named(path.rpartition("/")[2])[:6]:
        lines = _hashed(snapshot, other)
        if sum(item in lines for item in hashes) > sum(item in best for item in hashes):
            best = lines
    return best


def _hashed(snapshot: Snapshot, path: str) -> frozenset[str]:
    def read() -> frozenset[str]:
        return frozenset(map(_hash, read_text(snapshot, path).split("\n")))

    return snapshot.once("lines", path, read)


def read_text(snapshot: Snapshot, path: str) -> str:
    """Return the words of a file as it is now, without what it takes to parse it; nothing of one that is no text."""
    data = snapshot.view.read(path) or b""
    return "" if b"\0" in data[:8000] else data.decode("utf-8", "replace")


def _is_here(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> tuple[bool, str]:
    """Tell whether a commit is in the history at hand, and else on which branch it is."""
    head, git = snapshot.head, snapshot.git
    name = f"i:{sha}"
    known = kept.get(name, "").split("\t") if name in kept else []
    if known and known[0] == head:
        return known[1] == "1", known[2] if len(known) > 2 else ""
    if not thorough or git is None or not head:
        return True, ""
    here = git.is_ancestor(sha, head)
    branch = "" if here else git.find_line("for-each-ref", "--contains", sha, "--count=1", "--format=%(refname:short)")
    kept[name] = f"{head}\t{int(here)}\t{branch}"
    return here, branch

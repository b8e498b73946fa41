"""Survival: how much of what a commit added is still in the code, through renames.

Owns: the lines a commit added (as hashes, kept for good: a commit does not change) and counting which of them stand in
the files now. Lines too short to be told apart are left out. Must not: judge; `origin.py` does.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress

from standfast.code.git import decode
from standfast.code.hashing import hash_text
from standfast.errors import StandfastError
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from typing import Any

    from standfast.code.snapshot import Snapshot

_MOST_FILES = 12
_MOST_LINES = 120
_TELLING = 12  # letters and digits; `return None` and brackets stand everywhere
_SPACE = re.compile(r"\s+")
_NOISE = re.compile(r"[\W_]+")


class Left(Value):
    """What is left of a commit: the share of its added lines, whether it is in the history at hand, and whose it is."""

    sha: str
    share: float
    here: bool
    branch: str
    author: str
    at: str


def find_left(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> Left | None:
    """Say what is left of a commit; None where it added nothing to look for, or (not `thorough`) where git must say."""
    added = _added(snapshot, sha, kept, thorough=thorough)
    if added is None or not added["files"]:
        return None
    here, branch = _is_here(snapshot, sha, kept, thorough=thorough)
    total = there = 0
    for path, hashes in added["files"].items():
        lines = _lines_of(snapshot, path, hashes, thorough=thorough)
        total += len(hashes)
        there += sum(item in lines for item in hashes)
    return Left(sha, there / total if total else 0.0, here, branch, added["author"], added["at"])


def _added(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> dict[str, Any] | None:
    name = f"a:{sha}"
    with suppress(ValueError):
        if known := kept.get(name, ""):
            return json.loads(known)  # type: ignore[no-any-return]
    if not thorough or snapshot.git is None:
        return None
    command = ["show", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0", "--format=%an%x00%aI", "-m",
               "--first-parent", sha]  # fmt: skip
    try:
        answer = snapshot.git.ask(*command)
    except StandfastError:
        return None
    if answer.code != 0:
        return None
    head, _, patch = decode(answer.out).partition("\n")
    author, _, at = head.partition("\0")
    found: dict[str, Any] = {"author": author, "at": at, "files": _read_patch(patch)}
    kept[name] = json.dumps(found, separators=(",", ":"))
    return found


def _read_patch(patch: str) -> dict[str, list[str]]:
    files: dict[str, list[str]] = {}
    current: list[str] = []
    for line in patch.split("\n"):
        if line.startswith("+++ "):
            path = line[4:].removeprefix("b/").strip('"')
            current = [] if path == "/dev/null" or len(files) >= _MOST_FILES else files.setdefault(path, [])
        elif line.startswith("+") and len(current) < _MOST_LINES and len(_NOISE.sub("", line)) >= _TELLING:
            current.append(_hash(line[1:]))
    return {path: sorted(set(hashes)) for path, hashes in files.items() if hashes}


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
    key = f"hashed {path}"
    if key not in snapshot.memo:
        source = snapshot.sources.find(path)
        lines = source.text.split("\n") if source is not None and not source.is_binary else []
        snapshot.memo[key] = frozenset(_hash(line) for line in lines)
    return snapshot.memo[key]  # type: ignore[return-value]


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

"""Commits as anchors: `commit:SHA`, found again after rebases and cherry-picks by what they changed.

Owns: a commit's patch id and its standing on the branch at hand. Must not: say anything about files.
Neighbours: `git.py`, `judge.py`.
"""

from typing import Any

from standfast.code.git import Git
from standfast.code.hashing import hash_text
from standfast.code.locate import is_shallow
from standfast.code.snapshot import Snapshot
from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.standing.anchors.judgement import Judgement

_LOOK_BACK = 500


def take_commit(snapshot: Snapshot, anchor: Anchor) -> dict[str, Any] | None:
    """Describe a commit; None when it is not here."""
    if snapshot.git is None:
        return None
    sha = snapshot.git.find_commit(anchor.target)
    if not sha:
        return None
    when, _, subject = snapshot.git.find_line("log", "-1", "--format=%at %s", sha).partition(" ")
    return {"c": sha, "p": _patch_id(snapshot.git, sha), "t": int(when or 0), "m": hash_text(subject)}


def judge_commit(snapshot: Snapshot, anchor: Anchor, data: dict[str, Any]) -> Judgement:
    """Say whether a commit is part of the history here, was rewritten, or was undone."""
    git, head = snapshot.git, snapshot.head
    snapshot.note_world()
    if git is None or not head:
        return Judgement(Standing.UNANCHORED, "there is no history to look in")
    sha = str(data["c"])
    here = git.find_commit(sha)
    if here and git.is_ancestor(sha, head):
        undone = _find_revert(git, sha, head)
        if undone:
            return Judgement(Standing.DRIFTED, f"reverted by {undone[:12]}", anchor)
        return Judgement(Standing.HOLDS, now=anchor)
    twin = _find_twin(git, head, data)
    if twin:
        now = Anchor("commit", twin)
        return Judgement(Standing.MOVED, f"now {twin[:12]}", now)
    if here:
        return Judgement(Standing.TOUCHED, "not part of this branch", anchor)
    if snapshot.place is not None and is_shallow(snapshot.place):
        return Judgement(Standing.UNANCHORED, "history ends before it in this shallow clone")
    return Judgement(Standing.BROKEN, "the commit is gone")


def _patch_id(git: Git, sha: str) -> str:
    patch = git.ask("diff-tree", "-p", "--root", sha).out
    if not patch.strip():
        return ""
    return git.ask("patch-id", "--stable", given=patch).out.decode("ascii", "replace").split(" ", 1)[0]


def _find_revert(git: Git, sha: str, head: str) -> str:
    wanted = f"This reverts commit {sha}"
    return git.find_line("log", "-1", "--format=%H", "--fixed-strings", f"--grep={wanted}", f"{sha}..{head}")


def _find_twin(git: Git, head: str, data: dict[str, Any]) -> str:
    """Find the commit that a rebase or cherry-pick made of the one that is missing: same author time, same change."""
    answer = git.ask("log", f"-{_LOOK_BACK}", "--no-merges", "--format=%H %at %s", head)
    likely: list[str] = []
    for line in answer.out.decode("utf-8", "replace").splitlines():
        sha, _, rest = line.partition(" ")
        when, _, subject = rest.partition(" ")
        if when == str(data["t"]) or hash_text(subject) == data["m"]:
            likely.append(sha)
    return next((sha for sha in likely[:20] if data["p"] and _patch_id(git, sha) == data["p"]), "")

"""Branches, decided by content: what is only true on a branch, whether it has landed, whether it is gone for good.

Owns: the default branch, merge bases, and asking where anchored content exists. Squash merges and rebases leave no
ancestry, so ancestry is never the answer; it only says where to look. Must not: change a memory's scope; a verb does.
Neighbours: `judge.py`, `git.py`.
"""

from __future__ import annotations

from holdfast.errors import HoldfastError
from holdfast.model.trust import Standing
from holdfast.model.value import Value
from holdfast.repo.judge import judge
from holdfast.repo.scene import Scene
from holdfast.repo.view import CommitTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from holdfast.model.anchor import Anchor, Fingerprint
    from holdfast.repo.git import Git

    Anchors = Sequence[tuple[Anchor, Fingerprint | None]]

_THERE = frozenset((Standing.HOLDS, Standing.MOVED, Standing.TOUCHED))
_MAX_TIPS = 40


class Whereabouts(Value):
    """Where anchored content exists: on the default branch, and on which other branches."""

    landed: bool
    branches: tuple[str, ...]

    @property
    def nowhere(self) -> bool:
        """Nothing in the repository holds it any more."""
        return not self.landed and not self.branches


def find_default_branch(git: Git) -> str:
    """Find the branch that others start from, as a ref that exists here; empty when there is none."""
    head = git.find_line("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    configured = git.find_line("config", "init.defaultBranch")
    names = ["main", "master", "trunk", "develop", "default"]
    wanted = [head.removeprefix("refs/remotes/"), configured, *names, *(f"origin/{name}" for name in names)]
    return next((name for name in wanted if name and git.find_commit(name)), "")


def is_branch_only(git: Git, anchors: Anchors, head: str, default: str) -> bool:
    """Tell whether what is anchored differs from where this branch began: then it is only true on this branch."""
    tip = git.find_commit(default)
    if not tip or not head or git.is_ancestor(head, tip):
        return False
    base = git.find_merge_base(head, tip)
    return bool(base) and not exists_at(git, anchors, base) and not exists_at(git, anchors, tip)


def exists_at(git: Git, anchors: Anchors, rev: str) -> bool:
    """Tell whether a commit holds the anchored content, all of it, wherever it lies there."""
    commit = git.find_commit(rev)
    taken = [(anchor, fingerprint) for anchor, fingerprint in anchors if fingerprint is not None]
    if not commit or not taken:
        return False
    scene = Scene(CommitTree(git, commit), git, git.place, commit)
    return all(judge(scene, anchor, fingerprint).standing in _THERE for anchor, fingerprint in taken)


def find_whereabouts(git: Git, anchors: Anchors, default: str) -> Whereabouts:
    """Find out where anchored content exists, to promote what has landed and expire what was abandoned."""
    if default and exists_at(git, anchors, default):
        return Whereabouts(landed=True, branches=())
    found: dict[str, bool] = {}
    holding: list[str] = []
    for name, commit in list_tips(git):
        if commit not in found:
            try:
                found[commit] = exists_at(git, anchors, commit)
            except HoldfastError:
                found[commit] = True  # what cannot be looked into is not called abandoned
        if found[commit]:
            holding.append(name)
    return Whereabouts(landed=False, branches=tuple(holding))


def list_tips(git: Git) -> list[tuple[str, str]]:
    """List branches, local and remote, with their commits, the most recent first."""
    form = "--format=%(refname:short) %(objectname)"
    out = git.read("for-each-ref", "--sort=-committerdate", f"--count={_MAX_TIPS}", form, "refs/heads", "refs/remotes")
    rows = [line.rpartition(" ")[::2] for line in out.decode("utf-8", "surrogateescape").splitlines()]
    return [(name, commit) for name, commit in rows if name and not name.endswith("/HEAD")]

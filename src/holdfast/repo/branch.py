"""Branches, decided by content: what is only true on a branch, and where anchored content exists.

Squash merges and rebases leave no ancestry, so ancestry alone is never the answer; it only says where to look. Must
not: change a memory's scope; a verb does. Neighbours: `judge.py`, `mainline.py` (which branch is the main one),
`landing.py` (whether a whole branch has landed).
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

_SAME = frozenset((Standing.HOLDS, Standing.MOVED))
_MAX_TIPS = 40


class Whereabouts(Value):
    """Where anchored content exists: on the default branch, and on which other branches."""

    landed: bool
    branches: tuple[str, ...]

    @property
    def nowhere(self) -> bool:
        """Nothing in the repository holds it any more."""
        return not self.landed and not self.branches


def is_branch_only(git: Git, anchors: Anchors, head: str, default: str) -> bool:
    """Tell whether what is anchored differs from where this branch began: then it is only true on this branch."""
    tip = git.find_commit(default)
    base = git.find_merge_base(head, tip) if tip and head else ""
    places = dict.fromkeys((base, tip))  # what the default branch has got meanwhile is not this branch's alone
    return bool(base) and not any(exists_at(git, anchors, place) for place in places)


def exists_at(git: Git, anchors: Anchors, rev: str) -> bool:
    """Tell whether a commit holds the anchored content, all of it, wherever it lies there."""
    commit = git.find_commit(rev)
    return bool(commit) and holds_in(Scene(CommitTree(git, commit), git, git.place, commit), anchors)


def holds_in(scene: Scene, anchors: Anchors) -> bool:
    """Tell whether a state of the repository holds the anchored content, all of it."""
    taken = [(anchor, fingerprint) for anchor, fingerprint in anchors if fingerprint is not None]
    return bool(taken) and all(_is_there(scene, anchor, fingerprint) for anchor, fingerprint in taken)


def _is_there(scene: Scene, anchor: Anchor, fingerprint: Fingerprint) -> bool:
    """Tell whether all that was anchored is there; more may have come to a file or class since."""
    found = judge(scene, anchor, fingerprint)
    if found.standing in _SAME:
        return True
    return found.standing is Standing.TOUCHED and found.now is not None and _lost_nothing(scene, found.now, fingerprint)


def _lost_nothing(scene: Scene, now: Anchor, fingerprint: Fingerprint) -> bool:
    from holdfast.repo.fingerprint import decode_units, read_fingerprint, take_fingerprint
    from holdfast.repo.outline import compare_units

    fresh = take_fingerprint(scene, now)
    old, new = read_fingerprint(fingerprint) or {}, (read_fingerprint(fresh) or {}) if fresh else {}
    if "u" not in old or "u" not in new:
        return now.kind == "lines"  # only local names differ there
    return not compare_units(decode_units(old["u"]), decode_units(new["u"]), total=old["t"]).lost


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

"""Branches, decided by content: which there are, and whether a state of the repository holds what was anchored.

Squash merges and rebases leave no ancestry, so ancestry alone is never the answer; it only says where to look. Must
not: change a memory's scope; a verb does. Neighbours: `judge.py`, `code/default_branch.py` (which branch is the main
one), `landed.py` (whether a whole branch has landed).
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.code.git import Git
from standfast.code.outline import compare_units
from standfast.code.snapshot import Snapshot
from standfast.model.anchor import Anchor, Fingerprint
from standfast.model.trust import Standing
from standfast.standing.anchors.fingerprint import decode_units, read_fingerprint, take_fingerprint
from standfast.standing.anchors.judge import judge

Anchors = Sequence[tuple[Anchor, Fingerprint | None]]
_SAME = frozenset((Standing.HOLDS, Standing.MOVED))
_MAX_TIPS = 40


def holds_in(snapshot: Snapshot, anchors: Anchors) -> bool:
    """Tell whether a state of the repository holds the anchored content, all of it."""
    taken = [(anchor, fingerprint) for anchor, fingerprint in anchors if fingerprint is not None]
    return bool(taken) and all(_is_there(snapshot, anchor, fingerprint) for anchor, fingerprint in taken)


def _is_there(snapshot: Snapshot, anchor: Anchor, fingerprint: Fingerprint) -> bool:
    """Tell whether all that was anchored is there; more may have come to a file or class since."""
    found = judge(snapshot, anchor, fingerprint)
    if found.standing in _SAME:
        return True
    return (
        found.standing is Standing.TOUCHED and found.now is not None and _lost_nothing(snapshot, found.now, fingerprint)
    )


def _lost_nothing(snapshot: Snapshot, now: Anchor, fingerprint: Fingerprint) -> bool:
    fresh = take_fingerprint(snapshot, now)
    old, new = read_fingerprint(fingerprint) or {}, (read_fingerprint(fresh) or {}) if fresh else {}
    if "u" not in old or "u" not in new:
        return now.kind == "lines"  # only local names differ there
    if old.get("a", "") != new.get("a", "") and new["t"] <= old["t"]:
        return False  # something is another thing now, if none of what was sampled
    return not compare_units(decode_units(old["u"]), decode_units(new["u"]), total=old["t"]).lost


def list_tips(git: Git) -> list[tuple[str, str]]:
    """List branches, local and remote, with their commits, the most recent first."""
    form = "--format=%(refname:short) %(objectname)"
    out = git.read("for-each-ref", "--sort=-committerdate", f"--count={_MAX_TIPS}", form, "refs/heads", "refs/remotes")
    rows = [line.rpartition(" ")[::2] for line in out.decode("utf-8", "surrogateescape").splitlines()]
    return [(name, commit) for name, commit in rows if name and not name.endswith("/HEAD")]

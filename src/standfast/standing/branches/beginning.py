"""The life of a branch: whether the branch of today is the one something was said on, or another of the same name.

Owns reading when a branch began here, from Git's own record of it. A name that is used again begins anew; a branch that
is rebased, renamed, or fetched again from where it was pushed does not. Starts no program. Neighbour: `land`, which
lets what belonged to an earlier branch of the name go.
"""

from __future__ import annotations

import os
from datetime import datetime

from standfast.code.git import Git
from standfast.code.locate import Checkout
from standfast.model.value import Value

_LINE = 4096
_RECENT = 16 << 10


class Beginning(Value):
    """When a branch began here, at which commit, and out of what."""

    at: int
    commit: str
    origin: str


def find_beginning(place: Checkout, branch: str) -> Beginning | None:
    """Return how a branch began, or None where Git did not note it."""
    path = os.path.join(place.common_dir, "logs", "refs", "heads", *branch.split("/"))  # noqa: PTH118 - on the hook path
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            line = file.readline(_LINE).decode("utf-8", "replace")
    except OSError:
        return None
    head, _, act = line.partition("\t")
    words = head.split(" ")
    if len(words) < 4 or set(words[0]) != {"0"} or not words[-2].isdigit():
        return None  # the beginning was cut off
    return Beginning(int(words[-2]), words[1], act.strip().removeprefix("branch: Created from ").strip())


def was_taken_back(place: Checkout, branch: str) -> bool:
    """Tell whether what moved a branch last, but for keeping up with another, was a reset: its work may be given up."""
    path = os.path.join(place.common_dir, "logs", "refs", "heads", *branch.split("/"))  # noqa: PTH118 - see above
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            file.seek(max(0, os.fstat(file.fileno()).st_size - _RECENT))
            lines = file.read(_RECENT).decode("utf-8", "replace").splitlines()
    except OSError:
        return False
    acts = [act for line in lines if not (act := line.partition("\t")[2]).endswith(": Fast-forward")]
    return bool(acts) and acts[-1].startswith(("reset: ", "branch: Reset to "))


def is_another(place: Checkout, git: Git, branch: str, said_at: datetime, tip: str) -> bool:
    """Tell whether the branch of this name began after something was said on one; `tip` is where that one was."""
    begun = find_beginning(place, branch)
    if begun is None or said_at.timestamp() >= begun.at:
        return False
    if begun.origin.rpartition("/")[2] == branch.rpartition("/")[2] or not begun.origin:
        return False  # it came back from where it had been pushed, or nobody says from where
    return not (tip and git.find_commit(tip) and git.is_ancestor(tip, begun.commit) and _is_own(git, tip))


def _is_own(git: Git, tip: str) -> bool:
    """Tell whether a commit is of a branch alone: where one began is no sign of which one it was."""
    from standfast.code.default_branch import list_defaults

    return not any(git.is_ancestor(tip, name) for name in list_defaults(git))

"""The main line: the branch that others start from and people merge into, whatever it is called here.

Owns the one list of its usual names, and how it is found. Imports next to nothing: it is on the way of every question
that has a branch in it. Must not: look into commits. Neighbour: `locate.py`.
"""

from __future__ import annotations

from standfast.code.git import Git
from standfast.code.locate import Checkout, find_ref, find_target

USUAL = ("main", "master", "trunk", "develop", "default")
"""What the branch that others start from is usually called."""


def find_default_branch(git: Git) -> str:
    """Find the branch that others start from, as a ref that exists here; empty when there is none."""
    head = git.find_line("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    configured = git.find_line("config", "init.defaultBranch")
    wanted = [head.removeprefix("refs/remotes/"), configured, *USUAL, *(f"origin/{name}" for name in USUAL)]
    return next((name for name in wanted if name and git.find_commit(name)), "")


def is_plainly_main(place: Checkout, branch: str) -> bool:
    """Tell, from files alone, that a branch is the main one; where they do not say so, Git has to be asked."""
    told = find_target(place, "refs/remotes/origin/HEAD")
    if told:
        return told == f"refs/remotes/origin/{branch}"
    return branch == next((name for name in USUAL if find_ref(place, f"refs/heads/{name}")), "")


def list_defaults(git: Git) -> list[str]:
    """List the refs that stand for the project: the default branch as others have it, and as it is here."""
    default = find_default_branch(git)
    local = plain_name(default)
    return [name for name in dict.fromkeys((default, local)) if name and git.find_commit(name)]


def plain_name(ref: str) -> str:
    """Return a branch's own name, without the remote it was seen on."""
    return ref.removeprefix("origin/")

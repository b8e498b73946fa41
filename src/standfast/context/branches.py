"""Branches as files tell of them: what is noted of each, and whether what is only true on one is true here.

Must not: land anything or write to the store (`standing.branches.land` does). On the hook path: starts no program it
can avoid.
"""

from __future__ import annotations

from standfast.errors import StandfastError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.cache import Cache
    from standfast.code.locate import Checkout
    from standfast.context.context import Context


def open_branches(place: Checkout) -> Cache:
    """Open what is noted of branches: in the folder that all worktrees share."""
    import os

    from standfast.code.cache import Cache

    return Cache(os.path.join(place.common_dir, "standfast-branches"))  # noqa: PTH118 - on the hook path


def watched_of(partition: str) -> str:
    """Return the name under which the branches are noted that work on open threads of a partition."""
    return f"threads:{partition}"


def is_at_hand(context: Context, branch: str) -> bool:
    """Tell whether what is only true on a branch is true here: on that branch, or on one that has grown from it."""
    here = context.here
    if branch == here.branch:
        return True
    if here.root is None or not here.commit:
        return False
    from standfast.code.locate import find_checkout, find_ref

    place = find_checkout(str(here.root))
    if place is None:
        return False
    tip = find_ref(place, f"refs/heads/{branch}") or find_ref(place, f"refs/remotes/origin/{branch}") or branch
    kept = open_branches(place)
    name = f"on:{branch}:{here.branch}"
    known = kept.get(name, "").split(" ")
    if known[:2] != [tip, here.commit]:
        known = [tip, here.commit, "1" if _grew_from(str(here.root), tip, here.commit) else "0"]
        kept[name] = " ".join(known)
        kept.save()
    return known[2] == "1"


def _grew_from(root: str, tip: str, commit: str) -> bool:
    """Tell whether a branch has commits of its own, and a commit has them in its history."""
    from standfast.code.default_branch import list_defaults
    from standfast.code.git import find_git

    git = find_git(root)
    try:
        if git is None or not git.find_commit(tip) or not git.is_ancestor(tip, commit):
            return False
        return not any(git.is_ancestor(tip, default) for default in list_defaults(git))
    except StandfastError:
        return False

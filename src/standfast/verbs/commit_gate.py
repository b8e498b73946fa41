"""The commit gate where Git runs no hook: in shells that switch hooks off, for commands that go round them, and where
the hook is gone.

The guards look at the commit before the command is run. So they do at a merge: a fast-forward asks no hook.

Owns finding out what a commit would hold (the index, and what the same command adds to it) and what a merge, a rebase,
a reset or a pull from here would bring, in whichever checkout. The words and the record are `verbs.foresee`'s.
Neighbours: `code.typed_git` reads the command; the Git hook does the same wherever Git runs it.
"""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path

from standfast.verbs.enforced import enforced
from standfast.verbs.foresee import EDIT_BUDGET_S, Foreseen, tell_agent
from standfast.verbs.guard_check import ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.code.typed_git import GitCall
    from standfast.context.context import Context
    from standfast.guard.change import ChangeSet

_ELSEWHERE = (" -C", "cd ", "pushd ", "work-tree")  # of a command that may work in another checkout
_MOST_FILES = 400
_LARGEST = 1 << 20


def foresee_commit(context: Context, command: str, *, cwd: str = "", unhooked: bool = False) -> Foreseen:
    """Hold the guards against what a command would commit or bring, unless a hook of Git does; nothing for others.

    `unhooked` says that the shell runs no hook.
    """
    if not any(mark in command for mark in _ELSEWHERE) and not enforced(context).guards:
        return Foreseen()  # most have no guard at all: then nothing is loaded
    from standfast.code.typed_git import read_typed

    where = Path(cwd) if cwd else context.where
    typed = read_typed(command, lambda verb: _alias(where, verb))
    warned = Foreseen()
    for place, calls in groupby(typed.calls if typed.matters else (), lambda call: _place(where, call.folder)):
        there = _context_at(context, place)
        held = _hold(there, tuple(calls), passes=typed.passes_hooks or unhooked) if there else Foreseen()
        if held.denied:
            return held
        warned = warned if warned.warned else held
    return warned


def _hold(context: Context, calls: tuple[GitCall, ...], *, passes: bool) -> Foreseen:
    root = context.here.root
    if root is None or not any(call.commits or call.brought for call in calls):
        return Foreseen()
    inforce = enforced(context)
    if not inforce.guards:
        return Foreseen()
    report = None
    for change in _changes(root, calls, passes=passes):
        with change:
            found = ask(context, inforce, change, budget_s=EDIT_BUDGET_S, by_person=False)
        earlier = report.findings if report else ()
        report = found._replace(findings=tuple(dict.fromkeys((*earlier, *found.findings))))
        if report.blocked:
            break
    return tell_agent(context, inforce, report) if report and report.findings else Foreseen()


def _place(where: Path, folder: str) -> str:
    """Return the checkout that a call works in; one whose folder cannot be known counts as made where it is typed."""
    from standfast.code.locate import find_root

    known = folder and "$" not in folder and "`" not in folder
    return find_root(os.path.join(where, os.path.expanduser(folder)) if known else str(where)) or ""  # noqa: PTH111, PTH118


def _context_at(context: Context, place: str) -> Context | None:
    """Return the context of a checkout: the one at hand, or the same caller there."""
    if not place:
        return None
    here = context.here.root
    return context if here is not None and here.samefile(place) else context.at(Path(place))


def _alias(where: Path, verb: str) -> str:
    from standfast.code.git import find_git

    git = find_git(str(where))
    return git.find_line("config", "--get", f"alias.{verb}") if git and verb.replace("-", "").isalnum() else ""


def _changes(root: Path, calls: tuple[GitCall, ...], *, passes: bool) -> Iterator[ChangeSet]:
    """Yield all that calls would put on the branch unasked: what they commit, then what each of them brings."""
    if any(call.commits for call in calls) and (passes or not _is_armed(root)):
        yield _change(root, adds=any(call.adds for call in calls), new=any(call.adds_new for call in calls))
    brought = [name for call in calls for name in call.brought]
    if brought:
        yield from _brought(root, brought)


def _is_armed(root: Path) -> bool:
    """Tell whether Git would run our hook here: neither gone, nor changed, nor passed by through `core.hooksPath`."""
    from standfast.code.git import find_git
    from standfast.code.hooks.gate import inspect_hooks

    git = find_git(str(root))
    state = inspect_hooks(git) if git else None
    return state is not None and state.state == "installed" and os.access(state.path, os.X_OK)


def _brought(root: Path, names: Sequence[str]) -> Iterator[ChangeSet]:
    """Yield what each tip would bring that is on no remote yet: what was pushed is for CI to find."""
    from standfast.code.git import find_git
    from standfast.guard.change import between

    git = find_git(str(root))
    if git is None or not git.find_commit("HEAD"):
        return
    tips = (f"{'@{-1}' if name == '-' else name}^{{commit}}" for name in names)
    for tip in dict.fromkeys(git.find_ids(tips).values()):
        if git.find_line("rev-list", "--max-count=1", f"HEAD..{tip}", "--not", "--remotes"):
            yield between(root, f"HEAD..{tip}")


def _change(root: Path, *, adds: bool, new: bool) -> ChangeSet:
    """Return what would be committed: what is staged, and where more is added, whatever differs from HEAD."""
    from standfast.code.git import find_git
    from standfast.guard.change import held, staged

    git = find_git(str(root)) if adds else None
    if git is None:
        return staged(root)
    pairs: dict[str, tuple[bytes | None, bytes]] = {}
    known = git.find_commit("HEAD")
    paths = [change.path for change in git.list_dirty()] + (git.list_untracked() if new else [])
    for path in list(dict.fromkeys(paths))[:_MOST_FILES]:
        file = Path(root, path)
        if file.is_file() and file.stat().st_size <= _LARGEST:
            before = git.find_blob("HEAD", path) if known else ""
            pairs[path] = (git.find_blobs([before]).get(before) if before else None, file.read_bytes())
    return held("commit", pairs)

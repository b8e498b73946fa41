"""The commit gate where Git runs no hook: in shells that switch hooks off, for commands that go round them, and where
the hook is gone.

The guards look at the commit before the command is run. So they do at a merge: a fast-forward asks no hook.

Owns finding out what a `git commit` would hold (the index, and what the same command adds to it) and what a
`git merge` would bring. The words and the record are `verbs.foresee`'s. Neighbours: the Git hook does the same
wherever Git runs it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from standfast.verbs.enforced import enforced
from standfast.verbs.foresee import EDIT_BUDGET_S, Foreseen, tell_agent
from standfast.verbs.guard_check import ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.context.context import Context
    from standfast.guard.change import ChangeSet

_COMMITS = re.compile(r"(?<![\w-])git\s(?:[^;&|\n]{0,200}\s)?commit(?:-tree)?(?![\w-])")
_SKIPS = re.compile(
    r"--no-v|hookspath|GIT_CONFIG|GIT_DIR|HUSKY|commit-tree|\scommit\s(?:[^;&|\n]{0,200}\s)?-[a-z]*n", re.IGNORECASE
)
_ADDS = re.compile(
    r"(?<![\w-])git\s(?:[^;&|\n]{0,200}\s)?(?:add|stage|rm|mv)(?![\w-])|\scommit\s[^;&|\n]{0,200}(?:-\w*a|--all\b)"
)
_MERGES = re.compile(r"(?<![\w-])git\s(?:[^;&|\n]{0,200}?\s)??merge\s(?P<words>[^;&|\n]+)")
_MOST_FILES = 400
_LARGEST = 1 << 20


def commits(command: str) -> bool:
    """Tell whether a command makes a commit."""
    return bool(_COMMITS.search(command[:8_192]))


def merges(command: str) -> list[str]:
    """Return the words of each merge that a command makes."""
    return [found["words"] for found in _MERGES.finditer(command[:8_192])]


def skips_hooks(command: str) -> bool:
    """Tell whether a command that commits may go round Git's hooks; where it does not, a look more does no harm."""
    return bool(_SKIPS.search(command[:8_192]))


def foresee_commit(context: Context, command: str, *, unhooked: bool = False) -> Foreseen:
    """Hold the guards against what a command would commit or merge, unless a hook of Git does; nothing for others.

    `unhooked` says that the shell runs no hook.
    """
    root = context.here.root
    merged = merges(command)
    if root is None or not (merged or commits(command)):
        return Foreseen()
    inforce = enforced(context)
    if not inforce.guards:
        return Foreseen()
    report = None
    for change in _changes(root, command, merged, unhooked=unhooked):
        with change:
            found = ask(context, inforce, change, budget_s=EDIT_BUDGET_S, by_person=False)
        earlier = report.findings if report else ()
        report = found._replace(findings=tuple(dict.fromkeys((*earlier, *found.findings))))
        if report.blocked:
            break
    return tell_agent(context, inforce, report) if report and report.findings else Foreseen()


def _changes(root: Path, command: str, merged: list[str], *, unhooked: bool) -> Iterator[ChangeSet]:
    """Yield all that a command would put on the branch unasked: what it commits, then what each merge brings."""
    if commits(command) and (unhooked or skips_hooks(command) or not _is_armed(root)):
        yield _change(root, adds=bool(_ADDS.search(command[:8_192])))
    if merged:
        yield from _brought(root, " ".join(merged))


def _is_armed(root: Path) -> bool:
    """Tell whether Git would run our hook here: neither gone, nor changed, nor passed by through `core.hooksPath`."""
    from standfast.code.git import find_git
    from standfast.code.hooks.gate import inspect_hooks

    git = find_git(str(root))
    state = inspect_hooks(git) if git else None
    return state is not None and state.state == "installed" and os.access(state.path, os.X_OK)


def _brought(root: Path, words: str) -> Iterator[ChangeSet]:
    """Yield what each tip among the words would bring that is on no remote yet: what was pushed is for CI to find."""
    from standfast.code.git import find_git
    from standfast.guard.change import between

    git = find_git(str(root))
    if git is None or not git.find_commit("HEAD"):
        return
    names = ("@{-1}" if word == "-" else word.strip("'\"`()") for word in words.split())
    for tip in dict.fromkeys(git.find_ids(f"{name}^{{commit}}" for name in names).values()):
        if git.find_line("rev-list", "--max-count=1", f"HEAD..{tip}", "--not", "--remotes"):
            yield between(root, f"HEAD..{tip}")


def _change(root: Path, *, adds: bool) -> ChangeSet:
    from standfast.code.git import find_git
    from standfast.guard.change import held, staged

    git = find_git(str(root)) if adds else None
    if git is None:
        return staged(root)
    pairs: dict[str, tuple[bytes | None, bytes]] = {}
    known = git.find_commit("HEAD")
    paths = [change.path for change in git.list_dirty()] + git.list_untracked()
    for path in list(dict.fromkeys(paths))[:_MOST_FILES]:
        file = Path(root, path)
        if file.is_file() and file.stat().st_size <= _LARGEST:
            before = git.find_blob("HEAD", path) if known else ""
            pairs[path] = (git.find_blobs([before]).get(before) if before else None, file.read_bytes())
    return held("commit", pairs)

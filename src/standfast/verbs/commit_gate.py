"""The commit gate where Git runs no hook: in shells that switch hooks off, for commands that go round them, and where
the hook is gone.

The guards look at the commit before the command is run. So they do at a merge: a fast-forward asks no hook.

Owns finding out what a commit would hold (the index, and what the same command adds to it) and what a merge, a rebase,
a reset, a cherry-pick, a branch that is moved or a pull from here would bring, in whichever checkout. The words and the
record are `verbs.foresee`'s.
Neighbours: `code.typed_git` reads the command; the Git hook does the same wherever Git runs it.
"""

from __future__ import annotations

import os
from pathlib import Path

from standfast.model.value import replace
from standfast.verbs.enforced import enforced
from standfast.verbs.foresee import EDIT_BUDGET_S, Foreseen, tell_agent
from standfast.verbs.guard_check import ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.code.git import Git
    from standfast.code.typed_git import GitCall
    from standfast.context.context import Context
    from standfast.guard.change import ChangeSet

_MOST_FILES = 400
_LARGEST = 1 << 20
_NAME_IT = (
    "Only the shell knows what this command would commit, and no hook of Git asks the guards of this project about it "
    "here. Name the commit: run `git rev-parse` first, then this command with the id it says. Patches: run "
    "`git apply --index`, then commit."
)


def foresee_commit(context: Context, command: str, *, cwd: str = "", unhooked: bool = False) -> Foreseen:
    """Hold the guards against what a command would commit or bring, unless a hook of Git does; nothing for others.

    `unhooked` says that the shell runs no hook.
    """
    from standfast.code.typed_git import read_typed

    where = Path(cwd) if cwd else context.where
    warned = Foreseen()
    seen = read_typed(command, lambda _: "status")  # where calls work, whatever their aliases stand for
    elsewhere = any(call.folder for call in seen.calls)
    if not elsewhere and not enforced(context).guards:
        return warned  # most have no guard at all: then Git is not asked for its aliases either
    typed = read_typed(command, lambda verb: _alias(where, verb))
    places: dict[str, list[GitCall]] = {}
    for call in typed.calls if typed.matters else ():
        folder, place = _place(where, call.folder)
        places.setdefault(place, []).append(replace(call, folder=folder))
    for place, calls in places.items():
        there = _context_at(context, place)
        held = _hold(there, calls, passes=typed.passes_hooks or unhooked) if there else Foreseen()
        if held.denied:
            return held
        warned = warned if warned.warned else held
    return warned


def _hold(context: Context, calls: Sequence[GitCall], *, passes: bool) -> Foreseen:
    root = context.here.root
    if root is None or not any(call.matters for call in calls):
        return Foreseen()
    inforce = enforced(context)
    if not inforce.guards:
        return Foreseen()
    blocks = any(guard.severity == "block" for guard in inforce.guards)
    if blocks and _leaves_open(root, calls, passes=passes):
        return Foreseen(denied=_NAME_IT)
    report = None
    for change in _changes(root, calls, passes=passes):
        with change:
            found = ask(context, inforce, change, budget_s=EDIT_BUDGET_S, by_person=False)
        earlier = report.findings if report else ()
        report = found._replace(findings=tuple(dict.fromkeys((*earlier, *found.findings))))
        if report.blocked:
            break
    return tell_agent(context, inforce, report) if report and report.findings else Foreseen()


def _place(where: Path, folder: str) -> tuple[str, str]:
    """Return the folder and the checkout that a call works in: where it is typed, unless another one is known."""
    from standfast.code.locate import find_root

    known = folder and "$" not in folder and "`" not in folder
    other = os.path.join(where, os.path.expanduser(folder)) if known else ""  # noqa: PTH111, PTH118
    root = find_root(other) if other and os.path.isdir(other) else None  # noqa: PTH112
    return (other, root) if root else (str(where), find_root(str(where)) or "")


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


def _changes(root: Path, calls: Sequence[GitCall], *, passes: bool) -> Iterator[ChangeSet]:
    """Yield all that calls would put on a branch unasked: what they commit, then what each of them brings."""
    if any(call.commits for call in calls) and (passes or not _is_armed(root)):
        yield _change(root, [call for call in calls if call.adds])
    if any(call.brought for call in calls):
        yield from _brought(root, calls)
    if any(call.undone or call.patches for call in calls):
        yield from _unasked(root, calls)


def _is_armed(root: Path) -> bool:
    """Tell whether Git would run our hook here: neither gone, nor changed, nor passed by through `core.hooksPath`."""
    from standfast.code.git import find_git
    from standfast.code.hooks.gate import inspect_hooks

    git = find_git(str(root))
    state = inspect_hooks(git) if git else None
    return state is not None and state.state == "installed" and os.access(state.path, os.X_OK)


def _brought(root: Path, calls: Sequence[GitCall]) -> Iterator[ChangeSet]:
    """Yield what each tip would bring that is on no remote yet: what was pushed is for CI to find."""
    from standfast.code.git import find_git
    from standfast.guard.change import between

    git = find_git(str(root))
    here = git.find_commit("HEAD") if git else ""
    if git is None or not here:
        return
    moves = [move for call in calls for move in call.moves()]
    names = {*(name for move in moves for name in move), *(call.goes_to for call in calls)} - {"", "-", "HEAD"}
    found = git.find_ids(f"{name}^{{commit}}" for name in sorted(names))
    ids = {"-": git.find_commit("@{-1}"), **{name.removesuffix("^{commit}"): commit for name, commit in found.items()}}
    pairs: dict[tuple[str, str], None] = {}
    for call in calls:
        for branch, tip in call.moves():
            ends = (
                ids.get(branch, "") if branch not in {"", "HEAD"} else here,
                here if tip == "HEAD" else ids.get(tip, ""),
            )
            pairs |= {ends: None} if all(ends) else {}
        if call.goes_to in ids:
            here, ids["-"] = ids[call.goes_to] or here, here
    for base, tip in pairs:
        if git.find_line("rev-list", "--max-count=1", f"{base}..{tip}", "--not", "--remotes"):
            yield between(root, f"{base}..{tip}")


def _unasked(root: Path, calls: Sequence[GitCall]) -> Iterator[ChangeSet]:
    """Yield what Git commits without asking a hook: what takes a commit back, and what patches hold."""
    from standfast.code.git import find_git
    from standfast.guard.change import from_to

    git = find_git(str(root))
    if git is None:
        return
    for call in calls:
        for commit, older in _taken_back(git, call):
            yield from_to(root, commit, older)
        if patched := _patched(git, call):
            yield from_to(root, *patched)


def _taken_back(git: Git, call: GitCall) -> Iterator[tuple[str, str]]:
    """Yield what a call takes back: from which commit to which older one. Git says what a name stands for."""
    names: list[str] = []
    for name in call.undone:
        first, dots, last = name.partition("..")
        ends = (git.find_commit(last or "HEAD"), git.find_commit(first or "HEAD")) if dots else ("", "")
        if all(ends):
            yield ends
        else:
            names.append(name)
    for commit, *parents in _resolved(git, names):
        if len(parents) >= call.mainline:
            yield commit, parents[call.mainline - 1]


def _resolved(git: Git, names: Sequence[str]) -> list[list[str]]:
    """Return the commits that Git reads in names, each with its parents."""
    said = git.ask("rev-list", "--no-walk", "--parents", "--end-of-options", *names, "--") if any(names) else None
    return [line.split() for line in said.out.decode("ascii").splitlines()] if said and not said.code else []


def _leaves_open(root: Path, calls: Sequence[GitCall], *, passes: bool) -> bool:
    """Tell whether calls bring what nobody can read before they run, and no hook of Git will ask about it then.

    What cannot be read may commit: it is left to Git's own hook, which from now on is asked about every move.
    """
    from standfast.code.git import find_git
    from standfast.code.hooks.gate import watch
    from standfast.code.typed_git import is_for_shell

    git = find_git(str(root))
    names = sorted({name for call in calls for name in (*call.brought, *call.undone)})
    found = git.find_ids(f"{name}^{{commit}}" for name in names) if git and names else {}
    unknown = [name for name in names if not found.get(f"{name}^{{commit}}")]
    if git is None or not (unknown or any(call.is_open or call.applies for call in calls)):
        return False
    dark = not all(_patched(git, call) for call in calls if call.applies)
    dark = dark or any(not _resolved(git, [name]) for name in unknown if not name or is_for_shell(name))
    return (passes or not watch(git)) and dark


def _files(name: str) -> list[str]:
    """Return the files that a name or a pattern of the shell stands for."""
    from glob import glob

    return [name] if os.path.exists(name) else sorted(glob(name))  # noqa: PTH110, PTH207


def _empty_tree(git: Git) -> str:
    return git.ask("hash-object", "-t", "tree", "--stdin", given=b"").out.decode("ascii").strip()


def _patched(git: Git, call: GitCall) -> tuple[str, ...]:
    """Return the commit or tree at hand, and the tree with a call's patches; nothing where they cannot be read."""
    from tempfile import TemporaryDirectory

    named = [_files(os.path.join(call.folder, name)) for name in call.patches]  # noqa: PTH118
    if not all(named) or not named:
        return ()
    base = git.find_commit("HEAD") or _empty_tree(git)
    with TemporaryDirectory(prefix="standfast-") as folder:
        index = os.path.join(folder, "index")  # noqa: PTH118
        for step in (("read-tree", base), ("apply", "--cached", "--", *(file for files in named for file in files))):
            if git.ask(*step, index=index).code:
                return ()
        return base, git.ask("write-tree", index=index).out.decode("ascii").strip()


def _change(root: Path, adding: Sequence[GitCall]) -> ChangeSet:
    """Return what would be committed: what is staged, and what the same command adds to it, as it is there."""
    from standfast.code.changes import staged_entries
    from standfast.code.git import find_git
    from standfast.guard.change import held, staged

    git = find_git(str(root)) if adding else None
    if git is None:
        return staged(root)
    in_index = {entry.path: entry.oid for entry in staged_entries(root) if entry.mode == "file" and entry.oid}
    added = dict.fromkeys(_added(root, git, adding))
    pairs: dict[str, tuple[bytes | None, bytes]] = {}
    known = git.find_commit("HEAD")
    for path in list({**added, **in_index})[:_MOST_FILES]:
        before = git.find_blob("HEAD", path) if known else ""
        after = _read(root / path) if path in added else git.find_blobs([in_index[path]]).get(in_index[path])
        if after is not None:
            pairs[path] = (git.find_blobs([before]).get(before) if before else None, after)
    return held("commit", pairs)


def _added(root: Path, git: Git, adding: Sequence[GitCall]) -> Iterator[str]:
    """Yield the changed files that calls take along: those they name, or any."""
    new = git.list_untracked()
    known = sorted({change.path for change in git.list_dirty()}.difference(new))
    top = os.path.realpath(root)
    for call in adding:
        changed = [*known, *new] if call.adds_new else known
        if call.named is None:
            yield from changed
            continue
        folder = os.path.realpath(call.folder)
        for name in call.named:
            path = os.path.relpath(os.path.normpath(os.path.join(folder, name)), top).replace(os.sep, "/")  # noqa: PTH118
            yield from changed if path == "." else (it for it in changed if it == path or it.startswith(f"{path}/"))
            if call.adds_new and os.path.isfile(os.path.join(top, path)):  # noqa: PTH113, PTH118
                yield path  # also one that Git ignores: `git add -f`


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() and file.stat().st_size <= _LARGEST else None

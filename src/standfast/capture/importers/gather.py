"""Gather: the files of a repository, or at a path, that say what is already known, and what they say."""

from __future__ import annotations

import posixpath
from pathlib import Path

from standfast.code.snapshot import walk_folder
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from standfast.capture.importers.finding import Finding
    from standfast.code.git import Git

_FILES = 500
_BYTES = 400_000
_ENDINGS = (".md", ".mdc", ".markdown", ".txt")


class Found(Value):
    """Files to read: form → (name, path). `whole`: these are all there are, so that what is missing is gone.

    `contents` holds those that are read as a commit has them, whatever lies in their place now. `loose` are those that
    no commit brought: anybody may have written them. `unborn`: there is no commit at all.
    """

    files: Mapping[str, Sequence[tuple[str, Path]]]
    paths: frozenset[str] = frozenset()
    inside: bool = True
    whole: bool = True
    contents: Mapping[str, bytes] = {}
    loose: frozenset[str] = frozenset()
    unborn: bool = False

    def read(self, name: str, path: Path) -> bytes:
        """Return what a file says, as far as it is read."""
        if name in self.contents:
            return self.contents[name][:_BYTES]
        with path.open("rb") as file:
            return file.read(_BYTES)


def gather(root: Path, git: Git | None) -> Found:
    """Return the files of a repository that say what is already known."""
    from standfast.capture.importers.discover import ROOT_NAMES
    from standfast.code.history import find_project_commit

    local = [name for name in ROOT_NAMES if (root / name).is_file()]
    if git is None or not git.place.root:
        paths = list(walk_folder(str(root)))
    elif commit := find_project_commit(git):
        return _gather_commit(root, git, commit, local)
    else:
        paths = [*git.list_tracked(), *git.list_untracked()]
    seen: set[str] = set()
    files = {form: _real(root, names, seen) for form, names in _forms([*paths, *local]).items()}
    return Found(files, frozenset(paths), unborn=True)


def _gather_commit(root: Path, git: Git, commit: str, local: Sequence[str]) -> Found:
    """Return the files as a commit has them, and beside them what lies here and no commit brought."""
    tree, tracked = git.list_tree(commit), set(git.list_tracked())
    tracked |= set(git.list_tree("HEAD")) if git.find_commit("HEAD") else set()
    own = [name for name in dict.fromkeys((*git.list_untracked(), *local)) if name not in tree and name not in tracked]
    forms = {form: sorted(names, key=_by_depth)[:_FILES] for form, names in _forms([*tree, *own]).items()}
    links = git.list_links(commit)
    wanted = [name for names in forms.values() for name in names if name in tree]
    pointed = {
        name: posixpath.normpath(posixpath.join(posixpath.dirname(name), target.decode("utf-8", "surrogateescape")))
        for name in wanted
        if name in links and (target := git.find_blobs([tree[name]]).get(tree[name])) is not None
    }
    real = {name: pointed.get(name, name) for name in wanted}
    blobs = git.find_blobs(tree[one] for one in real.values() if one in tree and one not in links)
    seen: set[str] = set()
    contents: dict[str, bytes] = {}
    for name, one in real.items():
        if one not in seen and tree.get(one, "") in blobs and one not in links:
            seen.add(one)
            contents[name] = blobs[tree[one]]
    here: set[str] = set()
    files = {
        form: [*((name, root / name) for name in names if name in contents), *_real(root, _of(names, own), here)]
        for form, names in forms.items()
    }
    return Found(files, frozenset((*tree, *own)), contents=contents, loose=frozenset(own))


def _of(names: Sequence[str], wanted: Sequence[str]) -> list[str]:
    return [name for name in names if name in set(wanted)]


def _forms(paths: Sequence[str]) -> dict[str, Sequence[str]]:
    from standfast.capture.importers.discover import sort_paths

    found = sort_paths(paths)
    return {
        "instructions": found.instructions,
        "adr": found.decisions,
        "postmortems": found.incidents,
        "agent-context": found.context,
    }


def _by_depth(name: str) -> tuple[int, str]:
    return (name.count("/"), name)


def gather_path(form: str, path: Path, root: Path | None) -> Found:
    """Return the file, or the files of the folder, that a person named."""
    real = path.resolve()
    inside = root is not None and real.is_relative_to(root.resolve())
    base = root.resolve() if root is not None and inside else real.parent
    members = [real] if real.is_file() else [real / name for name in walk_folder(str(real)) if name.endswith(_ENDINGS)]
    names = [(one.relative_to(base).as_posix(), one) for one in members[:_FILES]]
    return Found({form: names}, inside=inside, whole=False)


def _real(root: Path, names: Sequence[str], seen: set[str]) -> list[tuple[str, Path]]:
    """Return files that lie in the repository; one file under two names counts once, a link out of it not at all."""
    found = []
    top = root.resolve()
    for name in sorted(names, key=_by_depth)[:_FILES]:
        real = (root / name).resolve()
        if str(real) not in seen and real.is_relative_to(top) and real.is_file():
            seen.add(str(real))
            found.append((name, real))
    return found


def read_findings(form: str, name: str, path: Path, found: Found, clean: Callable[[str], str]) -> list[Finding]:
    """Return what one file says; nothing when it cannot be read or is no text. `clean` sees it whole, first."""
    try:
        text = clean(found.read(name, path).decode("utf-8", "replace"))
    except OSError:
        return []
    if "\0" in text:
        return []
    if form == "adr":
        from standfast.capture.importers.decisions import read_decision

        decision = read_decision(name, text)
        return [decision] if decision else []
    if form == "postmortems":
        from standfast.capture.importers.incidents import read_incident

        incident = read_incident(name, text)
        return [incident] if incident else []
    if form == "agent-context":
        from standfast.capture.importers.context_folder import read_context

        return read_context(name, text)
    from standfast.capture.importers.instructions import read_instructions

    return read_instructions(name, text)

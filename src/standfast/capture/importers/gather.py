"""Gather: the files of a repository, or at a path, that say what is already known, and what they say."""

from __future__ import annotations

import posixpath
import re
from importlib import import_module
from pathlib import Path

from standfast.code.snapshot import walk_folder
from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from standfast.capture.importers.finding import Statement
    from standfast.code.git import Git
    from standfast.code.kept_out import KeptOut

    Choosers = Mapping[str, Callable[[Sequence[str]], Sequence[str]]]

_FILES = 500
_BYTES = 400_000
_ENDINGS = (".md", ".mdc", ".markdown", ".txt", ".rst")
_MAKES_PROJECT = compile_later(
    r"(?:agents?|claude|gemini|readme|contributing|makefile|justfile|dockerfile|package\.json|gemfile|rakefile)"
    r"(?:\.\w+)?$|\.cursorrules$|.*\.(?:toml|gradle|sln|csproj|cabal|gemspec)$|pom\.xml$|go\.mod$|mix\.exs$"
    r"|CMakeLists\.txt$|setup\.(?:py|cfg)$|compose\.ya?ml$",
    re.IGNORECASE,
)
_OF_PROJECTS = ("docs/", "doc/", ".github/", ".cursor/", ".claude/")  # folders that only projects have at their top
_DESIGNS = "designs"  # a page among them may be a record too
_MARKUP = (b"ecision", b"tatus")  # a record has one of these words; most other texts can be passed by unread


class Gathered(Value):
    """Files to read: form → (name, path). `whole`: these are all there are, so that what is missing is gone.

    `contents` holds those that are read as a commit (`commit`) has them, whatever is in their place now; `links` says
    which file is behind a name. `loose` are those that no commit brought: anybody may have written them. `unborn`:
    there is no commit at all.
    """

    files: Mapping[str, Sequence[tuple[str, Path]]]
    paths: frozenset[str] = frozenset()
    inside: bool = True
    whole: bool = True
    contents: Mapping[str, bytes] = {}
    commit: str = ""
    links: Mapping[str, str] = {}
    loose: frozenset[str] = frozenset()
    unborn: bool = False

    def read(self, name: str, path: Path) -> bytes:
        """Return what a file says, as far as it is read."""
        if name in self.contents:
            return self.contents[name][:_BYTES]
        with path.open("rb") as file:
            return file.read(_BYTES)


def gather(root: Path, git: Git | None, *, keep_out: KeptOut | None = None, also: Choosers | None = None) -> Gathered:
    """Return the files of a repository that say what is already known, but for those that a person keeps out.

    `also` are further forms, each with what chooses its files among all paths.
    """
    also = also or {}
    from standfast.capture.importers.discover import ROOT_NAMES
    from standfast.code.history import find_project_commit

    local = [name for name in ROOT_NAMES if (root / name).is_file()] if git is None or git.place.root else []
    if git is None:
        paths = _own(walk_folder(str(root), clones=False))
    elif commit := find_project_commit(git):
        return _gather_commit(root, git, commit, local, keep_out, also)
    elif not git.place.root:
        return Gathered({}, whole=False)  # a bare repository without a commit has no files
    else:
        paths = [*git.list_tracked(), *git.list_untracked()]
    seen: set[str] = set()
    files = {form: _real(root, names, seen) for form, names in _forms([*paths, *local], keep_out, also).items()}
    # Without the program, what a checkout leaves out looks like what is gone.
    found = Gathered(files, frozenset(paths), whole=git is not None or not (root / ".git").exists(), unborn=True)
    return replace(found, files=_with_shaped(found))


def _own(paths: Iterable[str]) -> list[str]:
    """Return the files of a folder that is in no repository: all, if what is at its top makes it a project.

    Else it is a place where many things are, such as a home or the folder for temporary files: what other programs and
    projects keep further down is not its own.
    """
    found = list(paths)
    if any("/" not in path and _MAKES_PROJECT.match(path) for path in found):
        return found
    return [path for path in found if "/" not in path or path.startswith(_OF_PROJECTS)]


def _with_shaped(found: Gathered) -> dict[str, Sequence[tuple[str, Path]]]:
    """Count texts that have the shape of a decision record among the records; the rest of them say nothing here."""
    from standfast.capture.importers.decisions import looks_decided, may_be_record
    from standfast.capture.importers.discover import SHAPED

    files = dict(found.files)
    records: list[tuple[str, Path]] = []
    for name, path in (*files.pop(SHAPED, ()), *files.get(_DESIGNS, ())):
        try:
            data = found.read(name, path)
        except OSError:
            continue
        text = data.decode("utf-8", "replace") if any(word in data for word in _MARKUP) else ""
        if text and may_be_record(text) and looks_decided(name, text):
            records.append((name, path))
    files["adr"] = [*files.get("adr", ()), *records]
    files[_DESIGNS] = [entry for entry in files.get(_DESIGNS, ()) if entry not in records]
    return files


def _gather_commit(
    root: Path, git: Git, commit: str, local: Sequence[str], keep_out: KeptOut | None, also: Choosers
) -> Gathered:
    """Return the files as a commit has them, and beside them what is here and no commit brought."""
    tree, own = git.list_tree(commit), list[str]()
    if git.place.root:
        tracked = {*git.list_tracked(), *(git.list_tree("HEAD") if git.find_commit("HEAD") else ())}
        here = dict.fromkeys((*git.list_untracked(), *local))
        own = [name for name in here if name not in tree and name not in tracked]
    forms = {
        form: sorted(names, key=_by_depth)[:_FILES] for form, names in _forms([*tree, *own], keep_out, also).items()
    }
    links = git.list_links(commit)
    wanted = [name for names in forms.values() for name in names if name in tree]
    pointed = {
        name: posixpath.normpath(posixpath.join(posixpath.dirname(name), target.decode("utf-8", "surrogateescape")))
        for name in wanted
        if name in links and (target := git.find_blobs([tree[name]]).get(tree[name])) is not None
    }
    real = {name: pointed.get(name, name) for name in wanted}
    blobs = git.find_blobs(tree[item] for item in real.values() if item in tree and item not in links)
    seen: set[str] = set()
    contents: dict[str, bytes] = {}
    for name, entry in real.items():
        if entry not in seen and tree.get(entry, "") in blobs and entry not in links:
            seen.add(entry)
            contents[name] = blobs[tree[entry]]
    opened: set[str] = set()
    files = {
        form: [*((name, root / name) for name in names if name in contents), *_real(root, _of(names, own), opened)]
        for form, names in forms.items()
    }
    every = frozenset((*tree, *own))
    found = Gathered(files, every, contents=contents, commit=commit, links=pointed, loose=frozenset(own))
    return replace(found, files=_with_shaped(found))


def _of(names: Sequence[str], wanted: Sequence[str]) -> list[str]:
    return [name for name in names if name in set(wanted)]


def _forms(paths: Sequence[str], keep_out: KeptOut | None, also: Choosers) -> dict[str, Sequence[str]]:
    from standfast.capture.importers.discover import sort_paths

    chosen = {
        form: [path for path in choose(paths) if keep_out is None or not keep_out.covers(path)]
        for form, choose in also.items()
    }
    return {**chosen, **sort_paths(paths, keep_out=keep_out)}


def _by_depth(name: str) -> tuple[int, str]:
    return (name.count("/"), name)


def gather_path(form: str, path: Path, root: Path | None) -> Gathered:
    """Return the file, or the files of the folder, that a person named."""
    real = path.resolve()
    inside = root is not None and real.is_relative_to(root.resolve())
    base = root.resolve() if root is not None and inside else real.parent
    members = [real] if real.is_file() else [real / name for name in walk_folder(str(real)) if name.endswith(_ENDINGS)]
    names = [(member.relative_to(base).as_posix(), member) for member in members[:_FILES]]
    return Gathered({form: names}, inside=inside, whole=False)


def _real(root: Path, names: Sequence[str], seen: set[str]) -> list[tuple[str, Path]]:
    """Return files that are in the repository; one file under two names counts once, a link out of it not at all."""
    found = []
    top = root.resolve()
    for name in sorted(names, key=_by_depth)[:_FILES]:
        real = (root / name).resolve()
        if str(real) not in seen and real.is_relative_to(top) and real.is_file():
            seen.add(str(real))
            found.append((name, real))
    return found


def read_findings(form: str, name: str, path: Path, found: Gathered, clean: Callable[[str], str]) -> list[Statement]:
    """Return what one file says; nothing when it cannot be read or is not text. `clean` sees it whole, first."""
    text = read_text(name, path, found, clean)
    if not text:
        return []
    from standfast.capture.importers.discover import FORMS

    told = next(known for known in FORMS if known.name == form)
    reader = getattr(import_module(f"standfast.capture.importers.{told.module}"), told.reader)
    statements: list[Statement] = reader(name, text)
    return statements


def read_text(name: str, path: Path, found: Gathered, clean: Callable[[str], str]) -> str:
    """Return the text of a file, cleaned whole; nothing when it cannot be read or is not text."""
    try:
        text = clean(found.read(name, path).decode("utf-8", "replace"))
    except OSError:
        return ""
    return "" if "\0" in text else text

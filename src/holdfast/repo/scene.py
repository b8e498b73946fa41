"""One state of one repository, opened for asking: its files, its git, and what changed since some commit.

Owns: putting view and git together, and remembering git's answers while one question is answered. Must not: judge.
Neighbours: `view.py`, `git.py`, `follow.py`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from holdfast.errors import NotFound
from holdfast.repo.git import Change, Git, GitError, decode, find_git
from holdfast.repo.locate import Place, find_place, hash_name, read_head
from holdfast.repo.view import CommitTree, Sources, View, WorkingTree

_MAX_WALK = 20_000
_SKIP = frozenset((".git", "node_modules", ".venv", "venv", "target", "dist", "build", "__pycache__", ".holdfast"))


class Scene:
    """A view of a repository with everything asked about it remembered."""

    def __init__(self, view: View, git: Git | None, place: Place | None, rev: str = "") -> None:
        self.view = view
        self.git = git
        self.place = place
        self.rev = rev
        self.sources = Sources(view)
        self._changes: dict[str, list[Change] | None] = {}
        self._dirty: list[Change] | None = None
        self._names: dict[str, list[str]] = {}
        self._paths: list[str] | None = None

    @property
    def head(self) -> str:
        """The commit this state is, or is based on; empty when there is none."""
        if self.rev:
            return self.rev
        if self.place is None:
            return ""
        commit = read_head(self.place).commit
        return commit or (self.git.find_commit("HEAD") if self.git else "")

    @property
    def algorithm(self) -> str:
        """The hash that blob ids are made with."""
        return hash_name(self.place) if self.place else "sha1"

    def list_dirty(self) -> list[Change]:
        """List what differs from HEAD on disk; nothing for a commit."""
        if self._dirty is None:
            self._dirty = [] if self.rev or self.git is None or not self.place else self.git.list_dirty()
        return self._dirty

    def find_changes(self, since: str) -> list[Change] | None:
        """List what changed from a commit to this state, renames found; None when that commit is not here."""
        if since not in self._changes:
            self._changes[since] = self._ask_changes(since)
        return self._changes[since]

    def _ask_changes(self, since: str) -> list[Change] | None:
        if self.git is None or not self.head or not self.git.find_commit(since):
            return None
        try:
            return [*self.git.list_changes(since, self.head, renames=True), *self.list_dirty()]
        except GitError:
            return None

    def list_paths(self) -> list[str]:
        """List the files of this state."""
        if self._paths is None:
            if isinstance(self.view, CommitTree):
                self._paths = self.view.list_paths()
            elif self.git is not None and self.place:
                self._paths = [*self.git.list_tracked(), *self.git.list_untracked()]
            else:
                self._paths = list(_walk(self.view.root)) if isinstance(self.view, WorkingTree) else []
        return self._paths

    def list_named(self, basename: str) -> list[str]:
        """List the files of one name, wherever they are."""
        if basename not in self._names:
            self._names[basename] = [path for path in self.list_paths() if path.rpartition("/")[2] == basename]
        return self._names[basename]

    def grep(self, word: str) -> list[str]:
        """List the files that contain a word."""
        if self.git is None or not word or self.git.ask("rev-parse", "--is-inside-work-tree").code:
            return []
        where = [self.rev] if self.rev else ["--untracked"]
        answer = self.git.ask("grep", "-l", "-z", "-w", "-I", "-F", "-e", word, *where, "--")
        prefix = f"{self.rev}:" if self.rev else ""
        return [decode(path).removeprefix(prefix) for path in answer.out.split(b"\0") if path]


def open_scene(root: str, rev: str = "") -> Scene:
    """Open the working tree at `root`, or the tree of the commit `rev` of its repository."""
    git = find_git(root)
    place = find_place(root)
    if not rev:
        return Scene(WorkingTree(place.root if place else root), git, place)
    commit = git.find_commit(rev) if git else ""
    if git is None or not commit:
        raise NotFound(f"There is no commit {rev!r} here.", hint="`git log` lists the commits of this repository.")
    return Scene(CommitTree(git, commit), git, place, commit)


def _walk(root: str) -> Iterator[str]:
    """Walk a folder that is no repository, up to a bound."""
    seen = 0
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIP)
        for name in sorted(files):
            seen += 1
            if seen > _MAX_WALK:
                return
            yield Path(folder, name).relative_to(root).as_posix()

"""One state of one repository, opened for asking: its files, its git, and what changed since some commit.

Owns: putting view and git together, and remembering git's answers while one question is answered. Must not: judge.
Neighbours: `view.py`, `git.py`, `follow.py`.
"""

from __future__ import annotations

# pathlib would cost the hook more time than all of this module.
# ruff: noqa: PTH110, PTH113, PTH114, PTH118
import os

from standfast.code.hashing import hash_text
from standfast.code.locate import Checkout, find_checkout, hash_name, read_head
from standfast.code.tree import CommitTree, Files, WorkingTree
from standfast.errors import NotFound, StandfastError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from standfast.code.git import Git, PathChange
    from standfast.code.source import Source, Sources
    from standfast.code.tree import View

    T = TypeVar("T")

_MAX_WALK = 20_000
SKIPPED = frozenset((".git", "node_modules", ".venv", "venv", "target", "dist", "build", "__pycache__", ".standfast"))


class Snapshot:
    """A view of a repository with everything asked about it remembered."""

    def __init__(self, view: View, git: Git | None, place: Checkout | None, rev: str = "") -> None:
        self.view = view
        self.place = place
        self.rev = rev
        self._git = git
        self._sources: Sources | None = None
        self._changes: dict[str, list[PathChange] | None] = {}
        self._dirty: list[PathChange] | None = None
        self._names: dict[str, list[str]] = {}
        self._hits: dict[str, list[str]] = {}
        self._paths: list[str] | None = None
        self._facts: dict[str, str] = {}
        self._noted: set[str] = set()
        self._absent: set[str] = set()  # what was read from the commit, since a sparse checkout leaves it out
        self._made: dict[tuple[str, str], object] = {}
        self.only: frozenset[str] | None = None  # where to look for what moved, when all else was looked at before

    @property
    def git(self) -> Git | None:
        """The repository's git; looked for when first needed, since most questions need none."""
        if self._git is None and self.place is not None:
            from standfast.code.git import find_git

            self._git = find_git(self.place.root or self.place.git_dir)
        return self._git

    @property
    def sources(self) -> Sources:
        """The files of this state, read and parsed as far as needed."""
        if self._sources is None:
            from standfast.code.source import Sources

            self._sources = Sources(self.view)
        return self._sources

    def trace(self) -> None:
        """Begin to note what a judgement depends on."""
        self._noted.clear()
        self.sources.touched.clear()

    def traced(self) -> tuple[set[str], dict[str, str]]:
        """Return the paths looked at since `trace`, and the facts about the whole repository that were asked for."""
        return set(self.sources.touched), {name: self.fact(name) for name in sorted(self._noted)}

    def note_world(self) -> None:
        """Note that an answer depends on more than the files opened: on the commit, and on all that is new."""
        self._noted.add("world")

    def fact(self, name: str) -> str:
        """Name what a fact is now: `world` (everything), `manifests` (which there are) or `folder:PATH` (its names)."""
        if name not in self._facts:
            kind, _, detail = name.partition(":")
            if kind == "world":
                self._facts[name] = f"{self.head} {self._list_uncommitted()}"
            else:
                parts = self._folder(detail) if kind == "folder" else self._manifests()
                self._facts[name] = hash_text("\n".join(parts))
        return self._facts[name]

    def _list_uncommitted(self) -> str:
        dirty = sorted(f"{change.path}\0{self.view.stamp(change.path)}" for change in self.list_dirty())
        return hash_text("\n".join(dirty)) if dirty else ""

    def list_since(self, world: str) -> frozenset[str] | None:
        """List the files that differ from how the world was when `world` was its fact; None when that is unknown."""
        return self.once("since", world, lambda: self._ask_since(world))

    def once(self, about: str, key: str, make: Callable[[], T]) -> T:
        """Return what is made, the first time for each key of what it is about; made once as long as this lives."""
        if (about, key) not in self._made:
            self._made[about, key] = make()
        return self._made[about, key]  # type: ignore[return-value]

    def _ask_since(self, world: str) -> frozenset[str] | None:
        commit, _, uncommitted = world.partition(" ")
        if uncommitted or not commit or self.git is None:
            return None
        try:
            changes = self.git.list_changes(commit, self.head) if commit != self.head else []
        except StandfastError:
            return None
        return frozenset(change.path for change in (*changes, *self.list_dirty()))

    def _manifests(self) -> list[str]:
        from standfast.code.manifests import list_manifests

        return list_manifests(self._all_paths())

    def _folder(self, path: str) -> list[str]:
        return [name for name in self._all_paths() if name.startswith(path + "/")]

    def list_manifests(self) -> list[str]:
        """List the files that say something about dependencies."""
        self._noted.add("manifests")
        return self._manifests()

    def list_folder(self, path: str) -> list[str]:
        """List the files in a folder, at any depth."""
        self._noted.add(f"folder:{path}")
        return self._folder(path)

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

    def read(self, path: str) -> bytes | None:
        """Return the content of a file: the very one that was opened, if it was; Git may write it meanwhile."""
        opened = self._sources.known(path) if self._sources is not None else None
        return opened.data if opened is not None else self.view.read(path)

    def find_source(self, path: str) -> Source | None:
        """Open a file; what a sparse checkout leaves out of the working tree is read from its commit."""
        source = self.sources.find(path)
        if path in self._absent:
            self.note_world()
        if source is not None or self.rev or self.place is None or self.view.stamp(path):
            return source
        if not self._is_sparse or self.git is None:
            return None
        self.note_world()
        self._absent.add(path)
        name = f"{self.head}:{path}"
        data = self.git.find_blobs([name]).get(name)
        if data is None or any(change.path == path for change in self.list_dirty()):
            return None
        return self.sources.add(path, data)

    def list_dirty(self) -> list[PathChange]:
        """List what differs from HEAD on disk; nothing for a commit."""
        if self._dirty is None:
            self._dirty = [] if self.rev or self.git is None or not self.place else self.git.list_dirty()
        return self._dirty

    def find_changes(self, since: str) -> list[PathChange] | None:
        """List what changed from a commit to this state, renames found; None when that commit is not here."""
        self._noted.add("world")
        if since not in self._changes:
            self._changes[since] = self._ask_changes(since)
        return self._changes[since]

    def assume(self, since: str, changes: list[PathChange]) -> None:
        """Take these as what changed since a commit, where there is no git to ask."""
        self._changes[since] = changes

    def _ask_changes(self, since: str) -> list[PathChange] | None:
        if self.git is None or not self.head or not self.git.find_commit(since):
            return None
        try:
            return [*self.git.list_changes(since, self.head, renames=True), *self.list_dirty()]
        except StandfastError:
            return None

    def list_paths(self) -> list[str]:
        """List the files of this state."""
        self._noted.add("world")
        return self._all_paths()

    def _all_paths(self) -> list[str]:
        if self._paths is None:
            if isinstance(self.view, CommitTree | Files):
                self._paths = self.view.list_paths()
            elif self.git is not None and self.place:
                self._paths = [*self.git.list_tracked(), *self.git.list_untracked()]
            else:
                self._paths = list(walk_folder(self.view.root)) if isinstance(self.view, WorkingTree) else []
        return self._paths

    def list_named(self, basename: str) -> list[str]:
        """List the files of one name, wherever they are."""
        self._noted.add("world")
        if basename not in self._names:
            self._names[basename] = [path for path in self._all_paths() if path.rpartition("/")[2] == basename]
        return self._names[basename]

    @property
    def searches(self) -> int:
        """How many words were searched for so far."""
        return len(self._hits)

    def has_searched(self, word: str) -> bool:
        """Tell whether the files of a word are known without a search."""
        return word in self._hits

    def grep(self, word: str) -> list[str]:
        """List the files that contain a word."""
        self._noted.add("world")
        if self.git is None or not word or not (self.rev or self.git.place.root):
            return []
        if word not in self._hits:
            found: dict[bytes, None] = {}
            for where in self.search_places():
                answer = self.git.ask("grep", "-l", "-z", "-w", "-I", "-F", "-e", word, where, "--")
                found |= dict.fromkeys(filter(None, answer.out.split(b"\0")))
            self._hits[word] = self._spell_hits(found)
        return self._hits[word]

    def look_up(self, words: Iterable[str]) -> None:
        """Search for several words at once, so that `grep` knows their files."""
        asked = {word for word in words if word not in self._hits}
        # Of words that stand in one another git tells only the longer: the others are searched one by one.
        unknown = [word for word in asked if not any(word in other for other in asked if other != word)]
        if len(unknown) < 2 or self.git is None or not (self.rev or self.git.place.root):
            return
        patterns = [part for word in unknown for part in ("-e", word)]
        hits: dict[str, dict[bytes, None]] = {word: {} for word in unknown}
        for where in self.search_places():
            answer = self.git.ask("grep", "-o", "-z", "-w", "-I", "-F", *patterns, where, "--")
            if answer.code > 1:  # it failed: nothing is known of any of them
                return
            for line in answer.out.split(b"\n"):
                path, _, word = line.rpartition(b"\0")
                hits.get(word.decode("utf-8", "replace"), {})[path] = None
        self._hits.update({word: self._spell_hits(paths) for word, paths in hits.items()})

    @property
    def _is_sparse(self) -> bool:
        return self.place is not None and os.path.exists(os.path.join(self.place.git_dir, "info", "sparse-checkout"))

    def search_places(self) -> list[str]:
        """Return where words are searched for: in a sparse checkout also in the commit, for what is left out here."""
        if self.rev:
            return [self.rev]
        return ["--untracked", self.head] if self._is_sparse and self.head else ["--untracked"]

    def _spell_hits(self, found: Iterable[bytes]) -> list[str]:
        """Return the files of these hits; what a commit has counts where a sparse checkout leaves it out."""
        spelled: dict[str, None] = {}
        for path in found:
            name = path.decode("utf-8", "surrogateescape")
            plain = name.removeprefix(f"{self.head}:")
            if self.rev or plain == name or not self.view.stamp(plain):
                spelled[plain] = None
        return list(spelled)


def open_snapshot(root: str, rev: str = "") -> Snapshot:
    """Open the working tree at `root`, or the tree of the commit `rev` of its repository."""
    place = find_checkout(root)
    if not rev:
        return Snapshot(WorkingTree(place.root if place else root), None, place)
    from standfast.code.git import find_git

    git = find_git(root)
    commit = git.find_commit(rev) if git else ""
    if git is None or not commit:
        raise NotFound(f"There is no commit {rev!r} here.", hint="`git log` lists the commits of this repository.")
    return Snapshot(CommitTree(git, commit), git, place, commit)


def walk_folder(root: str, *, clones: bool = True) -> Iterator[str]:
    """Walk a folder as if it were not a repository, up to a bound: files in order, by their names inside it.

    What is not a file (a pipe, a device: reading it never ends) and links that lead out of the folder are passed by,
    and without `clones` also repositories that are inside it: they are projects of their own.
    """
    seen, top = 0, os.path.join(os.path.realpath(root), "")
    for folder, folders, files in os.walk(root):
        if not clones and folder != root and os.path.exists(os.path.join(folder, ".git")):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in sorted(files):
            seen += 1
            if seen > _MAX_WALK:
                return
            path = os.path.join(folder, name)
            leads_out = os.path.islink(path) and not os.path.realpath(path).startswith(top)
            if not leads_out and os.path.isfile(path):
                yield os.path.relpath(path, root).replace(os.sep, "/")

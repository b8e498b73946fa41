"""What in the instruction files is no longer true: what a line names and the repository no longer has.

Owns: choosing, among what is named and missing, what is surely stale: a target no makefile has, a path that was
deleted, a name that stood in the code when the line was written and stands nowhere now. A line that only mentions
what should be made, was removed or might exist is passed by. Must not: change a document. Neighbours:
`names.py`, `lookup.py`, `authors.py` (who wrote the line), `memories.py`.
"""

from __future__ import annotations

import json
import posixpath
import re
from contextlib import suppress
from functools import cached_property
from time import monotonic

from standfast.code.git import decode
from standfast.code.hashing import hash_text
from standfast.code.qualified import last_name
from standfast.errors import StandfastError
from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.standing.documents import names
from standfast.standing.documents.authors import Blame, Written
from standfast.standing.documents.faulty import list_faulty, open_book
from standfast.standing.documents.gone import DOCUMENTS, Deletions, list_defined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from standfast.code.git import Git
    from standfast.code.snapshot import Snapshot
    from standfast.context.context import Context
    from standfast.standing.documents.lookup import Inventory

_MOST_FILES = 60
_PAGES = ("designs", "policies", "agent-context")  # not what tells of the past: decisions, incidents, changes
_LOOK_BACK_S = 20.0  # for searching old commits
_SEEK_S = 12.0  # for the commits that took names away
_YES = "+"
_NOBODY = Written("", "", 0)
_FORM = "10"
_ALIKE = 2
_MADE_UP = compile_later(
    r"^\d|(?:^|[._-])(?:file|module|component|feature|sample|template|page|thing|item|\w*name)(?=[._-]|$)",
    re.IGNORECASE,
)


# What was to be made, or was thought of once, is not told of what is here.
_PLANS = compile_later(
    r"(?:^|/)\.?(?:archived?|old|legacy|plans?|planning|proposals?|rfcs?|specs?|spec-workflow|openspec|research|roadmaps?|drafts?"
    r"|brainstorms?|superpowers|audits?|analysis|reports?)/"
    r"|(?:^|[/_-])(?:plan|roadmap|proposal|prd|migration|audit|analysis|report)(?:[-_][^/]*)?\.\w+$"
    r"|(?:^|/)\d{1,3}[a-z]?[-_][^/]*design[^/]*\.\w+$",  # one of several steps of some work
    re.IGNORECASE,
)


class Stale(Value):
    """One thing that a line of a document names and that is not there.

    `nearest` is what comes nearest to it; `since` the commit that took it away, and `written` the one that wrote the
    line, each empty where history does not say.
    """

    file: str
    line: int
    kind: str
    name: str
    nearest: str = ""
    since: str = ""
    written: str = ""
    author: str = ""
    at: int = 0

    @property
    def fault(self) -> str:
        """What is wrong with the line, in words that follow its place."""
        if self.kind == names.VERSION:
            return f"says {self.name}, and {self.nearest} is asked for"
        if self.kind == names.SYMBOL:
            return f"names {self.name}, which is no longer in the code"
        near = f"; nearest: {self.nearest}" if self.nearest else ""
        return f"names the {self.kind} {self.name}, which is not there{near}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.fault}"


def stale_instructions(context: Context, *, known: bool = False) -> list[Stale]:
    """Return what in the instruction files of this repository is no longer true, by file and line.

    With `known`, only what was found out before about files that have not changed since, and is not back: a session
    start waits for it.
    """
    if context.here.root is None:
        return []
    from standfast.code.snapshot import open_snapshot

    with suppress(StandfastError):
        return find_stale(open_snapshot(str(context.here.root)), known_only=known)
    return []


def stale_documents(context: Context) -> list[Stale]:
    """Return what in the pages on how this is built and kept is no longer true; what is read from them then says so."""
    if context.here.root is None:
        return []
    from standfast.capture.importers.discover import sort_paths
    from standfast.code.snapshot import open_snapshot

    with suppress(StandfastError):
        snapshot = open_snapshot(str(context.here.root))
        found = sort_paths(snapshot.list_paths())
        return find_stale(snapshot, [path for form in _PAGES for path in found[form]])
    return []


def find_stale(snapshot: Snapshot, documents: list[str] | None = None, *, known_only: bool = False) -> list[Stale]:
    """Return what these documents (or else all instruction files) name and a state of the repository has not."""
    if snapshot.place is None or snapshot.git is None:
        return []
    kept = open_book(snapshot.place.git_dir)
    wanted = documents
    if wanted is None:
        wanted = _sort_instructions(list_faulty(kept)) if known_only else list_instructions(snapshot)
    search = _Search(snapshot)
    found: dict[str, list[Stale]] = {}
    fresh: dict[str, str] = {}
    for path in wanted[:_MOST_FILES]:
        source = snapshot.sources.find(path)
        if source is None or source.is_binary:
            continue
        state = f"{_hash(source.text)} {snapshot.fact('world')}"
        try:
            known = json.loads(kept.get(path, "[]"))
        except ValueError:
            known = []
        if known and known[0] == state:
            found[path] = [Stale(*row) for row in known[1]]
        elif known_only:
            found[path] = search.look_again(path, find_known(snapshot, path, source.text))
        else:
            found[path], fresh[path] = [], source.text
    for path, stale in search.look(fresh).items():
        found[path] = stale
        state = f"{_hash(fresh[path])} {snapshot.fact('world')}"
        if not search.is_whole:
            state = f"{_hash(fresh[path])} "
        kept[path] = json.dumps([state, [list(_parts(item)) for item in stale]], separators=(",", ":"))
    if not known_only:
        kept.save()
    return [item for stale in found.values() for item in stale]


def find_known(snapshot: Snapshot, path: str, text: str) -> list[Stale]:
    """Return what was found out of a document before, while it says the same; git is not asked."""
    if snapshot.place is None:
        return []
    try:
        state, rows = json.loads(open_book(snapshot.place.git_dir).get(path, "[]") or "[]") or ("", [])
    except ValueError:
        return []
    return [Stale(*row) for row in rows] if state.startswith(_hash(text) + " ") else []


def _hash(text: str) -> str:
    return hash_text(_FORM + text)[:16]


def list_instructions(snapshot: Snapshot) -> list[str]:
    """List the instruction files of a state of the repository, the top ones first."""
    from standfast.capture.importers.discover import ROOT_NAMES

    paths = snapshot.list_paths()
    beside = [name for name in ROOT_NAMES if name not in paths and snapshot.view.stamp(name)]
    return _sort_instructions([*paths, *beside])


def _sort_instructions(paths: list[str]) -> list[str]:
    """Return the instruction files among these, the top ones first."""
    if not paths:
        return []
    from standfast.capture.importers.discover import sort_paths

    return sorted(sort_paths(paths)["instructions"], key=lambda path: (path.count("/"), path))


def _parts(stale: Stale) -> tuple[object, ...]:
    return (
        stale.file,
        stale.line,
        stale.kind,
        stale.name,
        stale.nearest,
        stale.since,
        stale.written,
        stale.author,
        stale.at,
    )


class _Search:
    """Looks through documents against one inventory of the repository."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._git: Git = snapshot.git  # type: ignore[assignment]
        self._blame = Blame(self._git)
        self._deletions = Deletions(self._git)
        self._sought = 0.0  # seconds
        self.is_whole = True  # nothing was left for another time
        self._defined: set[tuple[str, str]] = set()  # commits, and names that their code defines

    @cached_property
    def _inventory(self) -> Inventory:
        from standfast.standing.documents.lookup import Inventory

        return Inventory(self._snapshot)

    def look_again(self, path: str, found: list[Stale]) -> list[Stale]:
        """Return what of that which a document was found to name is still not there, whatever else has changed."""
        named = {names.Named(item.kind, item.name, item.line): item for item in found}
        return [named[item] for item in self._missing(list(named), posixpath.dirname(path))]

    def _missing(self, named: list[names.Named], folder: str) -> list[names.Named]:
        self._inventory.look_up(item.name for item in named if item.kind in names.IN_CODE)
        return [item for item in named if not self._inventory.has(item, folder)]

    def look(self, texts: dict[str, str]) -> dict[str, list[Stale]]:
        """Return what each of some documents names and is not there; what stands in code is looked up at once."""
        named = {
            path: [item for item in names.list_names(text, path=path) if item.sure] if not _PLANS.search(path) else []
            for path, text in texts.items()
        }
        self._inventory.look_up(item.name for some in named.values() for item in some if item.kind in names.IN_CODE)
        missing = {path: self._missing(some, posixpath.dirname(path)) for path, some in named.items()}
        rows = {path: self._blame.of(path, texts[path]) for path, some in missing.items() if some}
        written = {
            path: [(item, rows[path][item.line - 1] if item.line <= len(rows[path]) else _NOBODY) for item in some]
            for path, some in missing.items()
            if some
        }
        self._look_back(pair for pairs in written.values() for pair in pairs)
        return {path: [*self._tell(path, written.get(path, []))] for path in texts}

    def _look_back(self, pairs: Iterable[tuple[names.Named, Written]]) -> None:
        """Find out which names the code had when their lines were written: one search for each commit, kept for good.

        A search of a large tree takes seconds: what there is no time for is looked up the next time.
        """
        from standfast.code.cache import open_cache

        book = open_cache(self._git.place.git_dir, book="defined")
        by_commit: dict[str, set[str]] = {}
        for item, row in pairs:
            last = last_name(item.name)
            commit = row.commit or self._snapshot.head  # of a line that is not committed yet, what it was written on
            known = book.get(f"{commit} {last}", "")
            if known == _YES:
                self._defined.add((commit, last))
            elif not known and item.kind in names.IN_CODE and commit:
                by_commit.setdefault(commit, set()).add(last)
        began = monotonic()
        for commit, wanted in sorted(by_commit.items(), key=lambda entry: -len(entry[1])):
            if monotonic() - began > _LOOK_BACK_S:
                self.is_whole = False
                break
            defined = list_defined(self._git, commit, wanted)
            self._defined.update((commit, name) for name in defined)
            book.update({f"{commit} {name}": _YES if name in defined else "-" for name in wanted})
        book.save()

    def _tell(self, path: str, written: list[tuple[names.Named, Written]]) -> Iterator[Stale]:
        folder = posixpath.dirname(path)
        for item, row in written:
            since = self._since(item, row, path)
            if since is not None:
                near = self._inventory.nearest(item, folder)
                yield Stale(path, item.line, item.kind, item.name, near, since, row.commit, row.author, row.at)

    def _since(self, named: names.Named, row: Written, path: str) -> str | None:
        """Return the commit that took it away, nothing where that is not known; None where it may never have been."""
        if named.kind == names.PATH:
            return self._deleted(named, path, row)
        if named.kind not in names.IN_CODE:
            return ""
        return self._was_there(named.name, row)

    def _deleted(self, named: names.Named, path: str, row: Written) -> str | None:
        """Return the commit that deleted what a path means; of a bare word, only if that was after it was written."""
        wanted = posixpath.normpath(named.name.removeprefix("./").strip("/"))
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), wanted))
        found = self._deletions.find(wanted, beside, anywhere=wanted if "/" in wanted else "")
        sha, when = found[0] if found else ("", 0)
        if sha and "/" not in wanted and (len(found) > 1 or when < row.at):
            return None  # of a bare word; what was deleted again and again is written for each release and used up
        if sha:
            return sha
        if self._git.ask("cat-file", "-e", f"HEAD:{wanted}").code == 0 and not self._snapshot.rev:
            return ""  # taken away, and not committed yet
        if not _sort_instructions([path]):
            return None  # a page on a design may speak of what was never made
        is_near = "/" in wanted and not named.shown and (self._is_near(wanted) or self._is_near(beside))
        return "" if is_near else None

    def _is_near(self, path: str) -> bool:
        """Tell whether a path that never was could only be meant for one here: it has its like beside it.

        What stands alone in its folder is what some command writes there; what begins with a number, or is called a
        file or a module, is made up.
        """
        folder, _, name = path.rpartition("/")
        ending = re.search(r"\.[A-Za-z]{1,5}$", name)
        paths = self._inventory.paths
        if ending is None or not folder or folder[0] == "." or folder not in paths or _MADE_UP.search(name):
            return False
        alike = [other for other in paths if other.rpartition("/")[0] == folder and other.endswith(ending[0])]
        return len(alike) >= _ALIKE

    def _was_there(self, name: str, row: Written) -> str | None:
        """Tell whether a name stood in the code when the line was written, and which commit took the last of it."""
        last = last_name(name)
        commit = row.commit or self._snapshot.head
        if (commit, last) not in self._defined:
            return None
        if self._sought > _SEEK_S:
            return ""
        began = monotonic()
        with suppress(StandfastError):
            span = f"{commit}..HEAD"
            command = ["log", "-1", "--format=%H", f"-S{last}", span, "--", ".", *DOCUMENTS]
            sha = decode(self._git.ask(*command, globs=True, timeout_s=8).out).strip()
            self._sought += monotonic() - began
            return sha
        self._sought += monotonic() - began
        return ""

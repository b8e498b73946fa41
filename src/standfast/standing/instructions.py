"""What in the instruction files is no longer true: what a line names and the repository no longer has.

Owns: choosing, among what is named and missing, what is surely stale: a target no makefile has, a path that was
deleted, a name that stood in the code when the line was written and stands nowhere now. A line that only mentions
what should be made, was removed or might exist is passed by. Must not: change a document. Neighbours:
`names.py`, `named.py`, `document.py` (who wrote the line), `memories.py`.
"""

from __future__ import annotations

import json
import posixpath
import re
from contextlib import suppress
from functools import cached_property

from standfast.code.git import decode
from standfast.code.hashing import hash_text
from standfast.code.qualified import last_name
from standfast.errors import StandfastError
from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.standing import names
from standfast.standing.document import Blame, Written
from standfast.standing.faulty import list_faulty, open_book

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.git import Git
    from standfast.code.snapshot import Snapshot
    from standfast.context.context import Context
    from standfast.standing.named import Inventory

_MOST_FILES = 60
_MOST_SOUGHT = 12
_IN_CODE = frozenset((names.SYMBOL, names.ENVIRONMENT))
_FORM = "6"
_ALIKE = 2
_MADE_UP = compile_later(
    r"^\d|(?:^|[._-])(?:file|module|component|feature|sample|template|page|thing|item|\w*name)(?=[._-]|$)",
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

    def __str__(self) -> str:
        near = f"; nearest: {self.nearest}" if self.nearest else ""
        return f"{self.file}:{self.line} names the {self.kind} {self.name}, which is not there{near}"


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


def find_stale(snapshot: Snapshot, documents: list[str] | None = None, *, known_only: bool = False) -> list[Stale]:
    """Return what these documents (or else all instruction files) name and a state of the repository has not."""
    if snapshot.place is None or snapshot.git is None:
        return []
    kept = open_book(snapshot.place.git_dir)
    wanted = documents
    if wanted is None:
        wanted = _sort_instructions(list_faulty(kept)) if known_only else list_instructions(snapshot)
    search = _Search(snapshot)
    found: list[Stale] = []
    for path in wanted[:_MOST_FILES]:
        source = snapshot.sources.find(path)
        if source is None or source.is_binary:
            continue
        state = f"{_hash(source.text)} {snapshot.fact('world')}"
        try:
            known = json.loads(kept.get(path, "[]"))
        except ValueError:
            known = []
        is_same = bool(known) and known[0] == state
        if known_only and not is_same:
            found += search.look_again(path, find_known(snapshot, path, source.text))
            continue
        if not is_same:
            known = [state, [list(_parts(item)) for item in search.look(path, source.text)]]
            kept[path] = json.dumps(known, separators=(",", ":"))
        found += [Stale(*row) for row in known[1]]
    if not known_only:
        kept.save()
    return found


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
        self._sought = 0

    @cached_property
    def _inventory(self) -> Inventory:
        from standfast.standing.named import Inventory

        return Inventory(self._snapshot)

    def look_again(self, path: str, found: list[Stale]) -> list[Stale]:
        """Return what of that which a document was found to name is still not there, whatever else has changed."""
        named = {names.Named(item.kind, item.name, item.line): item for item in found}
        return [named[item] for item in self._missing(list(named), posixpath.dirname(path))]

    def _missing(self, named: list[names.Named], folder: str) -> list[names.Named]:
        self._inventory.look_up(item.name for item in named if item.kind in _IN_CODE)
        return [item for item in named if not self._inventory.has(item, folder)]

    def look(self, path: str, text: str) -> list[Stale]:
        """Return what one document names and is not there."""
        folder = posixpath.dirname(path)
        missing = self._missing([name for name in names.list_names(text) if name.sure], folder)
        if not missing:
            return []
        rows = self._blame.of(path, text)
        found: list[Stale] = []
        for item in missing:
            row = rows[item.line - 1] if item.line <= len(rows) else Written("", "", 0)
            since = self._since(item, row, folder)
            if since is None:
                continue
            near = self._inventory.nearest(item, posixpath.dirname(path))
            found.append(Stale(path, item.line, item.kind, item.name, near, since, row.commit, row.author, row.at))
        return found

    def _since(self, named: names.Named, row: Written, folder: str) -> str | None:
        """Return the commit that took it away, nothing where that is not known; None where it may never have been."""
        if named.kind == names.PATH:
            return self._deleted(named, folder, row)
        if named.kind not in _IN_CODE:
            return ""
        return self._was_there(named.kind, named.name, row)

    def _deleted(self, named: names.Named, folder: str, row: Written) -> str | None:
        """Return the commit that deleted what a path means; of a bare word, only if that was after it was written."""
        wanted = posixpath.normpath(named.name.removeprefix("./").strip("/"))
        beside = posixpath.normpath(posixpath.join(folder, wanted))
        places = [f":(literal){wanted}", f":(literal){beside}"]
        if "/" in wanted:  # a bare word is the name of many files
            places += [f":(glob)**/{wanted}", f":(glob)**/{wanted}/**"]
        command = ["log", "-1", "--format=%H %ct", "--diff-filter=D", "--no-renames", "HEAD", "--", *places]
        sha, _, when = decode(self._git.ask(*command, globs=True).out).strip().partition(" ")
        if sha:
            return sha if "/" in wanted or int(when or 0) >= row.at else None
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

    def _was_there(self, kind: str, name: str, row: Written) -> str | None:
        """Tell whether a name stood in the code when the line was written, and which commit took the last of it."""
        from standfast.standing.named import DOCUMENTS, definition_of

        if not row.commit or self._sought >= _MOST_SOUGHT * 4:
            return None
        self._sought += 1
        last = last_name(name)
        how = ["-w", "-F", "-e", last] if kind == names.ENVIRONMENT else ["-E", "-e", definition_of(last)]
        then = self._git.ask("grep", "-q", "-I", *how, row.commit, "--", ".", *DOCUMENTS, globs=True)
        if then.code != 0:
            return None
        if self._sought > _MOST_SOUGHT:
            return ""
        with suppress(StandfastError):
            span = f"{row.commit}..HEAD"
            command = ["log", "-1", "--format=%H", f"-S{last}", span, "--", ".", *DOCUMENTS]
            return decode(self._git.ask(*command, globs=True, timeout_s=8).out).strip()
        return ""

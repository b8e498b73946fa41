"""Survival: how much of what a commit added is still in the code, through renames.

Owns: the lines a commit added and took away (as checksums, kept for good: a commit does not change) and counting which
of them stand in the files now: lines of code, and of tests and pages only where it changed nothing else. One that took
away far more than it added is a removal: it stands while that is gone. Lines too short to be told apart are left out.
A line that was taken away since and came back stands by the commit that brought it back; one that was only moved or
indented stays with who added it. Must not: judge; `origin.py` does.
"""

from __future__ import annotations

import json
from contextlib import suppress
from zlib import crc32

from standfast.code.filetypes import is_beside_code
from standfast.code.hashing import hash_text
from standfast.errors import StandfastError
from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence
    from typing import Any

    from standfast.code.snapshot import Snapshot

    Lines = dict[str, list[str]]  # checksums, by file

_SIDES = ("files", "gone")  # what a commit added, and what it took away
_MOST_FILES = 12
_MOST_LINES = 120
_MOST_BLAMED = 3  # files of one commit, of whose lines Git is asked who brought them
_REMOVAL = 3  # times as many lines taken away as added
_TELLING = 12  # letters and digits; `return None` and brackets stand everywhere
_NOISE = compile_later(r"[\W_]+")
_CALL = compile_later(r"\w\((?=[^)\s])")
_MARKS = compile_later(r"[()\[\]{},]")


_MOST = 40  # lines of one file that Git is asked about
_PATIENCE_S = 2.0  # an edit waits for it
_HEAD = compile_later(r"([0-9a-f]{40,64}) \d+ (\d+)")
_NOBODY = compile_later("0+")  # what is not committed yet


class Left(Value):
    """What is left of a commit: the share of its lines, whether it is in the history at hand, and whose it is.

    The share is of what it added, or, of a removal, of what it took away and is gone. `altered` are the lines of which
    only what follows the first argument is another; `again` is the later commit that brought back what was gone.
    """

    sha: str
    share: float
    here: bool
    branch: str
    author: str
    at: str
    removal: bool = False
    altered: int = 0
    again: str = ""


def find_left(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> Left | None:
    """Say what is left of a commit; None where it added nothing to look for, or (not `thorough`) where git must say."""
    added = _added(snapshot, sha, kept, thorough=thorough)
    if added is None or not (added["files"] or added["gone"]):
        return None
    here, branch = _is_here(snapshot, sha, kept, thorough=thorough)
    files, gone = _of_code(added)
    is_removal = _count(gone) > _REMOVAL * _count(files)
    files = gone if is_removal else files
    found = [_Found(snapshot, path, hashes, thorough=thorough) for path, hashes in files.items()]
    share = sum(len(item.stands) for item in found) / (_count(files) or 1)
    if is_removal:
        return Left(sha, 1.0 - share, here, branch, added["author"], added["at"], removal=True)
    again = _find_again(snapshot, sha, found, kept, thorough=thorough) if here else {}
    share = sum(item not in again for each in found for item in each.stands) / (_count(files) or 1)
    heads = added.get("heads", {})
    altered = sum(item.count_altered(heads) for item in found)
    by = next(iter(again.values()), "")
    return Left(sha, share, here, branch, added["author"], added["at"], altered=altered, again=by)


class _Found:
    """Lines that a commit added to one file, and which of them stand in it now, under whatever name."""

    def __init__(self, snapshot: Snapshot, path: str, hashes: list[str], *, thorough: bool) -> None:
        self.path, lines = _lines_of(snapshot, path, hashes, thorough=thorough)
        self.stands = [item for item in hashes if item in lines]
        self._gone = [item for item in hashes if item not in lines]
        self._snapshot = snapshot

    def count_altered(self, heads: Mapping[str, str]) -> int:
        """Count the lines that are gone, and of which the beginning of the call or definition stands."""
        wanted = [heads[item] for item in self._gone if item in heads]
        return sum(item in _headed(self._snapshot, self.path) for item in wanted) if wanted else 0


def _of_code(added: dict[str, Any]) -> tuple[Lines, Lines]:
    """Return what a commit added to code and took away from it; all, where it changed no code."""
    files, gone = (
        {path: hashes for path, hashes in added[side].items() if not is_beside_code(path)} for side in _SIDES
    )
    return (files, gone) if files or gone else (added["files"], added["gone"])


def _find_again(
    snapshot: Snapshot, sha: str, found: list[_Found], kept: MutableMapping[str, str], *, thorough: bool
) -> dict[str, str]:
    """Return the lines that were gone since and came back, each with the commit that brought it back."""

    again: dict[str, str] = {}
    for item in [item for item in found if item.stands][:_MOST_BLAMED]:
        again |= find_returned(snapshot, sha, item.path, item.stands, kept, thorough=thorough)
    return again


def count_in(snapshot: Snapshot, sha: str, paths: Collection[str], kept: MutableMapping[str, str]) -> tuple[int, int]:
    """Return how many telling lines a commit changed in some files, and how many of them stand (or are gone) still.

    What Git was not asked for before, and files beyond those that are kept, count as nothing changed.
    """
    added = _added(snapshot, sha, kept, thorough=False)
    if added is None:
        return 0, 0
    changed = stands = 0
    for side in _SIDES:
        for path, hashes in added[side].items():
            if path in paths:
                found = _Found(snapshot, path, hashes, thorough=True)
                changed += len(hashes)
                is_added = side == "files"
                stands += len(found.stands) if is_added else len(hashes) - len(found.stands)
                stands -= len(_find_again(snapshot, sha, [found], kept, thorough=True)) if is_added else 0
    return changed, stands


def list_changed(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str]) -> dict[str, int] | None:
    """Return how many telling lines a commit changed in each file; Git is asked where it was not before.

    None where Git cannot say: it is not there, or does not know the commit.
    """
    added = _added(snapshot, sha, kept, thorough=True)
    if added is None:
        return None
    paths = [*added["files"], *added["gone"]]
    return {path: sum(len(added[side].get(path, ())) for side in _SIDES) for path in paths}


def _count(files: Lines) -> int:
    return sum(map(len, files.values()))


def _added(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> dict[str, Any] | None:
    name = f"L:{sha}"
    with suppress(ValueError):
        if known := kept.get(name, ""):
            return json.loads(known)  # type: ignore[no-any-return]
    unknown = f"u:{sha}"  # to Git, at this state: a clone without its history, or a branch that was rebased
    if not thorough or snapshot.git is None or kept.get(unknown, "") == snapshot.head != "":
        return None
    from standfast.code.git import decode

    command = ["show", "--no-color", "--unified=0", "--format=%an%x00%aI", "-m",
               "--first-parent", sha]  # fmt: skip
    try:
        answer = snapshot.git.ask(*command)
    except StandfastError:
        return None
    if answer.code != 0:
        kept[unknown] = snapshot.head
        return None
    head, _, patch = decode(answer.out).partition("\n")
    author, _, at = head.partition("\0")
    found: dict[str, Any] = {"author": author, "at": at, **_read_patch(patch)}
    kept[name] = json.dumps(found, separators=(",", ":"))
    return found


def _read_patch(patch: str) -> dict[str, dict[str, Any]]:
    """Return the lines that were added and those that were taken away, by file; what only moved is in neither.

    Beside them, how the calls and definitions among the added lines begin (`heads`). Code goes before what is not.
    """
    sides: dict[str, Lines] = {"+": {}, "-": {}}
    heads: dict[str, str] = {}
    current: Lines = {"+": [], "-": []}
    names = False  # between the head of a file and its first hunk: elsewhere `--- ` is a comment that was taken away
    for line in patch.split("\n"):
        if line.startswith(("diff ", "@@")):
            names = line[0] == "d"
        elif names and line.startswith(("+++ ", "--- ")):
            path = line[4:].removeprefix("b/" if line[0] == "+" else "a/").strip('"')
            current[line[0]] = [] if path == "/dev/null" else sides[line[0]].setdefault(path, [])
        elif not names and line[:1] in current and _is_telling(line):
            found = current[line[0]]
            if len(found) < _MOST_LINES:
                found.append(hash_line(line[1:]))
                heads |= {found[-1]: head} if line[0] == "+" and (head := _head(line[1:])) else {}
    moved = {item for hashes in sides["+"].values() for item in hashes}
    gone = {path: sorted(set(hashes) - moved) for path, hashes in sides["-"].items()}
    added = {path: sorted(set(hashes)) for path, hashes in sides["+"].items()}
    return {"files": _first(added), "gone": _first(gone), "heads": heads}


def _first(files: Lines) -> Lines:
    """Return as many files as are kept, code first."""
    ordered = sorted(filter(files.get, files), key=is_beside_code)[:_MOST_FILES]
    return {path: files[path] for path in ordered}


def _is_telling(line: str) -> bool:
    return len(_NOISE.sub("", line)) >= _TELLING


def hash_line(line: str) -> str:
    """Return a line as it is known again, however it is indented."""
    return _sum("".join(line.split()))


def _sum(text: str) -> str:
    """Return eight digits by which a line is known: nobody gains by two that are alike, and a file has thousands."""
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _head(line: str) -> str:
    """Return how a call or a definition begins, up to its first argument; nothing of what is too short to tell."""
    if "(" not in line:
        return ""
    bare = "".join(line.split())
    found = _CALL.search(bare)
    if found is None:
        return ""
    depth = 1
    for mark in _MARKS.finditer(bare, found.end()):
        depth += (mark[0] in "([{") - (mark[0] in ")]}")
        if depth < 1 or (depth == 1 and mark[0] == ","):
            head = bare[: mark.start()]
            return _sum(head) if _is_telling(head) else ""
    return ""


def _lines_of(snapshot: Snapshot, path: str, hashes: list[str], *, thorough: bool) -> tuple[str, frozenset[str]]:
    """Return the name of a file as it is now, and its lines."""
    found = _hashed(snapshot, path)
    if found or not thorough:
        return path, found
    best: tuple[str, frozenset[str]] = (path, frozenset())
    for other in snapshot.list_named(path.rpartition("/")[2])[:6]:
        lines = _hashed(snapshot, other)
        if sum(item in lines for item in hashes) > sum(item in best[1] for item in hashes):
            best = other, lines
    return best


def _hashed(snapshot: Snapshot, path: str) -> frozenset[str]:
    def read() -> frozenset[str]:
        lines = {line.strip() for line in read_text(snapshot, path).split("\n")}
        sums = (
            crc32("".join(line.split()).encode("utf-8", "surrogatepass")) for line in lines if len(line) >= _TELLING
        )
        return frozenset([f"{one:08x}" for one in sums])  # `hash_line` of each: a file has thousands

    return snapshot.once("lines", path, read)


def _headed(snapshot: Snapshot, path: str) -> frozenset[str]:
    def read() -> frozenset[str]:
        return frozenset(map(_head, read_text(snapshot, path).split("\n")))

    return snapshot.once("heads", path, read)


def read_text(snapshot: Snapshot, path: str) -> str:
    """Return the words of a file as it is now, without what it takes to parse it; nothing of one that is no text."""
    data = snapshot.view.read(path) or b""
    return "" if b"\0" in data[:8000] else data.decode("utf-8", "replace")


def _is_here(snapshot: Snapshot, sha: str, kept: MutableMapping[str, str], *, thorough: bool) -> tuple[bool, str]:
    """Tell whether a commit is in the history at hand, and else on which branch it is."""
    head, name = snapshot.head, f"i:{sha}"
    known = kept.get(name, "").split("\t") if name in kept else []
    if known and known[0] == head:
        return known[1] == "1", known[2] if len(known) > 2 else ""
    git = snapshot.git if thorough and head else None
    if git is None:
        return True, ""
    here = git.is_ancestor(sha, head)
    branch = "" if here else git.find_line("for-each-ref", "--contains", sha, "--count=1", "--format=%(refname:short)")
    kept[name] = f"{head}\t{int(here)}\t{branch}"
    return here, branch


def find_returned(
    snapshot: Snapshot,
    sha: str,
    path: str,
    hashes: Collection[str],
    kept: MutableMapping[str, str],
    *,
    thorough: bool,
) -> dict[str, str]:
    """Return which of a commit's lines in a file were gone and came back, each with the commit that brought it back.

    Not `thorough`, only what was found out before is told, while the file is as it was then.
    """

    text = read_text(snapshot, path)
    name, state = f"r:{sha[:20]}:{path}", hash_text(text)[:16]
    with suppress(ValueError):
        known = json.loads(kept.get(name, "null"))
        if known and known[0] == state:
            return dict(known[1])
    if not thorough or snapshot.git is None:
        return {}
    found: dict[str, str] = {}  # where Git is too slow nothing is known, and it is not asked again about this state
    with suppress(StandfastError):
        found = _ask(snapshot, sha, path, text, hashes)
    kept[name] = json.dumps([state, found], separators=(",", ":"))
    return found


def _ask(snapshot: Snapshot, sha: str, path: str, text: str, hashes: Collection[str]) -> dict[str, str]:
    from standfast.code.git import decode

    git, wanted = snapshot.git, set(hashes)
    lines = [hash_line(line) for line in text.split("\n")]
    places = [place for place, item in enumerate(lines, 1) if item in wanted][:_MOST]
    if git is None or not places:
        return {}
    ranges = [word for place in places for word in ("-L", f"{place},{place}")]
    blame = ("blame", "-w", "-s", "--porcelain")
    answer = git.ask(*blame, *ranges, f"^{sha}", "--", path, timeout_s=_PATIENCE_S)
    if answer.code != 0:
        return {}
    held: dict[str, str] = {}  # by a line that stands there since: one of several is enough
    came: dict[str, list[tuple[str, str]]] = {}
    for place, later, before in _read(decode(answer.out).split("\n"), sha):
        if not later:
            held[lines[place - 1]] = sha
        else:
            came.setdefault(lines[place - 1], []).append((later, before))
    befores = {before for pairs in came.values() for _, before in pairs if before}
    blobs = git.find_blobs(sorted(befores)) if befores else {}
    had = {name: set(map(hash_line, decode(data).split("\n"))) for name, data in blobs.items()}
    return {
        item: pairs[0][0]
        for item, pairs in came.items()
        if item not in held and all(before in had and item not in had[before] for _, before in pairs)
    }


def _read(rows: Sequence[str], sha: str) -> Iterator[tuple[int, str, str]]:
    """Yield each line with the later commit that brought it and the file as it was before; without, where none did."""
    before: dict[str, str] = {}
    bound: set[str] = {sha}
    current: list[tuple[int, str]] = []
    commit = ""
    for row in rows:
        if head := _HEAD.match(row):
            commit = head[1]
            current.append((int(head[2]), commit))
        elif row.startswith("previous "):
            _, parent, path = row.split(" ", 2)
            before[commit] = f"{parent}:{path}"
        elif row == "boundary":
            bound.add(commit)
    for place, later in current:
        known = later in bound or _NOBODY.fullmatch(later) is not None
        yield (place, "", "") if known else (place, later, before.get(later, ""))

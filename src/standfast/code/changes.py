"""What changed: entries with their blobs, and the lines each change added. Never the working tree.

Owns reading `--raw` records, hunks and blobs for whoever judges a change. The index of a commit in progress is the one
that Git names to its hooks. No external diff or text conversion runs. Neighbours: `git.py` (starts the program),
`lines.py` (the arithmetic of lines).
"""

from __future__ import annotations

import os
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple, Self

from standfast.code.git import Git, find_git
from standfast.code.lines import Lines, from_hunk
from standfast.errors import NotFound, Unavailable

_DIFF = ("--no-color", "-M", "--ignore-submodules=dirty")
_STATUS = {"A": "added", "C": "copied", "D": "deleted", "M": "modified", "R": "renamed", "T": "retyped"}
_MODES = {"120000": "link", "160000": "module", "040000": "module"}
TIMEOUT_S = 300.0  # for a question about a whole history
_ASKED_AT_ONCE = 50  # of 65 bytes each: less than the smallest pipe any platform gives
_PATHS_PER_CALL = 200  # keeps the argument list far below every platform's limit


class ChangedFile(NamedTuple):
    """One changed file: `mode` is file, link or module; the ids are Git's, or empty where there is no blob."""

    path: str
    status: str
    old_path: str = ""
    mode: str = "file"
    oid: str = ""
    old_oid: str = ""


def open_git(root: Path) -> Git:
    """Open the repository at `root`."""
    git = find_git(str(root))
    if git is None:
        raise Unavailable(f"Git cannot read {root}.", hint="Install Git, or go to a repository.", code="git-failed")
    return git


def run_git(root: Path, *arguments: str, ok: Sequence[int] = (0,)) -> bytes:
    """Run git in `root` and return its output; a failure becomes an error with what git said."""
    index = os.environ.get("GIT_INDEX_FILE", "")
    answer = open_git(root).ask(*arguments, index=index, timeout_s=TIMEOUT_S)
    if answer.code not in ok:
        said = answer.err.splitlines()[-1] if answer.err else str(answer.code)
        raise NotFound(f"git {arguments[0]} failed: {said}", hint="Check the revisions.")
    return answer.out


def in_commit() -> bool:
    """Tell whether a hook of a commit in progress called us."""
    return bool(os.environ.get("GIT_INDEX_FILE"))


def stage_beside(root: Path, paths: Sequence[str]) -> bool:
    """Add files to the commit in progress; not to one of named paths, whose index is thrown away after it."""
    index = os.environ.get("GIT_INDEX_FILE", "")
    if not index or os.path.basename(index).startswith("next-index") or not paths:  # noqa: PTH119 - a name, not a file
        return False
    run_git(root, "add", "--all", "--", *paths)
    return True


def staged_entries(root: Path) -> list[ChangedFile]:
    """List what is staged against HEAD, or against nothing before the first commit."""
    return parse_raw(run_git(root, "diff", "--cached", "--raw", "-z", "--no-abbrev", *_DIFF))


def diff_entries(root: Path, base: str, head: str) -> list[ChangedFile]:
    """List what differs between two commits."""
    return parse_raw(run_git(root, "diff", "--raw", "-z", "--no-abbrev", *_DIFF, base, head, "--"))


def parse_raw(output: bytes) -> list[ChangedFile]:
    """Read `--raw -z` records."""
    entries: list[ChangedFile] = []
    fields = iter(output.split(b"\0"))
    for head in fields:
        if not head.startswith(b":"):
            continue
        old_mode, new_mode, old_oid, oid, status = head[1:].decode("ascii").split()
        path = _path(next(fields))
        old_path = ""
        if status[0] in "RC":
            old_path, path = path, _path(next(fields))
        if status[0] in "UX":
            continue  # unmerged: Git refuses to commit it anyway
        gone = status[0] == "D"
        mode = _MODES.get(old_mode if gone else new_mode, "file")
        known = _STATUS.get(status[0], "modified")
        old_is_file = _MODES.get(old_mode, "file") == "file"
        entries.append(ChangedFile(path, known, old_path, mode, "" if gone else oid, old_oid if old_is_file else ""))
    return entries


def _path(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def staged_lines(root: Path, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
    """Return the added lines of staged files, as Git counts them."""
    return _lines(root, ["--cached"], [], entries)


def diff_lines(root: Path, base: str, head: str, entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
    """Return the added lines of files between two commits, as Git counts them."""
    return _lines(root, [], [base, head], entries)


def _lines(root: Path, option: list[str], ends: list[str], entries: Sequence[ChangedFile]) -> dict[str, Lines | None]:
    result: dict[str, Lines | None] = {}
    for at in range(0, len(entries), _PATHS_PER_CALL):
        some = entries[at : at + _PATHS_PER_CALL]
        paths = [path for entry in some for path in (entry.path, entry.old_path) if path]
        fixed = ["--text", "-U0", "--inter-hunk-context=0", "-z", "--raw", "--patch", "--no-abbrev", *_DIFF]
        output = run_git(root, "diff", *option, *fixed, *ends, "--", *paths)
        result.update(_parse_patches(output))
    return result


def _parse_patches(output: bytes) -> dict[str, Lines | None]:
    """Read raw records followed by their patches, which come in the same order."""
    raw, _, patches = output.partition(b"\0\0")
    order: list[ChangedFile] = []
    for entry in parse_raw(raw + b"\0"):
        # A file that became a link (or back) is shown as one removal and one addition.
        order += [entry._replace(path=""), entry] if entry.status == "retyped" else [entry]
    found: list[tuple[list[tuple[int, int]], list[int]]] = []
    for line in patches.split(b"\n"):
        # Content lines of a diff without context start with +, - or \, so neither header can be content.
        if line.startswith(b"diff --git "):
            found.append(([], []))
        elif line.startswith(b"@@ ") and found:
            from_hunk(line, found[-1])
    pairs = zip(order, found, strict=False) if len(order) == len(found) else ()
    return {entry.path: Lines(tuple(added), tuple(cut)) for entry, (added, cut) in pairs}


def merge_base(root: Path, base: str, head: str) -> tuple[str, str]:
    """Return the commits to compare for `base..head`: where head left base, or base itself when they share nothing."""
    resolved = [resolve_commit(root, revision) for revision in (base, head)]
    shared = run_git(root, "merge-base", *resolved, ok=(0, 1)).decode("ascii").split()
    return (shared[0] if shared else resolved[0]), resolved[1]


def resolve_commit(root: Path, revision: str) -> str:
    """Return the full id of a commit, or say that there is none."""
    if revision.startswith("-"):
        raise NotFound(f"{revision!r} is not a revision.", hint="Name a commit, branch or tag.")
    output = run_git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", ok=(0, 1))
    if not output.strip():
        hint = "In CI, fetch the base too: `fetch-depth: 0` or `git fetch origin BASE`."
        raise NotFound(f"There is no commit {revision!r} here.", hint=hint)
    return output.decode("ascii").strip()


def files_below(root: Path, path: str) -> list[str] | None:
    """Return the files below a folder that Git does not ignore, or None outside a repository."""
    try:
        listing = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", path)
        output = run_git(root, *listing)
    except NotFound:
        return None
    return [_path(name) for name in output.split(b"\0") if name]


def empty_tree(root: Path) -> str:
    """Return the id of the empty tree in this repository's hash, without writing it."""
    return run_git(root, "hash-object", "-t", "tree", "--stdin").decode("ascii").strip()


class Blobs:
    """Blobs by id through one long-lived `git cat-file` process per question; a context manager."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._batch: subprocess.Popen[bytes] | None = None
        self._ahead: deque[str] = deque()
        self._asked: deque[str] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if one was started."""
        if self._batch is not None:
            assert self._batch.stdin is not None
            assert self._batch.stdout is not None
            self._batch.stdin.close()
            self._batch.stdout.close()
            self._batch.wait()
            self._batch = None
            self._asked.clear()

    def sizes(self, oids: Iterable[str]) -> dict[str, int]:
        """Return the size of each blob; ids that are not blobs here are left out."""
        asked = "\n".join(dict.fromkeys(oids))
        if not asked:
            return {}
        output = open_git(self._root).read("cat-file", "--batch-check", given=asked.encode("ascii") + b"\n")
        sizes: dict[str, int] = {}
        for line in output.decode("ascii", "replace").splitlines():
            words = line.split()
            if len(words) == 3 and words[1] == "blob":
                sizes[words[0]] = int(words[2])
        return sizes

    def read(self, oid: str, *, limit: int | None = None) -> bytes:
        """Return one blob's bytes; empty when it is not here or larger than `limit`."""
        if self._asked and self._asked[0] != oid:
            self.close()  # what was asked ahead is no longer wanted
        if not self._asked:
            self._ask(oid)
        self._asked.popleft()
        assert self._batch is not None
        assert self._batch.stdout is not None
        return _read_object(self._batch.stdout, limit)

    def expect(self, oids: Sequence[str]) -> None:
        """Say which blobs will be read next, in order, so that Git can work ahead."""
        self._ahead = deque(oids)

    def _ask(self, oid: str) -> None:
        """Ask for one blob, and for those expected after it: so few ids fit a pipe, so this never waits for Git."""
        if self._batch is None or self._batch.poll() is not None:
            self._batch = open_git(self._root).start("cat-file", "--batch")
        asked = [oid]
        if self._ahead and self._ahead[0] == oid:
            asked = [self._ahead.popleft() for _ in range(min(len(self._ahead), _ASKED_AT_ONCE))]
        assert self._batch.stdin is not None
        self._batch.stdin.write("".join(f"{name}\n" for name in asked).encode("ascii"))
        self._batch.stdin.flush()
        self._asked.extend(asked)


def _read_object(stream: IO[bytes], limit: int | None) -> bytes:
    words = stream.readline().split()
    if len(words) != 3:
        return b""
    size = int(words[2])
    if limit is not None and size > limit:
        left = size + 1
        while left:
            left -= len(stream.read(min(left, 1 << 20)))
        return b""
    data = stream.read(size + 1)[:-1]
    return data if words[1] == b"blob" else b""


def iter_log(root: Path, *arguments: str) -> Iterator[bytes]:
    """Stream the NUL-separated fields of `git log`, one process for the whole history."""
    with open_git(root).start("log", *arguments) as process:
        assert process.stdout is not None
        rest = b""
        try:
            while chunk := process.stdout.read(65536):
                *fields, rest = (rest + chunk).split(b"\0")
                yield from fields
            if rest:
                yield rest
        finally:
            process.stdout.close()
            process.terminate()

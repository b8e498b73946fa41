"""The only place that starts the `git` program.

Owns: how git is called (argument lists, no shell, NUL-separated output, a clean environment, bounded time) and how its
failures become ours. Paths are `str` with surrogate escapes for bytes that are not UTF-8, on every system.
Must not: know about anchors or memories. It never takes a lock on the index, never asks for a password and never
fetches: a repository is only ever read, and no program that its own configuration or hooks name is started by that.
Neighbours: `locate.py` (what can be read without git), `history.py`.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from typing import NamedTuple

from standfast.code.locate import Checkout, find_bare, find_checkout, read_config
from standfast.errors import Unavailable

TIMEOUT_S = 20.0

# What a hook's environment says about "the" repository must not leak into questions about this one.
_LOCAL = frozenset([
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_QUARANTINE_PATH", "GIT_INTERNAL_SUPER_PREFIX", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
    "GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE2_PERF",
])  # fmt: skip
_SETTINGS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # before 2.45 git fetches what a partial clone lacks all the same
    "GIT_PAGER": "cat",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
# A repository that came in an archive has a configuration and hooks of its own; reading must not run what they name.
_PLAIN = (
    "core.fsmonitor=false",
    "core.quotePath=false",
    "log.showSignature=false",
    "format.pretty=medium",  # one with `%G?` starts gpg.program
    "diff.relative=false",
    "diff.submodule=short",  # the others start git in the submodule, with that one's configuration
    "submodule.recurse=false",
)
_CONFIG = tuple(word for setting in _PLAIN for word in ("-c", setting))
_NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}")  # an index that is written asks `post-index-change`
_NOT_BARE = ("-c", "safe.bareRepository=explicit")  # what git finds must be what we found, and whose file we read
_SHOWS = ("--no-ext-diff", "--no-textconv")
_FLAGS = {
    **dict.fromkeys(("diff", "diff-files", "diff-index", "diff-tree", "log", "show"), _SHOWS),
    **dict.fromkeys(("blame", "grep"), ("--no-textconv",)),
}
_WRITES = frozenset(("add",))  # in a person's own commit, where filters must run: one may encrypt what is committed
_ASKS = frozenset(("config", "rev-parse", "version"))  # they start nothing, and say where hooks are
# Drivers have names of their own, which only the configuration tells; attributes of any file may call them.
_DRIVERS = re.compile(r"\[\s*(?:filter|merge|include)", re.IGNORECASE)
_DRIVER_KEYS = r"^(filter\..*\.(clean|smudge|process)|merge\..*\.driver)$"
_OFF = {
    "filter": ("clean=", "smudge=", "process=", "required=false"),
    "merge": ("driver=false",),  # an empty one would say that the merge went well
}


class Answer(NamedTuple):
    """What git said."""

    code: int
    out: bytes
    err: str


class PathChange(NamedTuple):
    """One path that differs between two states: `status` is A, M, D, T, U or R (then `old` is where it came from)."""

    status: str
    path: str
    old: str


class GitError(Unavailable):
    """Git refused, failed or took too long."""

    code = "git-failed"


def find_program() -> str | None:
    """Find the git program."""
    return shutil.which("git")


def decode(data: bytes) -> str:
    """Turn git's bytes into text that can be turned back."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Turn a path back into git's bytes."""
    return text.encode("utf-8", "surrogateescape")


def find_git(path: str) -> "Git | None":
    """Open the repository that `path` is in, or None where there is none or no git to read it with."""
    program = find_program()
    if program is None:
        return None
    place = find_checkout(path)
    if place is None:
        bare = find_bare(path)
        if bare is None:
            return None
        place = Checkout("", bare, bare)
    return Git(place, program)


class Git:
    """One repository, asked through the git program."""

    def __init__(self, place: Checkout, program: str) -> None:
        self.place = place
        self._program = program
        self._drivers: tuple[str, ...] | None = None

    def of_folder(self, git_dir: str) -> "Git":
        """Open another repository by its git folder."""
        return Git(Checkout("", git_dir, git_dir), self._program)

    def ask(
        self,
        *args: str,
        given: bytes | None = None,
        timeout_s: float = TIMEOUT_S,
        index: str = "",
        globs: bool = False,
    ) -> Answer:
        """Run git and return what it said, whatever the exit status.

        `index` names another index file to read; with `globs`, paths are patterns (`:(glob)**/name`) and not names.
        """
        command, env = self._call(args)
        if globs:
            env["GIT_LITERAL_PATHSPECS"] = "0"
        if index:
            env["GIT_INDEX_FILE"] = index
        try:
            done = subprocess.run(
                command,
                input=given,
                stdin=subprocess.DEVNULL if given is None else None,
                capture_output=True,
                timeout=timeout_s,
                env=env,
                check=False,
            )
        except subprocess.TimeoutExpired:
            hint = "The repository may be very large or on a slow disk; try again."
            raise GitError(f"git {args[0]} took longer than {timeout_s:g} s.", hint=hint, retryable=True) from None
        except (OSError, ValueError) as error:
            raise GitError(f"git could not be started: {error}", hint="Is git installed and allowed to run?") from None
        return Answer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace").strip())

    def start(self, *args: str) -> "subprocess.Popen[bytes]":
        """Start git with open pipes, for what is read as it comes; the caller ends it."""
        command, env = self._call(args)
        try:
            return subprocess.Popen(
                command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise GitError(f"git could not be started: {error}", hint="Is git installed and allowed to run?") from None

    def _call(self, args: tuple[str, ...]) -> tuple[list[str] | list[bytes], dict[str, str]]:
        # Told where to look and not what to take, git itself refuses a folder that belongs to another account.
        where = ["-C", self.place.root or self.place.git_dir, *(_NOT_BARE if self.place.root else ())]
        env = {name: value for name, value in os.environ.items() if name not in _LOCAL} | _SETTINGS
        said = [*_CONFIG, *self._switches(args[0]), args[0], *_FLAGS.get(args[0], ()), *args[1:]]
        if os.name == "nt":
            return [self._program, *where, *said], env
        # Git's words are UTF-8 whatever the locale; the folder came from the system, in the system's own encoding.
        return [os.fsencode(self._program), *map(os.fsencode, where), *map(encode, said)], env

    def _switches(self, verb: str) -> tuple[str, ...]:
        """Return what keeps git from starting hooks and drivers; the drivers' names are asked once, where any is."""
        if verb in _ASKS or verb in _WRITES:
            return ()
        if self._drivers is None:
            self._drivers = self._find_drivers()
        return (*_NO_HOOKS, *self._drivers)

    def _find_drivers(self) -> tuple[str, ...]:
        """Return what switches off the filters and merge drivers of the repository's own configuration."""
        config = read_config(self.place)
        if config is not None and not _DRIVERS.search(config):
            return ()
        answer = self.ask("config", "-z", "--show-scope", "--name-only", "--get-regexp", _DRIVER_KEYS)
        words = decode(answer.out).split("\0")
        found = {key.rpartition(".")[0] for scope, key in zip(words[::2], words[1::2], strict=False) if _is_own(scope)}
        if answer.code not in {0, 1} or any("=" in name for name in found):
            hint = "Look at its .git/config: it may start programs of somebody else."
            raise GitError("The repository names programs in a way that cannot be switched off.", hint=hint)
        return tuple(
            word for name in sorted(found) for off in _OFF[name.partition(".")[0]] for word in ("-c", f"{name}.{off}")
        )

    def read(self, *args: str, given: bytes | None = None, timeout_s: float = TIMEOUT_S) -> bytes:
        """Run git and return its output; raise when it fails."""
        answer = self.ask(*args, given=given, timeout_s=timeout_s)
        if answer.code != 0:
            first = answer.err.splitlines()[0] if answer.err else f"exit status {answer.code}"
            raise GitError(f"git {args[0]} failed: {first}", hint="Run the same git command by hand to see why.")
        return answer.out

    def find_line(self, *args: str) -> str:
        """Run git and return its first line, or nothing when it fails."""
        answer = self.ask(*args)
        return decode(answer.out).strip().split("\n", 1)[0] if answer.code == 0 else ""

    def find_commit(self, rev: str) -> str:
        """Resolve a revision to a full commit id, or nothing when there is no such commit here."""
        if not rev or rev.startswith("-"):
            return ""
        return self.find_line("rev-parse", "--verify", "--quiet", f"{rev}^{{commit}}")

    def find_merge_base(self, one: str, other: str) -> str:
        """Find the best common ancestor of two commits, or nothing."""
        return self.find_line("merge-base", one, other)

    def is_ancestor(self, older: str, newer: str) -> bool:
        """Tell whether `newer` has `older` in its history."""
        return self.ask("merge-base", "--is-ancestor", older, newer).code == 0

    def list_tracked(self) -> list[str]:
        """List the paths in the index."""
        return _split(self.read("ls-files", "-z"))

    def list_untracked(self) -> list[str]:
        """List files that are new and not ignored."""
        return _split(self.read("ls-files", "-z", "--others", "--exclude-standard"))

    def list_tree(self, rev: str) -> dict[str, str]:
        """Map every path of a commit to its blob id (submodules are left out)."""
        entries: dict[str, str] = {}
        for line in self.read("ls-tree", "-r", "-z", "--full-tree", rev).split(b"\0"):
            meta, tab, path = line.partition(b"\t")
            if tab and meta.split()[1] == b"blob":
                entries[decode(path)] = meta.split()[2].decode()
        return entries

    def list_links(self, rev: str) -> set[str]:
        """Return the paths of a commit that are symbolic links."""
        entries = (line.partition(b"\t") for line in self.read("ls-tree", "-r", "-z", "--full-tree", rev).split(b"\0"))
        return {decode(path) for meta, _, path in entries if meta.startswith(b"120000 ")}

    def find_blob(self, rev: str, path: str) -> str:
        """Find the blob id of a path in a commit, or nothing."""
        if not rev or not path:
            return ""
        line = self.ask("ls-tree", "-z", "--full-tree", rev, "--", path).out.split(b"\0", 1)[0]
        parts = line.partition(b"\t")[0].split()
        return parts[2].decode() if len(parts) == 3 and parts[1] == b"blob" else ""

    def find_ids(self, names: Iterable[str]) -> dict[str, str]:
        """Find the ids of many objects (`REV:PATH`) with one process; what is missing is left out."""
        wanted = [name for name in dict.fromkeys(names) if name and "\n" not in name]
        if not wanted:
            return {}
        out = self.read("cat-file", "--batch-check=%(objectname)", given=encode("\n".join(wanted) + "\n"))
        lines = decode(out).split("\n")
        return {name: line for name, line in zip(wanted, lines, strict=False) if line and " " not in line}

    def find_blobs(self, ids: Iterable[str], *, limit: int = 8 << 20) -> dict[str, bytes]:
        """Read many objects (`SHA` or `REV:PATH`) with one process; what is missing or over `limit` is left out."""
        wanted = [name for name in dict.fromkeys(ids) if name and "\n" not in name]
        if not wanted:
            return {}
        out = self.read("cat-file", "--batch", given=encode("\n".join(wanted) + "\n"))
        found: dict[str, bytes] = {}
        at = 0
        for name in wanted:
            end = out.index(b"\n", at)
            words = out[at:end].rsplit(b" ", 2)
            at = end + 1
            if len(words) == 3 and words[2].isdigit() and words[1] in {b"blob", b"commit", b"tree", b"tag"}:
                size = int(words[2])
                if words[1] == b"blob" and size <= limit:
                    found[name] = out[at : at + size]
                at += size + 1
        return found

    def list_changes(self, old: str, new: str = "HEAD", *, renames: bool = False) -> list[PathChange]:
        """List what differs between two commits."""
        follow = ("--find-renames=50%", "-l2000") if renames else ("--no-renames",)
        return _parse_changes(self.read("diff-tree", "-r", "-z", "--name-status", *follow, old, new, "--"))

    def list_dirty(self) -> list[PathChange]:
        """List what differs between HEAD and the working tree: staged, unstaged and new files that are not ignored."""
        # Not `git diff`: that one rewrites the index to refresh it, whatever the environment says.
        out = self.read("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules")
        return [PathChange(_one_letter(entry[:2]), entry[3:], "") for entry in _split(out)]


def _is_own(scope: str) -> bool:
    return scope in {"local", "worktree"}


def _one_letter(pair: str) -> str:
    if pair == "??":
        return "A"
    return "D" if pair[1] == "D" or (pair[0] == "D" and pair[1] == " ") else pair.strip()[:1]


def _split(data: bytes) -> list[str]:
    return [decode(part) for part in data.split(b"\0") if part]


def _parse_changes(data: bytes) -> list[PathChange]:
    fields = _split(data)
    changes: list[PathChange] = []
    at = 0
    while at + 1 < len(fields):
        status = fields[at][:1]
        if status in {"R", "C"}:
            changes.append(PathChange(status, fields[at + 2], fields[at + 1]))
            at += 3
        else:
            changes.append(PathChange(status, fields[at + 1], ""))
            at += 2
    return changes

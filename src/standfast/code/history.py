"""History: the commits of a repository, read in bulk, newest first or as given, with the paths each touched.

Owns: which tips count, and how `git log` is asked and read. Must not: judge what a commit says (`learn/` does).
One process reads a thousand commits; none is started per commit. Also when a version was released, as far as tags tell
(`v2.0`, `release-2.0.0`, `tool-8_5_0`, `pkg@1.4.2`). Neighbours: `git.py`, `default_branch.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from standfast.code.default_branch import find_default_branch, list_defaults, plain_name
from standfast.code.git import Git, decode, encode, find_git
from standfast.errors import StandfastError

BATCH = 1000
_UNDER_WAY = ("MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD")
TIMEOUT_S = 300.0
_FORMAT = "%H%x00%P%x00%at%x00%ct%x00%an%x00%ae%x00%B"
_FIELDS = 7
_MESSAGE = 60_000


_VERSION = re.compile(r"(?:^|[^0-9.])(?P<version>\d{1,5}(?:[._]\d{1,6}){0,4})$")


class Commit(NamedTuple):
    """One commit: who wrote it and when (seconds), its message, the paths it left changed, and their blobs."""

    sha: str
    parents: tuple[str, ...]
    authored: int
    committed: int
    author: str
    email: str
    message: str
    files: tuple[str, ...]
    blobs: frozenset[tuple[str, str, str]] = frozenset()


def find_tips(git: Git) -> list[str]:
    """Return the commits whose history is the project's: the default branch, here and as last fetched; else HEAD.

    What stands only on another branch is not yet a fact of the project.
    """
    default = find_default_branch(git)
    head = git.find_commit("HEAD")
    if not default:
        return [head] if head else []
    names = (default, default.partition("/")[2] if default.startswith("origin/") else "")
    tips = [git.find_commit(f"refs/heads/{name}" if place else name) for place, name in enumerate(names) if name]
    return list(dict.fromkeys(tip for tip in tips if tip))


def find_project_commit(git: Git) -> str:
    """Return the commit whose files are the project's word; nothing where there is no commit.

    What another branch says, a stranger's perhaps, is not the project's yet, and neither is what nobody committed or
    what a merge brings before it is finished.
    """
    defaults = list_defaults(git)
    head = git.find_line("symbolic-ref", "--quiet", "--short", "HEAD")
    if not defaults or head in {plain_name(name) for name in defaults}:
        return git.find_commit("HEAD")
    commits = [git.find_commit(name) for name in defaults]
    # As others have it where that is ahead of what is here; else what is here, which is this person's own.
    return commits[0] if git.is_ancestor(commits[-1], commits[0]) else commits[-1]


def is_under_way(git: Git) -> bool:
    """Tell whether a merge or rebase is not finished: what is there is nobody's yet."""
    folder = Path(git.place.git_dir)
    return any((folder / name).exists() for name in _UNDER_WAY)


def list_commits(git: Git, tips: Sequence[str], *, known: Sequence[str] = (), most: int = 0) -> list[str]:
    """List commits reachable from `tips` and not from `known` (what is gone of those is passed by), newest first."""
    if not tips:
        return []
    bound = [f"--max-count={most}"] if most else []
    given = encode("\n".join([*tips, *(f"^{item}" for item in known)]) + "\n")
    out = git.read("rev-list", "--topo-order", "--ignore-missing", *bound, "--stdin", given=given, timeout_s=TIMEOUT_S)
    return decode(out).split()


def iter_commits(git: Git, shas: Sequence[str]) -> Iterator[Commit]:
    """Yield these commits in this order, read a batch at a time."""
    cut = _read_shallow(git)
    for start in range(0, len(shas), BATCH):
        batch = shas[start : start + BATCH]
        for commit in _read_batch(git, batch):
            # Where history was cut off, everything there is looks added.
            yield commit._replace(files=(), blobs=frozenset()) if commit.sha in cut else commit


def list_earlier_names(git: Git, path: str, *, timeout_s: float) -> dict[str, str]:
    """List the names that a file had before it was renamed, the latest first, each with the commit that renamed it.

    None where Git takes too long.
    """
    command = ("log", "--follow", "--diff-filter=R", "--name-status", "-z", "--format=%H", "--", path)
    rows = _ask_rows(git, *command, timeout_s=timeout_s)
    found = zip(rows[2::4], rows[0::4], strict=False)  # commit, status, name before, name after
    return {name: commit for name, commit in found if name != path}


def list_renamed(git: Git, commit: str, *, timeout_s: float) -> dict[str, str]:
    """List the files that a commit renamed: their names before, and after."""
    command = ("diff-tree", "-r", "-M", "--diff-filter=R", "--name-status", "-z", "--no-commit-id", commit)
    rows = _ask_rows(git, *command, timeout_s=timeout_s)
    return dict(zip(rows[1::3], rows[2::3], strict=False))


def _ask_rows(git: Git, *command: str, timeout_s: float) -> list[str]:
    try:
        answer = git.ask(*command, timeout_s=timeout_s)
    except StandfastError:
        return []
    return [decode(item).strip() for item in answer.out.split(b"\0") if item.strip()] if answer.code == 0 else []


def _read_batch(git: Git, shas: Sequence[str], *, files: bool = True) -> Iterator[Commit]:
    shape = ["--raw", "--no-abbrev", "--no-renames"] if files else ["--no-patch"]
    command = ["log", "--no-walk=unsorted", "--stdin", "-z", *shape, "--encoding=UTF-8", "--no-color", "--no-notes"]
    answer = git.ask(*command, f"--format={_FORMAT}", given=encode("\n".join(shas) + "\n"), timeout_s=TIMEOUT_S)
    if answer.code != 0 and files:  # a clone without trees has messages all the same
        return _read_batch(git, shas, files=False)
    return _parse(answer.out.split(b"\0")) if answer.code == 0 else iter(())


def _parse(tokens: list[bytes]) -> Iterator[Commit]:
    place = 0
    while place + _FIELDS <= len(tokens):
        sha, parents, authored, committed, author, email, message = tokens[place : place + _FIELDS]
        place += _FIELDS
        paths: list[str] = []
        blobs: set[tuple[str, str, str]] = set()
        while place + 1 < len(tokens) and (row := tokens[place].strip()).startswith(b":"):
            _, _, old, new, status = row.split(b" ")
            path = decode(tokens[place + 1])
            if status != b"D":
                paths.append(path)
            blobs.add((path, old.decode(), new.decode()))
            place += 2
        yield Commit(
            decode(sha).strip(),
            tuple(decode(parents).split()),
            _seconds(authored),
            _seconds(committed),
            author.decode("utf-8", "replace"),
            email.decode("utf-8", "replace"),
            message[:_MESSAGE].decode("utf-8", "replace"),
            tuple(paths),
            frozenset(blobs),
        )


def _seconds(text: bytes) -> int:
    return int(text) if text.lstrip(b"-").isdigit() else 0


def _read_shallow(git: Git) -> frozenset[str]:
    try:
        return frozenset((Path(git.place.common_dir) / "shallow").read_text("ascii", "replace").split())
    except OSError:
        return frozenset()


def find_tagged(root: str, version: str) -> tuple[datetime | None, datetime] | None:
    """Return when a version was tagged, with the date of the tag before it; None where no tag names it.

    `2.0` is also the first of `2.0.0`, `2.0.1` and so on.
    """
    git = find_git(root)
    if git is None:
        return None
    answer = git.ask("for-each-ref", "--sort=creatordate", "--format=%(creatordate:unix) %(refname:short)", "refs/tags")
    tags = [] if answer.code else _parse_tags(decode(answer.out))
    wanted = f"{version}."
    for place, (_, name) in enumerate(tags):
        if f"{name}.".startswith(wanted):
            before = tags[place - 1][0] if place else None
            return before, tags[place][0]
    return None


def _parse_tags(listed: str) -> list[tuple[datetime, str]]:
    """Return the tags that end in a version, oldest first."""
    found: list[tuple[datetime, str]] = []
    for line in listed.splitlines():
        seconds, _, name = line.partition(" ")
        match = _VERSION.search(name)
        if match and seconds.isdigit():
            found.append((datetime.fromtimestamp(int(seconds), UTC), match["version"].replace("_", ".")))
    return found

"""Git history: messages with their explanations, with the files they touch, and with the commits they name."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from .pair import Pair, is_prose, make, tidy

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

_TRAILER = re.compile(
    r"^(?:[A-Z][\w-]+(?:-by|-to|-Id|-on)|Changelog-\w+|Cc|Link|PR-URL|Refs?|Reviewed.*|git-svn-id)\s*:.*$", re.MULTILINE
)
_NAMED = re.compile(
    r"\b(?:fix(?:es|up)?|revert\w*|follow[\s-]?up\w*|since|after|introduced|broken|regress\w*|in|by|commit)\b[^\n]{0,30}?\b([0-9a-f]{7,40})\b",
    re.IGNORECASE,
)
_SHA = re.compile(r"\(?(?:cherry picked from )?(?:commit )?\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b\)?")
_TICKET = re.compile(r"\(?#\d+\)?|https?://\S+")
_MENDED = re.compile(r"\bProblem: *\n?(.{20,}?)\n? *Solution: *\n?(.{20,})", re.DOTALL)
_DULL = re.compile(r"^(?:merge|bump|update changelog|release|version|wip|\[pre-commit|build\(deps)", re.IGNORECASE)
_NEAR_S = 30 * 86400


class Commit(NamedTuple):
    sha: str
    time: int
    subject: str
    body: str
    files: list[str]

    @property
    def message(self) -> str:
        return f"{self.subject}\n{self.body}".strip()


def list_commits(repository: Path, commit: str) -> list[Commit]:
    """Return the commits up to one, newest first, merges left out."""
    command = [
        "git",
        "-C",
        str(repository),
        "log",
        "--no-merges",
        "--no-renames",
        "--name-only",
        "--format=%x1e%H%x1f%ct%x1f%s%x1f%b%x1f",
        commit,
    ]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    found = []
    for record in text.split("\x1e")[1:]:
        sha, time, subject, body, files = record.split("\x1f", 4)
        body = tidy(_TRAILER.sub("", body), 1000)
        found.append(Commit(sha, int(time), _clean(subject), body, files.split()))
    return found


def read_history(source: str, commits: list[Commit], chance: random.Random) -> Iterator[Pair | None]:
    """Yield pairs of one repository."""
    by_prefix = {commit.sha[:7]: commit for commit in commits}
    touched: dict[str, list[Commit]] = defaultdict(list)
    for commit in commits:
        if len(commit.files) <= 6:
            for file in commit.files:
                touched[file].append(commit)
    for commit in commits:
        if _DULL.match(commit.subject) or not is_prose(commit.subject):
            continue
        body = _clean(commit.body)
        if len(body) > 40:
            yield make("commit", source, commit.subject, body)
        mended = _MENDED.search(body)
        if mended:
            yield make("mended", source, mended[1], f"{commit.subject}\n{mended[2]}")
        if commit.files and len(commit.files) <= 6:
            yield make("files", source, commit.subject, " ".join(commit.files))
        yield from _named(source, commit, by_prefix)
        neighbour = _neighbour(commit, touched, chance)
        if neighbour:
            yield make("same-file", source, _clean(commit.message), _clean(neighbour.message))


def _named(source: str, commit: Commit, by_prefix: dict[str, Commit]) -> Iterator[Pair | None]:
    for sha in _NAMED.findall(commit.body):
        named = by_prefix.get(sha[:7])
        if named is None or named.sha == commit.sha:
            continue
        body = commit.body.replace(named.subject, "")
        yield make("follows", source, _clean(f"{commit.subject}\n{body}"), _clean(named.message))


def _neighbour(commit: Commit, touched: dict[str, list[Commit]], chance: random.Random) -> Commit | None:
    if not commit.files or len(commit.files) > 6:
        return None
    others = touched[chance.choice(commit.files)]
    near = [
        o
        for o in others
        if 0 < commit.time - o.time < _NEAR_S and o.subject != commit.subject and not _DULL.match(o.subject)
    ]
    return near[0] if near and len(others) < 200 else None


def _clean(text: str) -> str:
    return tidy(_TICKET.sub("", _SHA.sub("", text)))

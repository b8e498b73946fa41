"""Who wrote a file of the mirror, and whether it has arrived: asked of Git, once for all files.

Owns: the last commit of each file, whether it has landed (is in a branch that people merge into, or was made here and
somebody asks for it), and whether HEAD is ahead of what was known. A name in a commit proves nothing by itself, and
agents commit under their user's: what is on an unmerged branch has not landed, unless the person of this clone asks.
Must not: decide what to do about it. Neighbour: `git.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from standfast.code.default_branch import USUAL, list_defaults
from standfast.code.git import Git, decode
from standfast.code.history import is_under_way
from standfast.mirror.folder import FOLDER
from standfast.model.value import Value

_REMOTES = ("origin", "upstream")
_LOG = 16 << 20


class Written(Value):
    """Who wrote a file last, in which commit (none: it is not committed as it is there), and when."""

    name: str = ""
    commit: str = ""
    at: str = ""
    landed: bool = True
    here: bool = True


class History:
    """What Git says of the mirror in one checkout."""

    def __init__(self, git: Git, *, asked: bool = True) -> None:
        self._git = git
        self._asked = asked

    @cached_property
    def head(self) -> str:
        """The commit that is checked out."""
        return self._git.find_commit("HEAD")

    @property
    def under_way(self) -> bool:
        """Whether a merge or rebase is not finished: what is there is nobody's yet."""
        return is_under_way(self._git)

    def is_ahead_of(self, commit: str) -> bool:
        """Tell whether HEAD has this commit in its history, so that what differs since is news."""
        return bool(commit and self.head) and (commit == self.head or self._git.is_ancestor(commit, self.head))

    def had(self, commit: str, other: str) -> bool:
        """Tell whether a commit has another in its history, or is it."""
        return commit == other or self._git.is_ancestor(other, commit)

    def written(self, path: str) -> Written:
        """Return who wrote a file last; without a commit when it is not committed as it is there."""
        found = self._last.get(path)
        if path in self._dirty or found is None:
            return Written()
        return self._judged(*found)

    def deleted(self, path: str) -> Written | None:
        """Return who deleted a file in a commit; None while HEAD still has it or never had it."""
        if not self.head or self._git.find_blob(self.head, path):
            return None
        line = self._git.find_line("log", "-1", "--diff-filter=D", "--no-renames", f"--format={_FORM}", "--", path)
        return self._judged(*line.split("\x1f", 3)) if line else None

    def earlier(self, path: str, *, most: int = 50) -> Iterator[bytes]:
        """Yield what a file was in the commits before, the latest first."""
        commits = self._touched.get(path, [])[:most]
        blobs = self._git.find_blobs([f"{commit}:{path}" for commit in commits])
        for commit in commits:
            if data := blobs.get(f"{commit}:{path}"):
                yield data

    def first(self, path: str) -> bytes | None:
        """Return the file as the commit that added it has it; None when it has not changed since, or has no commit."""
        return self._firsts.get(path)

    @cached_property
    def _firsts(self) -> dict[str, bytes]:
        """The first content of every file that changed since, read at once."""
        asked = {
            path: f"{commits[-1]}:{path}"
            for path, commits in self._touched.items()
            if len(commits) > 1 or path in self._dirty
        }
        blobs = self._git.find_blobs(asked.values())
        return {path: blobs[name] for path, name in asked.items() if name in blobs}

    def _judged(self, commit: str, at: str, email: str, name: str) -> Written:
        here = commit in self._made_here or (commit in self._replayed_here and email == self._email)
        landed = (here and self._asked) or commit in self._merged
        return Written(name, commit, at, landed, here)

    @cached_property
    def user(self) -> str:
        """The name under which this clone commits."""
        return self._git.find_line("config", "--get", "user.name")

    @cached_property
    def _email(self) -> str:
        return self._git.find_line("config", "--get", "user.email")

    @cached_property
    def _entries(self) -> list[tuple[tuple[str, str, str, str], list[str]]]:
        """One walk over the history of the folder: every commit with the files it changed, the latest first."""
        if not self.head:
            return []
        # -c names what a merge itself changed, which plain log leaves out.
        mark = f"\x01{secrets.token_hex(16)}\x01"  # a file's name must not be taken for a commit
        form = f"--format={mark}{_FORM}".replace("\x01", "%x01")
        answer = self._git.ask("log", "-c", "--name-only", "--no-renames", "-z", form, "HEAD", "--", FOLDER)
        found: list[tuple[tuple[str, str, str, str], list[str]]] = []
        for part in decode(answer.out).split(mark)[1:]:
            header, _, rest = part.partition("\0")
            commit, at, email, name = (*header.split("\x1f", 3), "", "", "", "")[:4]
            found.append(((commit, at, email, name), [item for item in rest.lstrip("\n").split("\0") if item]))
        return found

    @cached_property
    def _last(self) -> dict[str, tuple[str, str, str, str]]:
        found: dict[str, tuple[str, str, str, str]] = {}
        for header, paths in self._entries:
            for path in paths:
                found.setdefault(path, header)
        return found

    @cached_property
    def _touched(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for header, paths in self._entries:
            for path in paths:
                found.setdefault(path, []).append(header[0])
        return found

    @cached_property
    def _dirty(self) -> set[str]:
        answer = self._git.ask("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", FOLDER)
        return {decode(part[3:]) for part in answer.out.split(b"\0") if part}

    @cached_property
    def _merged(self) -> set[str]:
        """Every commit of the mirror that is in a branch people merge into."""
        refs = [f"refs/remotes/{remote}/{name}" for remote in _REMOTES for name in ("HEAD", *USUAL)]
        refs += [f"refs/heads/{name}" for name in USUAL]
        known = [*list_defaults(self._git), *(ref for ref in refs if self._git.find_commit(ref))]
        if not known:
            # Nobody says which branch is the main one. Without a remote, all there is was made here.
            if self._git.ask("remote").out.strip():
                return self._made_here
            known = ["HEAD"]
        answer = self._git.ask("rev-list", "--full-history", *known, "--", FOLDER)
        return set(decode(answer.out).split()) if answer.code == 0 else set()

    @cached_property
    def _made_here(self) -> set[str]:
        return {new for new, act in self._reflog if act.startswith("commit")}

    @cached_property
    def _replayed_here(self) -> set[str]:
        return {new for new, act in self._reflog if act.startswith(("rebase", "cherry-pick"))}

    @cached_property
    def _reflog(self) -> list[tuple[str, str]]:
        """What was checked out here, and by which act: only this clone can have written it."""
        found: list[tuple[str, str]] = []
        for folder in dict.fromkeys((self._git.place.git_dir, self._git.place.common_dir)):
            try:
                with Path(folder, "logs", "HEAD").open("rb") as file:
                    lines = file.read(_LOG).decode("utf-8", "replace").split("\n")
            except OSError:
                continue
            for line in lines:
                head, _, act = line.partition("\t")
                words = head.split(" ", 2)
                if len(words) == 3:
                    found.append((words[1], act))
        return found


_FORM = "%H%x1f%aI%x1f%ae%x1f%an"  # a name may hold anything but a line break: it comes last

"""Landing: whether a branch, or what was learned on it, has become part of the project. Content decides.

Owns: the ways to land (merge, rebase, squash, piece by piece, and then changed again) and the ways to be gone. Must
not: change a memory; a verb does. Neighbours: `content.py` (where content exists), `culprit.py` (walks commits too).
What a branch's files were is read with as few questions to Git as can be, each asked once.
"""

from __future__ import annotations

import re

from standfast.code.default_branch import list_defaults, plain_name
from standfast.code.snapshot import Snapshot
from standfast.code.tree import CommitTree, Files
from standfast.errors import StandfastError
from standfast.model.trust import Standing
from standfast.model.value import Value
from standfast.standing.anchors.fingerprint import read_fingerprint
from standfast.standing.anchors.judge import judge
from standfast.standing.branches.beginning import was_taken_back
from standfast.standing.branches.content import holds_in, list_tips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from standfast.code.git import Git
    from standfast.model.anchor import Anchor, Fingerprint
    from standfast.standing.branches.content import Anchors

    State = dict[str, str]

_SHA = re.compile(r"[0-9a-f]{12,64}")
_SAME = frozenset((Standing.HOLDS, Standing.MOVED))


_LOOK_BACK = 60
_MOST_SNAPSHOTS = 240  # parsed files are large: what was looked at longest ago is let go


class Grounds:
    """One repository, asked about several branches; git's answers are remembered while it lives."""

    def __init__(self, git: Git) -> None:
        self.git = git
        self.defaults = list_defaults(git)
        self._landed: dict[tuple[str, str], bool] = {}
        self._ahead: dict[str, bool] = {}
        self._tips: list[tuple[str, str]] | None = None
        self._snapshots: dict[str, Snapshot] = {}
        self._commits: dict[str, str] = {}
        self._bases: dict[tuple[str, str], str] = {}
        self._past = Past(git)

    def is_default(self, branch: str) -> bool:
        """Tell whether a branch is the one that others start from; where there is none, every branch is."""
        return not self.defaults or branch in {plain_name(name) for name in self.defaults}

    def is_branch_only(self, anchors: Anchors, head: str) -> bool:
        """Tell whether what is anchored differs from where this branch began, and is on no default branch."""
        bases = [base for name in self.defaults if (base := self.git.find_merge_base(head, name))]
        return bool(bases) and not any(self.holds_at(anchors, place) for place in [*bases, *self.defaults])

    def lacks(self, paths: Iterable[str]) -> bool:
        """Tell whether no default branch has any of these files."""
        found = [snapshot for name in self.defaults if (snapshot := self._snapshot(name)) is not None]
        return bool(found) and not any(snapshot.sources.find(path) for snapshot in found for path in paths)

    def holds_at(self, anchors: Anchors, rev: str) -> bool:
        """Tell whether a commit holds the anchored content, all of it."""
        snapshot = self._snapshot(rev)
        return snapshot is not None and holds_in(snapshot, anchors)

    def denies(self, anchor: Anchor, fingerprint: Fingerprint | None) -> bool:
        """Tell whether a default branch has what drifted from a fingerprint."""
        found = [snapshot for name in self.defaults if (snapshot := self._snapshot(name)) is not None]
        return any(judge(snapshot, anchor, fingerprint).standing is Standing.DRIFTED for snapshot in found)

    def _snapshot(self, rev: str) -> Snapshot | None:
        commit = self._commit(rev)
        if commit and commit not in self._snapshots:
            self._snapshots[commit] = Snapshot(CommitTree(self.git, commit), self.git, self.git.place, commit)
        return self._snapshots.get(commit)

    def stands_as_is(self, anchors: Anchors) -> bool:
        """Tell whether a default branch has the anchored content, at the very place."""
        taken = [(anchor, fingerprint) for anchor, fingerprint in anchors if fingerprint is not None]
        return any(
            self.holds_at(anchors, name)
            and all(judge(self._snapshots[self._commit(name)], *item).standing is Standing.HOLDS for item in taken)
            for name in self.defaults
        )

    def find_tip(self, branch: str) -> str:
        """Find the commit a branch is at, here or as some remote has it; nothing when it is gone."""
        local = self.git.find_commit(f"refs/heads/{branch}")
        if local:
            return local
        remote = next((commit for name, commit in self.tips if name.partition("/")[2] == branch), "")
        if remote or not _SHA.fullmatch(branch):
            return remote
        return branch if self._is_kept(branch) else ""

    @property
    def tips(self) -> list[tuple[str, str]]:
        """The branches there are, and what worktrees have checked out."""
        if self._tips is None:
            heads = self.git.ask("worktree", "list", "--porcelain").out.decode("utf-8", "surrogateescape")
            commits = [line[5:] for line in heads.splitlines() if line.startswith("HEAD ")]
            self._tips = [*list_tips(self.git), *(("", commit) for commit in commits if self.git.find_commit(commit))]
        return self._tips

    def _is_kept(self, commit: str) -> bool:
        """Tell whether anything still leads to a commit that no branch was named for."""
        return any(self.git.is_ancestor(commit, tip) for _, tip in self.tips) if self.git.find_commit(commit) else False

    def find_holders(self, anchors: Anchors) -> list[str]:
        """Find the branches that hold anchored content; what cannot be looked into counts, lest it be called gone."""
        found: dict[str, bool] = {}
        for _, commit in self.tips:
            if commit not in found:
                try:
                    found[commit] = self.holds_at(anchors, commit)
                except StandfastError:
                    found[commit] = True
        return [name for name, commit in self.tips if found[commit]]

    def has_landed(self, anchors: Anchors) -> bool:
        """Tell whether anchored content is, or since it was taken has been, part of the default branch."""
        # What it was is seen from its files alone; where it went to has to be looked for in all of them.
        return any(self._was_there(anchors, name) for name in self.defaults) or any(
            self.holds_at(anchors, name) for name in self.defaults
        )

    def had_it_before(self, anchors: Anchors) -> bool:
        """Tell whether the default branch had the anchored content where the branch it was said on left it.

        Then its being there is no sign that the branch has landed: what was said may be what the branch is to change.
        """
        written = next((self._commit(one.commit) for _, one in anchors if one is not None), "")
        bases = [self._base(written, name) for name in self.defaults] if written else []
        return any(base and self.holds_at(anchors, base) for base in bases)

    def _was_there(self, anchors: Anchors, default: str) -> bool:
        """Look through the default branch's commits since: what landed may have been changed again by now."""
        taken = [(anchor, fingerprint) for anchor, fingerprint in anchors if fingerprint is not None]
        paths = tuple(dict.fromkeys(anchor.path for anchor, _ in taken))
        if not taken or not all(paths):
            return False
        written = self._commit(taken[0][1].commit)
        base = self._base(written, default) if written else ""
        # Said at a commit of the default branch itself: what was there then, that branch has had.
        span = Span(base, default, closed=bool(base) and base == written)
        blobs = {anchor.path: str((read_fingerprint(item) or {}).get("b", "")) for anchor, item in taken}
        for state in self._past.list_states(span, paths):
            if all(blobs[path] and blobs[path] == state.get(path) for path in paths):
                return True
        return any(
            all(judge(snapshot, anchor, item).standing in _SAME for anchor, item in taken)
            for snapshot in self._past.list_snapshots(span, paths)
        )

    def _commit(self, rev: str) -> str:
        if rev not in self._commits:
            self._commits[rev] = self.git.find_commit(rev)
        return self._commits[rev]

    def _base(self, commit: str, default: str) -> str:
        key = (commit, default)
        if key not in self._bases:
            self._bases[key] = self.git.find_merge_base(commit, default)
        return self._bases[key]

    def branch_landed(self, branch: str, ahead: str) -> bool:
        """Tell whether a branch as it is now brings nothing new to the default branch, after it once did.

        `ahead`: where it was last seen with commits of its own, so that being part of the default branch means landing;
        unless it was set back and nobody has those commits.
        """
        key = (branch, ahead)
        if key not in self._landed:
            tip = self.find_tip(branch)
            given_up = bool(ahead) and was_taken_back(self.git.place, branch) and not self.has_taken_in(ahead, ahead)
            self._landed[key] = bool(tip) and not given_up and self.has_taken_in(tip, ahead)
        return self._landed[key]

    def has_taken_in(self, tip: str, ahead: str) -> bool:
        """Tell whether a default branch has what a branch was when it was last seen."""
        git = self.git
        return bool(git.find_commit(tip)) and any(
            self._is_absorbed(tip, git.find_commit(name), was_ahead=bool(ahead)) for name in self.defaults
        )

    def find_grown(self, tip: str) -> list[str]:
        """Find the branches that have grown from where one was, if it had commits of its own: one has its name now."""
        if not self.git.find_commit(tip) or any(self.git.is_ancestor(tip, name) for name in self.defaults):
            return []
        return [name for name, commit in self.tips if name and self.git.is_ancestor(tip, commit)]

    def is_ahead(self, branch: str) -> bool:
        """Tell whether a branch has commits that no default branch has; asked once, however much is said on it."""
        if branch not in self._ahead:
            tip = self.find_tip(branch)
            known = bool(tip) and bool(self.defaults)
            self._ahead[branch] = known and not any(self.git.is_ancestor(tip, name) for name in self.defaults)
        return self._ahead[branch]

    def _is_absorbed(self, tip: str, default: str, *, was_ahead: bool) -> bool:
        git = self.git
        if git.is_ancestor(tip, default):
            return was_ahead or _is_merged_in(git, tip, default)
        merged = git.ask("merge-tree", "--write-tree", default, tip)
        tree = merged.out.decode("ascii", "replace").split("\n", 1)[0].strip()
        return merged.code == 0 and bool(tree) and tree == git.find_line("rev-parse", f"{default}^{{tree}}")


def _is_merged_in(git: Git, tip: str, default: str) -> bool:
    """Tell whether a merge commit took this very commit in from the side."""
    rows = git.ask("log", "--merges", "--format=%P", f"{tip}..{default}").out.decode("ascii", "replace").splitlines()
    return any(tip in row.split()[1:] for row in rows)


class Span(Value):
    """A line of history: from `tip` down to `base` (nothing: to its beginning), `base` itself only if `closed`."""

    base: str
    tip: str
    closed: bool = False


class Past:
    """The past of one repository's files."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._states: dict[tuple[Span, tuple[str, ...]], list[State]] = {}
        self._snapshots: dict[tuple[tuple[str, str], ...], Snapshot] = {}

    def list_states(self, span: Span, paths: tuple[str, ...]) -> list[State]:
        """List the blob ids of paths, the newest first, as far back as it is worth looking."""
        key = (span, paths)
        if key not in self._states:
            commits_of = f"{span.base}..{span.tip}" if span.base else span.tip
            answer = self._git.ask("log", f"-{_LOOK_BACK}", "--format=%H", commits_of, "--", *paths)
            commits = answer.out.decode("ascii", "replace").split() if answer.code == 0 else []
            commits += [span.base] if span.closed and span.base else []
            ids = self._git.find_ids(f"{commit}:{path}" for commit in commits for path in paths)
            states = [
                {path: ids[f"{commit}:{path}"] for path in paths if f"{commit}:{path}" in ids} for commit in commits
            ]
            self._states[key] = [state for state in states if state]
        return self._states[key]

    def list_snapshots(self, span: Span, paths: tuple[str, ...]) -> Iterator[Snapshot]:
        """Yield those states as snapshots to judge in, each content once."""
        states = {tuple(sorted(state.items())): None for state in self.list_states(span, paths)}
        unread = {blob for state in states if state not in self._snapshots for _, blob in state}
        blobs = self._git.find_blobs(unread)
        for state in states:
            snapshot = self._snapshots.pop(state, None)
            if snapshot is None:
                snapshot = Snapshot(Files({path: blobs[blob] for path, blob in state if blob in blobs}), None, None)
            self._snapshots[state] = snapshot
            while len(self._snapshots) > _MOST_SNAPSHOTS:
                self._snapshots.pop(next(iter(self._snapshots)))
            yield snapshot

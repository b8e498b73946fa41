"""What a branch's files were, commit by commit, back to where another branch began.

Owns: reading the states of a few paths on one line of history with as few questions to Git as can be, each asked once
however many memories want to know; equal contents are read and parsed once. Must not: judge. Neighbour: `landing.py`.
"""

from __future__ import annotations

from standfast.code.snapshot import Snapshot
from standfast.code.tree import Files
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.code.git import Git

    State = dict[str, str]

_LOOK_BACK = 60
_MOST_SNAPSHOTS = 240  # parsed files are large: what was looked at longest ago is let go


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

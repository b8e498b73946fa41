"""Attempts: what was tried and taken back, kept as that and never as if it were still so.

Owns: turning a reverted commit into an `attempt` that says why, by whom and when it was taken back, now or once the
revert is read; and back into an episode when it landed again. Both commits are evidence of each other.
Must not: recognise reverts; `reverts.py` does. Neighbours: `history.py` (reads commits).
"""

from __future__ import annotations

from datetime import UTC, datetime

from standfast.code.git import decode
from standfast.code.history import iter_commits, list_commits
from standfast.errors import StandfastError
from standfast.learn.reverts import find_reverts, is_revert_like
from standfast.model.kind import Kind
from standfast.model.memory import Evidence
from standfast.model.operation import Act
from standfast.model.source import Source, SourceFilter
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.revised import revised
from standfast.store.values import LogFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.draft import Draft
    from standfast.code.git import Git
    from standfast.code.history import Commit
    from standfast.learn.reverts import Reverts, TakenBack
    from standfast.model.memory import Content, Memory
    from standfast.store.contract import Partition

_OLDER = 5_000
_MARK = "Taken back by "
_PARTLY = "Partly taken back by "


def read_reverts(git: Git, commits: Sequence[Commit]) -> Reverts:
    """Find what these commits (oldest first) take back, among themselves and in what was read before."""
    seen = {commit.sha for commit in commits}
    parents = {commit.sha: commit.parents for commit in commits}
    older: list[Commit] = []
    if any(is_revert_like(commit.message) for commit in commits):
        shas = [sha for sha in list_commits(git, ["HEAD"], most=_OLDER) if sha not in seen]
        older = list(iter_commits(git, shas[::-1]))
        parents.update({commit.sha: commit.parents for commit in older})

    def merged(sha: str) -> Sequence[str]:
        both = parents.get(sha, ())
        try:
            return decode(git.read("rev-list", f"{both[0]}..{both[1]}")).split() if len(both) > 1 else ()
        except StandfastError:
            return ()

    return find_reverts([*older, *commits], merged)


def as_attempt(draft: Draft, taken: TakenBack) -> Draft:
    """Return a commit that was taken back as what it is: something that was tried."""
    evidence = [*draft.evidence, f"commit:{taken.by}"]
    text = f"{draft.text}\n\n{_told(taken)}"
    if taken.partly:
        return replace(draft, text=text, evidence=evidence)
    return replace(draft, kind=Kind.ATTEMPT.value, text=text, why=taken.why, evidence=evidence)


def _told(taken: TakenBack) -> str:
    day = datetime.fromtimestamp(max(taken.at, 0), UTC).date().isoformat()
    reason = f": {taken.why}" if taken.why else "."
    return f"{_PARTLY if taken.partly else _MARK}{taken.by[:12]} ({taken.author}, {day}){reason}"


def mark_reverts(partition: Partition, reverts: Reverts) -> int:
    """Bring what was stored before in step: what was taken back since is an attempt, what came again is not."""
    changed = 0
    for sha, taken in reverts.taken.items():
        memory = _find(partition, sha)
        if memory is not None and _MARK not in memory.content.text and _PARTLY not in memory.content.text:
            _take_back(partition, memory, taken)
            changed += 1
    for sha in reverts.again:
        memory = _find(partition, sha)
        if memory is not None and memory.content.kind is Kind.ATTEMPT and _MARK in memory.content.text:
            text = memory.content.text.rpartition("\n\n" + _MARK)[0]
            _revise(partition, memory, replace(memory.content, kind=Kind.EPISODE, text=text, why=""), sha)
            changed += 1
    return changed


def _take_back(partition: Partition, memory: Memory, taken: TakenBack) -> None:
    content = memory.content
    evidence = (*content.evidence, Evidence("commit", taken.by))
    content = replace(content, text=f"{content.text}\n\n{_told(taken)}", evidence=evidence)
    if not taken.partly:
        content = replace(content, kind=Kind.ATTEMPT, why=taken.why)
    _revise(partition, memory, content, taken.by)


def _revise(partition: Partition, memory: Memory, content: Content, sha: str) -> None:
    with partition.writing():
        partition.log.append(revised(partition, memory, content, Source("commit", sha)))


def _find(partition: Partition, sha: str) -> Memory | None:
    """Find the memory that a commit became, if it is in force and nobody but history had a hand in it."""
    wanted = LogFilter(source=SourceFilter("commit", sha), acts=(Act.REMEMBER,))
    operation = partition.log.find_latest(wanted)
    memory = partition.memories.find(operation.header.memory) if operation and operation.header.memory else None
    if memory is None or memory.status is not Status.ACTIVE or memory.content.kind not in {Kind.EPISODE, Kind.ATTEMPT}:
        return None
    return memory if all(source.kind == "commit" for source in memory.sources) else None

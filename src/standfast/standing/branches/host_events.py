"""What a Git host tells of a branch, where there is no checkout to look for oneself.

Owns the operations that follow: what was learned on a merged branch is the project's, what was learned on a closed one
expires until its branch comes back, and what was judged before a push that touched it no longer counts as judged. A
checkout that looks for itself later has the last word. Neighbour: `land`, which does the same by content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from standfast.context.context import Context
from standfast.model.encode import decode_scope
from standfast.model.ids import MemoryId
from standfast.model.memory import Memory
from standfast.model.moment import render_time
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.model.trust import Authority, Standing, Status
from standfast.model.value import Value, replace
from standfast.standing.branches.land import FOLLOWED, GONE
from standfast.store.contract import Partition
from standfast.store.people import Judgement
from standfast.store.revised import revised
from standfast.store.values import Change, View

_MOST = 1_000
_LONGEST = 200  # characters of a branch that a host names


class HostOutcome(Value):
    """What became of memories after a Git host told something."""

    promoted: tuple[MemoryId, ...] = ()
    expired: tuple[MemoryId, ...] = ()
    revived: tuple[MemoryId, ...] = ()
    review: tuple[MemoryId, ...] = ()
    touched: tuple[MemoryId, ...] = ()


def merged(partition: Partition, host: str, branch: str) -> HostOutcome:
    """Make what was learned on a merged branch the project's."""
    who, done = Source("import", host), []
    with partition.writing():
        for memory in list(_of_branch(partition, branch)):
            if memory.status is Status.EXPIRED:
                if memory.reason != GONE:
                    continue
                partition.log.append(Change(Act.RESTORE, who, memory.id))
            partition.log.append(_widened(partition, memory, who, Status.ACTIVE))
            done.append(memory.id)
    return HostOutcome(promoted=tuple(done))


def closed(partition: Partition, host: str, branch: str) -> HostOutcome:
    """Let what was learned on a branch that was given up expire; a person looks at what a person decided."""
    who = Source("import", host)
    expired: list[MemoryId] = []
    review: list[MemoryId] = []
    with partition.writing():
        for memory in list(_of_branch(partition, branch)):
            if memory.status is not Status.ACTIVE:
                continue  # it waits for a person, who decides
            if memory.authority < Authority.APPROVED:
                partition.log.append(Change(Act.EXPIRE, who, memory.id, {"reason": GONE}))
                expired.append(memory.id)
            else:
                partition.log.append(_widened(partition, memory, who, Status.PROPOSED))
                review.append(memory.id)
    return HostOutcome(expired=tuple(expired), review=tuple(review))


def reopened(partition: Partition, host: str, branch: str) -> HostOutcome:
    """Bring back what expired with its branch."""
    who, done = Source("import", host), []
    with partition.writing():
        for memory in list(_of_branch(partition, branch)):
            if memory.status is Status.EXPIRED and memory.reason == GONE:
                partition.log.append(Change(Act.RESTORE, who, memory.id))
                done.append(memory.id)
    return HostOutcome(revived=tuple(done))


def pushed(
    context: Context, partition: Partition, paths: Sequence[str], commit: str, *, branch: str = ""
) -> HostOutcome:
    """Note that files were changed: what is anchored there was judged before that, and is not judged since.

    With a `branch` all of it was rewritten: whatever was said on it has to be looked at again.
    """
    if partition.judged is None:
        return HostOutcome()
    view = View(statuses=(Status.ACTIVE,))
    documents = partition.index.placed(list(paths)[:_MOST], view, _MOST)
    memories = dict.fromkeys(document.memory for document in documents)
    if branch:
        memories.update(dict.fromkeys(memory.id for memory in _of_branch(partition, branch) if memory.content.anchors))
    what = f"{context.clean(branch)[:_LONGEST]} was rewritten" if branch else "its file was changed"
    detail = f"{what} in {commit[:12]}; no checkout has looked since"
    at = render_time(context.clock.now())
    with partition.writing():
        partition.judged.put([Judgement(memory, Standing.TOUCHED.value, detail, commit, at) for memory in memories])
    return HostOutcome(touched=tuple(memories))


def judged_here(context: Context, standings: Mapping[MemoryId, Standing]) -> list[Judgement]:
    """Return what the checkout at hand says now, for those who have none; nothing where there is no commit."""
    commit = context.here.commit
    if context.here.root is None or not commit:
        return []
    at = render_time(context.clock.now())
    return [Judgement(memory, standing.value, "", commit, at) for memory, standing in standings.items()]


def note_judged(context: Context, partition: Partition, standings: Mapping[MemoryId, Standing]) -> None:
    """Note what the checkout at hand says now, in a store that is shared with those who have none."""
    found = judged_here(context, standings) if partition.judged is not None else []
    if partition.judged is not None and found:
        with partition.writing():
            partition.judged.put(found)


def _of_branch(partition: Partition, branch: str) -> Iterator[Memory]:
    scopes = tuple(scope for scope in partition.memories.scopes() if decode_scope(scope).branch == branch)
    return partition.memories.select(View(scopes=scopes, statuses=FOLLOWED))


def _widened(partition: Partition, memory: Memory, who: Source, status: Status) -> Change:
    """Return the revision that takes a memory off its branch."""
    branch = "" if status is Status.ACTIVE else memory.content.scope.branch
    content = replace(memory.content, scope=replace(memory.content.scope, branch=branch))
    more = {}
    if status is Status.PROPOSED:
        more = {"status": status.value, "reason": "its pull request was closed and not merged"}
    return revised(partition, memory, content, who, **more)

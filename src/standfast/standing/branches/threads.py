"""Threads: which branches, commits and sessions work on what is still open, and when that has landed.

Owns what a thread carries (as evidence) and its end: it closes when every branch that worked on it is part of the main
one, or, without a branch, when a later session committed there what it is about. Closed is expired with a reason: it
comes back by `restore`, and is then not closed again. Neighbours: `land` (memories of branches), `landing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from standfast.code.cache import Cache
from standfast.code.git import find_git
from standfast.context.branches import open_branches, watched_of
from standfast.context.context import Context
from standfast.errors import StandfastError, StoreBusy
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Content, Evidence, Memory
from standfast.model.operation import Act
from standfast.model.session import Session
from standfast.model.source import BY_US, Source
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.standing.branches.land import find_grounds, find_place_of, look_around, note_branch, note_seen, stamp_of
from standfast.standing.branches.landed import Grounds
from standfast.standing.branches.work import work_of
from standfast.store.contract import Partition
from standfast.store.revised import enriched
from standfast.store.values import Change, View

LANDED = "what worked on it has landed"
_OPEN = View(None, (Status.ACTIVE,), (Kind.THREAD,))
_MOST = 400
_COMMITS = 20  # of a branch, the latest
_SINCE = "since "  # a branch that had nothing of its own yet: landing is what it does after this commit


def with_branch(context: Context, content: Content) -> Content:
    """Return a thread that is opened on a branch with that branch as evidence."""
    found = _branch_here(context, context.here.branch)
    return content if found is None else content.joined(replace(content, evidence=(found,)))


def _branch_here(context: Context, branch: str) -> Evidence | None:
    with suppress(StandfastError):
        grounds = find_grounds(context) if branch and context.here.commit else None
        if grounds is None or grounds.is_default(branch) or not (tip := grounds.find_tip(branch)):
            return None
        if branch == context.here.branch:
            note_branch(context, branch)
        place = find_place_of(context)
        if place is not None:
            kept = open_branches(place)
            note_seen(kept, grounds, branch)
            _watch(kept, context.scope.partition, [branch])
            kept.save()
        return Evidence("branch", context.clean(branch), "" if grounds.is_ahead(branch) else f"{_SINCE}{tip}")
    return None


def work_on(
    context: Context, partition: Partition, session: Session, files: Collection[str], commits: Sequence[str], turn: str
) -> list[MemoryId]:
    """Put on record which open threads a session worked on: on a thread's branch, or at its files after it was told."""
    threads = _open_threads(partition)
    if not threads or not (files or commits):
        return []
    told = partition.receipts.given_in(session.id)
    branch = _branch_here(context, session.branch)
    found: list[MemoryId] = []
    for memory in threads:
        work = work_of(memory)
        known = session.id in work.sessions or memory.id in told
        at_hand = known and bool({item.anchor.path for item in memory.content.anchors} & set(files))
        if not at_hand and not (branch and branch.ref in work.branches) and session.id not in work.sessions:
            continue
        added = [Evidence("turn", f"{session.id}/{turn}"), *(Evidence("commit", sha) for sha in commits)]
        added += [branch] if branch and branch.ref not in work.branches else []
        if _add(partition, memory, Source("session", session.id, session=session.id, turn=turn), added):
            found.append(memory.id)
    return found


def note_commits(context: Context, partition: Partition) -> None:
    """Put on record what the branch at hand has committed, for the open threads that it works on."""
    branch = context.here.branch
    threads = [memory for memory in _open_threads(partition) if branch in work_of(memory).branches]
    if not branch or not threads:
        return
    grounds = find_grounds(context)
    if grounds is None or not grounds.is_ahead(branch):
        return
    listed = grounds.git.ask("rev-list", f"--max-count={_COMMITS}", "HEAD", "--not", *grounds.defaults).out
    commits = listed.decode("ascii", "replace").split()
    for memory in threads:
        known = work_of(memory).commits
        fresh = [sha for sha in reversed(commits) if not any(sha.startswith(item) for item in known)]
        _add(partition, memory, Source("import", "git"), [Evidence("commit", sha) for sha in fresh])


def has_open(partition: Partition) -> bool:
    """Tell whether there is an open thread at all."""
    return next(iter(partition.memories.select(_OPEN, limit=1)), None) is not None


def _open_threads(partition: Partition) -> list[Memory]:
    return list(partition.memories.select(_OPEN, limit=_MOST))


def _add(partition: Partition, memory: Memory, source: Source, added: Iterable[Evidence]) -> bool:
    content = memory.content.joined(replace(memory.content, evidence=tuple(added)))
    if content == memory.content:
        return False
    with partition.writing():
        partition.log.append(enriched(partition, memory, content, source))
    return True


def close_lazily(context: Context, partition: Partition) -> None:
    """Close what has landed, if a branch that worked on an open thread changed since the last look."""
    place = find_place_of(context)
    if place is None or partition.key != context.scope.partition:
        return
    kept = open_branches(place)
    watched = kept.get(watched_of(partition.key), "").split()
    if watched and kept.get(f"closed:{partition.key}") != stamp_of(place, watched, kept):
        with suppress(StandfastError):
            close_landed(context, partition)


def close_landed(context: Context, partition: Partition) -> list[MemoryId]:
    """Close the threads whose work has landed, and return them."""
    place = find_place_of(context)
    threads = _open_threads(partition) if place is not None else []
    if place is None or not threads:
        return []
    git = find_git(str(context.here.root))
    if git is None:
        return []
    kept = open_branches(place)
    branches = sorted({name for memory in threads for name in work_of(memory).branches})
    grounds, stamp = look_around(git, place, branches, kept)
    tips = {name: note_seen(kept, grounds, name) for name in branches}
    done = [memory for memory in threads if _has_landed(grounds, kept, memory, tips)]
    closed = [memory.id for memory in done if _close(partition, memory)]
    gone = {name for memory in done for name in work_of(memory).branches}
    still = {name for memory in threads if memory.id not in closed for name in work_of(memory).branches}
    _watch(kept, partition.key, sorted(still), without=gone)
    kept[f"closed:{partition.key}"] = stamp if still == set(branches) else stamp_of(place, sorted(still), kept)
    kept.save()
    return closed


def _has_landed(grounds: Grounds, kept: Cache, memory: Memory, tips: dict[str, str]) -> bool:
    branches = [item for item in memory.content.evidence if item.kind == "branch"]
    if branches:
        return all(_branch_landed(grounds, kept, item, tips[item.ref]) for item in branches)
    later = [item for item in memory.sources[1:] if item.session and item.session != memory.source.session]
    commits = [grounds.git.find_commit(sha) for sha in work_of(memory).commits]
    landed = (any(grounds.git.is_ancestor(sha, name) for name in grounds.defaults) if sha else False for sha in commits)
    return bool(later and commits) and all(landed)


def _branch_landed(grounds: Grounds, kept: Cache, branch: Evidence, before: str) -> bool:
    """Tell whether a branch is part of the main one; one that is gone is judged by where it was last seen."""
    ahead = kept.get(f"ahead:{branch.ref}", "")
    tip = grounds.find_tip(branch.ref)
    if branch.note == f"{_SINCE}{tip or before}":
        return False  # it has done nothing since
    if tip:
        return grounds.branch_landed(branch.ref, ahead)
    return bool(ahead or before) and grounds.has_taken_in(ahead or before, ahead)


def _close(partition: Partition, memory: Memory) -> bool:
    """Close a thread, unless it was closed before: then somebody opened it again."""
    past = partition.log.of_memory(memory.id)
    if any(item.header.act is Act.EXPIRE and (item.payload or {}).get("reason") == LANDED for item in past):
        return False
    with suppress(StoreBusy), partition.writing():
        partition.log.append(Change(Act.EXPIRE, BY_US, memory.id, {"reason": LANDED}))
        return True
    return False


def _watch(kept: Cache, key: str, branches: Sequence[str], *, without: Collection[str] = ()) -> None:
    known = [name for name in kept.get(watched_of(key), "").split() if name not in without]
    kept[watched_of(key)] = " ".join(dict.fromkeys((*known, *branches)))

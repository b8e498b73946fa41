"""Drift: what still holds of everything anchored, after the code moved; and what a change makes stale.

Owns the order of steps: branches first, then the survey, then the telling (which commit, who, when, which lines), then
what rests on what is stale; on request the fixing of what merely moved, and what the change is worth remembering for.
A memory is never dropped here: what drifted is told, and waits in `review`.
"""

from __future__ import annotations

from contextlib import nullcontext

from standfast.capture.draft import Draft
from standfast.code.git import find_git
from standfast.context.acts import one_act
from standfast.errors import NotFound, StandfastError
from standfast.model.encode import encode_anchored
from standfast.model.memory import AboutMemory, Anchored
from standfast.model.operation import Act
from standfast.model.trust import RANK, Standing, Status
from standfast.model.value import Value
from standfast.standing.anchors.anchoring import claim_of
from standfast.standing.branches.host_events import note_judged
from standfast.standing.branches.land import Landed, land
from standfast.standing.breach import find_breach
from standfast.standing.judged import STALE, Judged
from standfast.standing.late_anchors import anchor_late
from standfast.standing.links import list_resting
from standfast.standing.memories import Judge, is_decided
from standfast.standing.survey import Surveyed, survey
from standfast.store.values import Change
from standfast.trust.record import Remembered, remember

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.standing.branches.content import Anchors
    from standfast.standing.branches.landed import Grounds
    from standfast.standing.documents.instructions import Stale
    from standfast.standing.proposal import Proposal
    from standfast.store.contract import Partition

_NOTE = "anchored again by standfast drift --fix"


class JudgedMemory(AboutMemory):
    """One memory that does not simply hold: where it stands, where it stood at the base, and what comes of it.

    `review`: a person decided it, so it keeps its place and waits for a person; otherwise it is given after what holds.
    """

    judged: Judged
    was: Standing | None = None
    review: bool = False
    fixed: bool = False
    kept_back: str = ""

    @property
    def breach(self) -> str:
        """Where the code breaks it, if it is a rule that the code breaks."""
        return find_breach(self.memory.content, self.judged)

    def to_dict(self) -> dict[str, Any]:
        record = {**self.memory.to_dict(), **self.judged.to_dict(), "review": self.review, "fixed": self.fixed}
        more = {"was": self.was.value if self.was else "", "kept_back": self.kept_back, "breach": self.breach}
        return {**record, **{name: value for name, value in more.items() if value}}


class Dependant(Value):
    """One memory that rests on a stale one."""

    memory: Memory
    on: MemoryId
    standing: Standing

    def to_dict(self) -> dict[str, Any]:
        content = self.memory.content
        return {
            "id": self.memory.id,
            "title": content.title,
            "text": content.text,
            "rests_on": self.on,
            "standing": self.standing.value,
        }


class Drift(Value):
    """The standing of everything anchored, what no longer holds and why, and what was done about it."""

    since: str
    head: str
    branch: str
    standings: Mapping[str, int]
    found: tuple[JudgedMemory, ...]
    dependants: tuple[Dependant, ...]
    landed: Landed
    unknown: int = 0
    instructions: tuple[Stale, ...] = ()
    pages: tuple[Stale, ...] = ()
    """The same of pages on how this is built and kept."""
    proposals: tuple[Proposal, ...] = ()
    stored: tuple[Remembered, ...] = ()
    nowhere: tuple[MemoryId, ...] = ()
    """What has anchors, and nothing was found at any of them: nobody can tell whether it holds."""
    unchecked: int = 0
    """How many of those that hold stand at code in which nothing of what they say could be checked."""
    unsure: int = 0
    """How many of those that were touched may no longer hold: nothing tells, and somebody has to look."""

    @property
    def stale(self) -> tuple[JudgedMemory, ...]:
        """What needs a person: drifted and broken."""
        return tuple(item for item in self.found if item.judged.standing in STALE)

    def to_dict(self) -> dict[str, Any]:
        record = super().to_dict()
        return {
            **record,
            "since": self.since or None,
            "memories": record.pop("found"),
            "stale": [item.memory.id for item in self.stale],
            "fixed": [item.memory.id for item in self.found if item.fixed],
        }


def drift(context: Context, *, since: str = "", fix: bool = False, propose: bool = False, store: bool = False) -> Drift:
    """Return the standing of everything anchored; `since` limits what is told to what changed since that commit."""
    with one_act(context) if fix or propose else nullcontext():
        return _look(context, since, fix=fix, propose=propose, store=store)


def _look(context: Context, since: str, *, fix: bool, propose: bool, store: bool) -> Drift:
    from standfast.standing.documents.instructions import stale_documents, stale_instructions

    landed = land(context)
    partition = context.store.find_partition(context.scope.partition)
    base = _base(context, since) if since else ""
    judge = Judge(context, explain=True)
    surveyed = survey(context, judge)
    if partition is not None and anchor_late(context, partition, judge, surveyed):
        judge = Judge(context, explain=True)
        surveyed = survey(context, judge)
    if partition is not None:
        note_judged(context, partition, surveyed.standings)
    found = _found(context, partition, surveyed, judge, base) if partition else []
    if fix and partition is not None:
        found = [_fix(context, partition, item, judge) for item in found]
    stale = [item for item in found if item.judged.standing in STALE]
    proposals = _proposals(judge, base or _parent(judge)) if propose and context.here.root is not None else ()
    return Drift(
        since=base,
        head=judge.snapshot.head if context.here.root is not None else "",
        branch=context.here.branch,
        standings=surveyed.counts(),
        found=tuple(found),
        dependants=tuple(_dependants(partition, stale)) if partition else (),
        landed=landed,
        unknown=surveyed.unknown,
        instructions=tuple(_changed_by(judge, base, stale_instructions(context))),
        pages=tuple(_changed_by(judge, base, stale_documents(context))),
        proposals=proposals,
        stored=tuple(_store(context, proposal) for proposal in proposals) if store else (),
        nowhere=surveyed.nowhere if not base else (),
        unchecked=len(surveyed.unchecked),
        unsure=len(surveyed.unsure),
    )


def _changed_by(judge: Judge, base: str, found: list[Stale]) -> list[Stale]:
    """Return what in documents is no longer true; with a base, only what this change made untrue."""
    git = judge.snapshot.git if found and base else None
    if git is None:
        return found
    before = {change.old or change.path for change in git.list_changes(base, "HEAD")}
    return [item for item in found if item.file in before or (item.since and not git.is_ancestor(item.since, base))]


def _base(context: Context, since: str) -> str:
    """Return where this change left `since`: what others did there meanwhile is not this change's doing."""
    git = find_git(str(context.here.root)) if context.here.root is not None else None
    commit = git.find_commit(since) if git is not None and since.isprintable() else ""
    if git is None or not commit:
        hint = "In CI, fetch enough history: a shallow clone may not have it."
        raise NotFound(f"There is no commit {since!r} here.", hint=hint, code="no-commit")
    return git.find_merge_base(commit, "HEAD") or commit


def _parent(judge: Judge) -> str:
    """Return the commit before the latest one: what is worth remembering is asked of the last change."""
    git = judge.snapshot.git
    return git.find_commit("HEAD~1") if git is not None else ""


def _found(context: Context, partition: Partition, surveyed: Surveyed, judge: Judge, base: str) -> list[JudgedMemory]:
    then = Judge(context, rev=base) if base else None
    found: list[JudgedMemory] = []
    for identity, standing in surveyed.standings.items():
        if standing in {Standing.HOLDS, Standing.UNANCHORED}:
            continue
        memory = partition.memories.find(identity)
        if memory is None:
            continue
        was = _stood(then, memory, base) if then is not None else None
        if was is not None and RANK[standing] >= RANK[was]:
            continue  # it stood no better before this change
        here = judge.judge_here(memory) if identity not in surveyed.nowhere else judge.judge_nowhere(memory)
        found.append(JudgedMemory(memory, here, was, review=is_decided(memory)))
    found.sort(key=lambda item: (RANK[item.judged.standing], -item.memory.authority, -item.memory.hlc))
    return found


def _stood(then: Judge, memory: Memory, base: str) -> Standing:
    """Return where a memory stood at the base; what was learned after it was true when it was learned."""
    git = then.snapshot.git
    commits = {anchor.fingerprint.commit for anchor in memory.content.anchors if anchor.fingerprint}
    if git is not None and any(
        commit and git.find_commit(commit) and not git.is_ancestor(commit, base) for commit in commits
    ):
        return Standing.HOLDS
    return then.judge_here(memory).standing


def _fix(context: Context, partition: Partition, judged_memory: JudgedMemory, judge: Judge) -> JudgedMemory:
    """Anchor again what merely moved; what was touched or drifted stays for who looks at it."""
    if judged_memory.judged.standing is not Standing.MOVED:
        return judged_memory
    fresh = _fresh(judged_memory.memory, judge)
    if fresh is None:
        return judged_memory
    pairs = [(each.anchor, each.fingerprint) for each in fresh]
    if not judged_memory.memory.content.scope.branch and _is_only_here(context, judge, pairs):
        return JudgedMemory(
            judged_memory.memory,
            judged_memory.judged,
            judged_memory.was,
            review=judged_memory.review,
            kept_back="only so on this branch",
        )
    payload = {"note": _NOTE, "moved": True, "anchors": [encode_anchored(each) for each in fresh]}
    with partition.writing():
        partition.log.append(Change(Act.VERIFY, context.who, judged_memory.memory.id, payload))
    return JudgedMemory(
        judged_memory.memory, judged_memory.judged, judged_memory.was, review=judged_memory.review, fixed=True
    )


def _fresh(memory: Memory, judge: Judge) -> list[Anchored] | None:
    """Take every anchor afresh where it is now; None where one cannot be."""
    from standfast.standing.anchors.fingerprint import take_fingerprint

    fresh: list[Anchored] = []
    for anchor in memory.content.anchors:
        now = judge.anchor(anchor).now if anchor.fingerprint else None
        taken = take_fingerprint(judge.snapshot, now, claim_of(memory.content)) if now is not None else None
        if anchor.fingerprint and (now is None or taken is None):
            return None
        fresh.append(Anchored(now, taken) if now is not None else anchor)
    return fresh


def _is_only_here(context: Context, judge: Judge, pairs: Anchors) -> bool:
    grounds = _grounds(judge)
    branch = context.here.branch
    if grounds is None or not grounds.defaults or (branch and grounds.is_default(branch)):
        return False
    return not grounds.stands_as_is(pairs)


def _grounds(judge: Judge) -> Grounds | None:
    from standfast.standing.branches.landed import Grounds

    git = judge.snapshot.git
    return judge.snapshot.once("grounds", "", lambda: Grounds(git)) if git is not None else None


def _dependants(partition: Partition, stale: list[JudgedMemory]) -> list[Dependant]:
    """Return what was derived from, is about, or explains a stale memory, at any distance."""
    seen = {item.memory.id for item in stale}
    found: list[Dependant] = []
    pending = [(item.memory, item) for item in stale]
    while pending:
        memory, root = pending.pop(0)
        for other in list_resting(partition, memory):
            if other.id not in seen and other.status is Status.ACTIVE:
                seen.add(other.id)
                found.append(Dependant(other, root.memory.id, root.judged.standing))
                pending.append((other, root))
    return found


def _proposals(judge: Judge, base: str) -> tuple[Proposal, ...]:
    from standfast.standing.proposal import propose

    try:
        return tuple(propose(judge.snapshot, base)) if base else ()
    except StandfastError:
        return ()


def _store(context: Context, proposal: Proposal) -> Remembered:
    """Put a proposal where a person decides on it."""
    draft = Draft(
        text=proposal.text,
        kind=proposal.kind,
        title=proposal.title,
        why=proposal.why,
        anchors=proposal.anchors,
        evidence=proposal.evidence,
        status=Status.PROPOSED.value,
    )
    return remember(context, draft)

"""Standing: what the repository says now of a memory, computed just before it is shown.

Owns the judge of one answer: it looks at each file once, reuses what earlier runs found out while nothing it depended
on changed, and says of what rests on a drifted memory that it does. Must not: change more than what is kept for speed.
"""

from __future__ import annotations

import json
from functools import cached_property

from standfast.model.kind import NORMS, Kind
from standfast.model.trust import Authority, Standing, Status
from standfast.model.value import replace
from standfast.standing.judged import NOT_CHECKED, STALE, Judged, Side, worst
from standfast.standing.links import list_grounds, list_linked, list_links
from standfast.standing.opponents import SIDES, Opponents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from standfast.code.cache import Cache
    from standfast.code.snapshot import Snapshot
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Anchored, Content, Memory, Version
    from standfast.standing.anchors.batch import Surveyor
    from standfast.standing.anchors.judgement import Judgement
    from standfast.standing.culprit import Culprit

_ORIGINS = frozenset(("document", "commit"))
_HISTORY = frozenset((Kind.EPISODE,))  # an attempt is told as one, whatever is left of it
_STANDS = frozenset((Standing.HOLDS, Standing.MOVED))
_DEEPEST = 3
_MOST_EXPLAINED = 25  # of what merely moved or was touched
_MOST_BLAMED = 8  # searches through history for one answer; each is done once and kept
_UNANCHORED = Judged(Standing.UNANCHORED)


def _newest(version: Version) -> int:
    return -version.revision


def _said_since(memory: Memory, opposed: Iterable[Memory]) -> str:
    """Return the latest of what was said in sessions after a memory that was said there too, and against it."""
    spoken = [item for item in opposed if memory.source.turn and item.source.turn and item.at > memory.at]
    if not spoken:
        return ""
    latest = max(spoken, key=lambda item: item.at)
    return f"{latest.at.day} {latest.at:%b}: {' '.join(latest.content.text.split())}"


class Judge:
    """Judges several memories against one look at the working tree. Make a new one for every answer.

    `explain` shows the lines then and now, `blame` names the commit; without either it is named if it is known already.
    `history` asks Git what is left of each commit, as these two do. `light`: which of two the code supports is told
    where it is known.
    """

    def __init__(
        self,
        context: Context,
        *,
        explain: bool = False,
        blame: bool = False,
        history: bool = False,
        light: bool = False,
        rev: str = "",
    ) -> None:
        self._context = context
        self._root = context.here.root
        self._explain = explain
        self._blame = blame
        self._history = history
        self._light = light
        self._rev = rev
        self._blamed = 0
        self._explained = 0
        self._elsewhere: dict[str, Judge | None] = {}
        self._opponents = Opponents(context, whole=explain)
        self._linked: dict[MemoryId, list[Memory]] = {}
        self._told: dict[MemoryId, str] = {}

    @cached_property
    def snapshot(self) -> Snapshot:
        """The working tree at hand, or the commit asked for."""
        from standfast.code.snapshot import open_snapshot

        return open_snapshot(str(self._root), self._rev)

    @cached_property
    def kept(self) -> Cache:
        """What was found out in earlier runs."""
        from standfast.code.cache import open_cache

        return open_cache(self.snapshot.place.git_dir if self.snapshot.place else str(self._root))

    @cached_property
    def surveyor(self) -> Surveyor:
        """Judges anchors one by one, each file looked at once."""
        from standfast.standing.anchors.batch import Surveyor

        return Surveyor(self.snapshot, self.kept)

    def __call__(self, memory: Memory) -> Judged:
        """Return where a memory stands, and what it rests on that is stale."""
        judged = self._alone(memory)
        if judged.standing in STALE and memory.revision > 1 and self._root is not None and not self._rev:
            judged = self._with_earlier(memory, judged)
        rests_on = self._rests_on(memory, {memory.id}, _DEEPEST) if self._root is not None else ()
        found = self._opponents.find(memory).items() if not is_retired(judged) else ()
        opposed = {name: item for name, item in found if item is None or self._is_side(memory, item)}
        replaced = self._opponents.replaced.get(memory.id, "")
        if not rests_on and not opposed and not replaced:
            return judged
        against = [name for name, item in opposed.items() if item is None or item.status is Status.ACTIVE]
        told = [item for name in against if (item := opposed[name]) is not None]
        return replace(
            judged,
            rests_on=tuple(rests_on),
            against=tuple(against),
            sides=tuple(self._side(memory, item) for item in (told if self._explain else told[:SIDES])),
            since=_said_since(memory, [item for item in opposed.values() if item is not None]),
            replaced=replaced,
        )

    def _is_side(self, memory: Memory, other: Memory) -> bool:
        """Tell whether something stands against a memory: not what says the same, or what its document took back."""
        if other.content.text.split() == memory.content.text.split():
            return False
        return other.source.kind != "document" or not is_retired(self._alone(other))

    def _with_earlier(self, memory: Memory, judged: Judged) -> Judged:
        """Add the words before the last revision where those are what holds here, and the branch it was made on."""
        partition = self._context.store.find_partition(memory.content.scope.partition)
        for version in sorted(partition.memories.versions(memory.id), key=_newest) if partition is not None else ():
            told = [self._tell(item, version.content) for item in version.content.anchors if item.fingerprint]
            if version.revision < memory.revision and worst(Standing(item["standing"]) for item in told) in _STANDS:
                return replace(judged, earlier=version.content.text, revised_on=self._branch_of(memory))
        return judged

    def _branch_of(self, memory: Memory) -> str:
        """Return the branch on which a memory's words were said, where that is not part of this state."""
        from standfast.code.git import find_git
        from standfast.errors import StandfastError

        commit = next((item.fingerprint.commit for item in memory.content.anchors if item.fingerprint), "")
        git = find_git(str(self._root)) if commit else None
        try:
            if git is None or git.is_ancestor(commit, self.snapshot.head):
                return ""
            return git.find_line("for-each-ref", "--count=1", "--format=%(refname:short)", "--contains", commit)
        except StandfastError:
            return ""

    def _side(self, memory: Memory, other: Memory) -> Side:
        """Say what weight, age and standing the other side has, and which of the two the code supports."""
        told = self._told.get(other.id)
        if told is None:  # one may stand against several
            told = f"{other.authority.word}, {other.at.date()}, {self._alone(other).standing}"
            self._told[other.id] = told
        if self._root is None or not (memory.content.anchors or other.content.anchors):
            return Side(other.id, told)
        from standfast.standing.support import find_supported

        judging = (self.surveyor, self.snapshot)
        support = find_supported(self._context, memory, other, judging, anew=not self._light)
        self.kept.save()
        return Side(other.id, told, support.memory, support.reason)

    def look_ahead(self, memories: Sequence[Memory]) -> None:
        """Find what several memories that will be judged are linked to, at once: each question costs a round trip."""
        self._opponents.look_up(memories)
        if self._root is None or not self._is_asked:
            return
        together: dict[str, list[Memory]] = {}
        for memory in memories:
            together.setdefault(memory.content.scope.partition, []).append(memory)
        for key, some in together.items():
            partition = self._context.store.find_partition(key)
            if partition is not None:
                self._linked.update(list_linked(partition, some, "because-of"))

    def _alone(self, memory: Memory) -> Judged:
        judged = self._by_anchors(memory)
        told = self._origin(memory)
        if told is None:
            return judged
        return Judged(worst([judged.standing, Standing(told["standing"])]), (*judged.detail, told))

    def _origin(self, memory: Memory) -> dict[str, Any] | None:
        """Return how a memory stands by its source: the document that says it, or the commit that brought it."""
        kind = memory.source.kind
        if kind not in _ORIGINS or self._root is None or self._rev:
            return None
        if memory.content.scope.partition != self._context.scope.partition:
            return None
        from standfast.errors import StandfastError
        from standfast.standing.origin import judge_commit_left, judge_document

        thorough = self._is_asked
        try:
            if kind == "document":
                return judge_document(self.snapshot, memory, thorough=thorough)
            if memory.content.kind not in _HISTORY:
                return None
            told = judge_commit_left(self.snapshot, memory, self.kept, thorough=thorough or self._history)
            self.kept.save()
            return told
        except StandfastError:
            return None

    def _by_anchors(self, memory: Memory) -> Judged:
        if memory.content.kind is Kind.EPISODE and memory.source.kind == "session":
            return _UNANCHORED  # what a session did stays so, whatever the code does since
        if not any(anchor.fingerprint for anchor in memory.content.anchors):
            return self.judge_nowhere(memory)
        if self._root is None:
            return self._last_word(memory)
        branch = memory.content.scope.branch
        if branch and not self._rev and branch != self._context.here.branch:
            if branch not in self._elsewhere:
                self._elsewhere[branch] = self._judge_of(branch)
            other = self._elsewhere[branch]
            return other.judge_here(memory) if other is not None else Judged(Standing.UNANCHORED)
        return self.judge_here(memory)

    def judge_nowhere(self, memory: Memory) -> Judged:
        """Return where a memory stands of whose places nothing was kept: broken, where nothing is at them."""
        branch = memory.content.scope.branch
        if (
            not memory.content.anchors
            or self._root is None
            or self._rev
            or branch not in {"", self._context.here.branch}
        ):
            return _UNANCHORED
        if memory.content.scope.partition != self._context.scope.partition:
            return _UNANCHORED
        from standfast.standing.anchors.nowhere import judge_nowhere, list_late, points_nowhere

        if not points_nowhere(memory):
            return _UNANCHORED
        if found := judge_nowhere(self.snapshot, memory, near=self._is_asked):
            return Judged(Standing.BROKEN, tuple(found))
        return Judged(Standing.UNANCHORED, tuple(list_late(self.snapshot, memory)))

    def _last_word(self, memory: Memory) -> Judged:
        """Return what a checkout said last, and at which commit: where there is none, nothing holds by itself."""
        partition = self._context.store.find_partition(memory.content.scope.partition)
        judged = partition.judged if partition is not None else None
        found = judged.find([memory.id]).get(memory.id) if judged is not None else None
        if found is None:
            reason = "there is no checkout here, and none has looked at it yet" if judged is not None else ""
            told = ({"standing": Standing.UNANCHORED.value, "reason": reason},) if reason else ()
            return Judged(Standing.UNANCHORED, told)
        reason = found.detail or f"judged last at {found.commit[:12]}; there is no checkout here"
        told = ({"standing": found.standing, "reason": reason, "commit": found.commit, "at": found.at},)
        return Judged(Standing(found.standing), told)

    def _judge_of(self, branch: str) -> Judge | None:
        """Return the judge of a branch: what is only true there is held against nothing else."""
        from standfast.context.view import is_here

        if is_here(self._context, branch):
            return self
        from standfast.code.git import find_git
        from standfast.standing.branches.landed import Grounds

        git = find_git(str(self._root))
        tip = Grounds(git).find_tip(branch) if git is not None else ""
        return Judge(self._context, explain=self._explain, blame=self._blame, rev=tip) if tip else None

    def judge_here(self, memory: Memory) -> Judged:
        """Return where a memory stands in this one snapshot, whatever branch it is of."""
        detail = [self._tell(item, memory.content) for item in memory.content.anchors if item.fingerprint is not None]
        self.kept.save()
        standing = worst(Standing(item["standing"]) for item in detail)
        if (
            detail
            and len(detail) < len(memory.content.anchors)
            and self._is_asked
            and memory.source.kind not in _ORIGINS
        ):
            from standfast.standing.anchors.nowhere import judge_nowhere

            detail += judge_nowhere(
                self.snapshot, memory, near=True
            )  # told beside: the claim is held against the others
        return Judged(standing, tuple(detail))

    def anchor(self, anchored: Anchored) -> Judgement:
        """Return how one anchor stands."""
        return self.surveyor.judge(anchored)

    def _tell(self, anchored: Anchored, content: Content) -> dict[str, Any]:
        judgement = self.anchor(anchored)
        told: dict[str, Any] = {
            "anchor": str(anchored.anchor),
            "standing": judgement.standing.value,
            "reason": judgement.reason,
            "now": str(judgement.now) if judgement.now else "",
        }
        if judgement.is_unchecked or judgement.is_late:
            told["word"] = NOT_CHECKED
        if judgement.check:
            told["check"] = True
        if _is_far(anchored, judgement):
            told["far"] = True
        if judgement.standing is Standing.DRIFTED:
            told |= {name: value for name, value in judgement.said_by_code().items() if value}
        if judgement.standing in {Standing.HOLDS, Standing.UNANCHORED} or judgement.is_late:
            return told
        commit = self._culprit(anchored, judgement)
        told = {**told, "commit": commit} if commit else told
        if not self._explain or (judgement.standing not in STALE and self._explained >= _MOST_EXPLAINED):
            return told
        self._explained += 1
        return {**told, **self._explain_lines(anchored, judgement, content, commit or {})}

    def _explain_lines(
        self, anchored: Anchored, judgement: Judgement, content: Content, commit: dict[str, str]
    ) -> dict[str, Any]:
        """Return the lines then and now, the one nearest the claim with its commit, and what took a file's place."""
        from standfast.standing.anchors.anchoring import claim_of
        from standfast.standing.culprit import explain_lines, find_heir, find_nearest

        more = explain_lines(self.snapshot, anchored, judgement)
        if judgement.standing is Standing.BROKEN:
            heir = find_heir(self.snapshot, anchored.anchor, commit.get("sha", ""))
            return {**more, "reason": f"{judgement.reason}; now {heir}?", "heir": heir} if heir else more
        nearest, changer = find_nearest(self.snapshot, anchored, judgement, claim_of(content))
        more |= {"nearest": nearest} if nearest else {}
        if changer is None or judgement.standing is not Standing.TOUCHED:
            return more
        self._keep_culprit(anchored, judgement, changer)  # not the first that touched the file
        return {**more, "commit": _commit(changer)}

    def _culprit(self, anchored: Anchored, judgement: Judgement) -> dict[str, str] | None:
        """Return the commit that made the difference: as it was found out before, or now if that was asked for."""
        name, state = self._name_culprit(anchored, judgement)
        try:
            known = json.loads(self.kept.get(name, "[]"))
            if known and known[0] == state:
                return dict(zip(("sha", "author", "at", "subject"), known[1:], strict=True))
        except (ValueError, TypeError):
            pass  # damaged: it is found out again
        most = _MOST_BLAMED if not self._explain else _MOST_EXPLAINED
        if judgement.standing in STALE and self._explain:
            most = len(self.kept) + _MOST_EXPLAINED  # what is stale is always explained where that was asked for
        if not self._is_asked or anchored.fingerprint is None or self._blamed >= most:
            return None
        self._blamed += 1
        from standfast.errors import StandfastError
        from standfast.standing.culprit import find_culprit

        try:
            found = find_culprit(self.snapshot, anchored.anchor, anchored.fingerprint, judgement)
        except StandfastError:
            return None
        if found is not None and found.sha:
            self._keep_culprit(anchored, judgement, found)
        return _commit(found) if found is not None else None

    def _name_culprit(self, anchored: Anchored, judgement: Judgement) -> tuple[str, str]:
        """Return under which name the commit behind a judgement is kept, and for which state."""
        return "c:" + self.surveyor.name(anchored), f"{self.snapshot.head}:{judgement.standing}"

    def _keep_culprit(self, anchored: Anchored, judgement: Judgement, found: Culprit) -> None:
        name, state = self._name_culprit(anchored, judgement)
        self.kept[name] = json.dumps([state, found.sha, found.author, found.at, found.subject])

    @property
    def _is_asked(self) -> bool:
        return self._blame or self._explain

    def _rests_on(self, memory: Memory, seen: set[MemoryId], depth: int) -> list[tuple[MemoryId, Standing]]:
        """Return the stale memories that this one was derived from, is about, or is the reason of."""
        found: list[tuple[MemoryId, Standing]] = []
        for other in self._related(memory) if depth else ():
            if other.id in seen:
                continue
            seen.add(other.id)
            standing = self._alone(other).standing
            found += [(other.id, standing)] if standing in STALE else self._rests_on(other, seen, depth - 1)
        return found

    def _related(self, memory: Memory) -> list[Memory]:
        """Return what a memory was derived from or is about, and what it is the reason of."""
        partition = self._context.store.find_partition(memory.content.scope.partition)
        if partition is None:
            return []
        named = list_grounds(memory)
        linked = self._linked.get(memory.id)
        if linked is None:
            # What it is the reason of takes two queries to find out: not where nobody asked about this one.
            linked = list_linked(partition, [memory], "because-of")[memory.id] if self._is_asked else []
        others = [partition.memories.find(item) for item in named]  # type: ignore[arg-type]
        return [other for other in others if other is not None] + [
            item for item in linked if list_links(item, "because-of", memory)
        ]


def is_decided(memory: Memory) -> bool:
    """Tell whether a person or a written rule decided this: it is flagged when code changes, and keeps its place."""
    return memory.authority >= Authority.APPROVED and memory.content.kind in NORMS


def is_retired(judged: Judged) -> bool:
    """Tell whether the document that said something no longer does."""
    return any(item.get("retired") for item in judged.detail)


def _is_far(anchored: Anchored, judgement: Judgement) -> bool:
    """Tell whether a file changed, and not so much, nor at what the claim says of it, that anybody needs to look."""
    if judgement.standing is not Standing.TOUCHED or judgement.check or anchored.anchor.kind != "path":
        return False
    return judgement.now == anchored.anchor and not judgement.reason.startswith("much")


def _commit(culprit: Culprit) -> dict[str, str]:
    return {"sha": culprit.sha, "author": culprit.author, "at": culprit.at, "subject": culprit.subject}

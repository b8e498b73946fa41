"""Land: what was learned on a branch becomes the project's when the branch lands, and expires when it is abandoned.

Owns the order of steps: what a branch's memory is, where its content is now, and the operation that follows. It runs
lazily, before anything is read, and only when a ref that matters has changed; Git's own hooks merely make it earlier.
Nothing is deleted: what expired comes back with its branch.
"""

from __future__ import annotations

import time
from contextlib import suppress
from weakref import WeakKeyDictionary

from standfast.code.git import find_git
from standfast.code.hashing import hash_text
from standfast.code.locate import find_checkout, stamp_refs
from standfast.code.snapshot import open_snapshot
from standfast.context.branches import open_branches
from standfast.errors import StandfastError, StoreBusy
from standfast.model.encode import decode_scope
from standfast.model.memory import Anchored
from standfast.model.operation import Act
from standfast.model.source import BY_US
from standfast.model.trust import Authority, Standing, Status
from standfast.model.value import Value, replace
from standfast.standing.anchors.anchoring import claim_of
from standfast.standing.branches.beginning import find_beginning, is_another
from standfast.store.revised import revised
from standfast.store.values import Change, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.cache import Cache
    from standfast.code.git import Git
    from standfast.code.locate import Checkout
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.standing.branches.landed import Grounds
    from standfast.store.contract import Partition

GONE = "its branch is gone, and what it is about exists nowhere else"
"""Who says that a branch was merged: we do."""
_DEFAULTS = "defaults"  # what the main branch was found to be, for a look at files alone
_FRESH_S = 5.0
_LAZY_S = 1.5  # what a question may wait for this; the rest is done by the next one
_recent: WeakKeyDictionary[Context, tuple[float, str, Grounds]] = WeakKeyDictionary()
FOLLOWED = (Status.ACTIVE, Status.PROPOSED, Status.DISPUTED, Status.EXPIRED)
"""The statuses in which a memory of a branch follows what becomes of the branch."""


class Landed(Value):
    """What became of memories of branches."""

    promoted: tuple[MemoryId, ...] = ()
    expired: tuple[MemoryId, ...] = ()
    revived: tuple[MemoryId, ...] = ()
    renamed: tuple[MemoryId, ...] = ()
    review: tuple[MemoryId, ...] = ()


def land_lazily(context: Context, partition: Partition, scopes: list[str]) -> bool:
    """Bring branches up to date if a ref changed since the last look; tell whether any memory changed."""
    place = _place(context, partition)
    branches = _branches(scopes)
    if place is None or not branches:
        return False
    kept = open_branches(place)
    name, stamp = f"stamp:{partition.key}", stamp_of(place, branches, kept)
    if kept.get(name) == stamp:
        return False
    with suppress(StandfastError):
        return _land(context, partition, scopes, place, until=time.monotonic() + _LAZY_S) != Landed()
    return False


def land(context: Context) -> Landed:
    """Promote what has landed and expire what was abandoned, in the project at hand."""
    partition = context.store.find_partition(context.scope.partition)
    place = _place(context, partition) if partition is not None else None
    if partition is None or place is None:
        return Landed()
    return _land(context, partition, partition.memories.scopes(), place, until=None)


def find_grounds(context: Context) -> Grounds | None:
    """Return the repository for asking about branches; one for all that is said within a few seconds."""
    from standfast.standing.branches.landed import Grounds

    known = _recent.get(context)
    if known is not None and time.monotonic() - known[0] < _FRESH_S and known[1] == context.here.commit:
        return known[2]
    git = find_git(str(context.here.root))
    if git is None:
        return None
    grounds = Grounds(git)
    _recent[context] = (time.monotonic(), context.here.commit, grounds)
    return grounds


def is_open_elsewhere(context: Context, branch: str) -> bool:
    """Tell whether a branch is still there, has not landed, and is not what the caller works on."""
    from standfast.context.view import is_here

    if is_here(context, branch) or (place := find_place_of(context)) is None:
        return False
    grounds = find_grounds(context)
    if grounds is None or grounds.is_default(branch) or not grounds.find_tip(branch):
        return False
    return not grounds.branch_landed(branch, open_branches(place).get(f"ahead:{branch}", ""))


def note_branch(context: Context, branch: str) -> None:
    """Note that a branch was seen here: one that never was is not gone, it is elsewhere."""
    place = find_checkout(str(context.here.root))
    if place is not None:
        kept = open_branches(place)
        kept[f"seen:{branch}"] = "1"
        kept[f"tip:{branch}"] = context.here.commit
        grounds = find_grounds(context)
        if grounds is not None and grounds.is_ahead(branch):
            kept[f"ahead:{branch}"] = context.here.commit
        kept.save()


def _place(context: Context, partition: Partition) -> Checkout | None:
    return find_place_of(context) if partition.key == context.scope.partition else None


def find_place_of(context: Context) -> Checkout | None:
    """Return the checkout at hand, if there is one."""
    if context.here.root is None:
        return None
    return find_checkout(str(context.here.root))


def _branches(scopes: list[str]) -> list[str]:
    return sorted({decode_scope(scope).branch for scope in scopes if "branch:" in scope} - {""})


def stamp_of(place: Checkout, branches: list[str], kept: Cache) -> str:
    """Return something that changes when a branch, or what the project's main one is or has, may have changed."""
    from standfast.code.default_branch import USUAL, plain_name

    named = [plain_name(name) for name in kept.get(_DEFAULTS, "").split(" ") if name]
    names = list(dict.fromkeys((*branches, *USUAL, *named)))
    refs = [f"{where}/{name}" for where in ("refs/heads", "refs/remotes/origin") for name in [*names, "HEAD"]]
    begun = [str(find_beginning(place, name)) for name in branches]
    return hash_text("\n".join((stamp_refs(place, refs), *branches, *begun)))


def look_around(git: Git, place: Checkout, branches: list[str], kept: Cache) -> tuple[Grounds, str]:
    """Return the repository, and the stamp from before it was looked at: what changes meanwhile is looked at again."""
    from standfast.standing.branches.landed import Grounds

    while True:
        stamp, grounds = stamp_of(place, branches, kept), Grounds(git)
        found = " ".join(grounds.defaults)
        if kept.get(_DEFAULTS, "") == found:
            return grounds, stamp
        kept[_DEFAULTS] = found  # the stamp has to say what these are at as well


def _land(context: Context, partition: Partition, scopes: list[str], place: Checkout, *, until: float | None) -> Landed:
    branches = _branches(scopes)
    git = find_git(str(context.here.root)) if branches else None
    if git is None:
        return Landed()
    kept = open_branches(place)
    grounds, stamp = look_around(git, place, branches, kept)
    found: dict[str, list[MemoryId]] = {}
    whole, decided = True, 0
    for scope in [item for item in scopes if decode_scope(item).branch]:
        before = note_seen(kept, grounds, decode_scope(scope).branch)
        for memory in list(partition.memories.select(View(scopes=(scope,), statuses=FOLLOWED))):
            looked = f"at:{memory.id}"
            if kept.get(looked) == stamp:
                continue  # by the last look, which had no time for all of them
            if until is not None and decided and time.monotonic() > until:
                whole = False  # one is decided however slow the machine is: else a busy one would never get on
                break
            decided += 1
            word, name = _Fate(grounds, kept, memory, before).decide(context.here.branch)
            if word and not _act(partition, memory, grounds, word, name):
                whole = False  # another process was writing, perhaps this very memory: the next look sees to it
                continue
            kept[looked] = stamp
            if word:
                found.setdefault(word, []).append(memory.id)
    if whole:
        kept[f"stamp:{partition.key}"] = stamp
        for name in [name for name in kept if name.startswith("at:")]:
            del kept[name]
    kept.save()
    return Landed(**{word: tuple(ids) for word, ids in found.items()})


def note_seen(kept: Cache, grounds: Grounds, branch: str) -> str:
    """Note what is seen of a branch, for when it is gone; return where it was at the last look."""
    before = kept.get(f"tip:{branch}", "")
    if tip := grounds.find_tip(branch):
        kept[f"seen:{branch}"] = "1"
        kept[f"tip:{branch}"] = tip
    if grounds.is_ahead(branch):
        kept[f"ahead:{branch}"] = tip
    return before


class _Fate:
    """What is to become of one memory of one branch."""

    def __init__(self, grounds: Grounds, kept: Cache, memory: Memory, before: str) -> None:
        self._grounds = grounds
        self._tip = before
        self._branch = memory.content.scope.branch
        self._memory = memory
        self._seen = f"seen:{self._branch}" in kept
        self._ahead = kept.get(f"ahead:{self._branch}", "")
        self._anchors = [(anchor.anchor, anchor.fingerprint) for anchor in memory.content.anchors if anchor.fingerprint]

    def decide(self, current: str) -> tuple[str, str]:
        """Return a word and, for a branch with another name now, that name."""
        grounds, branch = self._grounds, self._branch
        expired = self._memory.status is Status.EXPIRED
        another = is_another(grounds.git.place, grounds.git, branch, self._memory.recorded_at, self._tip)
        there = bool(grounds.find_tip(branch)) and not another
        if grounds.is_default(branch) or (expired and (self._memory.reason != GONE or not there)):
            return "", ""
        if self._anchors and not grounds.had_it_before(self._anchors) and grounds.has_landed(self._anchors):
            return "promoted", ""
        if there and grounds.branch_landed(branch, self._ahead):
            return "promoted", ""
        if there:
            return ("revived", "") if expired else ("", "")
        if not self._seen:
            return "", ""
        last = self._ahead or self._tip
        if last and not another and not expired and grounds.has_taken_in(last, self._ahead):
            return "promoted", ""
        holders = grounds.find_holders(self._anchors) if self._anchors else []
        holders = holders or ([] if another else grounds.find_grown(last))
        if holders:
            named = [name.removeprefix("origin/") for name in holders if name]
            other = current if current in named else next(iter(named), "")
            return ("renamed", other) if other else ("", "")
        return self._gone(), ""

    def _gone(self) -> str:
        """Say what happens to it now that its branch is gone: what a person decided is not dropped where in doubt."""
        if self._memory.status is not Status.ACTIVE:
            return ""  # it waits for a person, who decides; coming back with its branch would make it active
        if self._memory.authority < Authority.APPROVED:
            return "expired"
        return "review" if not self._anchors or self._is_changed_there() else "expired"

    def _is_changed_there(self) -> bool:
        """Tell whether the default branch changed what is anchored: then it may have landed in another form."""
        from standfast.standing.anchors.fingerprint import take_fingerprint
        from standfast.standing.anchors.judge import judge

        git, root = self._grounds.git, self._grounds.git.place.root or self._grounds.git.place.git_dir
        for name in self._grounds.defaults:
            for anchor, fingerprint in self._anchors:
                now = judge(open_snapshot(root, name), anchor, fingerprint)
                if now.standing is Standing.BROKEN:
                    continue
                base = git.find_merge_base(fingerprint.commit, name) if git.find_commit(fingerprint.commit) else ""
                before = take_fingerprint(open_snapshot(root, base), anchor) if base else None
                if before is None or judge(open_snapshot(root, name), anchor, before).standing is Standing.DRIFTED:
                    return True
        return False


def _act(partition: Partition, memory: Memory, grounds: Grounds, word: str, name: str) -> bool:
    """Write what was decided and tell whether it is; what another process decided meanwhile stands."""
    try:
        with partition.writing():
            current = partition.memories.find(memory.id)
            if current is None or current.hlc != memory.hlc:
                return False
            if word == "expired":
                partition.log.append(Change(Act.EXPIRE, BY_US, memory.id, {"reason": GONE}))
                return True
            if memory.status is Status.EXPIRED:
                partition.log.append(Change(Act.RESTORE, BY_US, memory.id))
            if word != "revived":
                partition.log.append(_moved(partition, memory, grounds, word, name))
    except StoreBusy:
        return False
    return True


def _moved(partition: Partition, memory: Memory, grounds: Grounds, word: str, name: str) -> Change:
    content = replace(memory.content, scope=replace(memory.content.scope, branch=name))
    if word == "promoted":
        content = replace(content, anchors=_anchored_there(memory, grounds))
    more = {}
    if word == "review":
        left = f"the branch {memory.content.scope.branch} it was learned on is gone: it counts once you approve it"
        more = {"status": Status.PROPOSED.value, "reason": left}
    change = revised(partition, memory, content, BY_US, **more)
    return replace(change, supersedes=_replaced(partition, memory)) if word == "promoted" else change


def _replaced(partition: Partition, memory: Memory) -> tuple[MemoryId, ...]:
    """Return what a memory takes the place of now that its branch has landed, as far as its weight reaches."""
    if memory.status is not Status.ACTIVE:
        return ()
    named = [link.target for link in memory.content.links if link.kind == "supersedes"]
    found = partition.memories.find_several(named).values() if named else ()  # type: ignore[arg-type]
    decided = any(source.ceiling is Authority.INSTRUCTION for source in memory.sources)
    weight = Authority.INSTRUCTION if decided else max(memory.authority, Authority.OBSERVED)
    return tuple(item.id for item in found if item.status is Status.ACTIVE and item.authority <= weight)


def _anchored_there(memory: Memory, grounds: Grounds) -> tuple[object, ...]:
    """Take the anchors afresh where they have landed: the branch's own commits may soon be gone for good."""
    from standfast.standing.anchors.fingerprint import take_fingerprint
    from standfast.standing.anchors.judge import judge

    if not grounds.defaults:
        return memory.content.anchors
    snapshot = open_snapshot(grounds.git.place.root or grounds.git.place.git_dir, grounds.defaults[0])
    claim = claim_of(memory.content)
    found: list[Anchored] = []
    for anchor in memory.content.anchors:
        judgement = judge(snapshot, anchor.anchor, anchor.fingerprint)
        place = judgement.now or anchor.anchor
        fresh = take_fingerprint(snapshot, place, claim) if judgement.standing is Standing.HOLDS else None
        found.append(Anchored(anchor.anchor, fresh or anchor.fingerprint))
    return tuple(found)

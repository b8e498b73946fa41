"""Which of two memories that contradict each other does the code support?

Owns: holding both claims against what either of them is anchored to, as it is now: code, a key of a configuration file,
a dependency, a command. Must not: decide between them; a person does. Neighbours: `stated.py`, `contradiction.py`,
`memories.py`, which tells it wherever one of the two is given.
"""

from __future__ import annotations

from standfast.model.anchor import PLACES
from standfast.model.ids import MemoryId
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.code.snapshot import Snapshot
    from standfast.context.context import Context
    from standfast.model.anchor import Anchor
    from standfast.model.memory import Anchored, Memory
    from standfast.standing.anchors.batch import Surveyor
    from standfast.standing.claims.claim import Claim
    from standfast.standing.claims.stated import Region

    Found = Iterator[tuple[bool, int, str]]

_MOST = 8
_WORD = compile_later(r"(?:(?<![\w@/.+-])@|@(?=\w)|\w)[\w@/.+-]*[\w+]|\w")
_VERSION = compile_later(r"v?(\d+(?:\.\d+)*)(?:\.x)?\+?")
_LOCKS = {"npm": ("package-lock.json",), "pipenv": ("Pipfile.lock",), "bun": ("bun.lockb",)}
_WORDS = 40  # of a claim that the other has not
_LARGEST = 200_000  # characters of a configuration file that are searched for them


class Support(Value):
    """What the code says of two claims: which of them it supports (None: neither, or both), and why, for people."""

    memory: MemoryId | None
    reason: str = ""


def supported(context: Context, one: Memory, other: Memory, snapshot: Snapshot | None = None) -> Support:
    """Say which of two memories the code at their anchors supports."""
    if context.here.root is None or not (one.content.anchors or other.content.anchors):
        return Support(None)
    if snapshot is None:
        from standfast.code.snapshot import open_snapshot

        snapshot = open_snapshot(str(context.here.root))
    looked = _Look(snapshot, one, other)
    (first, bears), (second, bears_other) = ((memory, list(looked.evidence(memory))) for memory in (one, other))
    scores = [sum(weight if says else -weight for says, weight, _ in found) for found in (bears, bears_other)]
    if scores[0] == scores[1]:
        return Support(None)
    winner, its, others = (first, bears, bears_other) if scores[0] > scores[1] else (second, bears_other, bears)
    denied = next((reason for says, _, reason in others if not says and reason), "")
    borne = next((reason for says, _, reason in its if says and reason), "the code says what it says")
    return Support(winner.id, f"the code says otherwise of the other: {denied}" if denied else borne)


def find_supported(
    context: Context, one: Memory, other: Memory, judging: tuple[Surveyor, Snapshot], *, anew: bool
) -> Support:
    """Say what the code supports as it was found out before, while that still holds; else `anew`, or nothing.

    Looking takes a parser and every file that either is anchored to: more than a hook may cost.
    """
    from standfast.code.hashing import hash_text
    from standfast.errors import StandfastError

    surveyor, snapshot = judging
    pair = sorted(f"{item.id} {item.revision} {item.content.anchors}" for item in (one, other))
    name = hash_text("\0".join(pair))
    known = surveyor.find_kept(name, anew=anew)
    if known is not None:
        return Support(MemoryId(known[0]) if known[0] else None, known[1])
    if not anew:
        return Support(None)
    snapshot.trace()
    try:
        found = supported(context, one, other, snapshot)
    except StandfastError:
        return Support(None)
    surveyor.keep(name, [found.memory or "", found.reason])
    return found


class _Look:
    """What two memories are anchored to, and the words in which they differ."""

    def __init__(self, snapshot: Snapshot, one: Memory, other: Memory) -> None:
        from standfast.standing.anchors.anchoring import claim_of

        self.snapshot = snapshot
        self.claims = {memory.id: claim_of(memory.content) for memory in (one, other)}
        words = {name: [word.lower() for word in _WORD.findall(claim)] for name, claim in self.claims.items()}
        mine, its = words[one.id], words[other.id]
        self.own = {one.id: _without(mine, its), other.id: _without(its, mine)}
        self.anchors = {str(item.anchor): item.anchor for memory in (one, other) for item in _some(memory)}.values()
        self.regions = _regions(snapshot, (one, other))

    def evidence(self, memory: Memory) -> Found:
        """Yield what the code says for a claim and against it, each with its weight and what is there."""
        from standfast.standing.claims.claim import Claim
        from standfast.standing.claims.contradiction import contradict
        from standfast.standing.claims.stated import LACKS, MENTIONS, find_mismatch, state
        from standfast.standing.claims.values import bind

        claim = Claim(self.claims[memory.id])
        for region in self.regions:
            values = bind(claim, region)
            stated = state(claim, region, values.agreed)
            yield from ((True, 1 if item.kind in {MENTIONS, LACKS} else 2, "") for item in stated)
            for item in contradict(claim, region, values.wrong):
                if wrong := find_mismatch([item], region):
                    yield False, 1, str(wrong)
        for anchor in self.anchors:
            if anchor.kind in {"conf", "path"}:
                yield from self._setting(anchor, claim, memory)
            elif anchor.kind == "dep":
                yield from self._dependency(anchor, memory)
            elif anchor.kind == "cmd":
                yield from self._command(anchor, claim, memory)
        yield from self._gone(memory)

    def _setting(self, anchor: Anchor, claim: Claim, memory: Memory) -> Found:
        """Hold a claim against a key of a configuration file."""
        from standfast.standing.anchors.setting import find_setting, list_settings
        from standfast.standing.claims.settings import contradict_settings, find_wrong_setting, weigh_asked

        source = self.snapshot.find_source(anchor.path)
        if source is None:
            return
        if (asked := weigh_asked(source, claim.text)) is not None:
            yield asked[0], 2, asked[1]
            return
        rows = contradict_settings(claim, source, anchor.detail)
        if rows:
            yield False, 2, str(find_wrong_setting(source, rows) or "")
        elif anchor.detail and str(find_setting(source, anchor.detail)).lower() in self.own[memory.id]:
            yield True, 2, ""
        elif not anchor.detail and list_settings(source):
            there = set(_WORD.findall(source.text[:_LARGEST].lower()))
            named = [word for word in self.own[memory.id] if word in there]
            others = {word for name, own in self.own.items() if name != memory.id for word in own}
            if named and there.isdisjoint(others):
                yield True, 1, f"{named[0]} stands in {anchor.path}"

    def _dependency(self, anchor: Anchor, memory: Memory) -> Found:
        """Hold what a claim alone says against the packages: the version of this one, the name of another."""
        from standfast.standing.anchors.dependency import find_package

        here = find_package(self.snapshot, anchor.target)
        for word in self.own[memory.id]:
            version = _VERSION.fullmatch(word)
            if version is None:
                found = find_package(self.snapshot, word)
                if found is not None:
                    yield True, 2, f"{word} is a dependency in {found.path}"
            elif here is not None:
                says = f"{here.version}.".lstrip("^~>=< v").startswith(f"{version[1]}.")
                yield says, 2, f"{anchor.target} is {here.version} in {here.path}"

    def _command(self, anchor: Anchor, claim: Claim, memory: Memory) -> Found:
        """Hold what a claim says to run against what the repository defines, and who runs it against the lock file."""
        from standfast.standing.anchors.command import find_definition

        other = next(text for name, text in self.claims.items() if name != memory.id)
        for command in claim.quoted:
            if command.split()[:1] == anchor.target.split()[:1] and f"`{command}`" not in other:
                found = find_definition(self.snapshot, command)
                yield found is not None, 2, f"`{command}` is defined {f'in {found.path}' if found else 'nowhere here'}"
        for word in self.own[memory.id]:
            lock = next((path for path in _locks_of(word) if self.snapshot.find_source(path)), "")
            if lock:
                yield True, 2, f"there is {lock}"

    def _gone(self, memory: Memory) -> Found:
        """Yield the commands and dependencies of a memory that are not here, or no longer."""
        from standfast.standing.anchors.fingerprint import take_fingerprint
        from standfast.standing.anchors.judge import judge

        for item in _some(memory):
            if item.anchor.kind not in {"cmd", "dep"}:
                continue
            if item.fingerprint is None:
                here = take_fingerprint(self.snapshot, item.anchor)
                yield here is not None, 1, f"nothing here defines {item.anchor}" if here is None else ""
            else:
                found = judge(self.snapshot, item.anchor, item.fingerprint)
                stale = found.standing in {Standing.BROKEN, Standing.DRIFTED}
                yield not stale, 1, found.reason if stale else ""


def _some(memory: Memory) -> tuple[Anchored, ...]:
    return memory.content.anchors[:_MOST]


def _locks_of(program: str) -> tuple[str, ...]:
    """Return the lock files that a package manager writes."""
    return (*_LOCKS.get(program, ()), f"{program}.lock", f"{program}-lock.yaml") if program.isalpha() else ()


def _without(words: list[str], others: list[str]) -> list[str]:
    return [word for word in dict.fromkeys(words) if word not in set(others)][:_WORDS]


def _regions(snapshot: Snapshot, memories: tuple[Memory, Memory]) -> list[Region]:
    """Return the code that either is anchored to, where it is now."""
    from standfast.standing.anchors.judge import judge
    from standfast.standing.claims.stated import Region

    found: dict[str, Region] = {}
    for memory in memories:
        for anchored in _some(memory):
            if anchored.anchor.kind not in PLACES:
                continue
            judgement = judge(snapshot, anchored.anchor, anchored.fingerprint)
            now = judgement.now or (anchored.anchor if judgement.standing is not Standing.BROKEN else None)
            source = snapshot.find_source(now.path) if now is not None else None
            if now is None or source is None or source.is_binary:
                continue
            names = source.find(now.detail) if now.detail else []
            found[str(now)] = Region(source, names[0].name if names else "", now.first, now.last)
    return list(found.values())

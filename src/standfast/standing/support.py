"""Which of two memories that contradict each other does the code support?

Owns: holding both claims against the code that either of them is anchored to, as it is now. Must not: decide between
them; a person does. Neighbours: `stated.py`, `contradiction.py`, and whoever shows a conflict.
"""

from __future__ import annotations

from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.snapshot import Snapshot
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Memory
    from standfast.standing.stated import Region

_MOST = 8


class Support(Value):
    """What the code says of two claims: which of them it supports (None: neither, or both), and why, for people."""

    memory: MemoryId | None
    reason: str = ""


def supported(context: Context, one: Memory, other: Memory) -> Support:
    """Say which of two memories the code at their anchors supports."""
    if context.here.root is None:
        return Support(None)
    from standfast.code.snapshot import open_snapshot

    snapshot = open_snapshot(str(context.here.root))
    regions = _regions(snapshot, (one, other))
    scores = [_score(memory, regions) for memory in (one, other)]
    (said, against), (said_other, against_other) = scores
    if (said - len(against)) == (said_other - len(against_other)):
        return Support(None)
    winner, loser_against = (
        (one, against_other) if said - len(against) > said_other - len(against_other) else (other, against)
    )
    reason = (
        f"the code says otherwise of the other: {loser_against[0]}" if loser_against else "the code says what it says"
    )
    return Support(winner.id, reason)


def _regions(snapshot: Snapshot, memories: tuple[Memory, Memory]) -> list[Region]:
    """Return the code that either is anchored to, where it is now."""
    from standfast.standing.judge import judge
    from standfast.standing.stated import Region

    found: dict[str, Region] = {}
    for memory in memories:
        for anchored in memory.content.anchors[:_MOST]:
            if anchored.anchor.kind not in {"path", "symbol", "lines"}:
                continue
            judgement = judge(snapshot, anchored.anchor, anchored.fingerprint)
            now = judgement.now or (anchored.anchor if judgement.standing is not Standing.BROKEN else None)
            source = snapshot.find_source(now.path) if now is not None else None
            if now is None or source is None or source.is_binary:
                continue
            names = source.find(now.detail) if now.detail else []
            found[str(now)] = Region(source, names[0].name if names else "", now.first, now.last)
    return list(found.values())


def _score(memory: Memory, regions: list[Region]) -> tuple[int, list[str]]:
    """Count what a claim states and the code says, and list what the code says otherwise."""
    from standfast.standing.anchor import claim_of
    from standfast.standing.claim import Claim
    from standfast.standing.contradiction import contradict
    from standfast.standing.stated import LACKS, MENTIONS, find_mismatch, state

    claim = Claim(claim_of(memory.content))
    said = 0
    against: list[str] = []
    for region in regions:
        said += sum(2 if item.kind not in {MENTIONS, LACKS} else 1 for item in state(claim, region))
        against += [str(found) for item in contradict(claim, region) if (found := find_mismatch([item], region))]
    return said, against

"""Standing: what the repository says now of a memory, computed just before it is shown."""

from dataclasses import dataclass, field
from typing import Any

from holdfast.model.memory import Memory
from holdfast.model.trust import WORST_FIRST, Standing
from holdfast.verbs.context import Context


@dataclass(frozen=True, slots=True)
class Judged:
    """The worst standing among a memory's anchors, and what is known of each."""

    standing: Standing
    detail: list[dict[str, Any]] = field(default_factory=list)


def judge(context: Context, memory: Memory) -> Judged:
    """Return where a memory stands in the working tree at hand."""
    anchors = [one for one in memory.content.anchors if one.fingerprint is not None]
    root = context.here.root
    if not anchors or root is None:
        return Judged(Standing.UNANCHORED)
    from holdfast.repo.judge import judge as judge_anchor

    detail = []
    found = set()
    for one in anchors:
        judgement = judge_anchor(root, one.anchor, one.fingerprint)
        found.add(judgement.standing)
        detail.append({"anchor": str(one.anchor), "standing": judgement.standing.value, **judgement.detail})
    worst = next((standing for standing in WORST_FIRST if standing in found), Standing.UNANCHORED)
    return Judged(worst, detail)

"""Late anchors: what was said of a place before anything was there, and is held against it from when something is.

Owns taking the fingerprint then. Nobody looked at the claim, so it vouches for no more than what is stated and found
there. Neighbour: `nowhere` sees that nothing is there.
"""

from __future__ import annotations

from standfast.model.encode import encode_anchored
from standfast.model.operation import Act
from standfast.model.source import BY_US
from standfast.model.value import replace
from standfast.standing.anchors.anchoring import claim_of, fingerprinted, is_only_here
from standfast.standing.anchors.judgement import mark_late
from standfast.standing.anchors.nowhere import judge_nowhere, points_nowhere
from standfast.store.values import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.standing.memories import Judge
    from standfast.standing.survey import Surveyed
    from standfast.store.contract import Partition

_NOTE = "anchored now that something is there"


def anchor_late(context: Context, partition: Partition, judge: Judge, surveyed: Surveyed) -> int:
    """Anchor what pointed at nothing and does so no more; return how many memories that is."""
    count = 0
    for identity in surveyed.nowhere:
        memory = partition.memories.find(identity)
        branch = memory.content.scope.branch if memory else ""
        if memory is None or branch not in {"", context.here.branch} or not points_nowhere(memory):
            continue
        if judge_nowhere(judge.snapshot, memory):
            continue
        fresh = fingerprinted(context, [item.anchor for item in memory.content.anchors], claim_of(memory.content))
        if not any(item.fingerprint for item in fresh) or (not branch and is_only_here(context, fresh)):
            continue
        marked = [
            replace(item, fingerprint=mark_late(item.fingerprint, item.anchor)) if item.fingerprint else item
            for item in fresh
        ]
        payload = {"note": _NOTE, "moved": True, "anchors": [encode_anchored(item) for item in marked]}
        with partition.writing():
            partition.log.append(Change(Act.VERIFY, BY_US, memory.id, payload))
        count += 1
    return count

"""One pass over many anchors, as tests of standing make it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from standfast.standing.anchors.batch import Surveyor

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from standfast.code.snapshot import Snapshot
    from standfast.model.memory import Anchored
    from standfast.standing.anchors.judgement import Judgement


class Surveyed(NamedTuple):
    """Judgements by key, and what they cost: files opened, judgements made anew."""

    judgements: dict[str, Judgement]
    opened: int
    judged: int


def survey_all(snapshot: Snapshot, items: Mapping[str, Anchored], cache: MutableMapping[str, str]) -> Surveyed:
    """Judge many anchors, reusing what the cache still vouches for and adding to it."""
    surveyor = Surveyor(snapshot, cache)
    judgements = {key: surveyor.judge(item) for key, item in items.items()}
    return Surveyed(judgements, len(surveyor.read), surveyor.judged)

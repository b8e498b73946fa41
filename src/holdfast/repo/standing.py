"""Standing of many anchors at once, doing only the work that changes call for.

Owns: the cache of judgements and what each one depended on. A judgement is kept together with its witnesses (the files
that were opened, or found absent, to reach it) and is reused while none of them changed; what had to be searched for
in the whole repository depends on facts about the whole repository. Must not: keep the cache; the store does.
Neighbours: `judge.py`, `scene.py`.
"""

import json
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from typing import NamedTuple

from holdfast.model.anchor import Anchor, Fingerprint
from holdfast.model.trust import WORST_FIRST, Standing
from holdfast.repo.digest import hash_text
from holdfast.repo.git import paths_of
from holdfast.repo.judge import judge
from holdfast.repo.scene import Scene
from holdfast.repo.verdict import Judgement, decode_judgement, encode_judgement
from holdfast.repo.view import WorkingTree, blob_id

Cache = MutableMapping[str, str]


class Item(NamedTuple):
    """One anchor to judge, under a key of the caller's own."""

    key: str
    anchor: Anchor
    fingerprint: Fingerprint | None


@dataclass(frozen=True, slots=True)
class Survey:
    """Judgements by key, and what they cost: files opened, judgements reused and made anew."""

    judgements: dict[str, Judgement]
    opened: int
    reused: int
    judged: int


def judge_many(scene: Scene, items: Iterable[Item], cache: Cache) -> Survey:
    """Judge many anchors, reusing what the cache still vouches for and adding to it."""
    judgements: dict[str, Judgement] = {}
    stamps: dict[str, str] = {}
    reused = judged = 0
    for item in items:
        name = _name_entry(scene, item)
        known = cache.get(name)
        found = _reuse(scene, known, stamps) if known else None
        if found is None:
            judged += 1
            scene.trace()
            found = judge(scene, item.anchor, item.fingerprint)
            cache[name] = _write_entry(scene, found, stamps)
        else:
            reused += 1
        judgements[item.key] = found
    return Survey(judgements, scene.sources.opened, reused, judged)


def find_worst(judgements: Iterable[Judgement]) -> Judgement | None:
    """Find the judgement that decides for a memory with several anchors; None when there is nothing to go by."""
    order = {standing: rank for rank, standing in enumerate(WORST_FIRST)}
    anchored = [judgement for judgement in judgements if judgement.standing is not Standing.UNANCHORED]
    return min(anchored, key=lambda judgement: order[judgement.standing], default=None)


def list_changed(scene: Scene, since: str) -> set[str] | None:
    """List every path that differs between a commit and this state, old names included; None if it is not here."""
    changes = scene.find_changes(since)
    return None if changes is None else paths_of(changes)


def _name_entry(scene: Scene, item: Item) -> str:
    where = scene.view.root if isinstance(scene.view, WorkingTree) else scene.rev
    taken = item.fingerprint
    return hash_text("\0".join((where, str(item.anchor), taken.commit if taken else "", taken.data if taken else "")))


def _write_entry(scene: Scene, judgement: Judgement, stamps: dict[str, str]) -> str:
    witnesses, facts = scene.traced()
    rows = [[path, _stamp(scene, path, stamps), _blob(scene, path)] for path in sorted(witnesses)]
    return json.dumps([rows, facts, encode_judgement(judgement)], separators=(",", ":"))


def _reuse(scene: Scene, known: str, stamps: dict[str, str]) -> Judgement | None:
    rows, facts, text = json.loads(known)
    for path, stamp, blob in rows:
        if _stamp(scene, path, stamps) != stamp and (not blob or _blob(scene, path) != blob):
            return None
    if any(scene.fact(name) != value for name, value in facts.items()):
        return None
    return decode_judgement(text)


def _stamp(scene: Scene, path: str, stamps: dict[str, str]) -> str:
    if path not in stamps:
        stamps[path] = scene.view.stamp(path)
    return stamps[path]


def _blob(scene: Scene, path: str) -> str:
    source = scene.sources.find(path)
    return blob_id(source.data) if source is not None else ""

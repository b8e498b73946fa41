"""Standing of many anchors at once, doing only the work that changes call for.

Owns: the cache of judgements and what each one depended on. A judgement is kept together with its witnesses (the files
that were opened, or found absent, to reach it) and is reused while none of them changed; what had to be searched for
in the whole repository depends on facts about the whole repository. Must not: keep the cache; the store does.
Neighbours: `judge.py`, `scene.py`.
"""

from __future__ import annotations

import json
import zlib

from holdfast.model.trust import WORST_FIRST, Standing
from holdfast.model.value import Value
from holdfast.repo.hashing import blob_id, hash_text
from holdfast.repo.verdict import Judgement, from_parts, list_parts
from holdfast.repo.view import CommitTree, WorkingTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, MutableMapping

    from holdfast.model.anchor import Anchor, Fingerprint
    from holdfast.repo.scene import Scene

    Cache = MutableMapping[str, str]


class Item(Value):
    """One anchor to judge, under a key of the caller's own that is this anchor's for good."""

    key: str
    anchor: Anchor
    fingerprint: Fingerprint | None


class Survey(Value):
    """Judgements by key, and what they cost: files opened, judgements reused and made anew."""

    judgements: dict[str, Judgement]
    opened: int
    reused: int
    judged: int


def judge_many(scene: Scene, items: Iterable[Item], cache: Cache) -> Survey:
    """Judge many anchors, reusing what the cache still vouches for and adding to it."""
    survey = _Survey(scene, cache)
    if isinstance(scene.view, CommitTree):
        items = list(items)
        scene.view.prefetch({item.anchor.path for item in items if survey.is_changed(item)})
    judgements = {item.key: survey.judge(item) for item in items}
    return Survey(judgements, len(survey.read), survey.reused, survey.judged)


class _Survey:
    """One pass over one scene: every file is looked at once at most."""

    def __init__(self, scene: Scene, cache: Cache) -> None:
        self._scene = scene
        self._cache = cache
        # Stamps of a working tree mean something in that folder alone; those of commits are blob ids, true anywhere.
        self._where = hash_text(scene.view.root)[:8] if isinstance(scene.view, WorkingTree) else ""
        self._stamps: dict[str, str] = {}
        self._blobs: dict[str, str] = {}
        self.read: set[str] = set()
        self.reused = self.judged = 0

    def judge(self, item: Item) -> Judgement:
        name = self._name(item)
        known = self._cache.get(name)
        found = self._reuse(item.anchor, known) if known else None
        if found is not None:
            self.reused += 1
            return found
        self.judged += 1
        found = self._glance(item)
        if found is not None:
            path = item.anchor.path
            self._cache[name] = f"={self._stamp(path)} {self._blob(path)}"
            return found
        from holdfast.repo.judge import judge

        self._scene.trace()
        found = judge(self._scene, item.anchor, item.fingerprint)
        witnesses, facts = self._scene.traced()
        if found.standing is Standing.MOVED:
            facts = {}  # where it went is among the witnesses; while that stays, it need not be searched for again
        self.read.update(path for path in witnesses if self._stamp(path))
        self._cache[name] = self._write(found, witnesses, facts)
        return found

    def is_changed(self, item: Item) -> bool:
        """Tell whether a file has to be read to judge an anchor."""
        known = self._cache.get(self._name(item))
        return (self._reuse(item.anchor, known) if known else self._glance(item)) is None

    def _glance(self, item: Item) -> Judgement | None:
        """See whether the file is still the very same, which needs no syntax and no git."""
        if item.fingerprint is None or not item.anchor.path or item.anchor.kind == "conf":
            return None
        blob = json.loads(item.fingerprint.data).get("b", "")
        same = blob and blob == self._blob(item.anchor.path)
        return Judgement(Standing.HOLDS, "", item.anchor) if same else None

    def _name(self, item: Item) -> str:
        taken = item.fingerprint
        return f"{self._where}:{item.key}:{zlib.crc32(f'{taken.commit}{taken.data}'.encode()) if taken else 0:x}"

    def _write(self, judgement: Judgement, witnesses: set[str], facts: dict[str, str]) -> str:
        rows = [[path, self._stamp(path), self._blob(path)] for path in sorted(witnesses)]
        return json.dumps([rows, facts, list_parts(judgement)], separators=(",", ":"))

    def _reuse(self, anchor: Anchor, known: str) -> Judgement | None:
        if known[0] == "=":  # holds where it was: by far the most, so written and read without JSON
            stamp, _, blob = known[1:].partition(" ")
            same = self._stamp(anchor.path) == stamp or self._blob(anchor.path) == blob
            return Judgement(Standing.HOLDS, "", anchor) if same else None
        rows, facts, parts = json.loads(known)
        for path, stamp, blob in rows:
            if self._stamp(path) != stamp and (not blob or self._blob(path) != blob):
                return None
        if any(self._scene.fact(name) != value for name, value in facts.items()):
            return None
        return from_parts(parts)

    def _stamp(self, path: str) -> str:
        if path not in self._stamps:
            self._stamps[path] = self._scene.view.stamp(path)
        return self._stamps[path]

    def _blob(self, path: str) -> str:
        if not isinstance(self._scene.view, WorkingTree):
            return self._stamp(path)
        if path not in self._blobs:
            data = self._scene.view.read(path) if self._stamp(path) else None
            if data is not None:
                self.read.add(path)
            self._blobs[path] = blob_id(data, self._scene.algorithm) if data is not None else ""
        return self._blobs[path]


def find_worst(judgements: Iterable[Judgement]) -> Judgement | None:
    """Find the judgement that decides for a memory with several anchors; None when there is nothing to go by."""
    order = {standing: rank for rank, standing in enumerate(WORST_FIRST)}
    anchored = [judgement for judgement in judgements if judgement.standing is not Standing.UNANCHORED]
    return min(anchored, key=lambda judgement: order[judgement.standing], default=None)


def list_changed(scene: Scene, since: str) -> set[str] | None:
    """List every path that differs between a commit and this state, old names included; None if it is not here."""
    from holdfast.repo.git import paths_of

    changes = scene.find_changes(since)
    return None if changes is None else paths_of(changes)

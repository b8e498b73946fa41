"""Standing of many anchors at once, doing only the work that changes call for.

Owns: the cache of judgements and what each one depended on. A judgement is kept together with its witnesses (the files
that were opened, or found absent, to reach it) and is reused while none of them changed; what had to be searched for
in the whole repository depends on facts about the whole repository. Must not: keep the cache;
`code/cache.py` does. Neighbours: `judge.py`, `snapshot.py`.
"""

from __future__ import annotations

import json

from standfast.code.hashing import blob_id, hash_text
from standfast.code.tree import WorkingTree
from standfast.errors import StandfastError
from standfast.model.trust import Standing
from standfast.standing.anchors.judgement import UNCHECKED, Judgement, from_parts, is_unchecked, list_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping
    from typing import Any

    from standfast.code.snapshot import Snapshot
    from standfast.model.anchor import Anchor
    from standfast.model.memory import Anchored

    Cache = MutableMapping[str, str]

_REASONS = {"=": "", "-": UNCHECKED}  # of what is as it was, by the sign its row begins with
_MARKED = {reason: sign for sign, reason in _REASONS.items()}
_OWN = 2  # parts of a row about a line of the anchored file itself; of another file its path follows
_MORE = (
    "x",
    "e",
    "v",
    "y",
    "p",
    "o",
    "late",
)  # of a fingerprint: what bears on the standing though the file is the very same


class Surveyor:
    """One pass over one snapshot: every file is looked at once at most."""

    def __init__(self, snapshot: Snapshot, cache: Cache) -> None:
        self._snapshot = snapshot
        self._cache = cache
        # Stamps of a working tree mean something in that folder alone; those of commits are blob ids, true anywhere.
        self._where = hash_text(snapshot.view.root)[:8] if isinstance(snapshot.view, WorkingTree) else ""
        self._stamps: dict[str, str] = {}
        self._blobs: dict[str, str] = {}
        self._fronts: dict[str, str] = {}
        self.read: set[str] = set()
        self.judged = 0

    def judge(self, item: Anchored) -> Judgement:
        """Judge one anchor, as far as it is not known."""
        name = self.name(item)
        found = self._reuse(name, item.anchor)
        if found is not None:
            return found
        self.judged += 1
        try:
            return self._judge_anew(name, item)
        except StandfastError:
            raise
        except Exception as error:  # noqa: BLE001 - one odd anchor keeps nobody from what else is remembered
            return Judgement(Standing.UNANCHORED, f"it cannot be told: {type(error).__name__}", item.anchor)
        finally:
            self._snapshot.only = None

    def _judge_anew(self, name: str, item: Anchored) -> Judgement:
        """Judge one anchor by what its file says now, and keep what that depended on."""
        found = self._glance(item)
        if found is not None:
            self._cache[name] = self._write(found, {item.anchor.path}, {}, item.anchor)
            return found
        from standfast.standing.anchors.judge import judge

        self._snapshot.only, before = self._new_places(name)
        self._snapshot.trace()
        found = judge(self._snapshot, item.anchor, item.fingerprint)
        if before is not None and before.now is not None:
            # It was elsewhere, and is unchanged there: it still is, unless what changed brings it too.
            self._snapshot.only = None
            found = before if found.now is None else judge(self._snapshot, item.anchor, item.fingerprint)
        witnesses, facts = self._snapshot.traced()
        self.read.update(path for path in witnesses if self.stamp(path))
        self._cache[name] = self._write(found, witnesses, facts, item.anchor)
        return found

    def _new_places(self, name: str) -> tuple[frozenset[str] | None, Judgement | None]:
        """Return where to look for what left its place, and how it stood: only what changed since is looked through."""
        try:
            rows, facts, parts = json.loads(self._cache.get(name, ""))
        except ValueError:
            return None, None
        left = parts[0] == Standing.BROKEN or len(rows) > 1
        if not left or set(facts) != {"world"} or not self._are_same(rows):
            return None, None
        places = self._snapshot.list_since(facts["world"])
        return (None, None) if places is None else (places, from_parts(parts))

    def name(self, item: Anchored) -> str:
        """Name an anchor in the cache: by what it is and what was there, whoever holds it."""
        taken = item.fingerprint
        own = hash_text(f"{item.anchor}\0{taken.commit}\0{taken.data}" if taken else str(item.anchor))
        return f"{self._where}{self._near(item.anchor.path)}{own}"

    def _near(self, path: str) -> str:
        """Begin the names of one file alike, so that what a commit changes is kept together."""
        if path not in self._fronts:
            self._fronts[path] = hash_text(path)[:4]
        return self._fronts[path]

    def find(self, name: str) -> Judgement | None:
        """Find what is still known under a name; its place is left out where that is where it always was."""
        return self._reuse(name, None)

    def recall_last(self, item: Anchored) -> str:
        """Return how an anchor stood when it was last looked at, whatever changed since; nothing if it never was."""
        known = self._cache.get(self.name(item), "")
        try:
            return Standing.HOLDS.value if known[:1] in _REASONS else str(json.loads(known)[2][0])
        except (ValueError, TypeError, KeyError, IndexError):
            return ""

    def find_plain(self, name: str) -> str:
        """Return stamp and path of the one file that a judgement of "holds" rests on; nothing for any other."""
        known = self._cache.get(name, "")
        stamp, _, rest = known[1:].partition(" ")
        return f"{stamp} {rest.partition(' ')[2]}" if known[:1] in _REASONS else ""

    def _glance(self, item: Anchored) -> Judgement | None:
        """See whether the file is still the very same, which needs no syntax and no git."""
        if item.fingerprint is None or not item.anchor.path or item.anchor.kind == "conf":
            return None
        data = json.loads(item.fingerprint.data)
        if not data.keys().isdisjoint(_MORE) or _rests_elsewhere(data, item.anchor.path):
            return None
        blob = data.get("b", "")
        if not blob or blob != self._blob(item.anchor.path):
            return None
        return Judgement(Standing.HOLDS, UNCHECKED if is_unchecked(data) else "", item.anchor)

    def _write(self, judgement: Judgement, witnesses: set[str], facts: dict[str, str], anchor: Anchor) -> str:
        now = judgement.now
        if "world" in facts and anchor.path:
            # Whatever else was opened on the way is part of the world.
            witnesses = {anchor.path, now.path if now is not None else anchor.path}
        is_known = judgement.reason in _MARKED
        is_plain = judgement.standing is Standing.HOLDS and now == anchor and is_known and not facts
        if is_plain and witnesses == {anchor.path} and " " not in self.stamp(anchor.path):
            return _plain(self.stamp(anchor.path), self._blob(anchor.path), anchor.path, judgement.reason)
        rows = [[path, self.stamp(path), self._blob(path)] for path in sorted(witnesses)]
        return json.dumps([rows, facts, list_parts(judgement)], separators=(",", ":"))

    def _reuse(self, name: str, anchor: Anchor | None) -> Judgement | None:
        known = self._cache.get(name, "")
        try:
            if known[:1] in _REASONS:  # holds where it was: by far the most, so written and read without JSON
                stamp, blob, path = known[1:].split(" ", 2)
                if self.stamp(path) != stamp:
                    if self._blob(path) != blob:
                        return None
                    self._cache[name] = _plain(self.stamp(path), blob, path, _REASONS[known[:1]])
                return Judgement(Standing.HOLDS, _REASONS[known[:1]], anchor)
            return self._reuse_written(name, known) if known else None
        except (ValueError, TypeError, KeyError):
            return None  # written by another version, or damaged: it is found out again

    def _reuse_written(self, name: str, known: str) -> Judgement | None:
        rows, facts, parts = json.loads(known)
        if not self._are_same(rows):
            return None
        changed = {fact for fact, value in facts.items() if self._snapshot.fact(fact) != value}
        if changed and not (changed == {"world"} and self._is_unmoved(facts["world"], rows)):
            return None
        if changed:
            facts["world"] = self._snapshot.fact("world")
        self._cache[name] = json.dumps([rows, facts, parts], separators=(",", ":"))
        return from_parts(parts)

    def _are_same(self, rows: list[list[str]]) -> bool:
        """Tell whether files are what they were, and note their new stamps."""
        for row in rows:
            path, stamp, blob = row
            if self.stamp(path) != stamp:
                if not blob or self._blob(path) != blob:
                    return False
                row[1] = self.stamp(path)
        return True

    def _is_unmoved(self, world: str, rows: list[list[str]]) -> bool:
        """Tell whether nothing changed elsewhere that something could have moved to: no file of its language."""
        from standfast.standing.anchors.follow import family_of

        places = self._snapshot.list_since(world)
        own = {family_of(row[0]) for row in rows}
        return places is not None and bool(own) and not any(family_of(path) in own for path in places)

    def find_kept(self, name: str, *, anew: bool) -> list[str] | None:
        """Return what was kept under a name, while nothing it rests on changed.

        What rests on more than single files takes Git to check: it is known only where it may be found out `anew`.
        """
        try:
            rows, facts, parts = json.loads(self._cache.get(f"{self._where}{name}", ""))
            same = self._are_same(rows) and (anew or not facts)
        except (ValueError, TypeError):
            return None  # not known, or damaged
        return parts if same and all(self._snapshot.fact(fact) == value for fact, value in facts.items()) else None

    def keep(self, name: str, parts: list[str]) -> None:
        """Keep what was found out since the snapshot's `trace`, with what that rests on."""
        witnesses, facts = self._snapshot.traced()
        rows = [[path, self.stamp(path), self._blob(path)] for path in sorted(witnesses)]
        self._cache[f"{self._where}{name}"] = json.dumps([rows, facts, parts], separators=(",", ":"))

    def stamp(self, path: str) -> str:
        """Return what a file's state looks like from outside; nothing where it is not there."""
        if path not in self._stamps:
            self._stamps[path] = self._snapshot.view.stamp(path)
        return self._stamps[path]

    def _blob(self, path: str) -> str:
        if not isinstance(self._snapshot.view, WorkingTree):
            return self.stamp(path)
        if path not in self._blobs:
            data = self._snapshot.read(path) if self.stamp(path) else None
            if data is not None:
                self.read.add(path)
            self._blobs[path] = blob_id(data, self._snapshot.algorithm) if data is not None else ""
        return self._blobs[path]


def _rests_elsewhere(data: Mapping[str, Any], path: str) -> bool:
    """Tell whether what is claimed also rests on another file than the anchored one."""
    return any(row[0] != path for row in data.get("g", ())) or any(len(row) > _OWN for row in data.get("m", ()))


def find_written(item: Anchored) -> str:
    """Say how a definition is written, where that alone decides: its hash and name; nothing for any other anchor."""
    if item.anchor.kind != "symbol" or item.fingerprint is None:
        return ""
    data = json.loads(item.fingerprint.data)
    if not data.keys().isdisjoint((*_MORE, "g", "or")) or not data.get("r"):
        return ""
    return f"{data['r']} {data['q']}"


def _plain(stamp: str, blob: str, path: str, reason: str) -> str:
    return f"{_MARKED[reason]}{stamp} {blob} {path}"

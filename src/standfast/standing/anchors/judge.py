"""Standing: what the repository says now about an anchor and its fingerprint. No model, no guess.

Owns: comparing a fingerprint with a state of the repository. Must not: write, or explain who changed it (`culprit.py`).
Neighbours: `fingerprint.py` (what was taken), `follow.py` (where things went), `batch.py` (many at once).
"""

from typing import Any

from standfast.code.digest import likeness
from standfast.code.hashing import blob_id
from standfast.code.outline import Difference, Unit, compare_units
from standfast.code.relations import VALUE
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.code.symbols import Symbol
from standfast.code.tree import MAX_COMPARED
from standfast.model.anchor import Anchor, Fingerprint
from standfast.model.trust import WORST_FIRST, Standing
from standfast.standing.anchors.fingerprint import (
    decode_units,
    hash_lines,
    hash_units,
    list_alternatives,
    list_folder,
    read_fingerprint,
    symbol_units,
)
from standfast.standing.anchors.follow import find_file, find_longer, find_symbol_elsewhere
from standfast.standing.anchors.judgement import LATE, Judgement
from standfast.standing.anchors.passage import CHANGED, GONE, RENAMED, SAME, find_passage
from standfast.standing.claims.stated import Region
from standfast.standing.claims.weigh import weigh, weigh_place, weigh_rest

# How much of a file or a class may change before it is another one. In a file of equal functions: every third.
_FILE_SHARE = 1 / 3
_CLASS_SHARE = 1 / 4
PART, MUCH = "part of it changed", "much of it changed"  # how many lines that is only Git can tell
_BEST_FIRST = {standing: rank for rank, standing in enumerate((*reversed(WORST_FIRST), Standing.UNANCHORED))}


def judge(snapshot: Snapshot, anchor: Anchor, fingerprint: Fingerprint | None) -> Judgement:
    """Say how an anchor stands in `snapshot`."""
    data = read_fingerprint(fingerprint) if fingerprint else None
    if fingerprint is None or data is None:
        return Judgement(Standing.UNANCHORED, "nothing was there to compare with")
    found = _judge_one(snapshot, anchor, fingerprint.commit, data)
    for commit, other in list_alternatives(data) if found.standing is not Standing.HOLDS else ():
        found = min(found, _judge_one(snapshot, anchor, commit, other), key=lambda item: _BEST_FIRST[item.standing])
    if "late" in data and found.standing not in {Standing.DRIFTED, Standing.BROKEN}:
        return Judgement(Standing.TOUCHED, LATE, found.now, check=True)
    return found


def _judge_one(snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any]) -> Judgement:
    is_place = anchor.kind in {"path", "symbol", "lines"}
    found = (_judge_place if is_place else _judge_named)(snapshot, anchor, since, data)
    if found.standing is Standing.BROKEN and "o" in data:
        from standfast.standing.claims.settings import judge_asked_elsewhere

        return judge_asked_elsewhere(snapshot, data) or found
    return found


def _judge_named(snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any]) -> Judgement:
    match anchor.kind:
        case "dep":
            from standfast.standing.anchors.dependency import judge_dependency

            return judge_dependency(snapshot, anchor, data)
        case "cmd":
            from standfast.standing.anchors.command import judge_command

            return judge_command(snapshot, anchor, data)
        case "conf":
            from standfast.standing.anchors.setting import judge_setting

            return judge_setting(snapshot, anchor, since, data)
    from standfast.standing.anchors.commit import judge_commit

    return judge_commit(snapshot, anchor, data)


def _judge_place(snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any]) -> Judgement:
    source = snapshot.find_source(anchor.path)
    if source is not None and data.get("b") == blob_id(source.data, snapshot.algorithm):
        return weigh_rest(snapshot, data, Judgement(Standing.HOLDS, now=anchor))
    if source is None and "f" not in data and snapshot.view.stamp(anchor.path):
        return Judgement(Standing.UNANCHORED, "the file cannot be read, or is too large to compare", anchor)
    if source is not None and len(source.data) > MAX_COMPARED:
        return Judgement(Standing.UNANCHORED, "the file changed, and is too large to compare", anchor)
    judges = {"path": _judge_path, "symbol": _judge_symbol, "lines": _judge_lines}
    return weigh_rest(snapshot, data, judges[anchor.kind](snapshot, anchor, since, data, source))


def _judge_path(
    snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any], source: Source | None
) -> Judgement:
    if "f" in data:
        return _judge_folder(snapshot, anchor, data)
    now = anchor
    old = decode_units(data["u"])
    if source is None:
        found = find_file(
            snapshot, anchor.path, since, lambda other: 1.0 - compare_units(old, other.units, total=data["t"]).lost
        )
        if found is None:
            return _namesake(snapshot, anchor, data)
        source, now = found, _at(anchor, path=found.path)
    change = _compare(data, source.units)
    if change.same:
        return weigh_place(data, now, _same_or_moved(anchor, now))
    plain = Judgement(Standing.TOUCHED, _describe_touch(change, "file"), now)
    if change.lost > _FILE_SHARE:
        plain = Judgement(Standing.DRIFTED, MUCH, now)
    return weigh(data, Region(source), now, plain, alike=1.0 - change.lost)


def _compare(data: dict[str, Any], units: list[Unit]) -> Difference:
    """Compare what was there with all units of now; a change outside the sampled ones shows in the hash of all."""
    change = compare_units(decode_units(data["u"]), units, total=data["t"])
    is_unseen = change.same and "a" in data and data["a"] != hash_units(units)
    return change._replace(unseen=is_unseen)


def _namesake(snapshot: Snapshot, anchor: Anchor, data: dict[str, Any]) -> Judgement:
    """Say how a file stands that is gone: the claim may only say its name, and another still has that."""
    _, said = data.get("n") or ((), ())
    for path in said if "/" not in "".join(said) else ():
        others = [item for item in snapshot.list_named(path) if item.rpartition("/")[2] == path]
        if others:
            nearest = min(others, key=lambda item: ("test" in item.lower(), item.count("/"), item))
            return Judgement(Standing.TOUCHED, f"the file is gone; {nearest} has its name", _at(anchor, path=nearest))
    return Judgement(Standing.BROKEN, "the file is gone")


def _judge_folder(snapshot: Snapshot, anchor: Anchor, data: dict[str, Any]) -> Judgement:
    names = list_folder(snapshot, anchor.path)
    if not names:
        return Judgement(Standing.BROKEN, "the folder is gone")
    change = compare_units(decode_units(data["f"]), names, total=data["t"])
    if change.lost > _FILE_SHARE:
        return Judgement(Standing.DRIFTED, "many of its files are gone", anchor)
    if change.lost:
        return Judgement(Standing.TOUCHED, "files were removed", anchor)
    return Judgement(Standing.HOLDS, now=anchor)


def _judge_symbol(
    snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any], source: Source | None
) -> Judgement:
    if source is not None:
        found = [symbol for symbol in source.symbols if symbol.name == data["q"]]
        if found:
            return _judge_definition(anchor, data, source, found)
    longer = find_longer(snapshot, anchor.path) if source is None else None
    again = [symbol for symbol in longer.symbols if symbol.name == data["q"]] if longer is not None else []
    if longer is not None and again:
        return _judge_definition(anchor, data, longer, again)
    elsewhere = find_symbol_elsewhere(snapshot, anchor, since, data, decode_units(data["u"]))
    if elsewhere is None and source is not None and (kept := _attribute(source, anchor, data)) is not None:
        return kept
    if elsewhere is None and (heir := longer or source) is not None and (left := _namesakes(heir, data)):
        return _judge_definition(anchor, data, heir, left)
    if elsewhere is None:
        return Judgement(Standing.BROKEN, f"{data['q']} is gone" if source else "the file is gone")
    return _judge_definition(anchor, data, *elsewhere)


def _namesakes(source: Source, data: dict[str, Any]) -> list[Symbol]:
    """Find the one member of a file with the name of one that is gone; not if the claim names what that belonged to."""
    above, _, last = str(data["q"]).rpartition(".")
    said, _ = data.get("n") or ((), ())
    if not above or "k" not in data or last not in said or set(above.split(".")) & set(said):
        return []
    found = [symbol for symbol in source.symbols if len(symbol.path) > 1 and symbol.path[-1] == last]
    return found if len({symbol.name for symbol in found}) == 1 else []


def _attribute(source: Source, anchor: Anchor, data: dict[str, Any]) -> Judgement | None:
    """Say how a member stands that is no longer defined, but still set on what it was a member of."""
    above, _, last = str(data["q"]).rpartition(".")
    if not above or "k" not in data or not any(symbol.name == above for symbol in source.symbols):
        return None
    is_set = any(
        r.kind == VALUE and r.name == last and r.scope.startswith(above + ".") and r.scope.count(".") > above.count(".")
        for r in source.relations
    )
    plain = Judgement(Standing.TOUCHED, f"{data['q']} is set, no longer defined", anchor)
    return weigh(data, Region(source, above), anchor, plain) if is_set else None


def _judge_definition(anchor: Anchor, data: dict[str, Any], source: Source, found: list[Symbol]) -> Judgement:
    now = anchor
    if source.path != anchor.path or found[0].name != data["q"]:
        now = _at(anchor, path=source.path, detail=found[0].name)
    written = data.get("r", "")
    if written and len(found) == 1 and written == hash_lines(source, found[0]):
        return weigh_place(data, now, _same_or_moved(anchor, now))
    change = _compare(data, symbol_units(source, found))
    if change.same:
        return weigh_place(data, now, _same_or_moved(anchor, now))
    if "k" in data and found[0].container != bool(data["c"]):
        return Judgement(Standing.DRIFTED, f"{found[0].name} is {_what(found[0])} now", now)
    alike = likeness(data["s"], source.sketch(found[0])) if data["s"] else 0.0
    return weigh(data, Region(source, found[0].name), now, _plainly(data, change, now), alike=alike)


def _what(symbol: Symbol) -> str:
    return "a class or the like" if symbol.container else "a function or a value"


def _plainly(data: dict[str, Any], change: Difference, now: Anchor) -> Judgement:
    """Say how a changed definition stands where nothing is known of what is claimed about it."""
    if not data["c"]:
        if change.lost:
            return Judgement(Standing.DRIFTED, "its content changed", now)
        reason = "local variables were renamed" if change.renamed else "another definition of that name was added"
        return Judgement(Standing.TOUCHED, reason, now)
    if change.head_lost:
        return Judgement(Standing.DRIFTED, "its declaration or fields changed", now)
    if change.lost > _CLASS_SHARE:
        return Judgement(Standing.DRIFTED, MUCH, now)
    return Judgement(Standing.TOUCHED, _describe_touch(change, "definition"), now)


def _judge_lines(
    snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any], source: Source | None
) -> Judgement:
    if source is None:
        source = find_file(
            snapshot,
            anchor.path,
            since,
            lambda other: float(find_passage(other, data["w"], anchor.first).state in {SAME, RENAMED}),
        )
    if source is None or source.is_binary:
        return Judgement(Standing.BROKEN, "the file is gone")
    found = find_passage(source, data["w"], anchor.first)
    if found.state == GONE:
        return Judgement(Standing.BROKEN, "the lines are gone", _at(anchor, path=source.path))
    now = Anchor("lines", source.path, first=found.first, last=found.last)
    if found.state == CHANGED:
        plain = Judgement(Standing.DRIFTED, "the lines changed", now)
        return weigh(data, Region(source, "", found.first, found.last), now, plain)
    if found.state == RENAMED:
        return Judgement(Standing.TOUCHED, "local variables were renamed", now)
    return weigh_place(data, now, _same_or_moved(anchor, now))


def _same_or_moved(anchor: Anchor, now: Anchor) -> Judgement:
    shifted = anchor.kind == "lines" and now.first != anchor.first
    if now.path == anchor.path and now.detail == anchor.detail and not shifted:
        return Judgement(Standing.HOLDS, now=now)
    return Judgement(Standing.MOVED, f"now at {now}", now)


def _describe_touch(change: Difference, what: str) -> str:
    if change.lost or change.unseen:
        return PART
    if change.renamed:
        return "local variables were renamed"
    return "imports changed" if change.imports else f"something was added to the {what}"


def _at(anchor: Anchor, *, path: str, detail: str = "") -> Anchor:
    return Anchor(anchor.kind, path, detail or anchor.detail, anchor.first, anchor.last)

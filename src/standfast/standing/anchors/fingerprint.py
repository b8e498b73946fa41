"""Taking fingerprints: what is at an anchor now, as hashes, so that later it can be seen whether it changed.

Owns: the form of `Fingerprint.data` (compact JSON, versioned by its scheme) for paths, symbols and lines. Nothing of
the source is kept but hashes, weights and places; the blob id says where git still has the text.
Must not: compare. Neighbours: `judge.py` (reads what is written here), `dependency.py`, `command.py`, `setting.py`.
"""

import json
from collections.abc import Sequence
from typing import Any

from standfast.code.hashing import blob_id, hash_text
from standfast.code.outline import BODY, MAX_UNITS, Unit, sample_units
from standfast.code.relations import Relation
from standfast.code.snapshot import Snapshot, open_snapshot
from standfast.code.source import Source
from standfast.code.symbols import Symbol
from standfast.model.anchor import PLACES, Anchor, Fingerprint
from standfast.standing.anchors.passage import take_passage

SCHEME = "hf1"
_SHORT = 8
_ALTERNATIVES = 3
_CLAIMED = frozenset("knxgezvypom")  # of a place: what is kept of the claim, and goes with its words


def take_fingerprint(snapshot: Snapshot, anchor: Anchor, claim: str | None = None) -> Fingerprint | None:
    """Describe what is at `anchor` now (or at the commit it names); None when there is nothing there.

    With a claim, also which of what it states the code says: without one, any change of the code counts as drift.
    """
    if anchor.commit and anchor.commit != snapshot.rev and snapshot.place is not None:
        snapshot = open_snapshot(snapshot.place.root or snapshot.place.git_dir, anchor.commit)
    data = _describe(snapshot, anchor)
    if data is None:
        return None
    if claim is not None:
        data.update(_describe_claim(snapshot, anchor, data, claim))
    return Fingerprint(SCHEME, snapshot.head, json.dumps(data, separators=(",", ":"), sort_keys=True))


def join_fingerprints(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Accept a second content at one anchor: what a branch made of it, beside what everyone else still has."""
    data = json.loads(old.data)
    kept = [item for item in data.get("or", []) if item[1] != new.data]
    if json.loads(new.data) == {name: value for name, value in data.items() if name != "or"}:
        return old
    data["or"] = [*kept, [new.commit, new.data]][-_ALTERNATIVES:]
    return Fingerprint(old.scheme, old.commit, json.dumps(data, separators=(",", ":"), sort_keys=True))


def list_alternatives(data: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """List the other contents that are accepted, each with the commit it was taken at."""
    return [(str(commit), json.loads(text)) for commit, text in data.get("or", ())]


def read_fingerprint(fingerprint: Fingerprint) -> dict[str, Any] | None:
    """Read what `take_fingerprint` wrote; None for a scheme of another version."""
    if fingerprint.scheme != SCHEME:
        return None
    data = json.loads(fingerprint.data)
    return data if isinstance(data, dict) else None


def _describe(snapshot: Snapshot, anchor: Anchor) -> dict[str, Any] | None:
    if anchor.kind in {"dep", "cmd", "conf", "commit"}:
        return _describe_named(snapshot, anchor)
    source = snapshot.find_source(anchor.path)
    if source is None:
        return _describe_folder(snapshot, anchor.path) if anchor.kind == "path" else None
    data = {
        "path": _describe_path,
        "symbol": _describe_symbol,
        "lines": _describe_lines,
    }[anchor.kind](source, anchor)
    if data is not None:
        data["b"] = blob_id(source.data, snapshot.algorithm)
    return data


def restate(snapshot: Snapshot, anchor: Anchor, fingerprint: Fingerprint, claim: str) -> Fingerprint:
    """Return a fingerprint that goes with other words: what they state is read from the code as it is now."""
    data = read_fingerprint(fingerprint)
    if data is None:
        return fingerprint
    claimed = _CLAIMED if anchor.kind in PLACES else {"y", "o"}
    kept = {name: value for name, value in data.items() if name not in claimed}
    kept.update(_describe_claim(snapshot, anchor, kept, claim))
    return Fingerprint(fingerprint.scheme, fingerprint.commit, json.dumps(kept, separators=(",", ":"), sort_keys=True))


def _describe_claim(snapshot: Snapshot, anchor: Anchor, data: dict[str, Any], claim: str) -> dict[str, Any]:
    """Say what the claim states and the code says: the relations, and which names of the place itself it uses."""
    source = snapshot.find_source(anchor.path) if anchor.kind in {*PLACES, "conf"} else None
    if source is None:
        return {}
    if anchor.kind == "conf":
        return _describe_settings(source, claim, anchor.detail)
    if source.is_binary:  # nothing can be read in it; that it is named is all that can be stated
        name = anchor.path.rpartition("/")[2]
        return {"k": [], "n": [[], [name] if name in claim else []]}
    from standfast.standing.claims.claim import Claim
    from standfast.standing.claims.contradiction import contradict
    from standfast.standing.claims.ground import take_ground
    from standfast.standing.claims.names import find_unknown, take_names
    from standfast.standing.claims.stated import HERE, MENTIONS, Region, list_tokens, state
    from standfast.standing.claims.values import bind

    read = Claim(claim)
    name = str(data.get("q", ""))
    region = Region(source, name, anchor.first, anchor.last)
    values = bind(read, region)
    stated = state(read, region, values.agreed)
    said = [part for part in name.split(".") if part and (read.says(part) or part in read.words)]
    paths = [path for path in read.paths if _ends_in(anchor.path, path)]
    found: dict[str, Any] = {"k": [_row(item) for item in stated], "n": [said, sorted(paths)]}
    wrong = contradict(read, region, values.wrong)
    if not wrong and (unknown := find_unknown(snapshot, read)):
        wrong = [Relation(MENTIONS, HERE, unknown)]
    if wrong:
        found["x"] = [_row(item) for item in wrong]
    if ground := take_ground(snapshot, source, name, read) if anchor.kind == "symbol" else []:
        found["g"] = ground
    if anchor.kind in {"path", "symbol"}:
        from standfast.standing.claims.gist import says_enough, take_gist

        gist = found["z"] = take_gist(claim, region, turns=not wrong, numbers=not values.agreed)
        if name and not (stated or said or wrong or gist.get("i") or gist.get("h")) and says_enough(claim):
            found["v"] = 1  # nothing of it is there: it may be true, but this code does not say so
    if not wrong and values.loose:
        found["p"] = values.loose  # a value that nothing there gives what it is said of: it may be true
    if names := take_names(snapshot, read, list_tokens(region), anchor.path):
        found["e"] = names
    return _with_lines(snapshot, source, claim, found) if anchor.kind == "path" else found


def _with_lines(snapshot: Snapshot, source: Source, claim: str, found: dict[str, Any]) -> dict[str, Any]:
    """Add what the claim gives the keys of a whole file, and which of its lines give the same (`m`)."""
    from standfast.standing.claims.lines import take_lines

    found |= _describe_settings(source, claim)
    asked = found.get("o", ("", ""))[1]  # of that the least one counts, not which line says so
    rows = [row for row in take_lines(snapshot, source, claim) if row[0] != asked]
    given = [asked, *(row[0] for row in rows)]
    loose = str(found.pop("p", ""))
    if loose and not any(value.startswith(loose) for value in given):
        found["p"] = loose
    return found | ({"m": rows} if rows else {})


def _describe_settings(source: Source, claim: str, key: str = "") -> dict[str, Any]:
    """Say what the claim gives a key of a configuration file, where the file gives it something else (`y`).

    And which version of a language it gives, where the file asks for one (`o`).
    """
    from standfast.standing.claims.claim import Claim
    from standfast.standing.claims.settings import contradict_settings, describe_asked

    wrong = contradict_settings(Claim(claim), source, key)
    return ({"y": wrong} if wrong else {}) | describe_asked(source, claim)


def _ends_in(path: str, end: str) -> bool:
    return path == end or path.endswith("/" + end)


def _row(relation: Relation) -> list[str]:
    return [relation.kind, relation.scope, relation.name, relation.value]


def _describe_named(snapshot: Snapshot, anchor: Anchor) -> dict[str, Any] | None:
    match anchor.kind:
        case "dep":
            from standfast.standing.anchors.dependency import take_dependency

            return take_dependency(snapshot, anchor)
        case "cmd":
            from standfast.standing.anchors.command import take_command

            return take_command(snapshot, anchor)
        case "conf":
            from standfast.standing.anchors.setting import take_setting

            return take_setting(snapshot, anchor)
    from standfast.standing.anchors.commit import take_commit

    return take_commit(snapshot, anchor)


def _describe_path(source: Source, _anchor: Anchor) -> dict[str, Any]:
    return _encode_sample(source.units)


def _encode_sample(units: Sequence[Unit]) -> dict[str, Any]:
    """Write a sample of units; where it is not all of them, with a hash of all (`a`) that no change escapes."""
    data: dict[str, Any] = {"u": encode_units(sample_units(units)), "t": len(units)}
    return data | {"a": hash_units(units)} if len(units) > MAX_UNITS else data


def hash_units(units: Sequence[Unit]) -> str:
    """Hash all units, in whatever order they stand."""
    return hash_text(";".join(sorted(unit.exact for unit in units)))[:_SHORT]


def _describe_folder(snapshot: Snapshot, path: str) -> dict[str, Any] | None:
    names = list_folder(snapshot, path)
    return {"f": encode_units(sample_units(names)), "t": len(names)} if names else None


def list_folder(snapshot: Snapshot, path: str) -> list[Unit]:
    """List a folder's files as units; what is in them is not part of what the folder is."""
    names = [name[len(path) :] for name in snapshot.list_folder(path)]
    shorts = [blob_id(name.encode("utf-8", "surrogateescape"))[:_SHORT] for name in names]
    return [Unit(BODY, short, short, 1) for short in shorts]


def _describe_symbol(source: Source, anchor: Anchor) -> dict[str, Any] | None:
    found = source.find(anchor.detail)
    if not found:
        return None
    units = symbol_units(source, found)
    return {
        "q": found[0].name,
        "c": int(found[0].container),
        **_encode_sample(units),
        "d": source.digest(found[0]).exact if len(found) == 1 else "",
        "s": source.sketch(found[0]),
        "l": [found[0].first, found[-1].last],
        "r": hash_lines(source, found[0]) if len(found) == 1 else "",
    }


def hash_lines(source: Source, symbol: Symbol) -> str:
    """Hash a definition as it is written: where that is the same nothing else has to be read."""
    return hash_text("\n".join(source.text.split("\n")[symbol.first - 1 : symbol.last]))[:_SHORT]


def symbol_units(source: Source, symbols: Sequence[Symbol]) -> list[Unit]:
    """Cut all definitions of one name into units: classes into their parts, functions not at all."""
    units: list[Unit] = []
    for symbol in symbols:
        if symbol.container:
            units.extend(source.container_units(symbol))
        else:
            digest = source.digest(symbol)
            units.append(Unit(BODY, digest.exact[:_SHORT], digest.renamed[:_SHORT], max(digest.weight, 1)))
    return units


def _describe_lines(source: Source, anchor: Anchor) -> dict[str, Any] | None:
    passage = None if source.is_binary else take_passage(source, anchor.first, anchor.last)
    return {"w": passage, "l": [anchor.first, anchor.last]} if passage else None


def encode_units(units: Sequence[Unit]) -> str:
    """Write units as one short string."""
    return ";".join(
        f"{unit.role}{unit.exact}{'' if unit.renamed == unit.exact else unit.renamed}:{unit.weight}" for unit in units
    )


def decode_units(text: str) -> list[Unit]:
    """Read units as `encode_units` wrote them."""
    units: list[Unit] = []
    for part in text.split(";") if text else []:
        hashes, _, weight = part[1:].partition(":")
        units.append(Unit(part[0], hashes[:_SHORT], hashes[_SHORT:] or hashes[:_SHORT], int(weight)))
    return units

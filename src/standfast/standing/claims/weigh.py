"""Two degrees of change: the code changed, and what the claim states still stands there, or it does not.

Owns: turning "changed" into `touched` or `drifted` by what the claim states, and saying which word no longer matches
what. Must not: find places or read claims. Neighbours: `judge.py` (what changed, and where it is), `stated.py`.
"""

from __future__ import annotations

from standfast.code.relations import Relation
from standfast.code.tree import MAX_COMPARED
from standfast.model.trust import Standing
from standfast.model.value import replace
from standfast.standing.anchors.judgement import NEVER, UNCHECKED, UNSHOWN, UNTOLD, Judgement, is_unchecked
from standfast.standing.claims.gist import contradict_gist, is_borne_out, is_rewritten
from standfast.standing.claims.stated import Mismatch, Region, find_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.code.snapshot import Snapshot
    from standfast.model.anchor import Anchor

_STILL_ALIKE = 0.4  # of a definition or file that the claim neither names nor says anything of that code could show
_PLAIN_ROW = 3  # of the ground: path, name, digest; values that the claim gives follow


def weigh(data: dict[str, Any], region: Region, now: Anchor, plain: Judgement, *, alike: float = 0.0) -> Judgement:
    """Say how what changed stands by what is claimed; `plain` is the answer where nothing is known of the claim."""
    if "k" not in data:
        return plain
    wrong = _misnamed(data, now) or find_mismatch([Relation(*item) for item in data["k"]], region)
    if wrong is not None:
        return _drifted(wrong, region, now)
    gist = data.get("z")
    if gist and (said := contradict_gist(gist, region, alike=alike)):
        return Judgement(Standing.DRIFTED, said.reason, now, says=said.says, line=said.line)
    # In a whole file the words of a claim stand somewhere by chance.
    answered = _is_answered(data) or (gist and region.name and is_borne_out(gist, region))
    if plain.standing is Standing.DRIFTED and (answered or alike >= _STILL_ALIKE):
        plain = replace(plain, standing=Standing.TOUCHED)
    if plain.standing is not Standing.TOUCHED:
        return plain
    located = gist and region.name  # then it is known which lines the claim speaks of
    if is_unchecked(data) and not _is_answered(data) and not located:
        return replace(plain, reason=f"{plain.reason}{UNTOLD}", check=True)
    is_unsure = gist and is_rewritten(gist, region)
    return replace(plain, reason=f"{plain.reason}, in the lines it speaks of", check=True) if is_unsure else plain


def _drifted(wrong: Mismatch, region: Region, now: Anchor) -> Judgement:
    return Judgement(Standing.DRIFTED, str(wrong), now, says=wrong.says, line=wrong.line_in(region))


def _is_answered(data: dict[str, Any]) -> bool:
    """Tell whether the claim says anything that the code was asked: a relation, or the name of the place itself."""
    return bool(data["k"] or any(data.get(name) for name in "xom") or any(data.get("n") or ()))


def weigh_place(data: dict[str, Any], now: Anchor, plain: Judgement) -> Judgement:
    """Say how the same content stands at another place: a claim that uses the old name no longer matches."""
    wrong = _misnamed(data, now) if plain.standing is not Standing.HOLDS else None
    return Judgement(Standing.DRIFTED, str(wrong), now, says=wrong.says) if wrong is not None else plain


def weigh_rest(snapshot: Snapshot, data: dict[str, Any], found: Judgement) -> Judgement:
    """Say how something stands by what was never so, and by what it rests on."""
    if found.now is None or found.standing in {Standing.DRIFTED, Standing.BROKEN}:
        return found
    if "v" in data and found.standing is Standing.HOLDS:
        return Judgement(Standing.UNANCHORED, "nothing of what it says was found there when it was said", found.now)
    if said := _judge_said(snapshot, data, found.now):
        return said
    if "m" in data and (given := _judge_lines(snapshot, data["m"], found)) is not None:
        return given
    if "e" in data:
        from standfast.standing.claims.names import find_gone

        if gone := find_gone(snapshot, data["e"]):
            return Judgement(Standing.DRIFTED, f"`{gone}` is no longer anywhere in the code", found.now)
    # What is touched already can only get worse by a value that the claim gives to what it rests on.
    ground = [row for row in data.get("g", ()) if found.standing is not Standing.TOUCHED or len(row) > _PLAIN_ROW]
    if ground:
        from standfast.standing.claims.ground import find_changed

        changed = find_changed(snapshot, ground)
        if changed is not None and changed[0] is not found.standing:
            standing, reason, says = changed
            return Judgement(standing, reason, found.now, says=says)
    return _with_unshown(data, found)


def _judge_said(snapshot: Snapshot, data: dict[str, Any], now: Anchor) -> Judgement | None:
    """Hold what the claim says, and the code did not when it was said, against the code; None where it agrees."""
    source = snapshot.find_source(now.path) if not data.keys().isdisjoint("xyo") else None
    if source is None:
        return None
    if "x" in data and len(source.data) <= MAX_COMPARED:
        region = Region(source, now.detail, now.first, now.last)
        wrong = find_mismatch([Relation(*item) for item in data["x"]], region)
        if wrong is not None:
            reason = str(wrong).replace("is no longer there", "is not there")
            return replace(_drifted(wrong, region, now), reason=f"{reason}{NEVER}")
    if "y" in data:
        from standfast.standing.claims.settings import find_wrong_setting

        if wrong_setting := find_wrong_setting(source, data["y"]):
            return Judgement(Standing.DRIFTED, f"{wrong_setting}{NEVER}", now, says=wrong_setting.says)
    if "o" in data:
        from standfast.standing.claims.settings import judge_asked

        return judge_asked(snapshot, data, now)
    return None


def _judge_lines(snapshot: Snapshot, rows: Sequence[Sequence[str]], found: Judgement) -> Judgement | None:
    """Say that the lines which gave a claimed value give another now, or are gone with it; None where they give it."""
    from standfast.standing.claims.lines import find_otherwise

    now = found.now
    source = snapshot.find_source(now.path) if now is not None else None
    other = find_otherwise(snapshot, source, rows) if source is not None else None
    if now is None or other is None:
        return None
    if not other.line:
        reason = f"the line that gave {other.said} is gone"
        return Judgement(Standing.TOUCHED, reason, now, check=True)
    return Judgement(
        Standing.DRIFTED, str(other), now, says=other.says, line=other.line if other.path == now.path else 0
    )


def _with_unshown(data: dict[str, Any], found: Judgement) -> Judgement:
    """Say of what is as it was which value nothing there gives, or that nothing of the claim could be checked."""
    if found.standing is not Standing.HOLDS or found.now is None:
        return found
    if "p" in data:
        return replace(found, reason=f"{data['p']}{UNSHOWN}")
    return replace(found, reason=UNCHECKED) if is_unchecked(data) else found


def _misnamed(data: dict[str, Any], now: Anchor) -> Mismatch | None:
    """Find a name of the place itself that the claim uses and that it no longer has."""
    said, paths = data.get("n") or ((), ())
    parts = now.detail.split(".") if now.kind == "symbol" else []
    for part in said if parts else ():
        if part not in parts:
            return Mismatch(part, part, now.detail)
    for path in paths:
        if now.path != path and not now.path.endswith("/" + path):
            return Mismatch(path, path, now.path)
    return None

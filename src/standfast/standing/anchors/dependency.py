"""Dependencies: `dep:NAME@RANGE`, at the version that lock files (or else manifests) say.

Owns: finding a package's version here and deciding whether a change of it is minor or major. Must not: ask a
registry. Neighbours: `code.manifests` (the formats), `versions.py` (ranges), `judge.py`.
"""

from typing import Any, NamedTuple

from standfast.code.manifests import Package, fold_name, is_lock, list_packages
from standfast.code.snapshot import Snapshot
from standfast.code.versions import in_range, is_breaking, parse_version
from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.standing.anchors.judgement import NEVER, Judgement

_MAX_FILES = 40


def take_dependency(snapshot: Snapshot, anchor: Anchor) -> dict[str, Any] | None:
    """Describe the version of a dependency; None when nothing here names it."""
    found = find_package(snapshot, anchor.target)
    return {"v": found.version, "p": found.path} if found else None


def judge_dependency(snapshot: Snapshot, anchor: Anchor, data: dict[str, Any]) -> Judgement:
    """Say whether a dependency is still there, within its range."""
    found = find_package(snapshot, anchor.target)
    if found is None:
        return Judgement(Standing.BROKEN, f"{anchor.target} is no longer a dependency")
    old, new = str(data["v"]), found.version
    change = f"{old} became {new} in {found.path}"
    never = NEVER if anchor.detail and _admits(old, anchor.detail) is False else ""
    if _is_range(new) and _is_range(anchor.detail):
        # What is asked for is a range itself: that the ranges meet does not say that they are the same.
        if _bare(new) == _bare(anchor.detail):
            return Judgement(Standing.HOLDS, now=anchor)
        if _bare(old) == _bare(anchor.detail):
            return Judgement(Standing.DRIFTED, f"{found.path} asks for {new}, not {anchor.detail}", anchor, says=new)
    if anchor.detail:
        inside = _admits(new, anchor.detail)
        if inside is True:
            return Judgement(Standing.HOLDS, now=anchor)
        if inside is False:
            exact = anchor.detail.startswith("==")
            reason = (
                f"{found.path} has {new}, not {anchor.detail[2:]}" if exact else f"{new} is outside {anchor.detail}"
            )
            return Judgement(Standing.DRIFTED, reason + never, anchor, says=new)
    if old == new:
        return Judgement(Standing.HOLDS, now=anchor)
    if is_breaking(old, new):
        return Judgement(Standing.DRIFTED, change, anchor, says=new)
    if parse_version(old)[:2] != parse_version(new)[:2]:
        return Judgement(Standing.TOUCHED, change, anchor)
    return Judgement(Standing.HOLDS, now=anchor)


def _admits(found: str, wanted: str) -> bool | None:
    """Tell whether what is found is as wanted; a file that asks for a range says nothing against a version in it."""
    inside = in_range(found, wanted)
    if inside is False and wanted.startswith("==") and _is_range(found):
        return in_range(wanted[2:], found)
    return inside


def _is_range(text: str) -> bool:
    return text.strip()[:1] in {"<", ">", "=", "~", "^", "!"}


def _bare(text: str) -> str:
    return "".join(text.split()).strip("\"'")


class Located(NamedTuple):
    """A package as one file of the repository names it; `locked` when the file fixes the version."""

    version: str
    path: str
    locked: bool


def find_package(snapshot: Snapshot, name: str) -> Located | None:
    """Find a dependency: what is locked before what is only asked for, the top of the repository first."""
    wanted = fold_name(name)
    best: Located | None = None
    for path in snapshot.list_manifests()[:_MAX_FILES]:
        for package in _packages_of(snapshot, path).get(wanted, ()):
            found = Located(package.wanted, path, _fixes(path))
            if found.version and (best is None or _rank(found) < _rank(best)):
                best = found
    return best


def _packages_of(snapshot: Snapshot, path: str) -> dict[str, list[Package]]:
    """Read one file's packages, once for a whole survey."""
    source = snapshot.sources.find(path)
    if source is None:
        return {}
    text = source.text
    return snapshot.once("packages", path, lambda: packages_by_name(path, text))


def packages_by_name(path: str, text: str) -> dict[str, list[Package]]:
    """Return what a file names, by the folded name."""
    found: dict[str, list[Package]] = {}
    for package in list_packages(path, text):
        found.setdefault(fold_name(package.name), []).append(package)
    return found


def _fixes(path: str) -> bool:
    """Tell whether a file says which versions are used; go.mod does, and go.sum keeps what was used before too."""
    name = path.rpartition("/")[2]
    return name == "go.mod" or (is_lock(path) and name != "go.sum")


def _rank(found: Located) -> tuple[bool, int, tuple[int, ...]]:
    return (not found.locked, found.path.count("/"), tuple(-part for part in parse_version(found.version)))

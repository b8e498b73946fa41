"""Dependencies: what manifests and lock files may not name, or must.

`dependency: {forbid: ["left-pad", "lodash@<4.17.21"], require: ["structlog"], manifests: [globs]}`. A name alone is
judged in manifests and locks. A version range is judged where a version is exact: in lock files and pinned manifests.
`code.manifests` reads the files; here is only the judgement.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from standfast.code.globs import matches_any
from standfast.code.manifests import Package, fold_name, is_lock, is_manifest, list_packages
from standfast.code.versions import in_range
from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.match.filename import as_globs
from standfast.guard.rule import Guard

_WANTED = re.compile(r"(?P<name>@?[A-Za-z0-9][\w./@-]*?)(?:@(?P<range>[<>=!~^*\d](?s:.*)))?")
_BARE = re.compile(r"v?\d[\w.+-]*")


class DependencyRange(NamedTuple):
    """A dependency a rule names: a folded name and the range its version is held against; no range is every version."""

    name: str
    range: str = ""


@lru_cache(maxsize=512)
def parse_wanted(text: str) -> DependencyRange:
    """Read `name` or `name@RANGE`. A bare version is that version, as far as it is written."""
    match = _WANTED.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} does not name a dependency")
    wanted = (match["range"] or "").strip()
    if _BARE.fullmatch(wanted):
        wanted = f"={wanted}"
    if wanted and in_range("1.0.0", wanted) is None:
        raise ValueError(f"{wanted!r} is not a version range")
    return DependencyRange(fold_name(match["name"]), "" if wanted == "*" else wanted)


def find(guard: Guard, file: File) -> list[Match]:
    """Return forbidden dependencies where they stand, and required ones that are missing."""
    wanted = guard.rule["dependency"]
    globs = as_globs(wanted.get("manifests"))
    if not is_manifest(file.path) or (globs and not matches_any(file.path, globs)):
        return []
    listed = list_packages(file.path, file.text)
    found: list[Match] = []
    for item in as_globs(wanted.get("forbid")):
        forbidden = parse_wanted(item)
        for dependency in listed:
            if fold_name(dependency.name) == forbidden.name and _version_fits(dependency, forbidden):
                version = f" {dependency.version}" if dependency.version else ""
                text = f"{dependency.name}{version}"
                found.append(Match(dependency.line, dependency.line, text, f"{item} is forbidden"))
    if not is_lock(file.path):
        names = {fold_name(dependency.name) for dependency in listed}
        missing = [item for item in as_globs(wanted.get("require")) if parse_wanted(item).name not in names]
        found += [Match(0, 0, file.path, f"{item} is required and not listed") for item in missing]
    return found


def _version_fits(package: Package, wanted: DependencyRange) -> bool:
    return not wanted.range or (bool(package.version) and in_range(package.version, wanted.range) is True)

"""Dependencies: what manifests and lock files may not name, or must.

`dependency: {forbid: ["left-pad", "lodash@<4.17.21"], require: ["structlog"], manifests: [globs]}`. A name alone is
judged in manifests and locks. A version range is judged where a version is exact: in lock files and pinned manifests.
`manifests.py` reads the files; here is only the judgement.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from standfast.code.globs import matches_any
from standfast.guard.match import Match
from standfast.guard.match.filename import as_globs
from standfast.guard.match.manifests import Dependency, dependencies, is_lock, is_manifest

if TYPE_CHECKING:
    from standfast.guard.file import File
    from standfast.guard.rule import Guard

_WANTED = re.compile(r"(?P<name>@?[A-Za-z0-9][\w./@-]*?)(?:@(?P<range>[<>=!~^*\d].*))?")
_CLAUSE = re.compile(r"(?P<sign><=|>=|==|!=|<|>|=|\^|~)?\s*v?(?P<version>\d[\w.+-]*)")


class Wanted(NamedTuple):
    """A dependency a rule names: a folded name and the clauses its version is held against."""

    name: str
    clauses: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=512)
def parse_wanted(text: str) -> Wanted:
    """Read `name` or `name@RANGE`; ranges are clauses joined by commas."""
    match = _WANTED.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} names no dependency")
    clauses: list[tuple[str, str]] = []
    for part in (match["range"] or "").split(","):
        if not part.strip() or part.strip() == "*":
            continue
        clause = _CLAUSE.fullmatch(part.strip())
        if clause is None:
            raise ValueError(f"{part.strip()!r} is no version range")
        clauses.append((clause["sign"] or "==", clause["version"]))
    return Wanted(fold_name(match["name"]), tuple(clauses))


def fold_name(name: str) -> str:
    """Return a name as package indexes compare it: case, and `-`, `_`, `.` between words, do not count."""
    return name.lower() if name.startswith("@") or "/" in name else re.sub(r"[-_.]+", "-", name.lower())


def find(guard: Guard, file: File) -> list[Match]:
    """Return forbidden dependencies where they stand, and required ones that are missing."""
    wanted = guard.rule["dependency"]
    globs = as_globs(wanted.get("manifests"))
    if not is_manifest(file.path) or (globs and not matches_any(file.path, globs)):
        return []
    listed = dependencies(file.path, file.text)
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


def _version_fits(dependency: Dependency, wanted: Wanted) -> bool:
    if not wanted.clauses:
        return True
    if not dependency.version:
        return False
    return all(_holds(version_key(dependency.version), sign, version_key(version)) for sign, version in wanted.clauses)


def version_key(version: str) -> tuple[int, ...]:
    """Return the numbers of a version for comparing; what follows a dash or plus is left out."""
    core = re.split(r"[-+]", version.lstrip("v"), maxsplit=1)[0]
    numbers = [int(number) for number in re.findall(r"\d+", core)[:4]]
    return tuple(numbers + [0] * (4 - len(numbers)))


def _holds(have: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    if sign == "^":
        fixed = 1 if bound[0] else 2
        return have >= bound and have[:fixed] == bound[:fixed]
    if sign == "~":
        return have >= bound and have[:2] == bound[:2]
    return {
        "<": have < bound,
        "<=": have <= bound,
        ">": have > bound,
        ">=": have >= bound,
        "!=": have != bound,
    }.get(sign, have == bound)

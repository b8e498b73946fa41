"""The ground of an anchored definition: what it directly uses, in its own file and in files it imports from.

Owns: finding the callees, constants and base classes that a definition or the claim about it names, and telling later
which of them changed. Bounded, and only as far as an import or a package says which file it means (`reach.py`). Must
not: follow what moved.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from standfast.code.qualified import last_name
from standfast.code.relations import BASE, CALLS, VALUE
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.model.trust import Standing
from standfast.standing.claims.claim import Claim
from standfast.standing.claims.reach import list_reach
from standfast.standing.claims.stated import Mismatch, Region, list_tokens, read_code

_MOST = 8
_SHORT = 8
_SHORTEST = 3  # a name of so few letters is everywhere
_DEEPEST = 3
_MOST_PARSED = 12
_CAPITAL = re.compile(r"[A-Z]\w+")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_QUALIFIED = re.compile(r"\b[A-Z]\w*(?:\.|::|->)\w+")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]{2,}")
_FROM = re.compile(r"^[^\S\n]*from\s+(?P<module>[.\w]+)\s+import\s+\(?(?P<names>[\w\s,]+)", re.MULTILINE)
_SCRIPT = re.compile(r"import\s+(?:\w+\s*,\s*)?\{(?P<names>[^}]+)\}\s*from\s*['\"](?P<module>\.[^'\"]+)['\"]")
_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", "/index.ts", "/index.js")


def take_ground(snapshot: Snapshot, source: Source, name: str, claim: Claim) -> list[list[str]]:
    """List what a definition rests on: path, name and digest of each, and the values that the claim gives it."""
    region = Region(source, name)
    inside = {r.name for r in source.relations if r.kind in {CALLS, BASE} and _is_in(r.scope, name)}
    used = (
        inside
        | {word for word in list_tokens(region) if _CONSTANT.fullmatch(word)}
        | (claim.parts & list_tokens(region))
    )
    found: list[list[str]] = []
    for symbol in source.symbols:
        outside = not _is_in(symbol.name, name) and not _is_in(name, symbol.name)
        if symbol.path[-1] in used and outside and len(symbol.path) <= 2:
            found.append([source.path, symbol.name, source.digest(symbol).exact[:_SHORT]])
    known = {row[1] for row in found}
    named = {word for word in list_tokens(region) if _CAPITAL.fullmatch(word)}  # types, and constants in most languages
    found += _reached(snapshot, region, (used | named) - known, claim)
    for path, wanted in _imported(source, used - known):
        other = snapshot.sources.find(path)
        for symbol in other.symbols if other is not None else []:
            if other is not None and symbol.name == wanted:
                found.append([path, wanted, other.digest(symbol).exact[:_SHORT]])
                break
    rows = list({(row[0], row[1]): row for row in found}.values())[:_MOST]
    return [[*row, *_stated(snapshot, claim, row)] for row in rows]


def _stated(snapshot: Snapshot, claim: Claim, row: Sequence[str]) -> list[str]:
    """List the values of a constant that the claim names and gives."""
    path, name = row[0], row[1]
    source = snapshot.sources.find(path) if claim.says(name.rpartition(".")[2]) else None
    values = _list_values(source, name) if source is not None else []
    return [value for value in dict.fromkeys(values) if claim.states(value)]


def _list_values(source: Source, name: str) -> list[str]:
    above, _, last = name.rpartition(".")
    return [r.value for r in source.relations if r.kind == VALUE and r.scope == above and r.name == last]


def _reached(snapshot: Snapshot, region: Region, wanted: set[str], claim: Claim) -> list[list[str]]:
    """List what is used from the files around: definitions by their name, members if the claim or `Owner.name` does."""
    names = set(map(last_name, wanted)) - {""}
    names = {name for name in names if len(name) > _SHORTEST or name in claim.parts}
    qualified = {re.sub(r"::|->", ".", pair) for pair in _QUALIFIED.findall(read_code(region))}
    found: list[list[str]] = []
    parsed = 0
    for path in list_reach(snapshot, region.source) if names else ():
        other = snapshot.sources.find(path)
        said = names.intersection(_WORD.findall(other.text)) if other is not None and not other.is_binary else set()
        parsed += bool(said)
        if parsed > _MOST_PARSED:
            break
        for symbol in other.symbols if other is not None and said else ():
            last = symbol.path[-1]
            alone = len(symbol.path) == 1 or last in claim.parts or ".".join(symbol.path[-2:]) in qualified
            if last in said and alone and len(symbol.path) <= _DEEPEST:
                found.append([path, symbol.name, other.digest(symbol).exact[:_SHORT]])  # type: ignore[union-attr]
    return sorted(found, key=lambda row: row[1].rpartition(".")[2] not in claim.parts)


def _is_in(scope: str, name: str) -> bool:
    return scope == name or scope.startswith(name + ".")


def _imported(source: Source, wanted: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the files that names are imported from, as far as the import says which."""
    if source.path.endswith(".py"):
        for match in _FROM.finditer(source.text):
            for name in sorted(wanted.intersection(re.findall(r"\w+", match["names"]))):
                yield from ((path, name) for path in _python_files(source.path, match["module"]))
    for match in _SCRIPT.finditer(source.text) if source.path.endswith((".ts", ".tsx", ".js", ".jsx", ".mjs")) else ():
        base = posixpath.normpath(posixpath.join(posixpath.dirname(source.path), match["module"]))
        for name in sorted(wanted.intersection(re.findall(r"\w+", match["names"]))):
            yield from ((base + ending, name) for ending in _ENDINGS)


def _python_files(path: str, module: str) -> Sequence[str]:
    bare = module.lstrip(".")
    tail = bare.replace(".", "/")
    folder = posixpath.dirname(path)
    if module != bare:
        for _ in range(len(module) - len(bare) - 1):
            folder = posixpath.dirname(folder)
        fronts = [folder]
    else:
        parts = folder.split("/") if folder else []
        fronts = ["/".join(parts[:size]) for size in range(len(parts) + 1)]
    return [posixpath.join(front, name) for front in fronts for name in (f"{tail}.py", f"{tail}/__init__.py") if tail]


def find_changed(snapshot: Snapshot, ground: Sequence[Sequence[str]]) -> tuple[Standing, str, str] | None:
    """Say what of the ground is no longer as it was, and which value it has if the claim gave it another; else None."""
    changed: list[str] = []
    for path, name, digest, *values in ground:
        source = snapshot.sources.find(path)
        found = [symbol for symbol in source.symbols if symbol.name == name] if source is not None else []
        if source is None or not found:
            changed.append(f"`{name}`, which it uses, is no longer in {path}")
        elif all(source.digest(symbol).exact[:_SHORT] != digest for symbol in found):
            changed.append(f"`{name}`, which it uses, changed in {path}")
            now = _list_values(source, name)
            if values and now and not set(values) & set(now):
                return Standing.DRIFTED, f"{Mismatch(name, values[0], now[0])} in {path}", now[0]
    return (Standing.TOUCHED, changed[0], "") if changed else None

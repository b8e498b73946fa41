"""Where things went: files that were renamed, and symbols that moved to another name or file.

Owns: choosing where to look (what git saw renamed, what changed since, what contains the name) and what counts as the
same thing again. The search is bounded, and what is too small to be recognised is only recognised by its name.
Must not: decide a standing. Neighbours: `scene.py`, `judge.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from holdfast.model.anchor import Anchor
from holdfast.repo.digest import likeness
from holdfast.repo.languages import find_language
from holdfast.repo.outline import Unit
from holdfast.repo.scene import Scene
from holdfast.repo.source import Source
from holdfast.repo.symbols import Symbol

_MAX_FILES = 60
_FEW = 20  # so few changed files are read sooner than a search is started
_TELLING = 10  # tokens; below that, two unrelated functions are easily the same
_ALIKE = 0.45
_SAME_NAME_ALIKE = 0.35
_SAME_PATH_ALIKE = 0.15
_FILE_ALIKE = 0.5
_SCRIPTS = frozenset(("javascript", "typescript", "tsx"))


def find_file(scene: Scene, path: str, since: str, fits: Callable[[Source], float]) -> Source | None:
    """Find the file that `path` has become: as git sees it renamed, or else what `fits` best (0 to 1)."""
    changes = scene.find_changes(since) or []
    for change in changes:
        if change.old == path and (source := scene.sources.find(change.path)) is not None:
            return source
    added = [change.path for change in changes if change.status == "A" and _family(change.path) == _family(path)]
    best: tuple[float, Source] | None = None
    for candidate in list(dict.fromkeys([*scene.list_named(path.rpartition("/")[2]), *added]))[:_MAX_FILES]:
        source = scene.sources.find(candidate)
        score = fits(source) if source else 0.0
        if source and score >= _FILE_ALIKE and (best is None or score > best[0]):
            best = (score, source)
    return best[1] if best else None


def find_symbol_elsewhere(
    scene: Scene, anchor: Anchor, since: str, data: dict[str, Any], units: Sequence[Unit]
) -> tuple[Source, list[Symbol]] | None:
    """Find a symbol that is no longer where it was."""
    wanted = tuple(data["q"].split("."))
    weight = sum(unit.weight for unit in units)
    near: list[tuple[float, Source, Symbol]] = []
    for source in _list_candidates(scene, anchor.path, since, wanted[-1]):
        for symbol in source.symbols:
            if symbol.container != bool(data["c"]) or (source.path == anchor.path and symbol.name == data["q"]):
                continue
            if symbol.name in _names_before(scene, since, source.path):
                continue  # it was there all along, so it is not what the other has become
            same_name = symbol.path[-1] == wanted[-1]
            if _is_same(source, symbol, data, units) and (same_name or weight >= _TELLING):
                return source, _with_overloads(source, symbol)
            alike = likeness(data["s"], source.sketch(symbol)) if data["s"] else 0.0
            if alike >= _threshold(symbol, wanted, same_name=same_name):
                near.append((alike + (0.5 if same_name else 0.0), source, symbol))
    if not near:
        return None
    _, source, symbol = max(near, key=lambda entry: entry[0])
    return source, _with_overloads(source, symbol)


def _threshold(symbol: Symbol, wanted: tuple[str, ...], *, same_name: bool) -> float:
    """Ask for less likeness the more of the name stayed; `close` alone is the name of many things."""
    if symbol.path[-2:] == wanted[-2:]:
        return _SAME_PATH_ALIKE
    return _SAME_NAME_ALIKE if same_name else _ALIKE


def _names_before(scene: Scene, since: str, path: str) -> frozenset[str]:
    """Name the symbols a file had at a commit; none when that cannot be known."""
    key = f"{since}:{path}"
    known = scene.memo.get(key)
    if known is None:
        data = scene.git.find_blobs([key]).get(key) if scene.git is not None and since else None
        names = (symbol.name for symbol in Source(path, data).symbols) if data is not None else ()
        known = scene.memo[key] = frozenset(names)
    return cast("frozenset[str]", known)


def _is_same(source: Source, symbol: Symbol, data: dict[str, Any], units: Sequence[Unit]) -> bool:
    if data["d"]:
        digest = source.digest(symbol)
        return digest.exact == data["d"] or (len(units) == 1 and digest.renamed[:8] == units[0].renamed)
    return any(source.digest(symbol).exact.startswith(unit.exact) for unit in units)


def _with_overloads(source: Source, symbol: Symbol) -> list[Symbol]:
    return [other for other in source.symbols if other.path == symbol.path]


def _list_candidates(scene: Scene, path: str, since: str, name: str) -> Iterator[Source]:
    """List files to look in, the likeliest first, each once, up to a bound."""
    family = _family(path)
    seen: set[str] = set()
    for candidate in _list_paths(scene, path, since, name):
        if candidate in seen or _family(candidate) != family:
            continue
        seen.add(candidate)
        if len(seen) > _MAX_FILES:
            return
        source = scene.sources.find(candidate)
        if source is not None:
            yield source


def _list_paths(scene: Scene, path: str, since: str, name: str) -> Iterator[str]:
    yield path
    changes = scene.find_changes(since) or []
    yield from (change.path for change in changes if change.old == path)
    changed = sorted({change.path for change in changes})
    if len(changed) <= _FEW:
        yield from changed
    yield from sorted(scene.grep(name), key=lambda hit: hit not in changed)
    yield from changed
    yield from scene.list_named(path.rpartition("/")[2])


def _family(path: str) -> str:
    language = find_language(path)
    if language is None:
        return path.rpartition(".")[2]
    return "script" if language.name in _SCRIPTS else "c" if language.name == "cpp" else language.name

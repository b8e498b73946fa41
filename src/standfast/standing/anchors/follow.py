"""Where things went: files that were renamed, and symbols that moved to another name or file.

Owns: choosing where to look (what git saw renamed, what changed since, what contains the name) and what counts as the
same thing again. The search is bounded, and what is too small to be recognised is only recognised by its name.
Must not: decide a standing. Neighbours: `snapshot.py`, `judge.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from standfast.code.digest import likeness
from standfast.code.languages import find_language
from standfast.code.outline import Unit
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.code.symbols import Symbol
from standfast.model.anchor import Anchor

_MAX_FILES = 40
_MAX_CHANGED = 20
_CERTAIN = 10.0
_TELLING = 10  # tokens; below that, two unrelated functions are easily the same
_ALIKE = 0.45
_SAME_NAME_ALIKE = 0.35
_SAME_PATH_ALIKE = 0.15
_FILE_ALIKE = 0.5
_SCRIPTS = frozenset(("javascript", "typescript", "tsx"))


def find_longer(snapshot: Snapshot, path: str) -> Source | None:
    """Find the one file whose path ends in a path that is gone: its folder was moved into another."""
    longer = [item for item in snapshot.list_named(path.rpartition("/")[2]) if item.endswith("/" + path)]
    return snapshot.sources.find(longer[0]) if len(longer) == 1 else None


def find_file(snapshot: Snapshot, path: str, since: str, fits: Callable[[Source], float]) -> Source | None:
    """Find the file that `path` has become: as git sees it renamed, or else what `fits` best (0 to 1)."""
    changes = snapshot.find_changes(since) or []
    for change in changes:
        if snapshot.only is not None and change.path not in snapshot.only:
            continue
        if change.old == path and (source := snapshot.sources.find(change.path)) is not None:
            return source
    if snapshot.only is None and (source := find_longer(snapshot, path)) is not None:
        return source
    added = [change.path for change in changes if change.status == "A" and family_of(change.path) == family_of(path)]
    best: tuple[float, Source] | None = None
    candidates = list(dict.fromkeys([*snapshot.list_named(path.rpartition("/")[2]), *added]))
    for candidate in [item for item in candidates if snapshot.only is None or item in snapshot.only][:_MAX_FILES]:
        source = snapshot.sources.find(candidate)
        score = fits(source) if source else 0.0
        if source and score >= _FILE_ALIKE and (best is None or score > best[0]):
            best = (score, source)
    return best[1] if best else None


def find_symbol_elsewhere(
    snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any], units: Sequence[Unit]
) -> tuple[Source, list[Symbol]] | None:
    """Find a symbol that is no longer where it was."""
    search = _Search(snapshot, anchor, since, data, units)
    near: list[tuple[float, Source, Symbol]] = []
    for source, renamed in search.list_sources():
        for symbol in search.list_likely(source, renamed=renamed):
            score = search.score(source, symbol)
            if score and symbol.name not in _names_before(snapshot, since, source.path):
                near.append((score, source, symbol))
            if score >= _CERTAIN and near and near[-1][2] is symbol:
                return source, _with_overloads(source, symbol)
    if not near:
        return None
    _, source, symbol = max(near, key=lambda entry: entry[0])
    return source, _with_overloads(source, symbol)


class _Search:
    """One search for one symbol."""

    def __init__(
        self, snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any], units: Sequence[Unit]
    ) -> None:
        self._snapshot = snapshot
        self._path = anchor.path
        self._since = since
        self._data = data
        self._units = units
        self._wanted = tuple(str(data["q"]).split("."))
        self._weight = sum(unit.weight for unit in units)
        self._lines = data["l"][1] - data["l"][0] + 1

    def list_sources(self) -> Iterator[tuple[Source, bool]]:
        """List files to look in, the likeliest first; with True where another name is worth looking at too."""
        snapshot, family = self._snapshot, family_of(self._path)
        changes = snapshot.find_changes(self._since) or []
        heirs = [self._path, *(change.path for change in changes if change.old == self._path)]
        changed = sorted({change.path for change in changes if change.status != "D"} - set(heirs))
        few = [path for path in changed if family_of(path) == family]
        if len(few) > _MAX_CHANGED:
            few = []  # in so large a change, something of another name elsewhere would be a guess
        named = snapshot.grep(self._wanted[-1]) if snapshot.only is None else snapshot.only
        holding = sorted(named, key=lambda path: (path not in changed, path.count("/"), path))
        namesakes = [
            path for path in [*holding, *snapshot.list_named(self._path.rpartition("/")[2])] if path not in heirs
        ]
        seen: set[str] = set()
        for path, renamed in [
            *((path, True) for path in heirs),
            *((path, False) for path in namesakes if family_of(path) == family),
            *((path, True) for path in few),
        ]:
            if (path in seen and not renamed) or (snapshot.only is not None and path not in snapshot.only):
                continue
            seen.add(path)
            if len(seen) > _MAX_FILES:
                return
            source = snapshot.sources.find(path)
            if source is not None:
                yield source, renamed

    def list_likely(self, source: Source, *, renamed: bool) -> Iterator[Symbol]:
        """List the symbols of a file that could be the one: of its name, or of about its size under another name."""
        for symbol in source.symbols:
            if symbol.container != bool(self._data["c"]):
                continue
            if source.path == self._path and symbol.name == self._data["q"]:
                continue
            lines = symbol.last - symbol.first + 1
            alike = self._lines <= 4 * lines and lines <= 4 * self._lines
            if symbol.path[-1] == self._wanted[-1] or (renamed and alike and self._weight >= _TELLING):
                yield symbol

    def score(self, source: Source, symbol: Symbol) -> float:
        """Say how sure it is that a symbol is the one: `_CERTAIN` and more for the same content, 0 for another one."""
        same_name = symbol.path[-1] == self._wanted[-1]
        if self._is_same(source, symbol):
            return _CERTAIN + same_name
        alike = likeness(self._data["s"], source.sketch(symbol)) if self._data["s"] else 0.0
        return alike + (0.5 if same_name else 0.0) if alike >= self._threshold(symbol, same_name=same_name) else 0.0

    def _is_same(self, source: Source, symbol: Symbol) -> bool:
        digest = source.digest(symbol)
        if self._data["d"]:
            only = self._units[0].renamed if len(self._units) == 1 else ""
            return digest.exact == self._data["d"] or digest.renamed[:8] == only
        return any(digest.exact.startswith(unit.exact) for unit in self._units)

    def _threshold(self, symbol: Symbol, *, same_name: bool) -> float:
        """Ask for less likeness the more of the name stayed; `close` alone is the name of many things."""
        if symbol.path[-2:] == self._wanted[-2:]:
            return _SAME_PATH_ALIKE
        return _SAME_NAME_ALIKE if same_name else _ALIKE


def _names_before(snapshot: Snapshot, since: str, path: str) -> frozenset[str]:
    """Name the symbols a file had at a commit; none when that cannot be known."""
    key = f"{since}:{path}"

    def read() -> frozenset[str]:
        data = snapshot.git.find_blobs([key]).get(key) if snapshot.git is not None and since else None
        return frozenset(symbol.name for symbol in Source(path, data).symbols) if data is not None else frozenset()

    return snapshot.once("names", key, read)


def _with_overloads(source: Source, symbol: Symbol) -> list[Symbol]:
    return [other for other in source.symbols if other.path == symbol.path]


def family_of(path: str) -> str:
    """Name the kind of file among which something of a path could go on living."""
    language = find_language(path)
    if language is None:
        return path.rpartition(".")[2]
    return "script" if language.name in _SCRIPTS else "c" if language.name == "cpp" else language.name

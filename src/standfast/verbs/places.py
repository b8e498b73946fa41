"""Places: the files of the repository with what is known where, and one file with its memories beside the code.

Owns the tree (how much is known beneath a folder, how much of it no longer stands) and where in a file each memory's
lines are now. Which memory is at which file is read once and kept in the process until the log grows. Must not judge:
`standing` does. Neighbours: `about` (what matters at a file, for agents).
"""

from __future__ import annotations

from standfast.code.source import Source
from standfast.context.context import Context
from standfast.context.view import views
from standfast.errors import ConfigError, NotFound
from standfast.learn.habits import read_habits
from standfast.model.anchor import Anchor, parse_anchor
from standfast.model.encode import decode_scope
from standfast.model.ids import MemoryId
from standfast.model.memory import Memory
from standfast.model.value import Value, replace
from standfast.recall.answer import Shown
from standfast.recall.receipts import give
from standfast.standing.judged import STALE
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.store.contract import Partition

Placed = dict[str, tuple[MemoryId, ...]]
MOST_LINES = 6000
_MOST_SHOWN = 100
_MASK = "[secret]"
_KEPT: dict[tuple[str, str], tuple[tuple[int, int], Placed]] = {}


class PathSummary(Value):
    """A file or folder: how many files, how many memories are about them, and how many of those no longer stand."""

    path: str
    folder: bool
    files: int
    known: int
    stale: int


class Beside(Value):
    """A memory and the lines of the file it is about; 0 where it is about the whole file."""

    shown: Shown
    first: int
    last: int


class FilePage(Value):
    """One file as it is now: its lines, whether there are more, and what is known about it."""

    path: str
    lines: tuple[str, ...]
    cut: bool
    memories: tuple[Beside, ...]
    people: tuple[tuple[str, int], ...]


def list_places(context: Context, under: str = "") -> list[PathSummary]:
    """Return what is directly beneath a folder of the repository, folders first; of the top without one."""
    judge = Judge(context)
    if context.here.root is None:
        return []
    folder = _checked(under)
    prefix = f"{folder}/" if folder else ""
    placed = _placed(context)
    stale = {identity for identity, standing in survey(context, judge).standings.items() if standing in STALE}
    rows: dict[str, tuple[bool, int, dict[MemoryId, None]]] = {}
    missed = (path for path, memories in placed.items() if not stale.isdisjoint(memories))  # gone, and still said
    for path in dict.fromkeys([*judge.snapshot.list_paths(), *missed]):
        if not path.startswith(prefix):
            continue
        name, beneath, _ = path[len(prefix) :].partition("/")
        deep, files, known = rows.get(name, (bool(beneath), 0, {}))
        known.update(dict.fromkeys(placed.get(path, ())))
        rows[name] = (deep or bool(beneath), files + 1, known)
    if folder and not rows:
        raise NotFound(f"There is no folder {folder!r} here.", hint="Ask without it for the top.", code="no-folder")
    found = [
        PathSummary(prefix + name, deep, files, len(known), sum(identity in stale for identity in known))
        for name, (deep, files, known) in rows.items()
        if name
    ]
    return sorted(found, key=lambda item: (not item.folder, item.path))


def open_file(context: Context, path: str, *, given: bool = False) -> FilePage:
    """Return a file of the repository with what is known about it, at the lines it is about."""
    wanted = _checked(path)
    judge, explaining = Judge(context), Judge(context, explain=True)
    source = judge.snapshot.find_source(wanted) if wanted in set(judge.snapshot.list_paths()) else None
    about = _about(context, wanted) if wanted else []
    listed = [Shown(memory, (judge if _is_history(memory) else explaining)(memory)) for memory in about]
    if source is None and not listed:
        raise NotFound(f"There is no file {path!r} here.", hint="`GET /files` lists what there is.", code="no-file")
    lines = _lines(context, source)
    if given:
        give(context, "show", [(item.memory, item.judged) for item in listed], query=wanted)
    return FilePage(
        wanted,
        tuple(lines[:MOST_LINES]),
        len(lines) > MOST_LINES,
        tuple(_beside(item, wanted, source) for item in listed),
        tuple((name, count) for name, count, _ in read_habits(context, wanted).people),
    )


def _about(context: Context, path: str) -> list[Memory]:
    """Return the memories in force that are about a file, or for it by their scope; what history tells comes last."""
    found: dict[MemoryId, Memory] = {}
    for partition, view in views(context, files=[path]):
        ids = _placed_in(context, partition).get(path, ())
        found.update(partition.memories.find_several(ids[:_MOST_SHOWN]))
        narrow = tuple(scope for scope in view.scopes or () if decode_scope(scope).paths)
        if narrow:
            chosen = partition.memories.select(replace(view, scopes=narrow), limit=_MOST_SHOWN)
            found.update({memory.id: memory for memory in chosen})
    return sorted(found.values(), key=lambda memory: (_is_history(memory), -memory.at.timestamp()))[:_MOST_SHOWN]


def _is_history(memory: Memory) -> bool:
    return memory.source.kind == "commit"


def _checked(path: str) -> str:
    plain = path.replace("\\", "/").strip("/")
    if "\0" in plain or ".." in plain.split("/"):
        raise ConfigError("A path of the repository is asked for.", hint="Name it from the top.", code="bad-path")
    return plain.removeprefix("./")


def _lines(context: Context, source: Source | None) -> list[str]:
    """Return a file's text without secrets; nothing for what is not text."""
    if source is None or source.is_binary:
        return []
    whole = source.text.splitlines()
    shown = whole[:MOST_LINES]
    clean = context.clean("\n".join(shown)).split("\n")
    if len(clean) != len(
        shown
    ):  # a secret over several lines is gone: its lines stay, empty, so that numbers stay right
        left = set(clean)
        clean = [line if line in left else _MASK for line in shown]
    return [*clean, *([""] if len(whole) > MOST_LINES else [])]


def _beside(shown: Shown, path: str, source: Source | None) -> Beside:
    for detail in shown.judged.detail:
        after = detail.get("after")
        if after and after["path"] == path and parse_anchor(detail["anchor"]).kind != "path":
            return Beside(shown, after["first"], after["first"] + len(after["lines"]) - 1)
    for anchored in shown.memory.content.anchors:
        if anchored.anchor.path == path:
            return Beside(shown, *_span(anchored.anchor, source))
    return Beside(shown, 0, 0)


def _span(anchor: Anchor, source: Source | None) -> tuple[int, int]:
    if anchor.kind == "lines":
        return anchor.first, anchor.last
    if anchor.kind == "symbol" and source is not None:
        found = source.find(anchor.detail)
        if found:
            return found[0].first, found[0].last
    return 0, 0


def _placed(context: Context) -> Placed:
    """Return the memories in force that are about each file."""
    found: Placed = {}
    for partition, _ in views(context):
        for path, memories in _placed_in(context, partition).items():
            found[path] = (*found.get(path, ()), *memories)
    return found


def _placed_in(context: Context, partition: Partition) -> Placed:
    mark = partition.log.mark()
    key = (f"{context.settings.home} {context.here.branch}", partition.key)
    known = _KEPT.get(key)
    if known is None or known[0] != mark:
        found: dict[str, dict[MemoryId, None]] = {}
        view = next(view for other, view in views(context) if other.key == partition.key)
        for path, memory in partition.memories.placed(view):
            found.setdefault(path, {})[memory] = None
        known = _KEPT[key] = (mark, {path: tuple(memories) for path, memories in found.items()})
    return known[1]

"""Entities: what memories are about besides each other, how people write them, and which memories are about one.

An entity is a file, symbol, commit, dependency, command or setting a memory is anchored at, who said it, in which
session, its evidence and its tags. Owns their names. Nothing is stored for them: they are read off the memories.
"""

from __future__ import annotations

from contextlib import suppress

from standfast.code.globs import matches_any
from standfast.context.references import get_session
from standfast.errors import ConfigError, NotFound
from standfast.model.anchor import Anchor, parse_anchor
from standfast.model.encode import decode_scope
from standfast.model.operation import Act
from standfast.model.source import SourceFilter
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.store.values import LogFilter, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Evidence, Memory
    from standfast.store.contract import Partition

EVERY = View(statuses=tuple(Status))
"""Everything current in a partition, whatever its status; revisions that are past are not."""

_TYPES = {"path": "file", "dep": "dependency", "cmd": "command", "conf": "setting"}
_SPOKEN = ("person", "agent", "import", "document")
_NAMED = (*_SPOKEN, "session", "tag", "commit", "dep", "cmd", "conf")
_LOOKED_AT = 500  # candidates read for one entity, of which those that only share its words are left out
_SAID = (Act.REMEMBER, Act.REVISE)


class Entity(Value):
    """Something memories are about: `id` is how people write it, `name` what is left without the word before it."""

    type: str
    id: str
    name: str


def is_named(text: str) -> bool:
    """Tell whether a text says by its first word which entity it means: `person:ana`, `dep:redis`."""
    word, _, name = text.partition(":")
    return word in _NAMED and bool(name) and not name.startswith(":")


def read_entity(context: Context, text: str) -> Entity:
    """Read an entity as people write it: `WORD:NAME`, or a path with what is in it."""
    word, _, name = text.strip().partition(":")
    if not is_named(text.strip()):
        return of_anchor(parse_anchor(text))
    if word == "session":
        with suppress(NotFound):
            name = get_session(context, name)
        return Entity("session", f"session:{name}", name)
    if word == "commit":
        name = _whole_commit(context, name.lower())
        return Entity("commit", f"commit:{name}", name)
    if word in _SPOKEN or word == "tag":
        name = name.lower() if word == "tag" else name
        return Entity(word, f"{word}:{name}", name)
    return of_anchor(parse_anchor(text))


def of_anchor(anchor: Anchor) -> Entity:
    """Return the place an anchor names, whatever commit or range it was named at."""
    kind = _TYPES.get(anchor.kind, anchor.kind)
    if anchor.kind == "dep":
        return Entity(kind, f"dep:{anchor.target}", anchor.target)
    bare = Anchor(anchor.kind, anchor.target, anchor.detail, anchor.first, anchor.last)
    return Entity(kind, str(bare), anchor.target if anchor.kind in {"commit", "cmd"} else str(bare))


def of_evidence(evidence: Evidence) -> Entity:
    """Return what a piece of evidence names."""
    if evidence.kind == "file":
        path, colon, line = evidence.ref.rpartition(":")
        name = path if colon and line.isdigit() else evidence.ref
        return Entity("file", name, name)
    return Entity(evidence.kind, f"{evidence.kind}:{evidence.ref}", evidence.ref)


def entities_of(memory: Memory) -> Iterator[tuple[str, Entity]]:
    """Yield what a memory is about, comes from and is known by, each with how it is related."""
    content = memory.content
    for anchor in content.anchors:
        yield "anchored-at", of_anchor(anchor.anchor)
    for evidence in content.evidence:
        if evidence.kind != "memory":
            yield "evidence", of_evidence(evidence)
    for source in (*memory.sources, memory.version.source):
        yield "said-by", Entity(source.kind, str(source), source.name)
        if source.session:
            yield "session", Entity("session", f"session:{source.session}", source.session)
    for anchor in content.anchors:
        if anchor.fingerprint and anchor.fingerprint.commit:
            yield "read-at", Entity("commit", f"commit:{anchor.fingerprint.commit}", anchor.fingerprint.commit)
    for tag in content.tags:
        yield "tagged", Entity("tag", f"tag:{tag}", tag)


def memories_about(context: Context, entity: Entity, limit: int) -> list[tuple[str, Memory]]:
    """Return memories about an entity, each with how it is related; a few more than `limit` at most."""
    found: dict[tuple[str, MemoryId], Memory] = {}
    for partition in context.partitions():
        for memory in _candidates(partition, entity, limit):
            kinds = [kind for kind, other in entities_of(memory) if other.id == entity.id and kind != "read-at"]
            kinds += [link.kind for link in memory.content.links if link.target == entity.id]
            kinds += ["scoped-to"] if _is_for(memory, entity) else []
            kinds += ["anchored-at"] if entity.type == "file" and not kinds and _is_in(memory, entity) else []
            found.update({(kind, memory.id): memory for kind in kinds})
        if entity.type == "session":
            given = partition.receipts.given_in(entity.name)
            shown = partition.memories.find_several(list(given)[: limit + 1])
            found.update({("given-to", memory.id): memory for memory in shown.values()})
    return [(kind, memory) for (kind, _), memory in found.items()]


def _candidates(partition: Partition, entity: Entity, limit: int) -> list[Memory]:
    """Return memories that may be about an entity, from whatever index knows its type; the caller looks at each."""
    ids = [entry.memory for _, entry in partition.index.linked([entity.id], EVERY, limit + 1)]  # type: ignore[list-item]
    if entity.type in {"file", "symbol", "lines", "setting"}:
        path = entity.id if entity.type == "file" else parse_anchor(entity.id).path
        most = limit + 1 if entity.type == "file" else _LOOKED_AT
        ids += [item.memory for item in partition.index.placed([path], EVERY, most)]
        ids += [item.id for item in _scoped(partition, entity, limit)]
        # What a file says is evidence from it: said by the document of the same name.
        ids += _touched(partition, LogFilter(source=SourceFilter("document", entity.id), acts=_SAID), limit)
    elif entity.type == "tag":
        view = View(statuses=EVERY.statuses, tags=(entity.name,))
        ids += [memory.id for memory in partition.memories.select(view, limit=limit + 1)]
    elif entity.type in {"dependency", "command"}:
        from standfast.recall.terms import read

        ids += [item.memory for item in partition.index.lexical(read(entity.name), EVERY, _LOOKED_AT)]
    elif entity.type == "session":
        ids += _touched(partition, LogFilter(session=entity.name, acts=_SAID), limit)
    elif entity.type in _SPOKEN or entity.type == "commit":
        ids += _touched(partition, LogFilter(source=SourceFilter(entity.type, entity.name), acts=_SAID), limit)
    if entity.type == "commit":
        ids += sorted(partition.log.memories_with(entity.name), reverse=True)[:_LOOKED_AT]
    known = partition.memories.find_several(list(dict.fromkeys(ids)))
    return [known[item] for item in dict.fromkeys(ids) if item in known]


def _touched(partition: Partition, wanted: LogFilter, limit: int) -> Iterable[MemoryId]:
    operations = partition.log.iterate(wanted, limit=(limit + 1) * 2)
    return dict.fromkeys(operation.header.memory for operation in operations if operation.header.memory)


def _scoped(partition: Partition, entity: Entity, limit: int) -> list[Memory]:
    """Return the memories that are for a file: their scope is narrowed to paths that it is among."""
    if entity.type != "file":
        return []
    scopes = [scope for scope in partition.memories.scopes() if _covers(decode_scope(scope).paths, entity.id)]
    view = View(scopes=tuple(scopes), statuses=EVERY.statuses)
    return list(partition.memories.select(view, limit=limit + 1)) if scopes else []


def _is_for(memory: Memory, entity: Entity) -> bool:
    return entity.type == "file" and _covers(memory.content.scope.paths, entity.id)


def _covers(globs: Iterable[str], path: str) -> bool:
    wanted = tuple(globs)
    return bool(wanted) and matches_any(path, wanted)


def _is_in(memory: Memory, entity: Entity) -> bool:
    return any(anchor.anchor.path == entity.id for anchor in memory.content.anchors)


def _whole_commit(context: Context, name: str) -> str:
    """Return the whole id of a commit where the repository knows it."""
    if context.here.root is None:
        return name
    from standfast.code.git import find_git

    git = find_git(str(context.here.root))
    return (git.find_commit(name) if git else "") or name


def find_entity(context: Context, text: str) -> Entity:
    """Return the entity a person named; it is one when a memory is about it, or when it is a file here."""
    candidates = [] if is_named(text) else [Entity("tag", f"tag:{text.lower()}", text.lower())]
    with suppress(ConfigError):
        candidates.append(read_entity(context, text))
    if not is_named(text):
        candidates += [Entity("session", f"session:{text}", text), Entity("entity", text, text)]
    root = context.here.root
    for candidate in candidates:
        # A scope may cover every path there could be: that makes no word a file.
        if any(kind != "scoped-to" for kind, _ in memories_about(context, candidate, 1)):
            return candidate
        if candidate.type == "file" and root is not None and (root / candidate.id).is_file():
            return candidate
    hint = "Name a memory, a path, PATH::SYMBOL, a tag, person:NAME, agent:NAME, session:ID, commit:SHA or dep:NAME."
    raise NotFound(f"Nothing is known about {text!r} here.", hint=hint)

"""Graph: what a memory or an entity is related to, one or two hops away, read off the memories themselves.

A hop goes from a memory, or the entity asked about, to the next memories; the entities on the way are part of it.
Every step is bounded by what the answer may hold; what did not fit is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.context.view import is_here
from standfast.errors import ConfigError, NotFound
from standfast.model.anchor import parse_anchor
from standfast.model.ids import MemoryId, is_id
from standfast.model.memory import Memory
from standfast.model.trust import Status
from standfast.model.value import Value, plain
from standfast.recall.entities import EVERY, Entity, entities_of, find_entity, is_named, memories_about, of_anchor
from standfast.recall.receipts import give
from standfast.standing.judged import Judged
from standfast.standing.links import are_settled
from standfast.standing.memories import Judge

Thing = Memory | Entity
MOST = 1000
DEEPEST = 3
_COMMITS = 5  # commits of one memory through which others of the same incident are looked for
_RECEIPTS = 20


class Node(Value):
    """One thing in the graph; a memory comes with where it stands."""

    id: str
    type: str
    label: str
    memory: Memory | None = None
    judged: Judged | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data; a memory with what was decided and how it stands."""
        record: dict[str, Any] = {"id": self.id, "type": self.type, "label": self.label}
        if self.memory is None:
            return record
        known = self.memory.to_dict()
        record |= {name: known[name] for name in ("revision", "kind", "status", "authority", "scope", "at")}
        return {**record, "standing": self.judged.standing.value if self.judged else None}


class Edge(Value):
    """One relation, read from `start` to `end`: what supersedes, is anchored at, is said by."""

    start: str
    end: str
    kind: str


class Graph(Value):
    """Nodes, the one asked about first, the relations between them, and how many nodes at least did not fit."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    withheld: int

    @property
    def root(self) -> Node:
        """What was asked about."""
        return self.nodes[0]

    def to_dict(self) -> dict[str, Any]:
        edges = [{"from": edge.start, "to": edge.end, "kind": edge.kind} for edge in self.edges]
        return {"root": self.root.id, "nodes": plain(self.nodes), "edges": edges, "withheld": self.withheld}


def graph(context: Context, reference: str, *, hops: int = 1, limit: int = 50, given: bool = False) -> Graph:
    """Return what a memory or an entity is related to; with `given`, a caller who is not a person gets it on record."""
    if not 0 < limit <= MOST:
        raise ConfigError(f"A limit is between 1 and {MOST}.", hint="Use --limit 50.", code="bad-limit")
    if not 0 < hops <= DEEPEST:
        raise ConfigError(f"Hops are between 1 and {DEEPEST}.", hint="Use --hops 2.", code="bad-hops")
    start = _find_start(context, reference.strip())
    drawing = _Drawing(context, limit)
    drawing.add(start)
    for _ in range(hops):
        for item in drawing.take_fresh():
            drawing.expand(item)
    drawn = drawing.finish()
    if given:
        shown = [(node.memory, node.judged, node.label) for node in drawn.nodes if node.memory and node.judged]
        labels = [label for *_, label in shown]
        give(context, "show", [(memory, judged) for memory, judged, _ in shown], query=reference, said=labels)
    return drawn


def _find_start(context: Context, text: str) -> Thing:
    """Return what was asked about: a whole id is a memory, then come names, then parts of ids."""
    if is_id(text, "memory"):
        return get_memory(context, text)[1]
    try:
        return find_entity(context, text)
    except NotFound as unknown:
        if is_named(text):
            raise
        try:
            return get_memory(context, text)[1]
        except NotFound:
            raise unknown from None


class _Drawing:
    """The graph while it grows: never beyond its limit, each thing and each relation once."""

    def __init__(self, context: Context, limit: int) -> None:
        self._context = context
        self._limit = limit
        self._partitions = context.partitions()
        self._things: dict[str, Thing] = {}
        self._edges: dict[Edge, None] = {}
        self._left: set[str] = set()
        self._fresh: list[Thing] = []
        self._asked: dict[str, list[tuple[str, Memory]]] = {}
        self._at: set[tuple[str, str]] = set()  # (memory, path) that an exact place says already
        self._branches: dict[str, bool] = {"": True}  # whether what is only true on a branch is shown here

    def add(self, thing: Thing) -> bool:
        """Take a thing in, if there is room; what can lead further is kept for the next hop."""
        known = self._things.get(thing.id)
        if not self._is_shown(thing):
            return False
        if known is not None:
            if _is_retracted(known) and not _is_retracted(thing):
                self._things[thing.id] = thing  # it moved to another scope, and is retracted where it came from
        else:
            if len(self._things) >= self._limit:
                self._left.add(thing.id)
                return False
            if isinstance(thing, Memory) or not self._things:
                self._fresh.append(thing)
            self._things[thing.id] = thing
        return True

    def _is_shown(self, thing: Thing) -> bool:
        """Tell whether a memory is true here, or on the branch of the one that was asked about."""
        branch = thing.content.scope.branch if isinstance(thing, Memory) else ""
        if branch not in self._branches:
            self._branches[branch] = not self._things or is_here(self._context, branch)
        return self._branches[branch]

    def take_fresh(self) -> list[Thing]:
        """Return what was added since the last hop."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def relate(self, start: Thing, kind: str, end: Thing) -> None:
        """Take a relation in, with both of its ends; two of which one took the other's place contradict no longer."""
        if kind == "contradicts" and isinstance(start, Memory) and isinstance(end, Memory) and are_settled(start, end):
            return
        if start.id != end.id and self.add(start) and self.add(end):
            self._edges[Edge(start.id, end.id, kind)] = None

    def expand(self, thing: Thing) -> None:
        """Take in what is one hop away."""
        if isinstance(thing, Entity):
            for kind, memory in self._about(thing):
                self.relate(memory, kind, thing)
            return
        self._links_of(thing)
        self._links_to(thing)
        self._at.update((thing.id, anchor.anchor.path) for anchor in thing.content.anchors)
        for kind, entity in entities_of(thing):
            self.relate(thing, kind, entity)
        if len(self._things) < self._limit:  # where nothing more fits, nothing more is looked for
            self._same_place(thing)
            self._same_incident(thing)
            self._given_to(thing)

    def _about(self, entity: Entity) -> list[tuple[str, Memory]]:
        """Return the memories about an entity, looked up once: many memories share a file."""
        if entity.id not in self._asked:
            self._asked[entity.id] = memories_about(self._context, entity, self._limit)
        return self._asked[entity.id]

    def _links_of(self, memory: Memory) -> None:
        named = [(link.kind, link.target) for link in memory.content.links]
        named += [("evidence", item.ref) for item in memory.content.evidence if item.kind == "memory"]
        known = self._find_several([target for _, target in named])
        for kind, target in named:
            self.relate(memory, kind, known.get(target) or _unknown(target))
        if memory.superseded_by:
            later = self._find_several([memory.superseded_by])
            self.relate(later.get(memory.superseded_by) or _unknown(memory.superseded_by), "supersedes", memory)

    def _links_to(self, memory: Memory) -> None:
        for other in self._linked(memory.id):
            if other.superseded_by == memory.id:
                self.relate(memory, "supersedes", other)
            for link in other.content.links:
                if link.target == memory.id:
                    self.relate(other, link.kind, memory)

    def _same_place(self, memory: Memory) -> None:
        """Take in what else is known about the same files; exactly the same place is said so."""
        places = {
            of_anchor(anchor.anchor).id: of_anchor(anchor.anchor)
            for anchor in memory.content.anchors
            if anchor.anchor.path
        }
        paths = dict.fromkeys(anchor.anchor.path for anchor in memory.content.anchors if anchor.anchor.path)
        for path in paths:
            file = Entity("file", path, path)
            for place in places.values():
                if place.id != path and parse_anchor(place.id).path == path:
                    self.relate(place, "in", file)
            for kind, other in self._about(file):
                if kind != "anchored-at":
                    self.relate(other, kind, file)
                elif (other.id, path) not in self._at:
                    for place in [places[item] for item in _places_of(other) if item in places] or [file]:
                        self.relate(other, kind, place)

    def _same_incident(self, memory: Memory) -> None:
        """Take in what is linked to the same thing that is not a memory, or came from the same commits."""
        for target in dict.fromkeys(link.target for link in memory.content.links):
            if not is_id(target, "memory"):
                for other in self._linked(target):
                    for link in other.content.links:
                        if link.target == target:
                            self.relate(other, link.kind, _unknown(target))
        commits = {item.id: item for kind, item in entities_of(memory) if item.type == "commit" and kind != "read-at"}
        for commit in list(commits.values())[:_COMMITS]:
            for kind, other in self._about(commit):
                self.relate(other, kind, commit)

    def _given_to(self, memory: Memory) -> None:
        for partition in self._partitions:
            for receipt in partition.receipts.of_memory(memory.id, limit=_RECEIPTS):
                if receipt.session:
                    self.relate(memory, "given-to", Entity("session", f"session:{receipt.session}", receipt.session))

    def _linked(self, target: str) -> Iterator[Memory]:
        for partition in self._partitions:
            documents = partition.index.linked([MemoryId(target)], EVERY, self._limit + 1)
            yield from partition.memories.find_several([item.memory for _, item in documents]).values()

    def _find_several(self, targets: Sequence[str]) -> dict[str, Memory]:
        found: dict[str, Memory] = {}
        wanted = [MemoryId(target) for target in targets]
        for partition in self._partitions if wanted else ():
            for identity, memory in partition.memories.find_several(wanted).items():
                if identity not in found or _is_retracted(found[identity]):
                    found[identity] = memory
        return found

    def finish(self) -> Graph:
        """Return what was drawn, each memory with where it stands."""
        judge = Judge(self._context)
        nodes = tuple(_node(thing, judge) for thing in self._things.values())
        return Graph(nodes, tuple(self._edges), len(self._left))


def _node(thing: Thing, judge: Judge) -> Node:
    if isinstance(thing, Entity):
        return Node(thing.id, thing.type, thing.name)
    content = thing.content
    return Node(thing.id, "memory", " ".join((content.title or content.text).split()), thing, judge(thing))


def _is_retracted(thing: Thing) -> bool:
    return isinstance(thing, Memory) and thing.status is Status.RETRACTED


def _places_of(memory: Memory) -> list[str]:
    return [of_anchor(anchor.anchor).id for anchor in memory.content.anchors]


def _unknown(target: str) -> Entity:
    """Return what a link names that is not a memory here: one that is gone or out of reach, or anything else."""
    return Entity("missing" if is_id(target, "memory") else "entity", target, target)

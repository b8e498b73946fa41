"""The whole graph: memories, the files and symbols they are about, people, sessions and commits, everything at once.

Owns the choice of what fits: the latest memories first, filtered by path and time, with what they are related to.
Nothing is stored for it. Neighbours: `graph` (what one thing is related to, hop by hop), `recall.entities` (the names).
"""

from __future__ import annotations

from collections.abc import Iterator

from standfast.context.context import Context
from standfast.context.view import views
from standfast.errors import ConfigError
from standfast.model.ids import MemoryId
from standfast.model.memory import Memory
from standfast.model.moment import parse_time
from standfast.recall.entities import Entity, entities_of
from standfast.recall.receipts import give
from standfast.standing.judged import Judged
from standfast.standing.memories import Judge
from standfast.standing.survey import Surveyed, survey
from standfast.verbs.graph import Edge, Graph, Node
from standfast.verbs.list_filter import beneath

MOST = 5000
_SESSIONS = 100
_LEFT_OUT = frozenset(("read-at", "tagged"))
_READ = 20_000  # memories looked at for a path: beyond that the newest ones answer


def draw_whole_graph(
    context: Context, *, path: str = "", since: str = "", until: str = "", limit: int = 1000, given: bool = False
) -> Graph:
    """Return what is known and what it is about, the latest memories first, as far as it fits."""
    if not 0 < limit <= MOST:
        raise ConfigError(f"A limit is between 1 and {MOST}.", hint="Use 1000.", code="bad-limit")
    judge = Judge(context)
    surveyed = survey(context, judge) if context.here.root else Surveyed({})
    nodes: dict[str, Node] = {}
    edges: dict[Edge, None] = {}
    shown: dict[MemoryId, Memory] = {}
    withheld = 0
    for memory in _chosen(context, path, since, until):
        related = [(kind, entity) for kind, entity in entities_of(memory) if kind not in _LEFT_OUT]
        fresh = {entity.id for _, entity in related if entity.id not in nodes}
        if len(nodes) + len(fresh) + 1 > limit:
            withheld += 1
            continue
        here = judge(memory) if not surveyed.standings and memory.content.anchors else None
        judged = surveyed.judged(memory.id) or here
        shown[memory.id] = memory
        nodes[memory.id] = _memory_node(memory, judged)
        for kind, entity in related:
            nodes.setdefault(entity.id, _entity_node(entity))
            edges[Edge(memory.id, entity.id, kind)] = None
    for memory in shown.values():
        for link in memory.content.links:
            if link.target in nodes:
                edges[Edge(memory.id, link.target, link.kind)] = None
        if memory.superseded_by in nodes:
            edges[Edge(str(memory.superseded_by), memory.id, "supersedes")] = None
    for session, memory_id in _receivers(context, shown):
        if session not in nodes and len(nodes) >= limit:
            continue
        nodes.setdefault(session, Node(session, "session", session.removeprefix("session:")))
        edges[Edge(memory_id, session, "given-to")] = None
    if given:
        give(context, "list", [(item, judge(item)) for item in shown.values()])
    return Graph(tuple(nodes.values()), tuple(edges), withheld)


def _chosen(context: Context, path: str, since: str, until: str) -> Iterator[Memory]:
    """Yield memories in force, those that people and agents decided before what history tells, the latest first."""
    now = context.clock.now()
    first = parse_time(since, now=now) if since else None
    last = parse_time(until, now=now) if until else None
    test = beneath(path) if path else None
    found = [memory for partition, view in views(context) for memory in partition.memories.select(view, limit=_READ)]
    found.sort(key=lambda memory: (memory.source.kind == "commit", -memory.at.timestamp()))
    for memory in found:
        if (first and memory.at < first) or (last and memory.at > last) or (test and not test(memory)):
            continue
        yield memory


def _receivers(context: Context, shown: dict[MemoryId, Memory]) -> Iterator[tuple[str, MemoryId]]:
    for partition in context.partitions():
        for session in partition.journal.sessions(limit=_SESSIONS):
            for memory in partition.receipts.given_in(session.id):
                if memory in shown:
                    yield f"session:{session.id}", memory


def _memory_node(memory: Memory, judged: Judged | None) -> Node:
    content = memory.content
    return Node(memory.id, "memory", " ".join((content.title or content.text).split())[:200], memory, judged)


def _entity_node(entity: Entity) -> Node:
    return Node(entity.id, entity.type, entity.name)

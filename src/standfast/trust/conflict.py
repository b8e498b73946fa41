"""Conflict: memories in force that cannot both be right here, found by what they are about, never by likeness.

Owns which memories are compared (same partition, same paths, branches that can meet) and what follows: a `contradicts`
link, and for an agent's word against a decision the wait for a person. Must not settle anything: a person supersedes,
scopes apart, merges, or keeps both. Neighbours: `claims` compares two texts, `record` asks at every write.
"""

from __future__ import annotations

from standfast.context.context import Context, LateIndexer
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Content, Link, Memory
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.store.values import View
from standfast.trust.claims import Claim, find_clash, read_claims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.model.source import Source
    from standfast.store.contract import Partition

BESIDE = "beside"  # a person said that both stand
_CONSIDERED = 24
_MOST = 5
_HAPPENED = frozenset((Kind.EPISODE, Kind.ATTEMPT, Kind.THREAD))  # what happened contradicts nothing
_LIVE = frozenset(("person", "agent", "session", "document"))


class Conflict(Value):
    """One memory that stands against a text, and in what."""

    memory: Memory
    why: str


def find_conflicts(
    context: Context, partition: Partition, content: Content, source: Source, *, besides: Iterable[MemoryId] = ()
) -> list[Conflict]:
    """Return what is in force and stands against a content."""
    if source.kind not in _LIVE or content.kind in _HAPPENED:
        return []
    claims = read_claims(content.text)
    if not claims:
        return []
    settled = {link.target for link in content.links if link.kind in {BESIDE, "supersedes"}} | set(besides)
    found: list[Conflict] = []
    for memory in _near(context, partition, content):
        if memory.id in settled or not _can_meet(content, memory) or _is_one_document(source, memory):
            continue
        why = _clash(claims, memory)
        if why:
            found.append(Conflict(memory, why))
    return found[:_MOST]


def _near(context: Context, partition: Partition, content: Content) -> list[Memory]:
    """Return memories in force that share words with a content, the closest first."""
    _, body, _ = LateIndexer(context).fields(replace(content, title="", why=""))
    terms = list(dict.fromkeys(body.split()))[:_CONSIDERED]
    kinds = tuple(kind for kind in Kind if kind not in _HAPPENED)
    view = View(statuses=(Status.ACTIVE,), kinds=kinds)
    documents = partition.index.lexical(terms, view, _CONSIDERED) if terms else []
    memories = partition.memories.find_several([document.memory for document in documents])
    return [memories[document.memory] for document in documents if document.memory in memories]


def _can_meet(content: Content, memory: Memory) -> bool:
    """Tell whether both are said of the same place: a narrower path is an exception, two branches never meet."""
    one, other = content.scope, memory.content.scope
    same_words = content.text.split() == memory.content.text.split()
    branches = not one.branch or not other.branch or one.branch == other.branch
    return not same_words and one.paths == other.paths and branches


def _is_one_document(source: Source, memory: Memory) -> bool:
    """Tell whether one document says both: its sections are about different releases, cases or places."""
    return source.kind == "document" and memory.source.kind == "document" and source.name == memory.source.name


def _clash(claims: list[Claim], memory: Memory) -> str:
    for other in read_claims(memory.content.text):
        for claim in claims:
            clash = find_clash(claim, other)
            if clash:
                return clash.why
    return ""


def with_links(content: Content, conflicts: Iterable[Conflict]) -> Content:
    """Return a content that names what it stands against."""
    links = tuple(Link("contradicts", conflict.memory.id) for conflict in conflicts)
    return content.joined(replace(content, links=links)) if links else content


def list_conflicts(partition: Partition, limit: int = 100) -> list[tuple[Memory, Memory]]:
    """Return the pairs in force that stand against each other and nobody settled, the older one first."""
    found: list[tuple[Memory, Memory]] = []
    linking = partition.memories.find_several(partition.memories.linking("contradicts", limit=10 * limit))
    for memory in linking.values():
        if memory.status is not Status.ACTIVE or memory.content.kind in _HAPPENED:
            continue
        for link in memory.content.links:
            other = partition.memories.find(MemoryId(link.target)) if link.kind == "contradicts" else None
            if other is not None and other.status is Status.ACTIVE:
                found.append((other, memory))
        if len(found) >= limit:
            break
    return found

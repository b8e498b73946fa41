"""Conflict: memories in force that cannot both be right here, found by what they are about, never by likeness.

Owns which memories are compared (same partition, same paths, branches that can meet) and what follows: a `contradicts`
link, and for an agent's word against a decision the wait for a person. Must not settle anything: a person supersedes,
scopes apart, merges, or keeps both. Neighbours: `claims` and `clash` compare two texts, `record` asks at every write,
`verbs.review` over the whole store.
"""

from __future__ import annotations

from functools import lru_cache

from standfast.context.context import Context, LateIndexer
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId
from standfast.model.kind import HAPPENED, Kind
from standfast.model.memory import Content, Link, Memory
from standfast.model.operation import Act
from standfast.model.trust import Status
from standfast.model.value import Value, replace
from standfast.standing.memories import are_settled, contradict
from standfast.store.values import Change, View
from standfast.trust.claims import read_claims, title_name
from standfast.trust.clash import find_clash
from standfast.trust.telling import telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.model.source import Source
    from standfast.store.contract import Partition
    from standfast.trust.claims import Claim

BESIDE = "beside"  # a person said that both stand
_CONSIDERED = 24
_MOST = 5
_SERIES = 8  # what stands against this many that all differ is one of a list, not the other side of a contradiction
_SCANNED = 20_000  # memories held against each other on request
_LIVE = frozenset(("person", "agent", "session", "document"))


class Conflict(Value):
    """One memory that stands against a text, and in what."""

    memory: Memory
    why: str


def find_conflicts(
    context: Context, partition: Partition, content: Content, source: Source, *, besides: Iterable[MemoryId] = ()
) -> list[Conflict]:
    """Return what is in force and stands against a content."""
    if source.kind not in _LIVE or content.kind in HAPPENED:
        return []
    if not _claims(content):
        return []
    settled = {link.target for link in content.links if link.kind == "supersedes"} | set(besides)
    found: list[Conflict] = []
    for memory in near(context, partition, content):
        if memory.id in settled or not _can_meet(content, memory) or _are_beside(content, source, memory):
            continue
        why = _clash(content, memory.content)
        if why:
            found.append(Conflict(memory, why))
    found.sort(key=lambda conflict: not conflict.memory.is_decided)  # many notes must not hide what was decided
    if _is_series(found):
        found = [conflict for conflict in found if conflict.memory.is_decided and source.kind != "person"]
    return found[:_MOST]


def _is_series(found: list[Conflict]) -> bool:
    """Tell whether what stands against a content differs among itself as well: entries of a list, each its own."""
    first = found[0].memory.content if len(found) >= _SERIES else None
    apart = [conflict for conflict in found[1:] if first is not None and _clash(conflict.memory.content, first)]
    return len(apart) >= _SERIES - 1


def near(context: Context, partition: Partition, content: Content) -> list[Memory]:
    """Return memories in force that share words with a content, the closest first."""
    _, body, _ = LateIndexer(context).fields(replace(content, title="", why=""))
    terms, joint = telling(partition, body)
    kinds = tuple(kind for kind in Kind if kind not in HAPPENED)
    view = View(statuses=(Status.ACTIVE,), kinds=kinds)
    documents = partition.index.lexical(terms, view, _CONSIDERED, joint=joint)
    found = dict.fromkeys(document.memory for document in documents)
    if content.title:
        found |= dict.fromkeys(partition.memories.titled(content.kind, content.title, str(content.scope), limit=_MOST))
    memories = partition.memories.find_several(list(found))
    return [memories[identity] for identity in found if identity in memories]


def _can_meet(content: Content, memory: Memory) -> bool:
    """Tell whether both are said of the same place: a narrower path is an exception, two branches never meet."""
    one, other = content.scope, memory.content.scope
    same_words = content.text.split() == memory.content.text.split()
    branches = not one.branch or not other.branch or one.branch == other.branch
    return not same_words and one.paths == other.paths and branches


def _are_beside(content: Content, source: Source, memory: Memory) -> bool:
    """Tell whether both were read to stand beside each other.

    Sections of one document are about different releases, cases or places, and the ways to do things that manifests
    give are ways beside each other, not rules against each other.
    """
    if source.kind != "document" or memory.source.kind != "document":
        return False
    return source.name == memory.source.name or content.kind is memory.content.kind is Kind.PROCEDURE


def _clash(content: Content, other: Content) -> str:
    place = _is_one_place(content, other)
    for said in _claims(other):
        for claim in _claims(content):
            clash = find_clash(claim, said, same_place=place)
            if clash:
                return clash.why
    return ""


def _claims(content: Content) -> tuple[Claim, ...]:
    return _read(content.text, content.title)


@lru_cache(maxsize=1024)
def _read(text: str, title: str) -> tuple[Claim, ...]:
    return tuple(read_claims(text, title))


def _is_one_place(content: Content, other: Content) -> bool:
    """Tell whether two contents say what they are about besides their words: the same code, or the same title."""
    anchors = {str(item.anchor) for item in content.anchors} & {str(item.anchor) for item in other.anchors}
    name = title_name(content.title).lower()
    return bool(anchors) or bool(name and name == title_name(other.title).lower() and content.kind is other.kind)


def find_everywhere(context: Context, partition: Partition, *, limit: int = _SCANNED) -> list[tuple[Memory, Conflict]]:
    """Return every pair in force that stands against each other and is not linked yet: the later one, and the earlier.

    The later of two is the one that gets the link; a pair that a person settled stays settled.
    """
    kinds = tuple(kind for kind in Kind if kind not in HAPPENED)
    memories = partition.memories.select(View(statuses=(Status.ACTIVE,), kinds=kinds), limit=limit)
    found: list[tuple[Memory, Conflict]] = []
    for memory in memories:
        for conflict in find_conflicts(context, partition, memory.content, memory.source, besides=[memory.id]):
            earlier = conflict.memory
            is_known = contradict(memory, earlier) or are_settled(memory, earlier)
            if not is_known and (earlier.at, earlier.id) < (memory.at, memory.id):
                found.append((memory, conflict))
    return found


def link_everywhere(context: Context, partition: Partition) -> int:
    """Put on record every conflict that nobody saw when it was written; return how many."""
    found = find_everywhere(context, partition)
    with partition.writing():
        for memory, conflict in found:
            state = partition.memories.find(memory.id) or memory
            content = with_links(state.content, [conflict])
            # The words stay those of who said them: only what they stand against is added, as at every write.
            change = Change(
                Act.REMEMBER,
                state.version.source,
                memory.id,
                {"content": encode_content(content)},
                at=state.version.at,
                revision=partition.memories.last_revision(memory.id) + 1,
            )
            partition.log.append(change)
    return len(found)


def with_links(content: Content, conflicts: Iterable[Conflict]) -> Content:
    """Return a content that names what it stands against."""
    links = tuple(Link("contradicts", conflict.memory.id) for conflict in conflicts)
    return content.joined(replace(content, links=links)) if links else content


def list_conflicts(partition: Partition, limit: int = 100) -> list[tuple[Memory, Memory]]:
    """Return the pairs in force that stand against each other and nobody settled, the older one first."""
    found: list[tuple[Memory, Memory]] = []
    linking = partition.memories.find_several(partition.memories.linking("contradicts", limit=10 * limit))
    for memory in linking.values():
        if memory.status is not Status.ACTIVE or memory.content.kind in HAPPENED:
            continue
        for link in memory.content.links:
            other = partition.memories.find(MemoryId(link.target)) if link.kind == "contradicts" else None
            if other is not None and other.status is Status.ACTIVE:
                found.append((other, memory))
        if len(found) >= limit:
            break
    return found

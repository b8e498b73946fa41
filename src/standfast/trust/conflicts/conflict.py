"""Conflict: memories in force that cannot both be right here, found by what they are about, never by likeness.

Owns which memories are compared (same partition, same paths, branches that can meet) and what follows: a `contradicts`
link, and for an agent's word against a decision the wait for a person. Must not settle anything: a person supersedes,
scopes apart, merges, or keeps both. Neighbours: `reading` and `clash` compare two texts, `record` asks at every write,
`verbs.review` over the whole store.
"""

from __future__ import annotations

from itertools import islice

from standfast.context.context import Context
from standfast.context.view import is_here
from standfast.model.ids import MemoryId
from standfast.model.kind import HAPPENED, Kind
from standfast.model.memory import Content, Link, Memory
from standfast.model.trust import Authority, Status
from standfast.model.value import Value, replace
from standfast.standing.links import are_settled, contradict
from standfast.store.revised import enriched
from standfast.store.values import View
from standfast.trust.conflicts.address import claims_of, read_located
from standfast.trust.conflicts.clash import OTHER_VERSIONS, find_clash
from standfast.trust.conflicts.lesson import why_lessons_differ
from standfast.trust.conflicts.reading import READ, title_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from standfast.capture.draft import Prepared
    from standfast.model.source import Source
    from standfast.store.contract import Partition
    from standfast.store.values import Addressed
    from standfast.trust.conflicts.address import Located

    Record = dict[str, str]
    Said = tuple[Content, Source, Located, int]  # the last: with what it was given at once
    Found = tuple[Addressed, Said, str]
    Compared = dict[tuple[MemoryId, int], bool]

BESIDE = "beside"  # a person said that both stand
_CONSIDERED = 24
_MOST = 5
_SERIES = 4  # entries of one list against which a content stands, and they against each other, make it one of them
_SCANNED = 20_000  # memories held against each other on request
_KEPT = 16_384  # memories whose words and claims are at hand
_SAID: dict[tuple[MemoryId, int], Said] = {}  # and what it claims; by memory and revision, which never change
_COMPARED: dict[tuple[str, str], Compared] = {}  # by text and title: what it was held against, and whether they clash
_WHOSE = {"user": "your preference", "group": "the group's convention", "project": "this project's convention"}
_TELLS = frozenset(("person", "agent"))
_LIVE = frozenset(("person", "agent", "session", "document"))


class Conflict(Value):
    """One memory that stands against a text, by whom and with what weight it was said, and in what they differ."""

    memory: MemoryId
    source: Source
    authority: Authority
    why: str
    branch: str = ""  # on which alone the other one holds

    @property
    def is_decided(self) -> bool:
        """Whether a person, or a file that people merged, stands behind the other one."""
        return self.authority >= Authority.APPROVED


def expect_conflicts(context: Context, partition: Partition, contents: Iterable[Content]) -> None:
    """Prepare for holding many contents against what is in force, and against each other, in one transaction."""
    partition.readdress()
    addresses = (address for content in contents for address in context.indexer.addresses(content))
    partition.index.expect(addresses, _CONSIDERED)


def find_conflicts(
    context: Context,
    partition: Partition,
    content: Content,
    source: Source,
    *,
    besides: Iterable[MemoryId] = (),
    load: int = 0,
) -> list[Conflict]:
    """Return what is in force and stands against a content; `load` numbers what was given at once."""
    if source.kind in _LIVE and claims_of(content)[0]:
        partition.readdress()
    return _find(context, partition, content, source, besides=besides, load=load)


def _find(
    context: Context,
    partition: Partition,
    content: Content,
    source: Source,
    *,
    besides: Iterable[MemoryId],
    load: int = 0,
) -> list[Conflict]:
    """Return what stands against a content, as far as it is addressed: nothing is written."""
    mine = claims_of(content) if source.kind in _LIVE else None
    if mine is None or not mine[0]:
        return []
    settled = {link.target for link in content.links if link.kind == "supersedes"} | set(besides)
    near_by = partition.index.addressed(context.indexer.addresses(content), _CONSIDERED)
    standing = (item for item in near_by if item.memory not in settled)
    found: list[Found] = []
    compared: Compared = {}
    differing: list[bool] = []  # of those found after the first, whether they stand against it as well
    for item, said in _said(partition, standing):  # what was decided comes first: many notes must not hide it
        why = _clash(content, mine, said)
        compared[item.memory, item.revision] = bool(why)
        if why and (not _can_meet(content, said[0]) or _are_beside(content, source, said, why)):
            continue
        if why:
            found.append((item, said, why))
        if why and _is_listed([entry for entry in found if _is_of_one_list(source, load, entry)], differing):
            found = [entry for entry in found if not _is_of_one_list(source, load, entry)]
            break
    _keep_compared(content, compared)
    return [
        Conflict(item.memory, said[1], Authority(item.authority), why, said[0].scope.branch)
        for item, said, why in found[:_MOST]
    ]


def find_elsewhere(context: Context, prepared: Prepared, older: Sequence[tuple[Partition, Memory]]) -> list[Record]:
    """Return what other scopes in reach say against a draft, apart from what it replaces, and whose word differs.

    Both stand, each in its scope: nothing is linked or written there, and nobody has to wait.
    """
    content, source = prepared.content, prepared.source
    besides = [memory.id for _, memory in older]
    mine = _WHOSE[content.scope.level]
    return [
        {"id": found.memory, "why": f"{mine} differs from {_WHOSE[level]}: {found.why}", "scope": level}
        for partition in (context.partitions() if source.kind in _TELLS else ())
        if partition.key != content.scope.partition
        for level in (partition.key.partition(":")[0],)
        for found in _find(context, partition, content, source, besides=besides)
        if is_here(context, found.branch)
    ]


def _said(partition: Partition, standing: Iterator[Addressed]) -> Iterator[tuple[Addressed, Said]]:
    """Yield what stands at an address with its words and who said them; they are read once in a process.

    A few are read at a time: the entries of a list are known by the first of them.
    """
    while some := list(islice(standing, _SERIES)):
        missing = [item.memory for item in some if (item.memory, item.revision) not in _SAID]
        fresh = partition.memories.find_several(missing) if missing else {}
        for item in some:
            said = _SAID.get((item.memory, item.revision))
            if said is None and (memory := fresh.get(item.memory)) is not None:
                said = keep(item.memory, memory.revision, memory.content, memory.source)
            if said is not None:
                yield item, said


def keep(memory: MemoryId, revision: int, content: Content, source: Source, load: int = 0) -> Said:
    """Keep at hand what was said, for what is said next: a bulk load is compared with itself."""
    said = content, source, claims_of(content), load
    if len(content.text) <= READ:
        _make_room(_SAID)
        _SAID[memory, revision] = said
    return said


def _is_of_one_list(source: Source, load: int, entry: Found) -> bool:
    """Tell whether what was said may be an entry of a list that one source gives at one time.

    That is one load, or one session of an agent: what a person says by itself, or approved, is a word of its own.
    """
    item, (_, teller, _, its_load), _ = entry
    if (teller.kind, teller.name) != (source.kind, source.name):
        return False
    if load == its_load > 0:
        return True
    is_one_session = bool(source.session) and (teller.session, teller.turn) == (source.session, source.turn)
    return is_one_session and source.kind != "person" and item.authority < Authority.APPROVED


def _is_listed(found: Sequence[Found], differing: list[bool]) -> bool:
    """Tell whether what stands against a content differs among itself as well: then all are entries of a list.

    `differing` keeps what was compared already; more of it was when the first of them was written.
    """
    if len(found) < _SERIES:
        return False
    first = found[0][1]
    content = first[0]
    known = {} if content.anchors else _COMPARED.get((content.text, content.title), {})
    for item, (other, _, claims, _), _ in found[len(differing) + 1 :]:
        clash = known.get((item.memory, item.revision))
        differing.append(bool(_clash(other, claims, first)) if clash is None else clash)
    return sum(differing) >= _SERIES - 1


def _keep_compared(content: Content, compared: Compared) -> None:
    """Keep at hand what a content was held against: entries of a list are held against each other again and again."""
    if compared and not content.anchors and len(content.text) <= READ:
        _make_room(_COMPARED)
        _COMPARED[content.text, content.title] = compared


def _make_room(kept: dict[Any, Any]) -> None:
    """Let go of what was kept first, where there is much."""
    if len(kept) >= _KEPT:
        for old in list(kept)[: _KEPT // 4]:
            del kept[old]


def _can_meet(content: Content, said: Content) -> bool:
    """Tell whether both are said of the same place: a narrower path is an exception, two branches never meet."""
    one, other = content.scope, said.scope
    branches = not one.branch or not other.branch or one.branch == other.branch
    return branches and one.paths == other.paths and content.text.split() != said.text.split()


def _are_beside(content: Content, source: Source, said: Said, why: str) -> bool:
    """Tell whether both were read to stand beside each other.

    Sections of one document are about different releases, cases or places, and the ways to do things that manifests
    give are ways beside each other, not rules against each other. A version that a page gives and a manifest does not
    is a line that is no longer true.
    """
    other, teller, *_ = said
    if source.kind != "document" or teller.kind != "document":
        return False
    return source.name == teller.name or content.kind is other.kind is Kind.PROCEDURE or why == OTHER_VERSIONS


def why_against(text: str, other: str, titles: tuple[str, str] = ("", "")) -> str:
    """Say how two sentences stand against each other, by the judgement of every write; nothing where they do not."""
    if (why := why_lessons_differ(text, other)) is not None:
        return why
    mine, its = (read_located(said[:READ], title) for said, title in zip((text, other), titles, strict=True))
    return _held_against(mine, its, lambda: False)


def _clash(content: Content, claims: Located, said: Said) -> str:
    """Say how a content stands against what was said."""
    other, _, its, _ = said
    if (why := why_lessons_differ(content.text, other.text)) is not None:
        return why
    return _held_against(claims, its, lambda: _is_one_place(content, other))


def _held_against(mine: Located, its: Located, is_one_place: Callable[[], bool]) -> str:
    """Say how the claims of two texts stand against each other: only those that share an address are compared."""
    (claims, here), (others, there) = mine, its
    shared = here.keys() & there.keys()
    if not shared:
        return ""
    same_place = is_one_place()
    for place, at in sorted({(place, at) for address in shared for place in there[address] for at in here[address]}):
        if why := find_clash(claims[at], others[place], same_place=same_place):
            return why
    return ""


def _is_one_place(content: Content, other: Content) -> bool:
    """Tell whether two contents say what they are about besides their words: the same code, or the same title."""
    if content.anchors and other.anchors:
        places = {str(item.anchor) for item in content.anchors}
        if any(str(item.anchor) in places for item in other.anchors):
            return True
    if not content.title or not other.title or content.kind is not other.kind:
        return False
    name = title_name(content.title).lower()
    return bool(name) and name == title_name(other.title).lower()


def find_everywhere(context: Context, partition: Partition) -> list[tuple[Memory, Conflict]]:
    """Return every pair in force that stands against each other and is not linked yet: the later one, and the earlier.

    The later of two is the one that gets the link; a pair that a person settled stays settled.
    """
    kinds = tuple(kind for kind in Kind if kind not in HAPPENED)
    memories = partition.memories.select(View(statuses=(Status.ACTIVE,), kinds=kinds), limit=_SCANNED)
    found: list[tuple[Memory, Conflict]] = []
    for memory in memories:
        conflicts = find_conflicts(context, partition, memory.content, memory.source, besides=[memory.id])
        others = partition.memories.find_several([conflict.memory for conflict in conflicts])
        for conflict in conflicts:
            if (earlier := others.get(conflict.memory)) is None:
                continue
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
            partition.log.append(enriched(partition, state, content, state.version.source, at=state.version.at))
    return len(found)


def with_links(content: Content, conflicts: Iterable[Conflict]) -> Content:
    """Return a content that names what it stands against."""
    links = tuple(Link("contradicts", conflict.memory) for conflict in conflicts)
    return content.joined(replace(content, links=links)) if links else content


def list_conflicts(partition: Partition, limit: int = 100) -> list[tuple[Memory, Memory]]:
    """Return the pairs in force that stand against each other and nobody settled, the older one first."""
    linking = partition.memories.find_several(partition.memories.linking("contradicts", limit=10 * limit))
    newer = [
        memory for memory in linking.values() if memory.status is Status.ACTIVE and memory.content.kind not in HAPPENED
    ]
    named = {MemoryId(link.target) for memory in newer for link in memory.content.links if link.kind == "contradicts"}
    others = linking | partition.memories.find_several(list(named - linking.keys()))
    found: list[tuple[Memory, Memory]] = []
    for memory in newer:
        for link in memory.content.links:
            other = others.get(MemoryId(link.target)) if link.kind == "contradicts" else None
            if other is not None and other.status is Status.ACTIVE:
                found.append((other, memory))
        if len(found) >= limit:
            break
    return found

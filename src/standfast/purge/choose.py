"""Which memories go: those that were named, what says the same, and what was made of them.

Owns the choice, in every partition of the home: gone means gone from this machine, not only from what is in reach. A
copy goes with what it copies: a proposal to revise it, a hand-over or an episode that quotes it. A memory that a person
decided on its own and that happens to say the same sentence is not taken; the proof names it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache

from standfast.context.context import Context
from standfast.context.references import get_memory_id
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Content, Version
from standfast.model.operation import Act
from standfast.model.session import EventKind, Session
from standfast.model.source import parse_source
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.recall.embed.static import SHIPPED_TABLE
from standfast.recall.embed.table import TokenTable
from standfast.store.contract import Partition
from standfast.store.values import LogFilter
from standfast.text.quotation import Quotation
from standfast.trust.blast import taken_from

Chosen = dict[str, dict[MemoryId, None]]
_ROUNDS = 3
_LITTLE = 4  # words around a sentence that say nothing of their own: "please remember, from now on"
_LONG = 6
_BEGINNING = 5  # characters that a word and its search term have in common
_WORD = re.compile(r"[^\W_]{5,}")
_DERIVED = frozenset((Kind.THREAD, Kind.EPISODE))
_WAITING = frozenset((Status.PROPOSED, Status.QUARANTINED))
_SPOKEN = frozenset((EventKind.PROMPT, EventKind.ANSWER))


class PurgeChoice(Value):
    """What is to be forgotten: memories by partition, whole sessions, and a text that was named."""

    memories: dict[str, tuple[MemoryId, ...]]
    sessions: tuple[str, ...] = ()
    match: str = ""


def all_partitions(context: Context) -> list[Partition]:
    """Return every partition of the store; of one that is shared, those in reach: the others are other people's."""
    keys = context.reach if context.settings.is_shared else context.store.partitions()
    opened = (context.store.find_partition(key) for key in keys)
    return [partition for partition in opened if partition is not None]


def choose(
    context: Context, references: Sequence[str] = (), *, session: str = "", source: str = "", match: str = ""
) -> PurgeChoice:
    """Return what is to be forgotten."""
    chosen: Chosen = {}
    for partition in all_partitions(context):
        for memory in _named(context, partition, references, session, source):
            chosen.setdefault(partition.key, {})[memory] = None
    sessions = {session: None} if session else {}
    if match:
        literal = Quotation(context.purge_key)
        literal.add_literal(match)
        for partition in all_partitions(context):
            for memory, said in partition.log.said():
                if literal.carries(said):
                    chosen.setdefault(partition.key, {})[memory] = None
            for known in iter_sessions(partition):
                if literal.carries(f"{known.id}\n{known.cwd}\n{known.branch}"):
                    sessions[known.id] = None
    add_copies(context, chosen, tuple(sessions), match)
    return PurgeChoice({key: tuple(memories) for key, memories in chosen.items()}, tuple(sessions), match)


def _named(
    context: Context, partition: Partition, references: Sequence[str], session: str, source: str
) -> Iterator[MemoryId]:
    for reference in references:
        _, memory = get_memory_id(context, reference)
        if partition.log.of_memory(memory):  # it may have lived in another scope, or been imported elsewhere
            yield memory
    if session or source:
        # What it wrote, not what it only judged; and not what was purged before, of which the log keeps the headers.
        wanted = LogFilter(
            session=session, source=parse_source(source) if source else None, acts=(Act.REMEMBER, Act.REVISE)
        )
        for operation in partition.log.iterate(wanted):
            if operation.header.memory and operation.payload:
                yield operation.header.memory
    if session:
        yield from (item.header.memory for item in taken_from(partition, session) if item.header.memory)


def add_copies(context: Context, chosen: Chosen, sessions: tuple[str, ...], match: str) -> None:
    """Add what says the same and was made of what is chosen, and copies of copies."""
    for _ in range(_ROUNDS):
        gone = quotation_of(context, PurgeChoice({key: tuple(found) for key, found in chosen.items()}, sessions, match))
        gone.join(said_in(context, sessions))
        if not gone:
            return
        claims = quotation_of(context, PurgeChoice(_without_derived(context, chosen)))
        found = [
            (partition.key, memory)
            for partition in all_partitions(context)
            for memory in dict.fromkeys(memory for memory, said in partition.log.said() if gone.carries(said))
            if memory not in chosen.get(partition.key, {}) and _is_copy(partition, memory, chosen, claims)
        ]
        if not found:
            return
        for key, memory in found:
            chosen.setdefault(key, {})[memory] = None


def _without_derived(context: Context, chosen: Chosen) -> dict[str, tuple[MemoryId, ...]]:
    """Return what is chosen and quotes nobody: what a hand-over quotes was not named with it."""
    found: dict[str, tuple[MemoryId, ...]] = {}
    for key, memories in chosen.items():
        partition = context.store.find_partition(key)
        states = {name: partition.memories.find(name) for name in memories} if partition else {}
        found[key] = tuple(name for name, state in states.items() if state and state.content.kind not in _DERIVED)
    return found


def _is_copy(partition: Partition, memory: MemoryId, chosen: Chosen, claims: Quotation) -> bool:
    """Tell whether a memory that says the same was made of what is chosen, or says nothing else."""
    state = partition.memories.find(memory)
    if state is None or state.status in _WAITING or state.content.kind in _DERIVED:
        return True
    heard = any(source.turn for source in state.sources)  # the program wrote down what was said in a session
    if heard and claims.carries(state.content.text) and claims.rest_of(state.content.text) <= _LITTLE:
        return True
    named = {name for found in chosen.values() for name in found}
    if any(link.target in named for link in state.content.links if link.kind in {"derived-from", "because-of"}):
        return True
    texts = {
        " ".join(version.content.text.split())
        for key, found in chosen.items()
        for name in found
        for version in _versions(partition, key, name)
    }
    return " ".join(state.content.text.split()) in texts


def _versions(partition: Partition, key: str, memory: MemoryId) -> list[Version]:
    return partition.memories.versions(memory) if partition.key == key else []


def quotation_of(context: Context, wanted: PurgeChoice) -> Quotation:
    """Return what the purged words can be known again by."""
    gone = Quotation(context.purge_key, common=common_words())
    for key, memories in wanted.memories.items():
        partition = context.store.find_partition(key)
        if partition is None:
            continue
        for memory in memories:
            for version in partition.memories.versions(memory):
                for text in texts_of(version.content):
                    gone.add(text)
    if wanted.match:
        gone.add_literal(wanted.match)
    return gone


def indexed_of(context: Context, wanted: PurgeChoice) -> Quotation:
    """Return what the rows of the text index that go can be known again by: runs of search terms."""
    lines = Quotation(context.purge_key)
    for key, memories in wanted.memories.items():
        partition = context.store.find_partition(key)
        for line in partition.index.terms_of(list(memories)) if partition is not None else ():
            lines.add_runs(line)
    return lines


def said_in(context: Context, sessions: Sequence[str]) -> Quotation:
    """Return what was said in sessions, by long runs of words: what is short is said in others too."""
    said = Quotation(context.purge_key)
    for partition in all_partitions(context) if sessions else ():
        for session in sessions:
            for event in partition.journal.events(session):
                if event.kind in _SPOKEN:
                    said.add_runs(event.body)
    return said


def terms_of(context: Context, wanted: PurgeChoice) -> set[str]:
    """Return the search terms that words of what goes led to; names of places are not words."""
    found: set[str] = set()
    for key, memories in wanted.memories.items():
        partition = context.store.find_partition(key)
        if partition is None:
            continue
        versions = [version for memory in memories for version in partition.memories.versions(memory)]
        said = " ".join(text for version in versions for text in texts_of(version.content)).casefold()
        begun = {word[:_BEGINNING] for word in _WORD.findall(said)}
        for line in partition.index.terms_of(list(memories)):
            found.update(term for term in line.split() if len(term) >= _LONG and term[:_BEGINNING] in begun)
    return found


def texts_of(content: Content) -> list[str]:
    """Return the words of a memory: what somebody said, not the names of things it is about."""
    notes = [evidence.note for evidence in content.evidence if evidence.note]
    return [text for text in (content.text, content.title, content.why, *notes, *_guard_texts(content.guard)) if text]


def _guard_texts(guard: str) -> list[str]:
    """Return the words in a guard: its message and the reasons of its waivers."""
    if not guard:
        return []
    try:
        document = json.loads(guard)
    except ValueError:
        return [guard]
    found: list[str] = []
    stack: list[object] = [document]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
        elif isinstance(value, str) and " " in value:
            found.append(value)
    return found


def iter_sessions(partition: Partition) -> Iterator[Session]:
    """Yield every session of a partition."""
    offset = 0
    while found := partition.journal.sessions(limit=200, offset=offset):
        yield from found
        offset += len(found)


@cache
def common_words() -> frozenset[str]:
    """Return them, in lower case."""
    return frozenset(TokenTable(SHIPPED_TABLE).vocabulary)

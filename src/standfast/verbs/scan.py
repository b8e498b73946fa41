"""Scan: find secrets that were stored before a rule knew them, and remove them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from standfast.context.context import Context
from standfast.model.ids import MemoryId
from standfast.model.memory import Content
from standfast.model.session import Session
from standfast.model.value import Value
from standfast.purge.choose import PurgeChoice
from standfast.purge.forget import forget
from standfast.purge.proof import Proof
from standfast.store.contract import Partition
from standfast.store.values import View
from standfast.trust.person import require_person


class Leak(Value):
    """A secret that was stored before a rule knew it: in a memory, or in an event or the name of a session."""

    memory: MemoryId | None
    partition: str
    rules: tuple[str, ...]
    session: str = ""
    event: str = ""
    body: str = ""


def scan(context: Context) -> Iterator[Leak]:
    """Yield what is stored, in memories and in the journal, in which today's rules find a secret."""
    for key in context.store.partitions():
        partition = context.store.find_partition(key)
        if partition is None:
            continue
        for memory in partition.memories.select(View(statuses=())):
            versions = partition.memories.versions(memory.id)
            rules = {rule for version in versions for rule in _rules(context, *_texts(context, version.content))}
            if rules:
                yield Leak(memory.id, key, tuple(sorted(rules)))
        yield from _scan_journal(context, partition)


def _scan_journal(context: Context, partition: Partition) -> Iterator[Leak]:
    for session in _sessions(partition):
        rules = _rules(context, session.cwd, session.branch, session.outcome)
        if rules:
            yield Leak(None, partition.key, tuple(sorted(rules)), session.id)
        for event in partition.journal.events(session.id):
            rules = _rules(context, event.body, event.tool, *event.files)
            if rules:
                yield Leak(None, partition.key, tuple(sorted(rules)), session.id, event.key, event.body)


def _sessions(partition: Partition) -> Iterator[Session]:
    for offset in count(0, 200):
        found = partition.journal.sessions(limit=200, offset=offset)
        yield from found
        if len(found) < 200:
            return


def _texts(context: Context, content: Content) -> list[str]:
    anchors = [str(anchor.anchor) for anchor in content.anchors]
    told = [item for item in content.evidence if context.clean_evidence(item) != item]
    evidence = [part for item in told for part in (item.ref, item.note)]
    links = [link.target for link in content.links]
    said = [content.text, content.title, content.why, content.guard, str(content.scope)]
    return [*said, *content.tags, *anchors, *evidence, *links]


def _rules(context: Context, *texts: str) -> set[str]:
    return {finding.rule for text in texts for finding in context.redaction_of(text).findings}


def purge_leaks(context: Context, leaks: Sequence[Leak]) -> Proof:
    """Remove every memory and event that a scan found, everywhere; return the proof."""
    require_person(context.who, "purges")
    memories: dict[str, dict[MemoryId, None]] = {}
    for leak in leaks:
        if leak.memory:
            memories.setdefault(leak.partition, {})[leak.memory] = None
    # Where the secret stands in a name, the whole session goes; other events go by what today's rules see in them.
    sessions = dict.fromkeys(leak.session for leak in leaks if leak.session and not _rules(context, leak.body))
    wanted = PurgeChoice({key: tuple(found) for key, found in memories.items()}, tuple(sessions))
    return forget(context, wanted, besides=lambda text: bool(_rules(context, text)))[0] if leaks else Proof()

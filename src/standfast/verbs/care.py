"""Care of the store: backup, restore, reindex, scan, doctor's look at the files."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path

from standfast.context.context import Context
from standfast.errors import NotFound, StoreCorrupt
from standfast.model.ids import MemoryId
from standfast.model.memory import Content
from standfast.model.session import Session
from standfast.model.value import Value
from standfast.store.values import View
from standfast.trust.person import require_person
from standfast.trust.proof import Proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.store.contract import Partition, Progress


def backup(context: Context, target: str = "", progress: Progress | None = None) -> str:
    """Write a backup of everything, online; return where it is."""
    path = Path(target).expanduser().absolute() if target else _unused(context)
    context.store.backup(str(path), progress)
    return str(path)


def _unused(context: Context, prefix: str = "") -> Path:
    """Return a dated name that no backup has: the one being restored may be from the same second."""
    stem = f"{prefix}{context.clock.now():%Y%m%dT%H%M%S}"
    names = (f"{stem}{f'-{number}' if number else ''}.standfast" for number in count())
    return next(path for name in names if not (path := context.settings.backups / name).exists())


def restore_backup(context: Context, source: str) -> tuple[str, list[str]]:
    """Put a backup in place of what is here; what is here is backed up first. Return that safety copy and what came."""
    require_person(context.who, "restores a backup")
    wanted = Path(source).expanduser().absolute()
    if not wanted.is_file():
        raise NotFound(f"There is no backup {wanted}.", hint="Name a file that `standfast backup` wrote.")
    safety = backup(context, str(_unused(context, "before-restore-")))
    return safety, context.store.restore(str(wanted))


def reindex(context: Context, progress: Progress | None = None) -> int:
    """Rebuild everything derived, in every partition; return how many memories there are."""
    total = 0
    for key in context.store.partitions():
        partition = context.store.find_partition(key)
        total += partition.reindex(progress) if partition else 0
    return total


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
            rules = {rule for one in versions for rule in _rules(context, *_texts(one.content))}
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


def _texts(content: Content) -> list[str]:
    anchors = [str(one.anchor) for one in content.anchors]
    evidence = [part for one in content.evidence for part in (one.ref, one.note)]
    links = [one.target for one in content.links]
    said = [content.text, content.title, content.why, content.guard, str(content.scope)]
    return [*said, *content.tags, *anchors, *evidence, *links]


def _rules(context: Context, *texts: str) -> set[str]:
    return {finding.rule for text in texts for finding in context.redaction_of(text).findings}


def purge_leaks(context: Context, leaks: Sequence[Leak]) -> Proof:
    """Remove every memory and event that a scan found, everywhere; return the proof."""
    from standfast.verbs.purge import Events, forget

    require_person(context.who, "purges")
    chosen: list[tuple[Partition, list[MemoryId]]] = []
    events: dict[str, Events] = {}
    for key in dict.fromkeys(leak.partition for leak in leaks):
        partition = context.store.find_partition(key)
        if partition is None:
            continue
        mine = [leak for leak in leaks if leak.partition == key]
        chosen.append((partition, list(dict.fromkeys(leak.memory for leak in mine if leak.memory))))
        # An event is known again by its words; where the secret stands in a name, its whole session goes.
        said = [leak for leak in mine if not leak.memory]
        bodies = [leak.body for leak in said if _rules(context, leak.body)]
        sessions = [leak.session for leak in said if not _rules(context, leak.body)]
        events[key] = Events(tuple(dict.fromkeys(sessions)), tuple(dict.fromkeys(bodies)))
    return forget(context, chosen, events)[0] if chosen else Proof(0, 0, ())


def problems(context: Context) -> list[str]:
    """Check files, log and derived data of the whole store; return what is wrong."""
    return context.store.problems()


def mend_catalog(context: Context) -> list[str]:
    """Set a damaged catalogue aside, so that it is made again from what each project notes; return what was done."""
    from standfast.store.sqlite.rebuild import mend_catalog as mend

    try:
        if not any(one.startswith("catalog: ") for one in context.store.catalog.problems()):
            return []
    except StoreCorrupt:
        pass
    context.close_store()
    aside = mend(context.settings.store_folder, f"{context.clock.now():%Y%m%dT%H%M%S}")
    return [f"catalog: made again from what each project notes; the damaged file is {aside}"] if aside else []


def salvage(context: Context) -> list[str]:
    """Save what can be saved of damaged files; return what was done."""
    return [*mend_catalog(context), *context.store.salvage()]


def leftovers(context: Context, *, clear: bool = False) -> list[str]:
    """Return what killed processes of ours left behind, whole copies of the store among it; `clear` deletes it."""
    return context.store.leftovers(str(context.settings.backups), clear=clear)


def lost_keys(context: Context) -> int:
    """Return in how many partitions purges were made with a secret that the home no longer has."""
    mark, lost = context.key_mark, 0
    for key in context.store.partitions():
        with suppress(StoreCorrupt):  # named by the check of the store
            partition = context.store.find_partition(key)
            lost += bool(partition and set(partition.keys()) - {mark})
    return lost

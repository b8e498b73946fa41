"""Purge: delete for good, everywhere Standfast keeps anything, then prove it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from standfast.context.checkouts import list_checkouts, list_kept
from standfast.context.context import Context
from standfast.context.references import get_memory_id, get_session
from standfast.errors import ConfigError
from standfast.model.ids import MemoryId
from standfast.model.memory import Version
from standfast.model.operation import Act
from standfast.model.source import parse_source
from standfast.model.value import Value, replace
from standfast.model.written import forms_of
from standfast.store.values import LogFilter, Purge
from standfast.trust.person import require_person
from standfast.trust.proof import Proof, is_opening, needles_of, openings_of, scan
from standfast.verbs.capture import drain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from standfast.code.locate import Place
    from standfast.store.contract import Partition


_SHORTEST = 5  # bytes that stand in many a file by chance prove nothing


class Purged(Value):
    """What was removed, the proof, where Git still carries it, and checkouts and backups that are not there."""

    purged: tuple[MemoryId, ...]
    proof: Proof
    commits: tuple[str, ...]
    dry_run: bool = False
    unreached: tuple[str, ...] = ()
    preview: tuple[tuple[MemoryId, str, str], ...] = ()  # of a dry run: memory, where it lives, what it is called


def purge(
    context: Context,
    references: Sequence[str] = (),
    *,
    session: str = "",
    source: str = "",
    match: str = "",
    dry_run: bool = False,
    granted: bool = False,
) -> Purged:
    """Remove memories (by id, session, source or words) from every table, log, index and backup.

    Only a person purges; `granted` is for the administrator's tools, which a person switched on for an agent.
    """
    if sum(map(bool, (references, session, source, match))) != 1:
        hint = "Name memories, or one of --session, --source, --match."
        raise ConfigError("What is to be purged?", hint=hint, code="usage")
    if not granted:
        require_person(context.who, "purges")
    finished: tuple[MemoryId, ...] = ()
    if not dry_run:
        finished = finish_purge(context)
        drain(context)  # what waits in the spool may carry it, in a partition that is only made for it
    session = get_session(context, session, logged=True) if session else ""
    chosen = _choose(context, references, session, source, match)
    purged = tuple(dict.fromkeys([*finished, *(memory for _, memories in chosen for memory in memories)]))
    if dry_run:
        return Purged(purged, Proof(0, 0, ()), (), dry_run=True, preview=tuple(_preview(chosen)))
    events = {
        partition.key: Events((session,) if session else (), (match,) if match else ()) for partition, _ in chosen
    }
    proof, texts = forget(context, chosen, events)
    places, missing = list_checkouts(context)
    missing += [path for path in context.store.files.copies() if not Path(path).exists()]
    return Purged(purged, proof, _commits(places, texts), unreached=tuple(missing))


def _preview(chosen: Sequence[tuple[Partition, Sequence[MemoryId]]]) -> Iterator[tuple[MemoryId, str, str]]:
    for partition, memories in chosen:
        for memory in memories:
            state = partition.memories.find(memory)
            yield memory, partition.key, (state.content.title or state.content.text) if state else ""


class Events(Value):
    """What the journal of a partition is to forget: whole sessions, and events that carry these texts."""

    sessions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


def forget(
    context: Context, chosen: Sequence[tuple[Partition, Sequence[MemoryId]]], events: Mapping[str, Events]
) -> tuple[Proof, list[str]]:
    """Remove memories and events from every table, log, index and backup; return the proof and what was looked for."""
    drain(context)  # what waits in the spool may carry it
    context.store.files.leftovers(str(context.settings.backups), clear=True)
    texts: list[str] = []
    terms: list[str] = []
    openings: dict[str, None] = {}
    for partition, memories in chosen:
        for content in (one.content for memory in memories for one in _everything(partition, memory)):
            texts += [part for part in (content.text, content.title, content.why) if part]
            openings.update(dict.fromkeys(openings_of(content.text, content.title, content.why)))
        wanted = events.get(partition.key, Events())
        texts += [*wanted.texts, *_said_in(partition, wanted.sessions)]
        terms += partition.index.terms_of(list(memories))
    purges = _purges(context, chosen, events, list(openings))
    note = _note_pending(context, {partition.key: list(memories) for partition, memories in chosen})
    # Copies first: as long as the store still knows what to forget, a purge that was stopped can be run again.
    context.store.files.purge_copies(purges, str(context.settings.backups))
    for key, purge in purges.items():
        partition = context.store.partition(key)
        if key in {one.key for one, _ in chosen} or any(map(partition.journal.holds, purge.texts)):
            partition.purge(purge)
            context.store.catalog.bury(one for found in purge.tombstones.values() for one in found)
            context.store.seal_purge([key])
    gone = [*openings, *(text for one in events.values() for text in one.texts if is_opening(text))]
    places, _ = list_checkouts(context)
    _forget_spool(context, gone)
    _forget_judgements(places, gone)
    mirrored = _forget_files(context, places, [memory for _, memories in chosen for memory in memories])
    proof = _scan(context, needles_of(texts, terms), gone, [*mirrored, *list_kept(places)])
    note.unlink(missing_ok=True)
    return _without_damaged(context, proof, [partition.key for partition, _ in chosen]), texts


def _without_damaged(context: Context, proof: Proof, keys: Sequence[str]) -> Proof:
    """Remove damaged files that were set aside and hold it: they cannot be relied on to forget a part of themselves.

    An encrypted one cannot be searched, so that of a partition which had something to forget goes in any case.
    """
    hit = {path for path, _ in proof.found}
    removed: list[str] = []
    for key, files in context.store.files.damaged().items():
        sealed = context.settings.encryption and key in keys
        bases = {_base(path) for path in files if sealed or path in hit}
        removed += [path for path in files if _base(path) in bases]
    for path in removed:
        Path(path).unlink(missing_ok=True)
    return replace(proof, found=tuple(one for one in proof.found if one[0] not in removed), removed=tuple(removed))


def _base(path: str) -> str:
    """Return the database that a file belongs to: its log lies beside it under the same name."""
    return path.removesuffix("-wal").removesuffix("-shm")


def _pending(context: Context) -> Path:
    return context.settings.home / "purge.pending"


def _note_pending(context: Context, wanted: Mapping[str, Sequence[MemoryId]]) -> Path:
    """Note which memories are to go, by their ids alone, until all of it is done."""
    path = _pending(context)
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(wanted, file)
        file.flush()
        os.fsync(file.fileno())
    return path


def is_pending(context: Context) -> bool:
    """Tell whether a purge was stopped before it was done."""
    return _pending(context).exists()


def finish_purge(context: Context) -> tuple[MemoryId, ...]:
    """Go on with a purge that was stopped; return what it was to remove."""
    try:
        wanted = json.loads(_pending(context).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except ValueError:  # stopped while it was being written: nothing had been touched
        _pending(context).unlink(missing_ok=True)
        return ()
    found = ((context.store.find_partition(key), memories) for key, memories in wanted.items())
    chosen = [(partition, memories) for partition, memories in found if partition is not None]
    forget(context, chosen, {})
    return tuple(memory for _, memories in chosen for memory in memories)


def _purges(
    context: Context,
    chosen: Sequence[tuple[Partition, Sequence[MemoryId]]],
    events: Mapping[str, Events],
    openings: list[str],
) -> dict[str, Purge]:
    """Return what each partition is to forget: a journal elsewhere may carry the words of a memory too."""
    memories = {partition.key: tuple(found) for partition, found in chosen}
    purges = {}
    for partition in _all_partitions(context):
        wanted, mine = events.get(partition.key, Events()), memories.get(partition.key, ())
        purges[partition.key] = Purge(
            memories=mine,
            sessions=wanted.sessions,
            texts=tuple(dict.fromkeys([*openings, *wanted.texts])),
            tombstones=_tombstones(context, partition, mine),
            source=context.who,
            key=context.key_mark,
        )
    return purges


def _forget_files(context: Context, places: Sequence[Place], memories: Sequence[MemoryId]) -> list[Path]:
    """Remove the mirror's working files of what was purged; return the files that are left, to be searched too."""
    roots = [Path(place.root) for place in places if Path(place.root, ".standfast").is_dir()]
    if not roots:
        return []
    from standfast.mirror.forget import forget_files

    return [path for root in roots for path in forget_files(context, root, memories)]


def _forget_judgements(places: Sequence[Place], gone: Sequence[str]) -> None:
    """Take away what is kept of standings in every checkout: it names paths that memories were anchored to."""
    from standfast.code.cache import open_kept
    from standfast.mirror.book import NAME

    for place in places:
        open_kept(place.git_dir).forget()
    for path, _ in scan([one for one in list_kept(list(places)) if one.name != NAME], _written(gone)).found:
        Path(path).unlink(missing_ok=True)  # kept for speed, and made again


def _forget_spool(context: Context, gone: Sequence[str]) -> None:
    """Delete what can never be stored and carries it: halves of events, and files set aside as no event."""
    files = [path for path in context.settings.spool.glob("*") if path.is_file()]
    for path, _ in scan(files, _written(gone)).found:
        Path(path).unlink(missing_ok=True)


def _written(gone: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(form for text in gone for form in forms_of(text) if len(form) >= _SHORTEST))


def _said_in(partition: Partition, sessions: Sequence[str]) -> list[str]:
    """Return beginnings of what was said in these sessions: enough to prove that it is gone."""
    return [event.body[:200] for one in sessions for event in partition.journal.events(one, limit=200) if event.body]


def _choose(
    context: Context, references: Sequence[str], session: str, source: str, match: str
) -> list[tuple[Partition, list[MemoryId]]]:
    chosen: dict[str, tuple[Partition, dict[MemoryId, None]]] = {}

    def choose(partition: Partition, memories: Sequence[MemoryId]) -> None:
        chosen.setdefault(partition.key, (partition, {}))[1].update(dict.fromkeys(memories))

    for reference in references:
        _, memory = get_memory_id(context, reference)
        for partition in _all_partitions(context):  # it may have lived in another scope, or been imported elsewhere
            if partition.log.of_memory(memory):
                choose(partition, [memory])
    if session or source:
        # What it wrote, not what it only judged; and not what was purged before, of which the log keeps the headers.
        wrote = (Act.REMEMBER, Act.REVISE)
        wanted = LogFilter(session=session, source=parse_source(source) if source else None, acts=wrote)
        for partition in context.partitions():
            operations = list(partition.log.iterate(wanted))
            choose(partition, [one.header.memory for one in operations if one.header.memory and one.payload])
    if match:
        for partition in _all_partitions(context):
            choose(partition, partition.log.memories_with(match))
    for home, memories in list(chosen.values()):
        for memory in list(memories):
            for partition, same in _said_again(context, home, memory):
                choose(partition, same)
    return [(partition, list(memories)) for partition, memories in chosen.values()]


def _said_again(context: Context, home: Partition, memory: MemoryId) -> Iterator[tuple[Partition, list[MemoryId]]]:
    """Yield where the same words stand from another source or in another project: the same content goes everywhere."""
    for version in _everything(home, memory):
        for partition in _all_partitions(context):
            if same := _same_text(partition, version):
                yield partition, same


def _all_partitions(context: Context) -> list[Partition]:
    """Return every partition of the store: gone means gone from this machine, not only from what is in reach."""
    opened = (context.store.find_partition(key) for key in context.store.partitions())
    return [one for one in opened if one is not None]


def _same_text(partition: Partition, version: Version) -> list[MemoryId]:
    found = []
    for memory in partition.log.memories_with(version.content.text):
        if any(one.content.text == version.content.text for one in partition.memories.versions(memory)):
            found.append(memory)
    return found


def _everything(partition: Partition, memory: MemoryId) -> list[Version]:
    return partition.memories.versions(memory)


def _tombstones(
    context: Context, partition: Partition, memories: Sequence[MemoryId]
) -> dict[MemoryId, tuple[str, ...]]:
    found: dict[MemoryId, tuple[str, ...]] = {}
    for memory in memories:
        said = (context.tombstone_of(one.content) for one in _everything(partition, memory))
        found[memory] = tuple(dict.fromkeys(said))
    return found


def _scan(context: Context, needles: list[str], gone: Sequence[str], mirrored: Sequence[Path] = ()) -> Proof:
    files = [*home_files(context), *mirrored]
    openings = set(_written(gone))
    proof = scan(files, list(dict.fromkeys([*needles, *openings])))
    if not proof.found:
        return proof
    suspects = {needle for _, needle in proof.found}
    living = {needle for needle in suspects if _is_living(context, needle, in_events=needle not in openings)}
    return Proof(proof.files_scanned, proof.bytes, tuple(one for one in proof.found if one[1] not in living))


def _is_living(context: Context, needle: str, *, in_events: bool) -> bool:
    """Tell whether a needle stands in what was not purged; a word may stand in an event of its own, an opening not."""
    partitions = _all_partitions(context)
    return (
        any(one.contains(needle) for one in partitions)
        or context.store.catalog.contains(needle)
        or (in_events and any(one.journal.holds(needle) for one in partitions))
    )


def home_files(context: Context) -> list[Path]:
    """Return every file Standfast keeps: the home, and the store with what was set aside, where it lies elsewhere."""
    own = context.settings.home / "config.toml"
    home = [path for path in context.settings.home.rglob("*") if path.is_file() and path != own]
    aside = [path for files in context.store.files.damaged().values() for path in files]
    return sorted({*home, *map(Path, (*context.store.files.paths(), *aside))})


def _commits(places: Sequence[Place], texts: Sequence[str]) -> tuple[str, ...]:
    """Return the commits of these repositories that still carry it in the mirror; each repository is asked once."""
    from standfast.code.git import find_git

    clones = {place.common_dir: place.root for place in places if Path(place.root, ".standfast").exists()}
    found: dict[str, None] = {}
    for root in clones.values():
        git = find_git(root)
        for text in texts[:20]:
            line = text.strip().split("\n", maxsplit=1)[0][:120]
            if git is not None and len(line) >= 8:
                answer = git.ask("log", "--all", "--format=%h %s", f"-S{line}", "--", ".standfast")
                found.update(dict.fromkeys(answer.out.decode("utf-8", "replace").splitlines()))
    return tuple(found)

"""Purge: delete for good, everywhere Holdfast keeps anything, then prove it."""

from __future__ import annotations

from pathlib import Path

from holdfast.errors import ConfigError, Refused
from holdfast.model.ids import MemoryId
from holdfast.model.memory import Version
from holdfast.model.operation import Act
from holdfast.model.source import parse_source
from holdfast.model.trust import Authority
from holdfast.model.value import Value
from holdfast.model.written import forms_of
from holdfast.store.values import LogFilter, Purge
from holdfast.trust.proof import Proof, is_opening, needles_of, openings_of, scan
from holdfast.verbs.context import Context
from holdfast.verbs.find import get_memory_id, get_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from holdfast.store.contract import Partition


_SHORTEST = 5  # bytes that stand in many a file by chance prove nothing


class Purged(Value):
    """What was removed, the proof, and where Git still carries it."""

    purged: tuple[MemoryId, ...]
    proof: Proof
    commits: tuple[str, ...]
    dry_run: bool = False


def purge(
    context: Context,
    references: Sequence[str] = (),
    *,
    session: str = "",
    source: str = "",
    match: str = "",
    dry_run: bool = False,
) -> Purged:
    """Remove memories (by id, session, source or words) from every table, log, index and backup."""
    if sum(map(bool, (references, session, source, match))) != 1:
        hint = "Name memories, or one of --session, --source, --match."
        raise ConfigError("What is to be purged?", hint=hint, code="usage")
    if context.who.ceiling is not Authority.INSTRUCTION:
        raise Refused(
            "Only a person purges.", hint="Run `holdfast purge` yourself, outside the agent.", code="authority"
        )
    session = get_session(context, session, logged=True) if session else ""
    chosen = _choose(context, references, session, source, match)
    purged = tuple(memory for _, memories in chosen for memory in memories)
    if dry_run:
        return Purged(purged, Proof(0, 0, ()), (), dry_run=True)
    events = {
        partition.key: Events((session,) if session else (), (match,) if match else ()) for partition, _ in chosen
    }
    proof, texts = forget(context, chosen, events)
    return Purged(purged, proof, _commits(context, texts))


class Events(Value):
    """What the journal of a partition is to forget: whole sessions, and events that carry these texts."""

    sessions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


def forget(
    context: Context, chosen: Sequence[tuple[Partition, Sequence[MemoryId]]], events: Mapping[str, Events]
) -> tuple[Proof, list[str]]:
    """Remove memories and events from every table, log, index and backup; return the proof and what was looked for."""
    from holdfast.verbs.capture import drain

    drain(context)  # what waits in the spool may carry it
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
    for key, purge in purges.items():
        partition = context.store.partition(key)
        if key in {one.key for one, _ in chosen} or any(map(partition.journal.holds, purge.texts)):
            partition.purge(purge)
            context.store.seal_purge([key])
    context.store.purge_copies(purges, str(context.settings.backups))
    _forget_judgements(context)
    mirrored = _forget_files(context, [memory for _, memories in chosen for memory in memories])
    gone = [*openings, *(text for one in events.values() for text in one.texts if is_opening(text))]
    return _scan(context, needles_of(texts, terms), gone, mirrored), texts


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
        )
    return purges


def _forget_files(context: Context, memories: Sequence[MemoryId]) -> list[Path]:
    """Remove the mirror's working files of what was purged; return the files that are left, to be searched too."""
    root = context.here.root
    if root is None or not (root / ".holdfast").is_dir():
        return []
    from holdfast.verbs.mirror_forget import forget_files

    return forget_files(context, memories)


def _forget_judgements(context: Context) -> None:
    """Take away what is kept of standings in the checkout at hand: it names paths that memories were anchored to."""
    if context.here.root is None:
        return
    from holdfast.repo.kept import open_kept
    from holdfast.repo.locate import find_place

    place = find_place(str(context.here.root))
    if place is not None:
        open_kept(place.git_dir).forget()


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
    openings = {form for text in gone for form in forms_of(text) if len(form) >= _SHORTEST}
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
    """Return every file Holdfast keeps: the home, and the store where it lies elsewhere; not the user's settings."""
    own = context.settings.home / "config.toml"
    home = [path for path in context.settings.home.rglob("*") if path.is_file() and path != own]
    return sorted({*home, *map(Path, context.store.files())})


def _commits(context: Context, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the commits of this repository that still carry it in the mirror."""
    root = context.here.root
    if root is None or not (root / ".holdfast").exists():
        return ()
    from holdfast.repo.git import find_git

    git = find_git(str(root))
    found: dict[str, None] = {}
    for text in texts[:20]:
        line = text.strip().split("\n", maxsplit=1)[0][:120]
        if git is not None and len(line) >= 8:
            answer = git.ask("log", "--all", "--format=%h %s", f"-S{line}", "--", ".holdfast")
            found.update(dict.fromkeys(answer.out.decode("utf-8", "replace").splitlines()))
    return tuple(found)

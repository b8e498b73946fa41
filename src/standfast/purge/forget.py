"""Forget: take what was chosen out of every place, then prove it.

Owns the order of steps. What is looked for is noted first, as keyed hashes: a purge that was stopped, or that found
something it could not remove, goes on with the same search. Copies come before the store, because only the store knows
what to forget.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from standfast.code.cache import open_cache
from standfast.context.checkouts import list_checkouts
from standfast.context.context import Context
from standfast.errors import unwritable
from standfast.mirror.forget import forget_files
from standfast.model.ids import MemoryId
from standfast.model.value import replace
from standfast.purge.choose import (
    PurgeChoice,
    all_partitions,
    common_words,
    indexed_of,
    iter_sessions,
    quotation_of,
    said_in,
    terms_of,
)
from standfast.purge.others import list_others
from standfast.purge.places import SKILLS, KeptPlace, list_places, list_unreached
from standfast.purge.proof import Hit, Proof, Search
from standfast.purge.tombstones import session_mark
from standfast.standing.documents.faulty import BOOK
from standfast.store.contract import Partition, Progress
from standfast.store.values import RUN, SESSION, Purge
from standfast.text.files import write_whole
from standfast.text.quotation import Quotation, quotation_from

_NOTE = "purge.pending"
_PURGEABLE = frozenset(("memory", "event"))
_STEM = 5  # characters that a word and its search term have in common
_WORD = re.compile(r"[^\W_]{5,}")


def forget(
    context: Context,
    wanted: PurgeChoice,
    *,
    before: Quotation | None = None,
    besides: Callable[[str], bool] | None = None,
    on_record: Sequence[MemoryId] = (),
    progress: Progress | None = None,
) -> tuple[Proof, Quotation]:
    """Remove memories, sessions and events from every place; return the proof and what was looked for.

    `before` is what an unfinished purge looks for; `besides` tells of further events that are to go; `on_record` names
    memories whose purge another machine wrote into the log; `progress` is told how much was searched, of how much.
    """
    context.store.files.leftovers(str(context.settings.backups), clear=True)
    others, closed = list_others(context, wanted.sessions)  # before notes of where they are may go
    gone, terms, lines = quotation_of(context, wanted), terms_of(context, wanted), indexed_of(context, wanted)
    said = said_in(context, wanted.sessions)
    if before is not None:
        gone.join(before)
    _note(context, wanted, gone)
    purges = _purges(context, wanted, gone, besides, on_record)
    context.store.files.purge_copies(purges, str(context.settings.backups))
    for key, purge in purges.items():
        context.store.partition(key).purge(purge)
        context.store.catalog.bury(tombstone for found in purge.tombstones.values() for tombstone in found)
    context.store.catalog.bury(gone.run_hashes(), RUN)
    context.store.catalog.bury([session_mark(context, session) for session in wanted.sessions], SESSION)
    context.store.seal_purge(list(purges))
    _forget_outside(context, wanted)
    for term in _unused(context, terms):
        gone.add_word(term)
    whole = gone.joined(lines)
    search = Search(whole.joined(said), _telling(context, others, progress))
    search.unread.update(dict.fromkeys(closed))
    proof = prove(context, whole, said, wanted, search, others)
    if proof.found and (echoes := _echoes(context, lines)):  # "files touched last asked" begins every hand-over
        proof = prove(context, whole.without_runs(echoes), said, wanted, search, others)
    if proof.is_final:
        _path(context).unlink(missing_ok=True)
    return proof, gone


def _telling(context: Context, others: Sequence[KeptPlace], progress: Progress | None) -> Callable[[int], None] | None:
    """Return what takes note of bytes that were searched, and tells how much of all of it that is."""
    if progress is None:
        return None
    paths = {path for place in (*list_places(context), *others) for path in place.paths}
    total = done = 0
    for path in paths:
        with suppress(OSError):  # it may go, or be closed to us, at any moment
            total += path.stat().st_size

    def tell(size: int) -> None:
        nonlocal done
        done += size
        progress(min(done, total), total)  # what changes meanwhile is searched again

    return tell


def _echoes(context: Context, lines: Quotation) -> set[str]:
    """Return the runs of search terms that rows of what lives on have too."""
    found: set[str] = set()
    for partition in all_partitions(context):
        living = list(dict.fromkeys(memory for memory, _ in partition.log.said()))
        for line in partition.index.terms_of(living):
            found |= lines.runs_in(line)
    return found


def _unused(context: Context, terms: set[str]) -> set[str]:
    """Return the search terms that nothing living can have led to: no word of any row begins like one."""
    left = {term[:_STEM]: term for term in terms}
    for partition in all_partitions(context):
        for _, said in partition.log.said() if left else ():
            for word in _WORD.findall(said.casefold()):
                left.pop(word[:_STEM], None)
    return set(left.values())


def _purges(
    context: Context,
    wanted: PurgeChoice,
    gone: Quotation,
    besides: Callable[[str], bool] | None,
    on_record: Sequence[MemoryId],
) -> dict[str, Purge]:
    """Return what each partition is to forget: a journal elsewhere may carry the words of a memory too."""
    runs = [(RUN, entry) for entry in gone.run_hashes()]
    sessions = [(SESSION, session_mark(context, session)) for session in wanted.sessions]

    def carries(text: str) -> bool:
        return gone.carries(text) or (besides is not None and besides(text))

    partitions = all_partitions(context)
    turns = tuple(turn for partition in partitions for turn in partition.journal.saying(carries))
    purges = {}
    for partition in partitions:
        memories = wanted.memories.get(partition.key, ())
        purges[partition.key] = Purge(
            memories=memories,
            sessions=wanted.sessions,
            carries=carries,
            tombstones={memory: tuple(_tombstones(context, partition, memory)) for memory in memories},
            source=context.who,
            keys=tuple(map(context.mark_of, context.purge_keys)),
            on_record=tuple(on_record),
            marks=(*(runs if memories else ()), *sessions),
            turns=turns,
        )
    return purges


def _tombstones(context: Context, partition: Partition, memory: MemoryId) -> list[str]:
    versions = partition.memories.versions(memory)
    return list(dict.fromkeys(stone for version in versions for stone in context.tombstones_of(version.content)))


def _forget_outside(context: Context, wanted: PurgeChoice) -> None:
    """Take it out of working files, blocks and notes of every checkout."""
    memories = [memory for found in wanted.memories.values() for memory in found]
    for checkout in list_checkouts(context)[0]:
        if memories:  # all of it: what is left would count as everything that is known
            # But not what documents say: a session start never finds that out, and the proof reads it as a place.
            open_cache(checkout.git_dir).forget(but=BOOK)
        forget_files(context, Path(checkout.root), memories)


def prove(
    context: Context, gone: Quotation, said: Quotation, wanted: PurgeChoice, search: Search, others: Sequence[KeptPlace]
) -> Proof:
    """Search every place; what may go as a whole goes where it carries it. Nothing is excused.

    `others` are files of others, which are only named.
    """
    living, rows, repeated, spoken = _read_rows(context, gone, said)
    left = gone.without_words(living | gone.words_in(" ".join(common_words())))
    left.join(said.without_runs(repeated))
    removed: list[str] = []
    for place in list_places(context):
        if place.disposable:
            hit = {entry.where for entry in search([place], left).hits} | _sealed(context, place.name, wanted)
            for path in place.paths:
                if str(path) in hit or any(_base(str(path)) == _base(name) for name in hit):
                    with suppress(OSError):
                        path.unlink()
                        removed.append(str(path))
                        if place.name == SKILLS:
                            path.parent.rmdir()  # named after what it said
    proof = search([place for place in list_places(context) if not (rows and place.name == "store")], left)
    stored = search([place for place in list_places(context) if rows and place.name == "store"], left)
    hits = (*proof.hits, *rows, *(stored.hits if not rows else ()))
    bytes_left = bool(hits)
    if rows:  # what lives on says it: nothing else may
        named = any(hit.place not in _PURGEABLE for hit in rows)
        bytes_left = search(list_places(context), left.without_runs(spoken, literals=not named)).found > 0
    theirs = search(others, left.sentences())  # a word of its own may stand in a file of theirs by chance
    return replace(
        proof,
        is_final=not bytes_left,
        files_scanned=proof.files_scanned + stored.files_scanned + theirs.files_scanned,
        bytes=proof.bytes + stored.bytes + theirs.bytes,
        hits=(*hits, *theirs.hits),
        unreached=(*list_unreached(context), *search.unread),
        removed=tuple(removed),
    )


def _sealed(context: Context, place: str, wanted: PurgeChoice) -> set[str]:
    """Return damaged files that cannot be searched because they are encrypted, of partitions that had to forget."""
    if not context.settings.encryption or not place.startswith("damaged"):
        return set()
    damaged = context.store.files.damaged()
    return {path for key, paths in damaged.items() if wanted.memories.get(key) or wanted.sessions for path in paths}


def _base(path: str) -> str:
    """Return the database that a file belongs to: its log is beside it under the same name."""
    return path.removesuffix("-wal").removesuffix("-shm")


def _read_rows(context: Context, gone: Quotation, said: Quotation) -> tuple[set[str], list[Hit], set[str], set[str]]:
    """Read every row that is left: which words it uses, which rows say it, what other sessions said, and what of it."""
    living: set[str] = set()
    spoken: set[str] = set()
    repeated: set[str] = set()
    hits: list[Hit] = []
    for partition in all_partitions(context):
        saying: dict[MemoryId, None] = {}
        hits += [Hit("header of the log", name, 1) for name in _headers(partition, gone)]
        for memory, words in partition.log.said():
            living |= gone.words_in(words)
            repeated |= said.runs_in(words) if said else set()
            if gone.carries(words):
                saying[memory] = None
                spoken |= gone.runs_in(words)
        hits += [Hit("memory", memory, 1) for memory in saying]
        for line in partition.index.terms_of(list(saying)):
            spoken |= gone.runs_in(line)  # its rows in the index
        for session in iter_sessions(partition):
            living |= gone.words_in(f"{session.id} {session.cwd} {session.branch}")
            for event in partition.journal.events(session.id):
                text = "\n".join((event.tool, event.body, *event.files))
                living |= gone.words_in(text)
                repeated |= said.runs_in(text) if said else set()
                if gone.carries(text):
                    spoken |= gone.runs_in(text)
                    hits.append(Hit("event", f"{session.id} {event.key}", 1))
    for project in context.store.catalog.projects():
        named = "\n".join(
            (project.name, *(value for _, value in project.evidence), *context.home.folders_of(project.id))
        )
        living |= gone.words_in(named)
        if gone.carries(named):
            spoken |= gone.runs_in(named)
            hits.append(Hit("name, remote or folder of a project", project.id, 1))
    return living, hits, repeated, spoken


def _headers(partition: Partition, gone: Quotation) -> list[str]:
    """Return the operations whose header names it: a session, or a source. Headers are linked and cannot be changed."""
    carries: dict[tuple[str, str], bool] = {}
    for _, source, session in partition.log.told_by():
        if (source, session) not in carries:
            carries[source, session] = gone.carries(f"{source}\n{session}")
    if not any(carries.values()):
        return []
    return [operation for operation, *told in partition.log.told_by() if carries[told[0], told[1]]]


def _path(context: Context) -> Path:
    return context.settings.home / _NOTE


def _note(context: Context, wanted: PurgeChoice, gone: Quotation) -> None:
    """Note what is to go, by ids and keyed hashes alone, until all of it is gone."""
    record = {
        "memories": {key: list(found) for key, found in wanted.memories.items()},
        "sessions": [session_mark(context, session) for session in wanted.sessions],
        "gone": gone.to_record(),
    }
    try:
        write_whole(_path(context), json.dumps(record).encode(), mode=0o600, sync=True)
    except OSError as error:
        failed = unwritable(context.settings.home, error)
        failed.hint += " Nothing was purged."
        raise failed from error


def is_pending(context: Context) -> bool:
    """Tell whether a purge was stopped before it was done, or could not remove everything."""
    return _path(context).exists()


def read_pending(context: Context) -> tuple[PurgeChoice, Quotation] | None:
    """Return what an unfinished purge was to remove, and what it looks for."""
    try:
        record = json.loads(_path(context).read_text(encoding="utf-8"))
        memories = {str(key): tuple(found) for key, found in record["memories"].items()}
        marks = {str(mark).rpartition(":")[2] for mark in record["sessions"]}  # noted with a prefix before format 5
        known = (
            {found.id for partition in all_partitions(context) for found in iter_sessions(partition)} if marks else ()
        )
        sessions = tuple(session for session in known if session_mark(context, session) in marks)
        return PurgeChoice(memories, sessions), quotation_from(context.purge_key, record["gone"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError):  # stopped while it was written: nothing was touched
        _path(context).unlink(missing_ok=True)
        return None

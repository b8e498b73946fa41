"""Purge: delete for good, everywhere Standfast keeps anything, then prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from standfast.context.beyond_checkouts import list_skill_folders
from standfast.context.checkouts import list_checkouts
from standfast.context.context import Context
from standfast.context.references import get_session
from standfast.errors import ConfigError, StoreBusy
from standfast.learn.session.alone import stop_learning
from standfast.model.ids import MemoryId
from standfast.model.value import Value
from standfast.purge.carriers import list_carriers
from standfast.purge.choose import PurgeChoice, choose
from standfast.purge.forget import forget, is_pending, read_pending
from standfast.purge.proof import Proof
from standfast.store.contract import Progress
from standfast.trust.person import require_person
from standfast.verbs.capture import drain

__all__ = ["PATIENCE_S", "Purged", "finish_purge", "is_pending", "purge", "purge_waiting"]


_SHORTEST = 3  # letters and digits that a text to look for must have
PATIENCE_S = 10.0  # for one that is learning: a person waits


class Purged(Value):
    """What was removed, the proof, where Git still carries it, and checkouts and backups that are not there."""

    purged: tuple[MemoryId, ...]
    proof: Proof
    commits: tuple[str, ...]
    dry_run: bool = False
    unreached: tuple[str, ...] = ()
    preview: tuple[tuple[MemoryId, str, str], ...] = ()  # of a dry run: memory, where it lives, what it is called

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data: what is gone, the proof, and where it still is."""
        proof = self.proof.to_dict()
        proof["unreached"] += [f"git: {commit}" for commit in self.commits]
        record: dict[str, Any] = {"purged": list(self.purged), "proof": proof, "commits": list(self.commits)}
        record["unreached"] = list(self.unreached)
        if self.dry_run:
            record["dry_run"] = True
            record["preview"] = [
                {"id": memory, "where": place, "words": words} for memory, place, words in self.preview
            ]
        return record


def purge(
    context: Context,
    references: Sequence[str] = (),
    *,
    session: str = "",
    source: str = "",
    match: str = "",
    dry_run: bool = False,
    granted: bool = False,
    progress: Progress | None = None,
) -> Purged:
    """Delete memories (by id, session, source or words) for good, and prove it.

    Only a person purges; `granted` is for the administrator's tools, which a person switched on for an agent.
    `progress` is told how much was searched for the proof, of how much.
    """
    return purge_waiting(
        context,
        references,
        session=session,
        source=source,
        match=match,
        dry_run=dry_run,
        granted=granted,
        progress=progress,
    )


def purge_waiting(
    context: Context,
    references: Sequence[str] = (),
    *,
    session: str = "",
    source: str = "",
    match: str = "",
    dry_run: bool = False,
    granted: bool = False,
    progress: Progress | None = None,
    on_wait: Callable[[], None] | None = None,
) -> Purged:
    """Purge; `on_wait` is called if it has to wait for a process that is learning, `PATIENCE_S` at most."""
    if sum(map(bool, (references, session, source, match))) != 1:
        hint = "Name memories, or one of --session, --source, --match."
        raise ConfigError("What should be purged?", hint=hint, code="usage")
    if match and sum(char.isalnum() for char in match) < _SHORTEST:
        raise ConfigError("That is in almost everything.", hint="Name a word of three letters or more.", code="usage")
    if not granted:
        require_person(context.who, "purges")
    session = get_session(context, session, logged=True) if session else ""
    chosen = partial(choose, context, references, session=session, source=source, match=match)
    if dry_run:
        wanted = chosen()
        return Purged(_ids(wanted), Proof(), (), dry_run=True, preview=_preview(context, wanted))
    with _unlearned(context, on_wait):
        drain(context)  # what waits in the spool may carry it, in a partition that is only made for it
        return _forget(context, chosen(), progress)


def finish_purge(context: Context) -> tuple[MemoryId, ...]:
    """Resume a purge that was interrupted; return what it removes."""
    if not is_pending(context):
        return ()
    with _unlearned(context):
        return _forget(context, PurgeChoice({})).purged


@contextmanager
def _unlearned(context: Context, on_wait: Callable[[], None] | None = None) -> Iterator[None]:
    """Keep processes from learning: what one has read of a session may carry what goes, and would be stored again."""
    with stop_learning(context, patience_s=PATIENCE_S, on_wait=on_wait) as stopped:
        if not stopped:
            hint = "Purge again when it is done, usually within a minute; nothing was changed."
            raise StoreBusy("Another process is learning from sessions and may store it again.", hint=hint)
        yield


def _forget(context: Context, wanted: PurgeChoice, progress: Progress | None = None) -> Purged:
    """Forget, with what an earlier purge could not finish."""
    pending = read_pending(context)
    before = None
    if pending is not None:
        earlier, before = pending
        keys = dict.fromkeys((*earlier.memories, *wanted.memories))
        memories = {key: (*earlier.memories.get(key, ()), *wanted.memories.get(key, ())) for key in keys}
        wanted = PurgeChoice(memories, (*earlier.sessions, *wanted.sessions), wanted.match)
    proof, gone = forget(context, wanted, before=before, progress=progress)
    carriers = list_carriers(list_checkouts(context)[0], gone, list_skill_folders(context))
    return Purged(_ids(wanted), proof, tuple(carriers), unreached=proof.unreached)


def _ids(wanted: PurgeChoice) -> tuple[MemoryId, ...]:
    return tuple(dict.fromkeys(memory for found in wanted.memories.values() for memory in found))


def _preview(context: Context, wanted: PurgeChoice) -> tuple[tuple[MemoryId, str, str], ...]:
    found = []
    for key, memories in wanted.memories.items():
        partition = context.store.find_partition(key)
        for memory in memories if partition is not None else ():
            state = partition.memories.find(memory) if partition is not None else None
            found.append((memory, key, (state.content.title or state.content.text) if state else ""))
    return tuple(found)

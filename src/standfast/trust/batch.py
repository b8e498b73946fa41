"""Batch: many drafts become operations, a few hundred in one transaction.

Owns reading ahead, the size of a transaction, and that a bad draft does not stop the rest. Neighbour: `record`, which
stores each.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from itertools import count, islice

from standfast.errors import NotFound, Refused, StandfastError
from standfast.model.value import replace
from standfast.standing.anchors.anchoring import Look, anchored
from standfast.trust.ahead import reading_ahead
from standfast.trust.conflicts.conflict import expect_conflicts
from standfast.trust.purged import any_purged_for, purged_runs
from standfast.trust.record import store_prepared, supersede_elsewhere, superseded, until_landed
from standfast.trust.successor import carried, of_one_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from standfast.capture.draft import Draft, Prepared
    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition
    from standfast.trust.record import Remembered

    Accept = Callable[[Prepared], bool]

_LOOK = 64  # drafts that share one look at the repository: files that were read for it are kept as long
_WINDOW = 8_192  # drafts that are read ahead of what is written
_LOADS = count(1)
BATCH = 512  # what one transaction takes; prepared before it begins, so that others wait a fraction of a second


def remember_many(
    context: Context, drafts: Iterable[Draft], *, accept: Accept | None = None
) -> Iterator[Remembered | StandfastError]:
    """Store drafts in batches; each is yielded only after its batch is committed. A bad one does not stop the rest.

    What `accept` does not want, seeing it redacted and screened, is refused.
    """
    waiting, load = iter(drafts), next(_LOADS)
    while window := [_of_one_kind(context, draft) for draft in islice(waiting, _WINDOW)]:
        with reading_ahead(context, window) as read:
            yield from remember_read(context, window, read, accept=accept, load=load)


def remember_read(
    context: Context,
    drafts: list[Draft],
    read: Callable[[int], Prepared],
    *,
    accept: Accept | None = None,
    load: int = 0,
) -> Iterator[Remembered | StandfastError]:
    """Store drafts in batches, each as `read` gives it by its place."""
    for start in range(0, len(drafts), BATCH):
        places = range(start, min(start + BATCH, len(drafts)))
        with _collecting_later():
            done = _store_batch(context, drafts, places, lambda place: replace(read(place), load=load), accept)
        yield from done


def _of_one_kind(context: Context, draft: Draft) -> Draft:
    with suppress(StandfastError):  # what it says it replaces and is not there is told in its turn
        return of_one_kind(draft, [memory for _, memory in superseded(context, draft.supersedes)])
    return draft


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Let the search for garbage wait during a batch: nearly everything stays, and to look takes a tenth."""
    import gc

    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _store_batch(
    context: Context, drafts: list[Draft], places: range, read: Callable[[int], Prepared], accept: Accept | None
) -> list[Remembered | StandfastError]:
    results: dict[int, Remembered | StandfastError] = {}
    by_partition: dict[str, list[tuple[int, Prepared]]] = {}
    look = Look(context)
    for place in places:
        look = look if place % _LOOK else Look(context)
        try:
            prepared = read(place)
            older = superseded(context, prepared.supersedes)
            prepared = anchored(
                context, carried(prepared, [memory for _, memory in older]), asked=drafts[place].scope, look=look
            )
            if accept and not accept(prepared):
                raise Refused("It was not wanted.", hint="See what became of it in the counts.", code="not-wanted")
            by_partition.setdefault(prepared.content.scope.partition, []).append((place, prepared))
        except StandfastError as error:
            results[place] = error
    for members in by_partition.values():
        partition = context.partition(members[0][1].content.scope)
        done: list[tuple[int, Prepared, Remembered, list[tuple[Partition, Memory]]]] = []
        with partition.writing():
            purged = any_purged_for(context, partition)
            runs = purged_runs(context) if purged else ()
            expect_conflicts(context, partition, [prepared.content for _, prepared in members])
            for place, prepared in members:
                try:
                    older = superseded(context, prepared.supersedes)
                    result = store_prepared(context, partition, prepared, older, purged=purged, runs=runs)
                    done.append((place, prepared, result, older))
                except (Refused, NotFound) as error:
                    results[place] = error
        for place, prepared, result, older in done:
            now, results[place] = until_landed(prepared, older, result)
            supersede_elsewhere(partition, prepared.source, result, now)
    return [results[place] for place in sorted(results)]

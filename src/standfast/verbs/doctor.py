"""Doctor: what is wrong with the store, what a repair could not bring back, and repairing it."""

from __future__ import annotations

from contextlib import suppress

from standfast.context.context import Context
from standfast.errors import StoreError
from standfast.store.sqlite.damage.catalog import repair_file
from standfast.store.sqlite.home import FILE
from standfast.store.sqlite.store import CATALOG
from standfast.trust.person import require_person


def problems(context: Context) -> list[str]:
    """Check files, log and derived data of the whole store; return what is wrong."""
    return context.store.problems()


def unfinished(context: Context) -> list[str]:
    """Return what an update left to make again, such as vectors of another model: nothing is damaged."""
    found: list[str] = []
    for key in context.store.partitions():
        with suppress(StoreError):  # named by the check of the store
            partition = context.store.find_partition(key)
            found += partition.unfinished() if partition else []
    return found


def refused(context: Context) -> dict[str, str]:
    """Return those problems that are files of another format, which no repair leads on, each with what to do."""
    found: dict[str, str] = {}
    for key in context.store.partitions():
        try:
            context.store.find_partition(key)
        except StoreError as error:
            if error.code in {"store-too-new", "store-too-old"}:
                found[f"{key}: {error.message}"] = error.hint
    return found


def repair_catalog(context: Context) -> list[str]:
    """Set a damaged catalogue or home file aside, so that it is made again from what each project notes."""
    if context.settings.is_shared:
        return []
    stamp = f"{context.clock.now():%Y%m%dT%H%M%S}"
    context.close_store()
    paths = (context.settings.store_folder / CATALOG, context.settings.home / "store" / FILE)
    moved = [(path.stem, aside) for path in paths if (aside := repair_file(path, stamp))]
    return [f"{name}: made again from what each project notes; the damaged file is {aside}" for name, aside in moved]


def salvage(context: Context) -> list[str]:
    """Recover what can be recovered from damaged files; return what was done."""
    return [*repair_catalog(context), *context.store.files.salvage(), *_repair_rows(context)]


def _repair_rows(context: Context) -> list[str]:
    """Keep what can be read of damaged sessions, events and receipts of a shared store: it has no files to salvage."""
    done: list[str] = []
    for key in context.store.partitions() if context.settings.is_shared else ():
        partition = context.store.find_partition(key)
        if partition is not None and (found := partition.unreadable()):
            partition.repair_unreadable()
            done += (f"{key}: {said}; what can be read of them was kept" for said in found)
    return done


def leftovers(context: Context, *, clear: bool = False) -> list[str]:
    """Return what killed processes of ours left behind, whole copies of the store among it; `clear` deletes it."""
    return context.store.files.leftovers(str(context.settings.backups), clear=clear)


def lost_keys(context: Context) -> int:
    """Return in how many partitions purges were made with a secret that the home no longer has."""
    marks, lost = set(map(context.mark_of, context.purge_keys)), 0
    for key in context.store.partitions():
        with suppress(StoreError):  # named by the check of the store
            partition = context.store.find_partition(key)
            lost += bool(partition and set(partition.keys()) - marks)
    return lost


def losses(context: Context) -> list[str]:
    """Return what a repair could not bring back: it stays known."""
    return context.store.files.losses()


def open_losses(context: Context) -> list[str]:
    """Return the losses that nobody said they know of: until then, what is here is not whole."""
    known = known_losses(context)
    return [loss for loss in losses(context) if loss not in known]


def known_losses(context: Context) -> dict[str, str]:
    """Return the losses that a person said they know of, with who and when."""
    return context.store.files.accepted()


def accept_losses(context: Context) -> list[str]:
    """Take a person's word that they know what is lost; return what that is. It stays on record."""
    require_person(context.who, "accepts a loss")
    found = open_losses(context)
    context.store.files.accept(found, str(context.who))
    return found


def damaged(context: Context) -> list[str]:
    """Return the operations in reach here that cannot be read as they were written."""
    return [
        f"{damage.what} of operation {damage.operation}" + (f" on {damage.memory}" if damage.memory else "")
        for partition in context.partitions()
        for damage in partition.log.damaged()
    ]

"""What is enforced here today: the guards that the store and the mirror carry for this place, and their waivers.

On the hook path: where nothing carries a guard, it costs one query and loads neither rules nor parser. A guard that
cannot be read is reported as broken and never blocks. Neighbours: `guard.carried` (reads one), `mirror.guards`.
"""

from __future__ import annotations

from pathlib import Path

from standfast.errors import ConfigError
from standfast.guard.carried import read_carried
from standfast.model.trust import Authority, Status
from standfast.model.value import Value
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.guard.finding import Broken, Waiver
    from standfast.guard.rule import Guard
    from standfast.model.memory import Memory
    from standfast.store.contract import Partition


class Enforced(Value):
    """What is enforced here today: guards, waivers on record, guards that cannot be asked, and what carries them."""

    guards: tuple[Guard, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    broken: tuple[Broken, ...] = ()
    memories: tuple[Memory, ...] = ()


def is_in_force(memory: Memory) -> bool:
    """Tell whether a memory's guard is enforced: also while a person calls it wrong, until somebody decides on it."""
    return memory.status is Status.ACTIVE or (memory.status is Status.DISPUTED and not memory.disputed_by)


def find_carriers(context: Context, *, everything: bool = False) -> list[Memory]:
    """Return the memories in reach whose guard, which a person stands behind, is in force; or all that carry one."""
    if not context.has_store:
        return []
    now = context.clock.now()
    statuses = tuple(Status) if everything else (Status.ACTIVE, Status.DISPUTED)
    found: list[Memory] = []
    for partition in _partitions(context):
        for memory in partition.memories.select(View(statuses=statuses), guarded=True, newest_first=False):
            content = memory.content
            expired = content.expires_at is not None and content.expires_at <= now
            # An agent may write a memory; only what a person approved may stop others.
            ours = memory.authority >= Authority.APPROVED and (everything or is_in_force(memory))
            if ours and not expired and _is_here(context, content.scope.branch):
                found.append(memory)
    return found


def _partitions(context: Context) -> list[Partition]:
    """Return what is in reach: a project that the environment names takes nothing away from the repository's own."""
    reached = {partition.key: partition for partition in context.partitions()}
    if context.settings.project:
        reached |= {partition.key: partition for partition in context.at(context.where).partitions()}
    return list(reached.values())


def _is_here(context: Context, branch: str) -> bool:
    """Tell whether a guard of a branch is in force where the change is made: as its memory is told there, or not."""
    if not branch:
        return True
    from standfast.context.view import is_here

    return is_here(context, branch)


def today(context: Context) -> str:
    """Return the date that dates in guards and waivers are held against."""
    return f"{context.clock.now():%Y-%m-%d}"


def enforced(
    context: Context, *, found: dict[str, str] | None = None, revisions: Sequence[str] = ("HEAD",)
) -> Enforced:
    """Return what is enforced here today; `found` says when each guard last fired, for warnings that become blocks.

    Where the store does not have the mirror's guards, they are read from the mirror at `revisions`; the first counts
    most, so that a change cannot disarm what it runs into.
    """
    memories = find_carriers(context)
    settled = {memory.id for memory in memories}
    unread: tuple[tuple[str, str, str], ...] = ()
    if len(revisions) > 1 or not context.has_store or _has_unread_mirror(context):
        from standfast.mirror.guards import mirrored

        more = mirrored(context, revisions)
        memories, unread = [*memories, *more.memories], more.broken
        # What only the change brings may be enforced, and may not waive anything.
        settled |= {
            memory.id for memory in (more if len(revisions) == 1 else mirrored(context, revisions[:1])).memories
        }
    if not memories and not unread:
        return Enforced()
    from standfast.guard.finding import Broken

    carried = [read_carried(memory) for memory in memories]
    guards = [item.guard for item in carried if item.guard]
    if any("promote_after" in item.document for item in carried):
        from standfast.guard.gate import promoted

        date = today(context)
        guards = [promoted(guard, last_found=(found or {}).get(guard.id, ""), today=date) for guard in guards]
    waivers = tuple(waiver for item in carried if item.memory.id in settled for waiver in item.waivers)
    broken = [Broken(item.id, item.problem, item.hint) for item in carried if item.guard is None]
    broken += [Broken(*item) for item in unread]
    return Enforced(tuple(guards), waivers, tuple(broken), tuple(memories))


def get_root(context: Context) -> Path:
    """Return the top of the repository at hand."""
    if not context.has_store:
        from standfast.code.locate import find_root

        found = find_root(str(context.where))
        root = Path(found) if found else None
    else:
        root = context.here.root
    if root is None:
        raise ConfigError("This is not a Git repository.", hint="Guards look at changes in one.", code="no-project")
    return root


def count_mirrored(where: Path, revisions: str = "") -> int:
    """Count the guards that the mirror carries at A of `A..B`, or at HEAD: what a change is held against."""
    from standfast.code.locate import find_root
    from standfast.guard.change import tips_of
    from standfast.mirror.guards import count_guards_at

    root = find_root(str(where))
    if root is None:
        return 0
    return count_guards_at(Path(root), tips_of(Path(root), revisions)[0] if revisions else "HEAD")


def has_mirror(where: Path) -> bool:
    """Tell whether the checkout at hand carries a mirror."""
    from standfast.code.identity import MIRROR_FILE
    from standfast.code.locate import find_root

    root = find_root(str(where))
    return root is not None and Path(root, MIRROR_FILE).exists()


def _has_unread_mirror(context: Context) -> bool:
    """Tell whether the mirror may hold what was not taken in here, from files alone: it is on the hook path."""
    if not has_mirror(context.where):
        return False
    from standfast.code.identity import MIRROR_FILE
    from standfast.code.locate import find_checkout, read_head
    from standfast.mirror.book import Book, stamp_folder

    place = find_checkout(str(context.where))
    if place is None or not context.has_store:
        return place is not None
    book = Book(Path(place.git_dir))
    # Guards come from commits: while HEAD is where it was, none came; and most commits leave the mirror alone.
    return book.head != read_head(place).commit and book.stamp != stamp_folder(Path(place.root, MIRROR_FILE).parent)

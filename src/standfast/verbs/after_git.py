"""Update: what Git's hooks call for after a commit, merge, checkout or rewrite: the next question finds it done.

Everything here is also done lazily, before anything is shown; this only makes it earlier. It reads the repository and
never changes it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from standfast.code.hooks.events import LOCK
from standfast.code.locate import find_checkout
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.model.trust import Standing
from standfast.standing.branches.land import Landed, land
from standfast.standing.branches.threads import close_landed, note_commits
from standfast.standing.documents.instructions import stale_documents, stale_instructions
from standfast.standing.late_anchors import anchor_late
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.text.lock import release_lock, take_lock
from standfast.verbs.mine import mine_again
from standfast.verbs.mirror import mirror_import

_MOST_BLAMED = 50
_MOST_ROUNDS = 5


def after_git(context: Context) -> Landed:
    """Bring branches and standings up to date, one process at a time; what happens meanwhile is seen to as well."""
    place = find_checkout(str(context.here.root)) if context.here.root is not None else None
    done = Landed()
    if place is None:
        return done
    lock = Path(place.git_dir) / LOCK
    again = lock.with_name(f"{LOCK}.again")
    token = f"{os.getpid()}-{os.urandom(4).hex()}"
    for _ in range(_MOST_ROUNDS):
        if not take_lock(lock, token):
            with suppress(OSError):
                again.touch()
            break
        try:
            with suppress(OSError):
                again.unlink(missing_ok=True)
            context.look_again()  # Git may have moved on since the last round
            done = _update(context)
        finally:
            release_lock(lock, token)
        if not again.exists():  # asked after the release: whoever found the lock held has said so by now
            break
    return done


def _update(context: Context) -> Landed:
    """Promote and expire what branches hold, judge what changed, and find out which commits are to blame."""
    mirror_import(context, quiet=True)
    done = land(context)
    with suppress(StandfastError):
        mine_again(context)
    partition = context.store.find_partition(context.scope.partition)
    if partition is None or context.here.root is None:
        return done
    note_commits(context, partition)
    close_landed(context, partition)
    stale_instructions(context)
    stale_documents(context)  # what is found out is kept, and told wherever such a statement is given
    judge = Judge(context)
    found = survey(context, judge)
    anchor_late(context, partition, judge, found)
    fine = {Standing.HOLDS, Standing.UNANCHORED}  # of neither is a commit to blame
    doubtful = [memory for memory, standing in found.standings.items() if standing not in fine]
    for identity in doubtful[:_MOST_BLAMED]:
        memory = partition.memories.find(identity)
        if memory is not None:
            Judge(context, blame=True)(memory)
    return done

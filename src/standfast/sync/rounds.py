"""Rounds: push, pull and status, one partition after the other, batch after batch.

Owns which partitions take part (the project at hand and its groups; the user's own only when asked by name) and the
order of steps. Every batch is complete in itself, so a round that was cut off goes on where it was the next time:
nothing but what both sides have is remembered anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from standfast.context.context import Context
from standfast.errors import ConfigError, Refused
from standfast.model.ids import DeviceId
from standfast.model.value import Value, replace
from standfast.standing.branches.host_events import judged_here
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.store.relational.exchange import read_carried
from standfast.store.values import Project
from standfast.sync.apart import Apart
from standfast.sync.arriving import Arrived, take_in
from standfast.sync.batch import Batch
from standfast.sync.leaving import Leaves, Leaving, Stays
from standfast.sync.ranges import Ranges, count, lacking
from standfast.sync.remote import Remote, Welcome

_JUDGED = 2_000  # judgements said at once


class Round(Value):
    """What happened to one partition: operations that moved, and what stayed or came with them."""

    scope: str
    operations: int = 0
    taken: Arrived = Arrived()
    leaves: tuple[Leaves, ...] = ()
    stays: tuple[Stays, ...] = ()
    waiting: int = 0
    """Of a status: operations that are there and not here."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with what became of the operations beside their number."""
        record = super().to_dict()
        taken = record.pop("taken")
        refused = [{"operation": name, "reason": reason} for name, reason in taken["refused"]]
        return {**record, **taken, "refused": refused}


class Synced(Value):
    """A whole sync: with whom, what happened in each scope, and rules that have grown apart by now.

    `groups` are those that the project shares with over there.
    """

    remote: str
    scopes: tuple[Round, ...]
    groups: tuple[str, ...] = ()
    dry_run: bool = False
    apart: tuple[Apart, ...] = ()


def push(
    context: Context, remote: Remote, *, user: bool = False, named: Sequence[str] = (), dry_run: bool = False
) -> Synced:
    """Hand in what may leave and is not there yet; a dry run says what that is."""
    welcome, pairs = _meet(context, remote, user=user, create=not dry_run)
    rounds = []
    for local, far in pairs:
        partition = context.store.find_partition(local)
        if partition is None:
            continue
        theirs = remote.held(far) if far else {}
        leaving = Leaving(context, partition, theirs, named=named, only=welcome.person)
        taken, moved = Arrived(), 0
        for batch in leaving.batches():
            moved += len(batch.carried)
            if not dry_run:
                taken = taken.joined(remote.send(far, batch))
        if not dry_run and local.startswith("project:"):
            _tell_standing(context, remote, far)
        leaves, stays = tuple(leaving.leaves.values()), tuple(leaving.stays.values())
        rounds.append(Round(local, moved, taken, leaves, stays))
    return Synced(remote.name, tuple(rounds), welcome.groups, dry_run=dry_run)


def _tell_standing(context: Context, remote: Remote, key: str) -> None:
    """Say how what is anchored stands in the checkout at hand: over there may be none to look at."""
    if context.here.root is None:
        return
    told = judged_here(context, survey(context, Judge(context)).standings)
    for start in range(0, len(told), _JUDGED):
        remote.judge(key, told[start : start + _JUDGED])


def pull(context: Context, remote: Remote, *, user: bool = False) -> Synced:
    """Take in what is there and not here."""
    welcome, pairs = _meet(context, remote, user=user, create=False)
    rounds = []
    for local, far in pairs:
        if not far:
            continue
        partition = context.store.partition(local)
        taken, moved, given = Arrived(), 0, Received()
        while True:
            batch = remote.fetch(far, given.beside(partition.exchange.held()))
            moved += len(batch.carried)
            if batch.carried:
                taken = taken.joined(take_in(context, partition, batch))
                given.add(batch)
            if not batch.more:
                break
        rounds.append(Round(local, moved, taken))
    return Synced(remote.name, tuple(rounds), welcome.groups)


def status(context: Context, remote: Remote, *, user: bool = False) -> Synced:
    """Say what would leave, what stays, and how much there is to take in; changes nothing."""
    outgoing = push(context, remote, user=user, dry_run=True)
    _, pairs = _meet(context, remote, user=user, create=False)
    far_of = dict(pairs)
    rounds = []
    for item in outgoing.scopes:
        partition = context.store.partition(item.scope)
        theirs = remote.held(far_of[item.scope]) if far_of[item.scope] else {}
        rounds.append(replace(item, waiting=count(lacking(partition.exchange.held(), theirs))))
    known = {item.scope for item in rounds}
    rounds += [Round(local, waiting=count(remote.held(far))) for local, far in pairs if far and local not in known]
    return replace(outgoing, scopes=tuple(rounds))


class Received:
    """What came in one round: what was refused need not come again."""

    def __init__(self) -> None:
        self._numbers: dict[DeviceId, set[int]] = {}

    def add(self, batch: Batch) -> None:
        """Note what came."""
        for item in batch.carried:
            header = read_carried(item).header
            self._numbers.setdefault(header.device, set()).add(header.number)

    def beside(self, held: Ranges) -> dict[DeviceId, list[tuple[int, int]]]:
        """Return the ranges of what is here or came."""
        found = {}
        for device in dict.fromkeys((*held, *self._numbers)):
            spans = [*held.get(device, ()), *((number, number) for number in self._numbers.get(device, ()))]
            found[device] = _merged(sorted(spans))
        return found


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in spans:
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def _meet(context: Context, remote: Remote, *, user: bool, create: bool) -> tuple[Welcome, list[tuple[str, str]]]:
    """Return what the other side says, and which partition here is which there."""
    if context.settings.is_shared:
        hint = "Leave --store away: sync is between the store of this machine and the team's."
        raise Refused("This already is the team's store.", hint=hint, code="same-store")
    project = _project(context)
    groups = context.store.catalog.groups_of(project.id) if project else []
    welcome = remote.meet(project, groups, create=create)
    context.adopt_key(welcome.key)
    pairs = [(f"group:{name}", f"group:{name}") for name in groups]
    if project is not None:
        pairs.insert(0, (f"project:{project.id}", f"project:{welcome.project}" if welcome.project else ""))
    if user:
        pairs.append(("user", "user"))
    if not pairs:
        hint = "Run it inside a repository, or name what is yours with --scope user."
        raise ConfigError("There is nothing to sync here.", hint=hint, code="no-project")
    return welcome, pairs


def _project(context: Context) -> Project | None:
    return context.store.catalog.get_project(context.here.project) if context.here.project else None

"""Outcomes: what a session was given, held against what was said and done in it afterwards, and put on record.

`show` tells it, review asks about what misled twice. Neighbours: `learn.session.belief.outcome` judges, `verbs.learn`
says when.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from standfast.learn.session.belief.outcome import Outcome, find_contradicted, find_needless
from standfast.learn.session.turns import read_turns
from standfast.model.ids import MemoryId
from standfast.model.operation import Act
from standfast.model.session import Event, Session
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.moments.table import COMMAND
from standfast.store.contract import Partition
from standfast.store.values import Change
from standfast.trust.life import MISLED

_GIVEN = 60  # memories of a session that are held against what came after


def find_outcomes(partition: Partition, session: Session, events: Sequence[Event]) -> list[Outcome]:
    """Return which memories a session was given and then contradicted."""
    first: dict[MemoryId, datetime] = {}
    before: list[tuple[MemoryId, datetime]] = []
    for receipt in partition.receipts.of_session(session.id):
        for item in receipt.given:
            first.setdefault(item.memory, receipt.at)
            before += [(item.memory, receipt.at)] if receipt.verb == COMMAND else []
    if not first:
        return []
    named = dict.fromkeys([*(name for name, _ in before), *first])
    memories = partition.memories.find_several(list(named)[:_GIVEN])
    known = {item.id: item for item in memories.values() if item.status is Status.ACTIVE}
    given = [(item, first[item.id]) for item in known.values()]
    warned = [(known[name], at) for name, at in before if name in known]
    turns = read_turns(events)
    return [*find_contradicted(turns, given), *find_needless(turns, warned)]


def record_outcomes(partition: Partition, session: Session, outcomes: Sequence[Outcome]) -> None:
    """Put outcomes on record, each once."""
    with partition.writing():
        for outcome in outcomes:
            who = Source("session", session.id, session=session.id, turn=outcome.turn)
            recorded = any(
                item.header.act is Act.FEEDBACK and item.header.source == who
                for item in partition.log.of_memory(outcome.memory.id)
            )
            if not recorded:
                payload = {"verdict": MISLED, "note": outcome.how}
                partition.log.append(Change(Act.FEEDBACK, who, outcome.memory.id, payload))

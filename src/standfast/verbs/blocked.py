"""Blocked: which guard stopped which call of an agent. Receipts name the sessions it spoke in, the journal the call."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime

from standfast.context.context import Context
from standfast.guard.carried import CarriedGuard
from standfast.model.session import Event
from standfast.model.value import Value
from standfast.store.contract import Partition
from standfast.verbs.guard import list_guards

_MOST = 400


class Blocked(Value):
    """One call that never ran: the guard that stopped it, where it is known, in which session, and what was said."""

    guard: str
    memory: str
    session: str
    at: datetime
    tool: str
    files: tuple[str, ...]
    words: str


def list_blocked(context: Context, *, limit: int = 100) -> list[Blocked]:
    """Return the calls that guards stopped here, the latest first."""
    guards = list_guards(context, everything=True)
    found = []
    for partition in context.partitions():
        for event in _events(partition, _sessions(partition, guards)):
            words = _refusal(event)
            if words:
                guard = _named(words, guards)
                about = (guard.id, guard.memory.id) if guard else ("", "")
                found.append(Blocked(*about, event.session, event.at, event.tool, event.files, words))
    found.sort(key=lambda item: item.at, reverse=True)
    return found[:limit]


def _sessions(partition: Partition, guards: Sequence[CarriedGuard]) -> list[str]:
    """Return the sessions in which a guard spoke, the latest first."""
    told = [
        receipt
        for guard in guards
        for receipt in partition.receipts.of_memory(guard.memory.id, limit=_MOST)
        if receipt.verb == "guard" and receipt.session
    ]
    told.sort(key=lambda receipt: receipt.at, reverse=True)
    return list(dict.fromkeys(receipt.session for receipt in told))[:_MOST]


def _events(partition: Partition, sessions: Sequence[str]) -> Iterator[Event]:
    for session in sessions:
        yield from partition.journal.events(session)


def _refusal(event: Event) -> str:
    if not event.key.startswith("refused:"):
        return ""
    try:
        record = json.loads(event.body)
    except ValueError:
        return ""
    return str(record.get("refused") or "") if isinstance(record, dict) else ""


def _named(words: str, guards: Sequence[CarriedGuard]) -> CarriedGuard | None:
    return next((guard for guard in guards if guard.memory.id in words or guard.id in words), None)

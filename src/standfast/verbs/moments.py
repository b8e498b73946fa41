"""Moments: what was said where in the last sessions, at what cost, why nothing was, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from standfast.context.context import Context
from standfast.model.session import Event, EventKind
from standfast.model.value import Value
from standfast.moments.table import COMMAND, FAILURE, MOMENTS

_FOLLOWED = 6  # events after a word in which its effect is looked for


class Seen(Value):
    """One moment over the last sessions.

    `looked` times it came, `said` times something was told, of `memories` in `tokens`; `causes` tells why not;
    `ways` how what was told came to speak (`table.WAYS`);
    `heeded` and `failed` what the next commands came to, where something was told before a command or after a failure.
    """

    moment: str
    looked: int
    said: int
    memories: int
    tokens: int
    causes: dict[str, int]
    ways: dict[str, int]
    heeded: int
    failed: int


def list_moments(context: Context, *, sessions: int = 10) -> list[Seen]:
    """Return every moment that came in the last sessions here, in the table's order."""
    journal = context.partition(context.scope).journal
    counts: dict[str, dict[str, int]] = {}
    causes: dict[str, dict[str, int]] = {}
    ways: dict[str, dict[str, int]] = {}
    for session in journal.sessions(limit=sessions):
        _count(list(journal.events(session.id)), counts, causes, ways)
    order = [name for name in MOMENTS if name in counts]
    return [Seen(name, **counts[name], causes=causes[name], ways=ways[name]) for name in order]


def _count(
    events: list[Event],
    counts: dict[str, dict[str, int]],
    causes: dict[str, dict[str, int]],
    ways: dict[str, dict[str, int]],
) -> None:
    for place, event in enumerate(events):
        if event.kind is not EventKind.GIVEN:
            continue
        try:
            told = json.loads(event.body)
        except ValueError:
            continue
        row = counts.setdefault(
            event.tool, dict.fromkeys(("looked", "said", "memories", "tokens", "heeded", "failed"), 0)
        )
        why = causes.setdefault(event.tool, {})
        by = ways.setdefault(event.tool, {})
        for way, times in told.get("ways", {}).items():
            by[way] = by.get(way, 0) + times
        row["looked"] += 1
        row["said"] += told["given"] > 0
        row["memories"] += told["given"]
        row["tokens"] += told["tokens"]
        if told["given"]:
            if event.tool in {COMMAND, FAILURE} and (outcome := _outcome(events[place + 1 : place + 1 + _FOLLOWED])):
                row[outcome] += 1
        else:
            why[told["cause"]] = why.get(told["cause"], 0) + 1


def _outcome(following: Iterable[Event]) -> str:
    """Return what the next command came to: it worked, or it failed."""
    for event in following:
        if event.kind is EventKind.TOOL and '"command"' in event.body:
            return "failed" if '"failed": true' in event.body else "heeded"
    return ""

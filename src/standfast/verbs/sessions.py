"""Sessions: which agents ran here, what happened in one, and searching all of them: on record, never unasked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from standfast.context.context import Context
from standfast.context.references import get_session
from standfast.errors import ConfigError
from standfast.learn.session.past import Past, quote, rank_events, speaks_of_it
from standfast.learn.session.words.spoken import content_words
from standfast.model.ids import ReceiptId
from standfast.model.session import Event, Excerpt, Session
from standfast.model.value import Value, plain, replace
from standfast.recall.ask import Ask
from standfast.recall.pack import count_tokens
from standfast.recall.receipts import leave_receipt
from standfast.standing.branches.land import is_open_elsewhere
from standfast.text.lines import readable

MOST = 100
_CANDIDATES = 200
_LATEST = 20_000  # events that are looked through where nobody asked for sessions
_TERMS = 12


def sessions(context: Context, *, limit: int = 50, skip: int = 0) -> list[Session]:
    """Return the sessions in reach, the latest first, after `skip` of them."""
    found: dict[str, Session] = {}
    for partition in context.partitions():
        for session in partition.journal.sessions(limit=skip + limit if limit else 0):
            known = found.get(session.id)
            if known is None or known.last_at < session.last_at:
                found[session.id] = session
    latest = sorted(found.values(), key=lambda item: item.last_at, reverse=True)
    shown = latest[skip : skip + limit if limit else None]
    return [replace(session, models=models_of(context, session.id)) for session in shown]


def models_of(context: Context, session: str) -> tuple[str, ...]:
    """Return the models that worked in a session, the first first."""
    return tuple(
        dict.fromkeys(name for partition in context.partitions() for name, _ in partition.journal.models(session))
    )


def replay(context: Context, reference: str) -> tuple[Session, Iterator[Event]]:
    """Return a session and its events, oldest first: of one that was brought in, some were written later."""
    identity = get_session(context, reference)
    found = [
        (partition, session)
        for partition in context.partitions()
        if (session := partition.journal.find(identity)) is not None
    ]
    latest = max((session for _, session in found), key=lambda item: item.last_at)
    events = (event for partition, _ in found for event in partition.journal.events(identity))
    return latest, iter(sorted(events, key=lambda event: event.at))


class RecalledSessions(Value):
    """An answer out of past sessions, and its receipt."""

    receipt: ReceiptId | None
    hits: tuple[Excerpt, ...]
    withheld: int

    def to_dict(self) -> dict[str, Any]:
        return {"receipt": self.receipt, "sessions": plain(self.hits), "withheld": self.withheld}


def recall_sessions(context: Context, query: str, *, limit: int = 10, preview: bool = False) -> RecalledSessions:
    """Return the places in past sessions that answer a query, best first; the caller's own session is left out."""
    return find_places(context, query, limit=limit, preview=preview)


def find_places(
    context: Context,
    query: str,
    *,
    limit: int = 10,
    preview: bool = False,
    floor: float = 0.0,
    besides: Collection[str] = (),
) -> RecalledSessions:
    """Return the places in past sessions that answer a query, on record.

    With a `floor`, nobody asked for sessions: only those that hold so much of the question, none of a branch that is
    open elsewhere, and a receipt only where there are any; `besides` are sessions that were told already.
    """
    if not 0 < limit <= MOST:
        raise ConfigError(f"A limit is between 1 and {MOST}.", hint="Use --limit 10.", code="bad-limit")
    query = readable(query)
    words = sorted(content_words(query), key=lambda word: (-len(word), word))[:_TERMS]
    latest = _LATEST if floor else 0
    pasts, agents, branches = [], {}, {}
    for partition in context.partitions():
        events = partition.journal.search(words, limit=_CANDIDATES, latest=latest)
        others = [event for event in events if event.session not in {context.who.session, *besides}]
        if others:
            pasts.append(
                Past(partition.key, words, others, partition.journal.turns, None if floor else context.embedder)
            )
            for session in {event.session for event in others}:
                told = partition.journal.find(session)
                agents[session], branches[session] = (told.agent, told.branch) if told else ("", "")
    ask = Ask(query=query, now=context.clock.now(), limit=_CANDIDATES, embedder=context.embedder)
    found = rank_events(pasts, ask).hits
    if floor:
        held = [hit for hit in found if hit.support >= floor and speaks_of_it(hit)]
        apart = {
            branch for branch in {branches[hit.document.session] for hit in held} if is_open_elsewhere(context, branch)
        }
        found = tuple(hit for hit in held if branches[hit.document.session] not in apart)
    hits = tuple(quote(hit, query, agents, branches) for hit in found[:limit])
    tokens = sum(count_tokens(hit.text) for hit in hits)
    withheld = len(found) - len(hits)
    if (preview and context.who.is_person) or (floor and not hits):
        return RecalledSessions(None, hits, withheld)
    receipt = leave_receipt(context, "recall-sessions", query, [], withheld, tokens=tokens, excerpts=hits)
    return RecalledSessions(receipt, hits, withheld)

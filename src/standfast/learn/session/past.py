"""The past as it can be searched: events of sessions as documents that `recall` ranks, by the same formula as memories.

Owns which events are documents, what is read of one and what is quoted. Nothing of it is stored: the documents are made
of what the journal found, and their words are counted among each other. What Standfast itself had given to a session is
no answer. Neighbours: the journal brings candidates and the turns beside them, `recall.search` ranks.
"""

from __future__ import annotations

import json
from collections import Counter
from operator import mul
from typing import cast

from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.memory import Content
from standfast.model.moment import render_time
from standfast.model.scope import USER
from standfast.model.session import EventKind, Excerpt
from standfast.model.trust import Authority, Status
from standfast.model.value import Value, replace
from standfast.recall.abridge import abridge
from standfast.recall.search import search
from standfast.recall.terms import ASKS, fields
from standfast.store.values import LEVELS, Document, Statistics, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from standfast.model.session import Event
    from standfast.recall.ask import Ask, Hit, Ranking
    from standfast.recall.embed.contract import Embedder
    from standfast.store.contract import Partition

_QUOTED = 320  # characters of an event that are shown
_READ = 6_000  # characters of an event that are read: a longer one is a page of output, and is read where it matches
_BESIDE = 2  # turns before and after one
_SESSIONS = 20  # whose turns are read, to know what stands beside one
_SPOKEN = frozenset((EventKind.PROMPT, EventKind.ANSWER))
_KINDS = _SPOKEN | {EventKind.TOOL, EventKind.SUBAGENT}


class _Whole(Value):
    """An event as what reads texts again expects it."""

    content: Content


class Past:
    """Events of one partition, as much of a partition as `search` asks for."""

    def __init__(
        self,
        key: str,
        words: Sequence[str],
        events: Iterable[Event],
        turns_of: Callable[[str], Sequence[Event]],
        embedder: Embedder | None = None,
    ) -> None:
        self.key = key
        self.index = self.memories = self
        found = [event for event in events if event.kind in _KINDS]
        sessions = list(dict.fromkeys(event.session for event in found if event.kind in _SPOKEN))[:_SESSIONS]
        turns = [[turn for turn in turns_of(session) if turn.kind in _SPOKEN] for session in sessions]
        self._order = {(turn.session, turn.key): turn for told in turns for turn in told}
        self._order |= {(event.session, event.key): event for event in found}
        self._turns = list(self._order.values())
        self._place = {name: place for place, name in enumerate(self._order)}
        self._words = words
        self._embedder = embedder
        self._documents: dict[int, Document] = {}
        self._vectors: dict[int, bytes] = {}
        self._found = [self._document(self._place[event.session, event.key]) for event in found]
        self._terms = {item.position: frozenset(item.body.split()) for item in self._found}
        self._frequency = Counter(term for terms in self._terms.values() for term in terms)

    def event(self, document: Document) -> Event:
        """Return the event that a document was made of."""
        return self._turns[document.position]

    def text(self, document: Document) -> str:
        """Return what was read of an event."""
        event = self.event(document)
        text = _text(event)
        if len(text) <= _READ:
            return text
        lowered = text.lower()
        start = min((at for word in self._words if (at := lowered.find(word)) >= 0), default=0)
        return text[max(0, start - _QUOTED) :][:_READ]

    def before(self, document: Document) -> Document | None:
        """Return the turn before one, in its session."""
        place = document.position - 1
        same = place >= 0 and self._turns[place].session == document.session
        return self._document(place) if same else None

    def statistics(self, terms: Sequence[str], _before: object = None) -> Statistics:
        found = {term: self._frequency[term] for term in terms if term in self._frequency}
        return Statistics(len(self._found), sum(item.length for item in self._found), found)

    def vocabulary(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        return [item for item in self._frequency.items() if item[0].startswith(prefix)][:limit]

    def lexical(
        self,
        terms: Sequence[str],
        view: View,
        limit: int,
        *,
        joint: Sequence[Sequence[str]] = (),
        besides: Sequence[Sequence[str]] = (),
    ) -> list[Document]:
        """Return what has most of the terms, the rarer ones first."""
        if Status.ACTIVE not in view.statuses or view.kinds:
            return []
        asked = {*terms, *(term for group in (*joint, *besides) for term in group)}
        rated = [
            (sum(1 / self._frequency[term] for term in asked & self._terms[item.position]), item)
            for item in self._found
        ]
        rated.sort(key=lambda pair: -pair[0])
        return [item for share, item in rated[:limit] if share]

    def linked(self, *_: object) -> list[tuple[MemoryId, Document]]:
        return []

    def neighbours(self, documents: Sequence[Document], _view: View) -> list[tuple[int, Document]]:
        found = []
        for document in documents:
            if self.event(document).kind in _SPOKEN:
                places = range(document.position - _BESIDE, document.position + _BESIDE + 1)
                beside = (place for place in places if place != document.position and 0 <= place < len(self._turns))
                for place in beside:
                    other = self._turns[place]
                    if other.session == document.session and other.kind in _SPOKEN:
                        found.append((document.position, self._document(place)))
        return found

    def models(self) -> list[str]:
        return [self._embedder.model] if self._embedder else []

    def compare(self, _model: str, vector: bytes) -> _Compared:
        return _Compared(self, vector)

    def find_several(self, memories: Iterable[MemoryId]) -> dict[MemoryId, _Whole]:
        asked = {name: self._document(int(name)) for name in memories}
        return {name: _Whole(Content(Kind.EPISODE, self.text(item), USER)) for name, item in asked.items()}

    def vectors(self, documents: Sequence[Document]) -> dict[int, bytes]:
        """Return the vectors of some documents, made when first asked for."""
        new = [item for item in documents if item.position not in self._vectors]
        if new and self._embedder:
            made = self._embedder.embed([self.text(item) for item in new])
            self._vectors.update({item.position: vector for item, vector in zip(new, made, strict=True)})
        return {item.position: self._vectors[item.position] for item in documents if item.position in self._vectors}

    def _document(self, place: int) -> Document:
        known = self._documents.get(place)
        if known is None:
            event = self._turns[place]
            known = Document(
                position=place,
                memory=MemoryId(str(place)),
                revision=0,
                status=Status.ACTIVE.value,
                kind=Kind.EPISODE,
                scope="",
                at=render_time(event.at),
                session=event.session,
                authority=Authority.NOTE.value,
                feedback=0,
                length=0,
                title="",
                body="",
                place="",
                settled=True,
            )
            _, body, _ = fields(Content(Kind.EPISODE, self.text(known), USER))
            known = self._documents[place] = replace(known, body=body, length=len(body.split()))
        return known


class _Compared:
    """How close events are to one question; meaning brings none in, because only what was looked up is read."""

    def __init__(self, past: Past, vector: bytes) -> None:
        self._past = past
        self._vector = memoryview(vector).cast("b")

    def nearest(self, _view: View, _limit: int) -> list[Document]:
        return []

    def cosines(self, documents: Sequence[Document]) -> dict[int, float]:
        vectors = self._past.vectors(documents).items()
        return {place: sum(map(mul, self._vector, memoryview(row).cast("b"))) / LEVELS**2 for place, row in vectors}


def rank_events(pasts: Sequence[Past], ask: Ask) -> Ranking:
    """Return events by how well they answer; one event answers once."""
    return search([(cast("Partition", past), View()) for past in pasts], ask)


def speaks_of_it(hit: Hit) -> bool:
    """Tell whether an event has words of the question itself, or answers a turn that asks; not merely stands near."""
    before = cast("Past", hit.partition).before(hit.document)
    return hit.scores.get("lexical", 0.0) > 0 or (before is not None and before.body.endswith(ASKS))


def quote(hit: Hit, asked: str, agents: Mapping[str, str], branches: Mapping[str, str]) -> Excerpt:
    """Return the place in a session that a hit is: of a long text, the pieces that the question is about."""
    past = cast("Past", hit.partition)
    event = past.event(hit.document)
    place = (event.session, agents.get(event.session, ""), event.key, event.kind.value, event.tool, event.at)
    text = abridge(past.text(hit.document), asked, _QUOTED)
    return Excerpt(*place, " ".join(text.split()), round(hit.score, 4), branches.get(event.session, ""))


def _text(event: Event) -> str:
    """Return what an event says: a command with its output rather than the JSON around them."""
    if event.kind is not EventKind.TOOL or event.body[:1] != "{":
        return event.body
    try:
        return "\n".join(_strings(json.loads(event.body), 0))
    except ValueError:
        return event.body


def _strings(value: object, depth: int) -> list[str]:
    if isinstance(value, str):
        return [value]
    if depth > 6:
        return []
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item, depth + 1)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item, depth + 1)]
    return []

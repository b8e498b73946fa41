"""The past as it can be searched: which events of which sessions say most about the words of a question.

Owns the score and the excerpt. What Standfast itself had given to a session is no answer. Neighbour: the journal
brings candidates.
"""

from __future__ import annotations

import json
from math import log

from standfast.model.session import EventKind, Excerpt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from standfast.model.session import Event

_AROUND = 320  # characters shown around the first word that matched
_WEIGHTS = {EventKind.PROMPT: 1.3, EventKind.ANSWER: 1.1, EventKind.TOOL: 0.9, EventKind.SUBAGENT: 0.9}


def rank_events(terms: Sequence[str], events: Iterable[Event], agents: Mapping[str, str]) -> list[Excerpt]:
    """Return events by how much of the question they hold, rare words first; one event answers once."""
    texts = [(event, _text(event)) for event in events if event.kind in _WEIGHTS]
    words = [text.lower() for _, text in texts]
    total = len(words) or 1
    rarity = {term: log(1 + total / (1 + sum(term in found for found in words))) for term in terms}
    whole = sum(rarity.values()) or 1.0
    hits: list[Excerpt] = []
    for (event, text), found in zip(texts, words, strict=True):
        share = sum(rarity[term] for term in terms if term in found) / whole
        if share > 0:
            score = round(share * _WEIGHTS[event.kind], 4)
            agent = agents.get(event.session, "")
            place = (event.session, agent, event.key, event.kind.value, event.tool, event.at)
            hits.append(Excerpt(*place, _excerpt(text, terms), score))
    return hits


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


def _excerpt(text: str, terms: Sequence[str]) -> str:
    lowered = text.lower()
    places = [place for term in terms if (place := lowered.find(term)) >= 0]
    start = max(0, min(places, default=0) - _AROUND // 4)
    cut = " ".join(text[start : start + _AROUND].split())
    return ("… " if start else "") + cut + (" …" if start + _AROUND < len(text) else "")

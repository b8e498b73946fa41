"""Told: what a person explicitly asks to be remembered, in their own live prompt.

Owns recognising the order and taking the words it is about: its own sentence, or the turn around it where the order
only points ("remember that"). Loaded whenever a prompt is reported: nothing but the markers is imported before one
fires. Imported transcripts never come here.
"""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.orders import Order, find_order_in
from standfast.learn.session.words.own_words import is_document, lead_of, own_words, points_below
from standfast.learn.session.words.spoken import content_words, names_something

_SPECIFIED = 1_000  # characters: a longer prompt specifies a task, whatever words it uses
_SAYS = 3  # words with a meaning of their own: a turn with fewer says nothing that "that" could mean
LONGEST = 600  # characters: what is longer is a document, and belongs in one


def find_order(prompt: str) -> str:
    """Return the words a person asks to be remembered, as typed, without the asking; nothing where nobody asks."""
    words = own_words(prompt)
    if len(words) > _SPECIFIED or not pattern("order").search(words):
        return ""
    from standfast.learn.session.words.sentences import sentences

    document = is_document(words)
    parts = sentences(lead_of(words) if document else words)
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else ""
        order = find_order_in(part, before)
        if order is None:
            continue
        if document:
            return _order_above(words, part, order)
        after = parts[place + 1] if place + 1 < len(parts) else ""
        if order.points or part.endswith(":"):
            return _pointed_at(words, part, before)
        told = part[order.start :].removesuffix("?") if names_something(part[order.start :]) else part
        more = f"{told} {after}" if _goes_on(after) else told
        return more if len(more) <= LONGEST else told if len(told) <= LONGEST else ""
    return ""


def _pointed_at(words: str, part: str, before: str) -> str:
    """Return what "remember that" is said about: a short turn whole, or the sentence before it."""
    whole = " ".join(words.split())
    if len(content_words(whole)) >= _SAYS and len(whole) <= LONGEST // 2:
        return whole
    stands = len(content_words(before)) >= _SAYS - 1 and len(before) + len(part) <= LONGEST
    return f"{before} {part}" if stands else ""


def _order_above(words: str, part: str, order: Order) -> str:
    """Return an order in the line above a list: with the list where the line announces it, alone where it is whole.

    One that points to the list without announcing it ("keep the order of these steps") belongs to the document.
    """
    if lead_of(words).endswith(":"):
        whole = " ".join(words.split())
        return whole if len(whole) <= LONGEST else ""
    stands = not order.points and not points_below(part) and len(content_words(order.claim)) >= _SAYS - 1
    return part[order.start :] if stands and len(part) <= LONGEST else ""


def _goes_on(after: str) -> bool:
    """Tell whether the next sentence says of the same thing how it is to be."""
    return bool(
        after and len(after) <= LONGEST // 3 and pattern("pronoun").search(after) and pattern("hard").search(after)
    )


def kind_of(text: str) -> str:
    """Return the kind of what a person said: about themselves, or about how work is done here."""
    return "preference" if pattern("person").search(text) else "convention"

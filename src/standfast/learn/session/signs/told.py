"""Told: what a person explicitly asks to be remembered, in their own live prompt.

Owns recognising the order and taking the words it is about: its own sentence, or the turn around it where the order
only points ("remember that"). Loaded whenever a prompt is reported: nothing but the markers is imported before one
fires. Imported transcripts never come here.
"""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.own_words import is_document, lead_of, own_words, points_below

_SPECIFIED = 1_000  # characters: a longer prompt specifies a task, whatever words it uses
LONGEST = 600  # characters: what is longer is a document, and belongs in one


def find_order(prompt: str) -> str:
    """Return the words a person asks to be remembered, as typed, without the asking; nothing where nobody asks."""
    return _without_asking(_ordered(prompt))


def _ordered(prompt: str) -> str:
    """Return the sentence or turn that holds the order."""
    words = own_words(prompt)
    if len(words) > _SPECIFIED or not pattern("order").search(words):
        return ""
    from standfast.learn.session.words.sentences import sentences
    from standfast.learn.session.words.spoken import content_words

    if is_document(words):
        return _order_above(words)
    parts = sentences(words)
    for place, part in enumerate(parts):
        match = pattern("order").search(part)
        if match is None or not _is_order(part, match.start()):
            continue
        rest = part[match.end() :]
        after = parts[place + 1] if place + 1 < len(parts) else ""
        stands = not (_points(match.group(), rest) or pattern("pointing").search(rest) or part.endswith(":"))
        if len(content_words(rest)) >= 2 and stands:
            more = f"{part} {after}" if _goes_on(after) else part
            return more if len(more) <= LONGEST else part
        whole = " ".join(words.split())
        if len(content_words(whole)) >= 3 and len(whole) <= LONGEST // 2:
            return whole
        before = parts[place - 1] if place else ""
        if before and len(content_words(before)) >= 2 and len(before) + len(part) <= LONGEST:
            return f"{before} {part}"
        whole_order = len(content_words(rest)) >= 2 and len(part) <= LONGEST and not part.endswith(":")
        return part if whole_order else ""
    return ""


def _order_above(words: str) -> str:
    """Return the order in the line above a list: with the list where the line announces it, alone where it is whole.

    One that points to the list without announcing it ("keep the order of these steps") belongs to the document.
    """
    from standfast.learn.session.words.sentences import sentences
    from standfast.learn.session.words.spoken import content_words

    lead = lead_of(words)
    for part in sentences(lead):
        match = pattern("order").search(part)
        if match is None or not _is_order(part, match.start()):
            continue
        if lead.endswith(":"):
            whole = " ".join(words.split())
            return whole if len(whole) <= LONGEST else ""
        rest = part[match.end() :]
        stands = len(content_words(rest)) >= 2 and not _points(match.group(), rest) and not points_below(part)
        return part if stands and len(part) <= LONGEST else ""
    return ""


def _is_order(sentence: str, start: int) -> bool:
    """Tell whether an order is the person's own and about what is said here: not quoted, asked or only for now."""
    quoted = sentence[:start].count('"') % 2 or sentence[:start].count("“") > sentence[:start].count("”")
    if quoted or sentence.endswith("?") or _is_aside(sentence, start):
        return False
    if pattern("once_done").search(sentence) and not pattern("generally").search(sentence):
        return False  # it ends with the task at hand
    return not any(pattern(name).search(sentence) for name in ("fine", "pep", "elsewhere", "habit"))


def _is_aside(sentence: str, start: int) -> bool:
    """Tell whether an order only goes along with a task and says nothing that holds in general."""
    aside = start > 0 and bool(pattern("tasked").match(sentence)) and bool(pattern("aside").match(sentence, start))
    return aside and not pattern("generally").search(sentence)


def _without_asking(text: str) -> str:
    """Leave off "please remember that", where what follows stands by itself."""
    from standfast.learn.session.words.spoken import names_something

    match = pattern("lead_in").match(text)
    rest = text[match.end() :] if match else text
    return rest if names_something(rest) else text


def _goes_on(after: str) -> bool:
    """Tell whether the next sentence says of the same thing how it is to be."""
    return bool(
        after and len(after) <= LONGEST // 3 and pattern("pronoun").search(after) and pattern("hard").search(after)
    )


def _points(order: str, rest: str) -> bool:
    """Tell whether an order names what it is about only by pointing to what stands around it.

    In "remember that the tests need a build" nothing is pointed to: what is to be remembered follows.
    """
    words = order.lower().split()
    if words[-1:] == ["that"] and rest.lstrip()[:1].isalnum():
        words = words[:-1]
    return any(word in words for word in ("this", "that", "it", "this:", "that:", "it:"))


def kind_of(text: str) -> str:
    """Return the kind of what a person said: about themselves, or about how work is done here."""
    return "preference" if pattern("person").search(text) else "convention"

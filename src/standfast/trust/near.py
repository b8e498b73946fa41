"""Near: memories in force that share words with a text, to be shown beside it; nothing is concluded from likeness.

Owns how much of the index one question may read. In a small partition every word is looked up; in a large one the rare
words are, each on its own, and the rarest of the common ones where they meet: a text that shares only common words, and
not even those together, is about something else. Neighbour: `conflict`, which compares what is said.
"""

from __future__ import annotations

import re

from standfast.context.view import is_here
from standfast.model.kind import HAPPENED, Kind
from standfast.model.pattern import compile_later
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.store.values import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.model.memory import Content, Memory
    from standfast.store.contract import Partition

    Joint = list[tuple[str, ...]]

_LEAST = 3  # terms that two texts must share
_ALIKE = 0.75  # of the terms of the shorter one
_DENIALS = frozenset(("never", "not", "no", "avoid", "alwai", "must", "should", "us", "do"))  # as they are indexed
_DENIES = compile_later(r"\b(?:never|not|no|avoid|forbidden)\b|n['’]t\b", re.IGNORECASE)
_CONSIDERED = 24  # words of a text, and memories that have them
_TITLED = 5  # that have its title
_SMALL = 500  # documents: up to here every word is looked up
_POSTINGS = 500  # that are read for words looked up on their own
_MEETING = 3  # common words that must meet
_CROWDED = 2_000  # documents: a word of more than these is about nothing, and reading it would grow with the store


def find_near(context: Context, partition: Partition, content: Content) -> list[Memory]:
    """Return memories in force that share words with a content, the closest first."""
    _, body, _ = context.indexer.fields(replace(content, title="", why=""))
    terms, joint = _find_rare_words(partition, body)
    kinds = tuple(kind for kind in Kind if kind not in HAPPENED)
    view = View(statuses=(Status.ACTIVE,), kinds=kinds)
    documents = partition.index.lexical(terms, view, _CONSIDERED, joint=joint)
    found = dict.fromkeys(document.memory for document in documents)
    if content.title:
        found |= dict.fromkeys(
            partition.memories.titled(content.kind, content.title, str(content.scope), limit=_TITLED)
        )
    memories = partition.memories.find_several(list(found))
    return [memories[identity] for identity in found if identity in memories]


def find_same(context: Context, partition: Partition, content: Content, memory: MemoryId) -> Memory | None:
    """Return a memory in force here, other than `memory`, that says nearly the same as a content in other words."""
    own = _terms(context, content)
    for other in find_near(context, partition, content) if len(own) >= _LEAST else ():
        its = _terms(context, other.content)
        shared, (fewer, more) = len(own & its), sorted((len(own), len(its)))
        alike = shared >= max(_LEAST, _ALIKE * fewer, more / 2)
        denies = bool(_DENIES.search(content.text)) == bool(_DENIES.search(other.content.text))
        alike = alike and denies and are_of_one_sort(content, other.content)
        if alike and other.id != memory and is_here(context, other.content.scope.branch):
            return other
    return None


def are_of_one_sort(content: Content, other: Content) -> bool:
    """Tell whether both, or neither, say how something is done: when it has to be done is another matter."""
    return (content.kind is Kind.PROCEDURE) == (other.kind is Kind.PROCEDURE)


def _terms(context: Context, content: Content) -> set[str]:
    """Return the terms of what a content says, whether it denies or not."""
    return set(context.indexer.fields(replace(content, title="", why=""))[1].split()) - _DENIALS


def _find_rare_words(partition: Partition, body: str) -> tuple[list[str], Joint]:
    """Return the terms of a text to look up on their own, and groups of common ones that must meet."""
    terms = list(dict.fromkeys(body.split()))[:_CONSIDERED]
    if not terms:
        return [], []
    statistics = partition.index.statistics(terms)
    if statistics.documents <= _SMALL:
        return terms, []
    known = sorted(
        (statistics.frequency[term], at, term) for at, term in enumerate(terms) if term in statistics.frequency
    )
    alone: list[str] = []
    postings = 0
    for frequency, _, term in known:
        postings += frequency
        if postings > _POSTINGS:
            break
        alone.append(term)
    common = [term for frequency, _, term in known[len(alone) :] if frequency <= _CROWDED]
    return alone, [(term,) for term in common[:_MEETING]]

"""Rare words: which terms of a text are worth looking up to find what else is said of the same.

Owns how much of the index one write may read. In a small partition every word is looked up; in a large one the rare
words are, each on its own, and the rarest of the common ones where they meet: a text that shares only common words, and
not even those together, is about something else. Neighbour: `conflict` looks up with what is told here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.store.contract import Partition

    Joint = list[tuple[str, ...]]

CONSIDERED = 24  # words of a text
SMALL = 500  # documents: up to here every word is looked up
POSTINGS = 500  # that are read for words looked up on their own
MEETING = 3  # common words that must meet
CROWDED = 2_000  # documents: a word of more than these is about nothing, and reading it would grow with the store


def find_rare_words(partition: Partition, body: str) -> tuple[list[str], Joint]:
    """Return the terms of a text to look up on their own, and groups of common ones that must meet."""
    terms = list(dict.fromkeys(body.split()))[:CONSIDERED]
    if not terms:
        return [], []
    statistics = partition.index.statistics(terms)
    if statistics.documents <= SMALL:
        return terms, []
    known = sorted(
        (statistics.frequency[term], at, term) for at, term in enumerate(terms) if term in statistics.frequency
    )
    alone: list[str] = []
    postings = 0
    for frequency, _, term in known:
        postings += frequency
        if postings > POSTINGS:
            break
        alone.append(term)
    common = [term for frequency, _, term in known[len(alone) :] if frequency <= CROWDED]
    return alone, [(term,) for term in common[:MEETING]]

"""The words of the table: the teacher's vocabulary, and developers' words it would cut to pieces.

Owns the choice of tokens. A mean of the rows of `ku ##ber ##net ##es` says nothing; one row for the word does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from standfast.recall.embed.words import MAX_WORD_LENGTH, fold, is_hash, split_identifier, split_runs

if TYPE_CHECKING:
    from collections.abc import Iterable

EXTRA = 5500
LEAST_SOURCES = 4


def choose_tokens(vocabulary: list[str]) -> list[str]:
    """Leave out placeholders and punctuation: the run-time tokeniser never produces them."""
    return [t for t in vocabulary if not (t.startswith("[") and t.endswith("]")) and any(c.isalnum() for c in t)]


def choose_words(texts: Iterable[tuple[str, str]], known: set[str], count: int = EXTRA) -> list[str]:
    """Return the most used words that the vocabulary lacks and several sources share; `texts` are source and text."""
    uses: Counter[str] = Counter()
    sources: dict[str, set[str]] = defaultdict(set)
    chunks: dict[str, Counter[str]] = defaultdict(Counter)
    for source, text in texts:
        chunks[source].update(text.split())
    for source, counted in chunks.items():
        for chunk, number in counted.items():
            for word in _words(chunk):
                if word not in known:
                    uses[word] += number
                    sources[word].add(source)
    shared = [(number, word) for word, number in uses.items() if len(sources[word]) >= LEAST_SOURCES]
    return [word for _, word in sorted(shared, key=lambda entry: (-entry[0], entry[1]))[:count]]


def _words(chunk: str) -> Iterable[str]:
    for run in split_runs(fold(chunk)):
        lowered = run.lower()
        if len(run) > MAX_WORD_LENGTH or is_hash(lowered):
            continue
        whole = lowered.isalnum() and lowered[0].isalpha() and len(lowered) <= 20
        if whole and (run.islower() or run[1:].islower() or run.isupper()):
            yield lowered
        for word in split_identifier(run):
            if word != run and word.isalpha() and len(word) > 2:
                yield word.lower()

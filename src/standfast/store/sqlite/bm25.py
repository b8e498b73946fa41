"""BM25 as the text index computes it, to the bit, and a ranking of a few rows by it.

The text index counts all that have a word before it ranks: among many memories that takes longer than everything else
that a hook does. Where the rows that match are few and the words were counted before, they are ranked here. Needs
nothing but the standard library; `postings` is for processes that stay. Must be asked only for terms that are one token
there.
"""

from __future__ import annotations

from math import log

from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.store.sqlite.connect import Database

SQL = load("index")
K1, B = 1.2, 0.75  # of FTS5
_LEAST = 1e-6  # what a term weighs there that most documents have


def weigh(documents: int, having: int) -> float:
    """Return what a term weighs that so many of all documents have."""
    weight = log((max(0, documents - having) + 0.5) / (having + 0.5))
    return weight if weight > 0 else _LEAST


def read_totals(connection: Database) -> tuple[int, float]:
    """Return how many documents there are, and how many tokens they have on average."""
    documents, *tokens = varints(connection.execute(SQL["totals"]).get or b"") or [0]
    return documents, sum(tokens) / documents if documents else 1.0


def count_tokens(sizes: bytes) -> int:
    """Return how many tokens a document has, from how many each of its columns has."""
    return sum(sizes) if sizes.isascii() else sum(varints(sizes))


def rank_few(
    connection: Database,
    rows: Sequence[int],
    terms: Sequence[str],
    groups: Sequence[Sequence[str]],
    counted: Mapping[str, int],
) -> list[int]:
    """Return rows that have one of these terms, or one of every group, best first; `counted` is how many have each."""
    documents, average = read_totals(connection)
    joint = [term for group in groups for term in group]
    weights = {term: weigh(documents, counted[term]) for term in (*terms, *joint)}
    scores: list[tuple[float, int]] = []
    for row, sizes, title, body, place in connection.execute(SQL["few"], ("[" + ",".join(map(str, rows)) + "]",)):
        words = f"{title} {body} {place}".split()
        norm = K1 * (1 - B + B * count_tokens(sizes) / average)
        meets = bool(groups) and all(not set(words).isdisjoint(group) for group in groups)
        score = 0.0
        for term in (*terms, *joint) if meets else terms:
            often = float(words.count(term))
            score += weights[term] * ((often * (K1 + 1.0)) / (often + norm))
        scores.append((-score, row))
    return [row for _, row in sorted(scores)]


def varints(data: bytes) -> list[int]:
    """Read whole numbers of seven bits a byte, the highest first; the high bit says that more follow."""
    found, value = [], 0
    for byte in data:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(value)
            value = 0
    return found

"""Make src/standfast/recall/related.txt: `related.py TEXT.jsonl…` with public text, one JSON object with `text` a line.

Every stem of the shipped embedder's whole-word tokens gets the number of texts out of 10,000 that hold it (texts are
cut to a hundred words; each file counts the same) and its nearest other stems by the cosine of their rows.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from standfast.recall.embed.static import SHIPPED_TABLE
from standfast.recall.embed.table import TokenTable
from standfast.recall.lexicon import STOP
from standfast.recall.related import SHIPPED
from standfast.recall.stem import stem
from standfast.recall.terms import read

NEAREST = 6
LEAST = 0.5  # cosine; below this, words only share a subject
WORDS = 100
OUT_OF = 10_000


def shares(paths: list[Path]) -> Counter[str]:
    """Return how many of 10,000 texts hold each term."""
    found: Counter[str] = Counter()
    for path in paths:
        counts: Counter[str] = Counter()
        texts = 0
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            words = f"{record.get('title') or ''} {record['text']}".split()
            for start in range(0, len(words), WORDS):
                counts.update(set(read(" ".join(words[start : start + WORDS]))))
                texts += 1
        for term, count in counts.items():
            found[term] += OUT_OF * count / texts / len(paths)  # type: ignore[assignment]
    return found


def main() -> None:
    """Write the table."""
    common = shares([Path(one) for one in sys.argv[1:]])
    table = TokenTable(SHIPPED_TABLE)
    members = defaultdict(list)
    for word, token in table.vocabulary.items():
        if word.isascii() and word.isalpha() and len(word) > 2 and word not in STOP:
            members[stem(word)].append(np.frombuffer(table.row(token), np.int8).astype(np.float32))
    stems = sorted(members)
    rows = np.array([np.sum([row / np.linalg.norm(row) for row in members[one]], axis=0) for one in stems])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    lines = []
    for at, one in enumerate(stems):
        cosines = rows @ rows[at]
        cosines[at] = 0
        best = [other for other in np.argsort(-cosines)[:NEAREST] if cosines[other] >= LEAST]
        nearest = [f"{stems[other]}={100 * cosines[other]:.0f}" for other in best]
        if nearest or common[one] >= 1:
            lines.append(" ".join([one, str(round(common[one])), *nearest]))
    Path(SHIPPED).write_text("\n".join(sorted(lines)) + "\n", "utf-8")
    print(f"{len(lines)} words, {Path(SHIPPED).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

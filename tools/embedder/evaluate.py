"""Before and after: what a table does for recall, alone and beside BM25.

Owns the measuring of tables on recall sets (folders with corpus.jsonl and queries.jsonl). The lexical side is plain
FTS5, computed once and kept; the fused score is BM25 over its maximum plus a times the cosine. Ranking in the product
has more parts: read differences between tables, not absolutes.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
from collections import defaultdict
from datetime import datetime
from pathlib import Path

import numpy as np

from standfast.recall.embed.static import StaticEmbedder

STOP = frozenset(
    (
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "did", "do", "does", "for", "from", "had", "has",
        "have", "how", "i", "if", "in", "is", "it", "its", "me", "my", "no", "not", "of", "on", "or", "our", "should",
        "so", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "were",
        "what", "when", "where", "which", "who", "why", "will", "with", "would", "you", "your",
    )
)  # fmt: skip
WEIGHTS = (0.0, 0.4, 0.8)
BEST = 10
MEASURES = ("any@5", "any@10", "frac@5", "frac@10")


class RecallSet:
    """One set, divided by scope, with the lexical scores of every question."""

    def __init__(self, folder: Path, limit: int | None = None) -> None:
        self.name = folder.name
        self.documents = [json.loads(line) for line in (folder / "corpus.jsonl").open()]
        self.questions = [json.loads(line) for line in (folder / "queries.jsonl").open()][:limit]
        self.texts = [f"{d.get('title') or ''}\n{d['text']}".strip() for d in self.documents]
        scopes: dict[str, list[int]] = defaultdict(list)
        for at, document in enumerate(self.documents):
            scopes[document["scope"]].append(at)
        self.scopes = {scope: np.array(members) for scope, members in scopes.items()}
        self.times = np.array([_seconds(d["at"]) for d in self.documents])
        self._lexical: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def candidates(self) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Return, for each question, the documents it may see, their BM25 over the best one, their context."""
        if not self._lexical:
            indexes = {scope: _index([self.texts[at] for at in members]) for scope, members in self.scopes.items()}
            for question in self.questions:
                members = self.scopes[question["scope"]]
                scores = np.zeros(len(members))
                for row, score in _search(indexes[question["scope"]], question["text"]):
                    scores[row - 1] = -score
                if question["at"]:
                    seen = self.times[members] <= _seconds(question["at"])
                    members, scores = members[seen], scores[seen]
                lexical = scores / max(scores.max(initial=0), 1e-9)
                self._lexical.append((members, lexical, self._context(question, members)))
        return self._lexical

    def _context(self, question: dict, members: np.ndarray) -> np.ndarray:
        """Return the evidence besides words: files in common and, for history, recency."""
        files = set(question["files"])
        if not files:
            return np.zeros(len(members))
        shared = np.array([len(files & set(self.documents[at]["files"])) / len(files) ** 0.5 for at in members])
        age = (_seconds(question["at"]) - self.times[members]) / 86400
        return 0.5 * np.minimum(shared, 1) + 0.5 * 0.5 ** (age / 14)


class Vectors:
    """The vectors of a set: one a document, or one a passage, of which the best counts."""

    def __init__(self, embedder: StaticEmbedder, recall_set: RecallSet, words: int = 0) -> None:
        parts = [cut(text, words) for text in recall_set.texts]
        lengths = np.array([len(part) for part in parts])
        self.passages = embed(embedder, [text for part in parts for text in part])
        self.starts = np.cumsum(lengths) - lengths
        self.questions = embed(embedder, [question["text"] for question in recall_set.questions])

    def cosines(self, question: int) -> np.ndarray:
        """Return the cosine of every document with one question."""
        return np.maximum.reduceat(self.passages @ self.questions[question], self.starts)


def cut(text: str, words: int) -> list[str]:
    """Cut a text into passages of so many words that overlap by half; 0 leaves it whole."""
    parts = text.split()
    if not words or len(parts) <= words:
        return [text]
    return [" ".join(parts[at : at + words]) for at in range(0, len(parts) - words // 2, words // 2)]


def measure(recall_set: RecallSet, vectors: Vectors) -> dict[str, dict[str, float]]:
    """Rank with the dense score alone, then fused under each weight; percentages."""
    ways: dict[str, list[list[float]]] = defaultdict(list)
    for at, (members, lexical, context) in enumerate(recall_set.candidates()):
        question = recall_set.questions[at]
        relevant = set(question["relevant"])
        cosines = vectors.cosines(at)[members]
        scores = {"dense": cosines}
        for weight in WEIGHTS:
            scores[f"bm25+{weight}"] = lexical + weight * cosines
            if question["files"]:
                scores[f"files+{weight}"] = lexical + weight * cosines + context
        for way, score in scores.items():
            hits = [recall_set.documents[members[row]]["id"] in relevant for row in best_rows(score)]
            ways[way].append([any(hits[:5]), any(hits), sum(hits[:5]) / len(relevant), sum(hits) / len(relevant)])
    return {
        way: dict(zip(MEASURES, (100 * np.mean(rows, axis=0)).round(1).tolist(), strict=True))
        for way, rows in ways.items()
    }


def best_rows(scores: np.ndarray) -> np.ndarray:
    """Return the rows of the best scores, best first, earlier rows before later ones of the same score."""
    if len(scores) > BEST:
        rows = np.flatnonzero(scores >= np.partition(scores, -BEST)[-BEST])
    else:
        rows = np.arange(len(scores))
    return rows[np.argsort(-scores[rows], kind="stable")][:BEST]


def embed(embedder: StaticEmbedder, texts: list[str]) -> np.ndarray:
    """Return unit vectors as the product would compare them."""
    packed = np.frombuffer(b"".join(embedder.embed(texts)), np.int8).reshape(len(texts), -1).astype(np.float32)
    return packed / np.maximum(np.linalg.norm(packed, axis=1, keepdims=True), 1e-9)


def _index(texts: list[str]) -> sqlite3.Connection:
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61')")
    index.executemany("INSERT INTO t(text) VALUES (?)", [(text,) for text in texts])
    return index


def _search(index: sqlite3.Connection, text: str) -> list[tuple[int, float]]:
    words = list(dict.fromkeys(w for w in re.findall(r"\w+", text.lower()) if w not in STOP))[:60]
    if not words:
        return []
    query = " OR ".join(f'"{word}"' for word in words)
    return index.execute("SELECT rowid, bm25(t) FROM t WHERE t MATCH ?", (query,)).fetchall()


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=Path, required=True, help="folder of recall sets")
    parser.add_argument("--only", nargs="*", help="names of sets")
    parser.add_argument("--passages", type=int, default=0, help="words a passage; the best passage counts")
    parser.add_argument("tables", type=Path, nargs="+")
    arguments = parser.parse_args()
    for folder in sorted(arguments.sets.iterdir()):
        if arguments.only and folder.name not in arguments.only:
            continue
        recall_set = RecallSet(folder)
        for table in arguments.tables:
            embedder = StaticEmbedder(table)
            vectors = Vectors(embedder, recall_set, arguments.passages)
            for way, values in measure(recall_set, vectors).items():
                print(f"{folder.name:18} {table.stem:12} {way:10}", *(f"{k} {v:5.1f}" for k, v in values.items()))


if __name__ == "__main__":
    main()

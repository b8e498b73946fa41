"""Show what each part of the ranking is worth: `python tools/ranking/ablate.py SETS_FOLDER [NAME…] [--every N]`.

Starts from plain FTS5 and from words alone, then switches the other parts on one after the other.
"""

import argparse
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import apsw
from sets import Loaded, load, measure, moment_of, read_lines

from standfast.recall import question, weights
from standfast.recall.ask import Ask
from standfast.recall.embed import open_embedder
from standfast.recall.lexicon import STOP
from standfast.recall.search import search
from standfast.store.values import View

OFF: dict[str, float] = {
    "RELATED": 1e-9, "FRAME": 1.0, "PRIOR": 0, "TOGETHER": 0.0, "DENSE": 0.0, "CONTEXT": 0.0, "ANCHOR": 0.0,
    "FRESH": 0.0, "FRESH_ANCHORED": 0.0, "FRESH_NOW": 0.0, "VERSIONS": 0,
}  # fmt: skip
STEPS = (
    ("words alone", ()),
    ("+ related, frames, prior", ("RELATED", "FRAME", "PRIOR")),
    ("+ together", ("TOGETHER",)),
    ("+ dense", ("DENSE",)),
    ("+ context", ("CONTEXT",)),
    ("+ anchors", ("ANCHOR",)),
    ("+ age and versions", ("FRESH", "FRESH_ANCHORED", "FRESH_NOW", "VERSIONS")),
)
COLUMNS = ("any@1", "any@5", "all@5", "frac@5", "any@10", "frac@10", "mrr", "stale_above_fresh")


def floor(corpus: list[dict[str, Any]], queries: list[dict[str, Any]]) -> dict[str, float]:
    """Measure plain FTS5: porter, stop words dropped, the words joined by OR, one index a scope."""
    database = apsw.Connection(":memory:")
    tables: dict[str, str] = {}
    for one in corpus:
        if one["scope"] not in tables:
            tables[one["scope"]] = f"t{len(tables)}"
            columns = "id UNINDEXED, at UNINDEXED, text"
            database.execute(f"CREATE VIRTUAL TABLE t{len(tables) - 1} USING fts5 ({columns}, tokenize = 'porter')")
        text = f"{one['title'] or ''}\n{one['text']}"
        database.execute(f"INSERT INTO {tables[one['scope']]} VALUES (?, ?, ?)", (one["id"], one["at"], text))
    ranked = []
    for query in queries:
        spaced = "".join(char if char.isalnum() else " " for char in query["text"])
        words = list(dict.fromkeys(word for word in spaced.lower().split() if word not in STOP))
        sql = f"SELECT id FROM {tables[query['scope']]} WHERE text MATCH ? AND at <= ? ORDER BY rank LIMIT 20"
        expression = " OR ".join(f'"{word}"' for word in words) or '""'
        found = database.execute(sql, (expression, query["at"] or "9")).fetchall()
        ranked.append((query, [row[0] for row in found]))
    return measure(ranked)


def run(loaded: Loaded, queries: list[dict[str, Any]], embedder: Any) -> dict[str, float]:
    """Ask every query."""
    ranked = []
    for query in queries:
        moment = moment_of(query, loaded)
        view = View(before=moment) if query["at"] else View()
        ask = Ask(query["text"], moment, tuple(query["files"]), limit=20, embedder=embedder)
        answer = search([(loaded.store.partition(loaded.keys[query["scope"]]), view)], ask)
        found = [one for hit in answer.hits for one in (hit.document.memory, *hit.folded)]
        ranked.append((query, [loaded.ids[one] for one in found]))
    return measure(ranked)


def main() -> None:
    """Print one block per set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--home", type=Path, default=None)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    home = options.home or Path(tempfile.mkdtemp(prefix="ranking-"))
    full = {name: getattr(weights, name) for name in OFF}
    embedder = open_embedder()
    frames = question._FRAMES  # noqa: SLF001 - switched off as a whole
    names = options.names or sorted(path.name for path in options.sets.iterdir() if (path / "corpus.jsonl").exists())
    for name in names:
        loaded = load(options.sets / name, home)
        queries = read_lines(options.sets / name / "queries.jsonl")[:: options.every]
        print(f"\n{name}\n{'':28}" + "".join(f"{column[:10]:>11}" for column in COLUMNS))
        results = {"plain FTS5": floor(read_lines(options.sets / name / "corpus.jsonl"), queries)}
        _show("plain FTS5", results["plain FTS5"])
        now = defaultdict(float, OFF)
        for label, switched in STEPS:
            now.update({one: full[one] for one in switched})
            for one, value in now.items():
                setattr(weights, one, value)
            question._FRAMES = frames if now["FRAME"] < 1 else {}  # noqa: SLF001
            weights.PLACED_LIMIT = 40 if now["ANCHOR"] else 0
            _show(label, run(loaded, queries, embedder if now["DENSE"] else None))
        loaded.store.close()


def _show(label: str, result: dict[str, float]) -> None:
    print(f"{label:28}" + "".join(f"{result.get(column, ''):>11}" for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()

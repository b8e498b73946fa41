"""Check recall's cost against its bar: at most 1.5 times one plain FTS5 query and one exact scan of the same size.

`python tools/ranking/speed.py [--size 100000] [--home FOLDER]`. Memories are made up from the words of `related.txt`
with the frequencies of ordinary text; the plain index holds the same texts. Times are CPU milliseconds of this
process, so that a busy machine does not matter.
"""

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import numpy as np
from standfast.recall.related import SHIPPED

from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content
from standfast.model.moment import Clock
from standfast.model.operation import Act
from standfast.model.scope import Scope
from standfast.model.source import Source
from standfast.recall.ask import Ask
from standfast.recall.embed import open_embedder
from standfast.recall.indexer import TermIndexer
from standfast.recall.search import search
from standfast.store.sqlite.store import SqliteStore
from standfast.store.values import Change, View

NOW = datetime(2026, 6, 1, tzinfo=UTC)
QUESTIONS = 60
BATCH = 500


def vocabulary() -> tuple[list[str], list[float]]:
    """Return words and how often they come, as one over their rank."""
    words = [line.split() for line in Path(SHIPPED).read_text("utf-8").split("\n") if line]
    ordered = [word[0] for word in sorted(words, key=lambda word: -int(word[1]))]
    return ordered, [1 / (rank + 10) for rank in range(len(ordered))]


def texts(size: int) -> list[str]:
    """Make up memories of ten to sixty words, some of them names in code."""
    chance = random.Random(11)
    words, shares = vocabulary()
    found = []
    for _ in range(size):
        chosen = chance.choices(words, shares, k=chance.randint(10, 60))
        chosen[3] = f"{chosen[3]}_{chosen[4]}"
        found.append(" ".join(chosen))
    return found


def fill(store: SqliteStore, written: list[str]) -> float:
    """Write everything into one project; return memories per second."""
    partition = store.partition("project:speed")
    scope = Scope("project", "speed")
    started = time.process_time()
    for start in range(0, len(written), BATCH):
        with partition.writing():
            for number, text in enumerate(written[start : start + BATCH], start):
                content = Content(
                    kind=Kind.FACT, text=text, scope=scope,
                    anchors=(Anchored(parse_anchor(f"src/module{number % 997}/file{number % 89}.py")),),
                )  # fmt: skip
                change = Change(
                    Act.REMEMBER, Source("agent", "speed", session=f"s{number // 20}"), MemoryId(mint("memory")),
                    {"content": encode_content(content)}, NOW - timedelta(minutes=len(written) - number), revision=1,
                )  # fmt: skip
                partition.log.append(change)
    return len(written) / (time.process_time() - started)


def plain_index(path: Path, written: list[str]) -> apsw.Connection:
    """Make the plain FTS5 table that the bar is measured with."""
    fresh = not path.exists()
    database = apsw.Connection(str(path))
    database.pragma("mmap_size", 1 << 30)
    if fresh:
        database.execute("CREATE VIRTUAL TABLE plain USING fts5 (text, tokenize = 'porter unicode61')")
        with database:
            database.executemany("INSERT INTO plain VALUES (?)", [(text,) for text in written])
    return database


def clocked(work: Callable[[int], object]) -> tuple[float, float]:
    """Return median and 95th percentile in CPU milliseconds."""
    for number in range(3):
        work(number)
    found = []
    for number in range(QUESTIONS):
        started = time.process_time()
        work(number)
        found.append(1000 * (time.process_time() - started))
    found.sort()
    return found[len(found) // 2], found[int(len(found) * 0.95)]


def main() -> None:
    """Print each cost and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--home", type=Path)
    options = parser.parse_args()
    home = (options.home or Path(tempfile.mkdtemp(prefix="speed-"))) / str(options.size)
    written = texts(options.size)
    embedder = open_embedder()
    store = SqliteStore(home, indexer=TermIndexer(embedder), clock=Clock(), durability="normal")
    if store.find_partition("project:speed") is None:
        print(f"load           {fill(store, written):8.0f} memories per second of CPU")
    plain = plain_index(home / "plain.sqlite", written)
    partition = store.partition("project:speed")
    chance = random.Random(5)
    asked = [" ".join(chance.sample(chance.choice(written).split(), 8)) for _ in range(QUESTIONS)]
    matrix = np.random.default_rng(1).integers(-40, 40, (options.size, 256), dtype=np.int8)
    vector = matrix[0].astype(np.float32)

    def one_scan(_: int) -> None:
        products = np.empty(len(matrix), np.float32)
        for start in range(0, len(matrix), 1024):
            products[start : start + 1024] = matrix[start : start + 1024].astype(np.float32) @ vector
        np.argpartition(products, -50)

    def one_query(number: int) -> None:
        words = " OR ".join(f'"{word}"' for word in asked[number].split())
        plain.execute("SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 50", (words,)).fetchall()

    def recall(*, files: tuple[str, ...] = (), light: bool = False) -> Callable[[int], object]:
        view = View(scopes=("project:speed",))
        return lambda number: search(
            [(partition, view)], Ask(asked[number], NOW, files, embedder=embedder, light=light)
        )

    query, scan = clocked(one_query), clocked(one_scan)
    full, anchored = clocked(recall()), clocked(recall(files=("src/module7/file7.py",)))
    light = clocked(recall(light=True))
    rows = (("plain FTS5", query), ("int8 scan", scan), ("recall", full), ("with files", anchored), ("light", light))
    for name, (middle, high) in rows:
        print(f"{name:14} p50 {middle:7.2f}  p95 {high:7.2f} ms")
    print(f"ratio          p50 {full[0] / (query[0] + scan[0]):7.2f}  (bar: 1.5)")
    print(f"memory         {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()

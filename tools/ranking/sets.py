"""Recall sets for experiments: read one, load it into a store, measure rankings.

A set is a folder with `corpus.jsonl` (id, text, at, kind, scope, session, title, files, supersedes) and
`queries.jsonl` (id, text, at, scope, files, relevant, stale). Each scope becomes a project of its own.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content
from standfast.model.moment import Clock
from standfast.model.operation import Act
from standfast.model.scope import Scope
from standfast.model.source import Source
from standfast.recall.embed import open_embedder
from standfast.recall.indexer import TermIndexer
from standfast.store.sqlite.store import SqliteStore
from standfast.store.values import Change

BATCH = 500


@dataclass
class Loaded:
    """A set in a store: which partition each scope became, and which memory each document."""

    store: SqliteStore
    keys: dict[str, str]
    ids: dict[MemoryId, str]
    last: dict[str, datetime]
    seconds: float
    documents: int


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Read a JSON Lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def load(folder: Path, home: Path, *, dense: bool = True) -> Loaded:
    """Load a set into a store under `home`, or open the one made there before."""
    corpus = read_lines(folder / "corpus.jsonl")
    embedder = open_embedder() if dense else None
    store = SqliteStore(home / folder.name, indexer=TermIndexer(embedder), clock=Clock(), durability="normal")
    keys = {scope: f"project:s{number}" for number, scope in enumerate(dict.fromkeys(item["scope"] for item in corpus))}
    last = {item["scope"]: datetime.fromisoformat(item["at"]) for item in corpus}
    known = home / folder.name / "ids.json"
    if known.exists():
        return Loaded(store, keys, json.loads(known.read_text()), last, 0.0, len(corpus))
    started = time.perf_counter()
    ids = _write(store, keys, corpus)
    seconds = time.perf_counter() - started
    known.write_text(json.dumps(ids))
    return Loaded(store, keys, ids, last, seconds, len(corpus))


def _write(store: SqliteStore, keys: dict[str, str], corpus: list[dict[str, Any]]) -> dict[MemoryId, str]:
    memory_of: dict[str, MemoryId] = {}
    by_scope: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in corpus:
        by_scope[item["scope"]].append(item)
        memory_of[item["id"]] = MemoryId(mint("memory"))
    for scope, records in by_scope.items():
        partition = store.partition(keys[scope])
        for start in range(0, len(records), BATCH):
            with partition.writing():
                for record in records[start : start + BATCH]:
                    partition.log.append(_change(record, keys[scope], memory_of))
    return {memory: name for name, memory in memory_of.items()}


def _change(record: dict[str, Any], key: str, memory_of: dict[str, MemoryId]) -> Change:
    content = Content(
        kind=Kind(record["kind"]),
        text=record["text"],
        scope=Scope("project", key.removeprefix("project:")),
        title=record["title"] or "",
        anchors=tuple(Anchored(parse_anchor(path)) for path in record["files"]),
    )
    source = Source("import", "set", session=record["session"] or "", item=record["id"])
    return Change(
        Act.REMEMBER,
        source,
        memory_of[record["id"]],
        {"content": encode_content(content)},
        datetime.fromisoformat(record["at"]),
        supersedes=tuple(memory_of[item] for item in record["supersedes"]),
        revision=1,
    )


def moment_of(query: dict[str, Any], loaded: Loaded) -> datetime:
    """Return when a query is asked: at its own time, or a minute after the last document of its scope."""
    if query["at"]:
        return datetime.fromisoformat(query["at"])
    return loaded.last[query["scope"]] + timedelta(minutes=1)


def measure(ranked: Iterable[tuple[dict[str, Any], list[str]]]) -> dict[str, float]:
    """Return the mean of every metric over (query, document ids best first)."""
    sums: dict[str, list[float]] = defaultdict(list)
    for query, found in ranked:
        relevant = set(query["relevant"])
        for k in (1, 5, 10):
            hit = len(relevant & set(found[:k]))
            sums[f"any@{k}"].append(hit > 0)
            sums[f"all@{k}"].append(hit == len(relevant))
            sums[f"frac@{k}"].append(hit / len(relevant))
        first = next((rank for rank, item in enumerate(found, 1) if item in relevant), 0)
        sums["mrr"].append(1 / first if first else 0.0)
        if query["stale"]:
            stale = next((rank for rank, item in enumerate(found, 1) if item in query["stale"]), 0)
            sums["stale_above_fresh"].append(bool(stale) and (not first or stale < first))
            sums["stale_in_top5"].append(0 < stale <= 5)
    return {name: round(100 * sum(values) / len(values), 1) for name, values in sums.items()}

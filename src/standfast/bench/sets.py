"""Recall sets: documents and queries in one form, and the metrics over ranked answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from standfast.errors import ConfigError, NotFound
from standfast.model.value import Value

DEPTH = 20


class Doc(Value):
    """One document of a set."""

    id: str
    text: str
    at: str
    kind: str
    scope: str
    session: str
    title: str
    files: tuple[str, ...]
    supersedes: tuple[str, ...]


class Query(Value):
    """One question of a set; `relevant` is None when scoring happens elsewhere."""

    id: str
    text: str
    at: str
    scope: str
    files: tuple[str, ...]
    relevant: tuple[str, ...] | None
    stale: tuple[str, ...]


class RecallSet(Value):
    """Documents by scope, oldest first, and the queries of each scope."""

    name: str
    documents: Mapping[str, Sequence[Doc]]
    queries: Mapping[str, Sequence[Query]]


def load_set(folder: Path) -> RecallSet:
    """Read a set from its folder."""
    documents: dict[str, list[Doc]] = {}
    for record in _lines(folder / "corpus.jsonl"):
        doc = Doc(
            id=record["id"],
            text=record["text"],
            at=record.get("at") or "",
            kind=record.get("kind") or "episode",
            scope=record.get("scope") or "all",
            session=record.get("session") or "",
            title=record.get("title") or "",
            files=tuple(record.get("files") or ()),
            supersedes=tuple(record.get("supersedes") or ()),
        )
        documents.setdefault(doc.scope, []).append(doc)
    queries: dict[str, list[Query]] = {}
    for record in _lines(folder / "queries.jsonl"):
        relevant = record.get("relevant")
        query = Query(
            id=record["id"],
            text=record["text"],
            at=record.get("at") or "",
            scope=record.get("scope") or "all",
            files=tuple(record.get("files") or ()),
            relevant=tuple(relevant) if relevant is not None else None,
            stale=tuple(record.get("stale") or ()),
        )
        queries.setdefault(query.scope, []).append(query)
    return RecallSet(folder.name, documents, queries)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        hint = "A set is a folder with corpus.jsonl and queries.jsonl."
        raise NotFound(f"There is no {path}.", hint=hint)
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _record(path, number, line)


def _record(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict) or not all(isinstance(record.get(name), str) for name in ("id", "text")):
        hint = "Every line is a JSON object with at least id and text."
        raise ConfigError(f"Line {number} of {path} is not a line of a recall set.", hint=hint, code="bad-record")
    return record


def measure(queries: Sequence[Query], ranked: Mapping[str, Sequence[str]]) -> dict[str, float | None]:
    """Return the metrics over all queries that say what is relevant; percentages, None where nothing says it."""
    scored = [query for query in queries if query.relevant]
    metrics: dict[str, float | None] = {"n": len(scored)}
    for k in (1, 5, 10):
        shares = [_share(query, ranked[query.id][:k]) for query in scored]
        metrics[f"any@{k}"] = _percent([share > 0 for share in shares])
        if k > 1:
            metrics[f"all@{k}"] = _percent([share == 1 for share in shares])
            metrics[f"frac@{k}"] = _percent(shares)
    metrics["mrr"] = _percent([_reciprocal(query, ranked[query.id]) for query in scored])
    staled = [query for query in scored if query.stale]
    metrics["stale_above_fresh"] = _percent([_stale_first(query, ranked[query.id]) for query in staled])
    metrics["stale_in_top5"] = _percent([bool(set(query.stale) & set(ranked[query.id][:5])) for query in staled])
    return metrics


def _share(query: Query, top: Sequence[str]) -> float:
    wanted = set(query.relevant or ())
    return len(wanted & set(top)) / len(wanted)


def _reciprocal(query: Query, ranking: Sequence[str]) -> float:
    place = _first(query.relevant or (), ranking)
    return 1 / place if place else 0.0


def _stale_first(query: Query, ranking: Sequence[str]) -> bool:
    stale, fresh = _first(query.stale, ranking), _first(query.relevant or (), ranking)
    return bool(stale) and (not fresh or stale < fresh)


def _first(wanted: Sequence[str], ranking: Sequence[str]) -> int:
    return next((place for place, item in enumerate(ranking, 1) if item in wanted), 0)


def _percent(values: Sequence[float | bool]) -> float | None:
    return round(100 * sum(values) / len(values), 1) if values else None

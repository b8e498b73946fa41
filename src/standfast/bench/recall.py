"""`standfast bench recall`: a recall set through the public remember and recall, in a temporary home."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from standfast.bench.sets import DEPTH, Doc, Query, RecallSet, load_set, measure
from standfast.bench.trials import SHIPPED, TRIALS, left_out, trying
from standfast.capture.draft import Draft
from standfast.config import Settings
from standfast.errors import StandfastError
from standfast.memory import Memory
from standfast.model.moment import Clock, parse_time
from standfast.model.source import Source

Tell = Callable[[int, int], None]


class SetClock(Clock):
    """A clock that stands where the set stands."""

    def __init__(self) -> None:
        self.moment = super().now()

    def now(self) -> datetime:
        """Return where it stands."""
        return self.moment


def bench_recall(
    folder: Path, *, embedder: str = "static", tell: Tell | None = None, store_url: str = ""
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Run a set, in a temporary store or in an empty one that is named; return figures, and what each query ranked."""
    figures, ranked = _run(load_set(folder), embedder, tell, (SHIPPED,), store_url)
    return figures[SHIPPED], ranked


def bench_several(folders: Sequence[Path], *, embedder: str = "static", tell: Tell | None = None) -> dict[str, Any]:
    """Run several sets; return the figures of each, and what it has with the weights that the others would choose."""
    found = {folder.name: _run(load_set(folder), embedder, tell, tuple(TRIALS))[0] for folder in folders}
    shipped = {name: by_setting[SHIPPED] for name, by_setting in found.items()}
    return {"sets": shipped, "left_out": left_out(found)}


def _run(
    chosen: RecallSet, embedder: str, tell: Tell | None, settings: Sequence[str], store_url: str = ""
) -> tuple[dict[str, dict[str, Any]], dict[str, list[str]]]:
    """Load a set once and ask it under each setting; return figures by setting, and what the first of them ranked."""
    ranked: dict[str, dict[str, list[str]]] = {setting: {} for setting in settings}
    waits: dict[str, list[float]] = {setting: [] for setting in settings}
    loaded, spent = 0, 0.0
    with tempfile.TemporaryDirectory(prefix="standfast-bench-") as home:
        for done, scope in enumerate(chosen.documents, 1):
            memory, clock = _open(Path(home), scope, embedder, store_url)
            with memory:
                started = time.perf_counter()
                names = _load(memory, clock, chosen, scope)
                spent += time.perf_counter() - started
                loaded += len(chosen.documents[scope])
                latest = max((parse_time(doc.at) for doc in chosen.documents[scope] if doc.at), default=None)
                for setting in settings:
                    with trying(TRIALS[setting]):
                        for query in chosen.queries.get(scope, ()):
                            ranked[setting][query.id] = _ask(memory, clock, query, latest, names, waits[setting])
            if tell:
                tell(done, len(chosen.documents))
    figures = {setting: _figures(chosen, ranked[setting], waits[setting]) for setting in settings}
    for figure in figures.values():
        figure["load_per_s"] = round(loaded / spent, 1) if spent else 0.0
    return figures, ranked[settings[0]]


def _figures(chosen: RecallSet, ranked: dict[str, list[str]], waits: list[float]) -> dict[str, Any]:
    queries = [query for members in chosen.queries.values() for query in members]
    for query in queries:
        ranked.setdefault(query.id, [])
    figures: dict[str, Any] = measure(queries, ranked)
    figures["n"] = len(queries)
    waits.sort()
    figures["p50_ms"], figures["p95_ms"] = (_at(waits, share) for share in (0.5, 0.95))
    return figures


def _open(home: Path, scope: str, embedder: str, store_url: str) -> tuple[Memory, SetClock]:
    clock = SetClock()
    url = store_url or f"sqlite://{home / 'store'}"
    settings = Settings(home=home, store_url=url, project=scope, embedder=embedder)
    return Memory(settings, Source("import", "set"), home, clock=clock), clock


def _load(memory: Memory, clock: SetClock, chosen: RecallSet, scope: str) -> dict[str, str]:
    """Remember a scope's documents; return memory id → document id."""
    by_doc: dict[str, str] = {}
    waiting: list[Doc] = []
    known = {doc.id for doc in chosen.documents[scope]}

    def flush() -> None:
        drafts = [_draft(chosen.name, doc, by_doc) for doc in waiting]
        for doc, result in zip(waiting, memory.remember_many(drafts), strict=True):
            if isinstance(result, StandfastError):
                raise result
            by_doc[doc.id] = result.id
        waiting.clear()

    for doc in chosen.documents[scope]:
        clock.moment = max(clock.moment, parse_time(doc.at)) if doc.at else clock.moment
        if any(supersede not in by_doc and supersede in known for supersede in doc.supersedes):
            flush()
        waiting.append(doc)
    flush()
    return {memory_id: doc_id for doc_id, memory_id in by_doc.items()}


def _draft(name: str, doc: Doc, by_doc: dict[str, str]) -> Draft:
    return Draft(
        text=doc.text,
        kind=doc.kind,
        title=doc.title,
        anchors=doc.files,
        at=doc.at,
        supersedes=[by_doc[supersede] for supersede in doc.supersedes if supersede in by_doc],
        source=Source("import", name, session=doc.session, item=doc.id),
    )


def _ask(
    memory: Memory, clock: SetClock, query: Query, latest: datetime | None, names: dict[str, str], waits: list[float]
) -> list[str]:
    if query.at:
        clock.moment = parse_time(query.at)
    elif latest:
        clock.moment = latest + timedelta(minutes=1)
    started = time.perf_counter()
    as_of = clock.moment if query.at else None
    answer = memory.recall(query.text, limit=DEPTH, files=query.files, as_of=as_of)
    waits.append((time.perf_counter() - started) * 1000)
    ids: dict[str, None] = {}
    for result in answer.results:
        ids.update(dict.fromkeys(names[item] for item in (result.memory.id, *result.folded)))
    return list(ids)[:DEPTH]


def _at(values: Sequence[float], share: float) -> float:
    return round(values[min(len(values) - 1, int(share * len(values)))], 2) if values else 0.0

"""Screening, measured: how many attacks and how much honest text it flags, by source, also sources it never saw.

Owns the count. Each source is judged twice: as shipped, and, where the training folder of a checkout is at hand, by a
model that was trained without it. Neighbours: `capture.screen` is what is measured, tools/screen trains it.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from standfast.capture.screen import linear, screen
from standfast.errors import ConfigError

Tell = Callable[[int, int], None]


def bench_screen(paths: Sequence[Path], trainer: Path | None = None, *, tell: Tell | None = None) -> dict[str, Any]:
    """Return the figures: `attacks` and `benign` flagged in percent, as shipped and leave-one-source-out."""
    rows = [row for path in paths for row in _read(path)]
    plain = [screen(row["text"]).verdict != "clean" for row in rows]
    figures: dict[str, Any] = {"n": len(rows), **_shares("", rows, plain)}
    unseen = _leave_out(rows, trainer, tell) if trainer else None
    if unseen is not None:
        figures |= _shares("_unseen", rows, unseen)
    figures["sources"] = _table(rows, plain, unseen)
    return figures


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines if line.strip()]
        return [{"source": str(row["source"]), "attack": bool(row["attack"]), "text": str(row["text"])} for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = 'Each line is {"source", "attack", "text"}.'
        raise ConfigError(f"Cannot read {path}: {error}.", hint=hint, code="bad-set") from error


def _shares(suffix: str, rows: Sequence[dict[str, Any]], flagged: Sequence[bool]) -> dict[str, float]:
    found = {}
    for name, attack in (("attacks", True), ("benign", False)):
        hits = [hit for row, hit in zip(rows, flagged, strict=True) if row["attack"] is attack]
        found[name + suffix] = round(100 * sum(hits) / len(hits), 1) if hits else 0.0
    return found


def _table(
    rows: Sequence[dict[str, Any]], plain: Sequence[bool], unseen: Sequence[bool] | None
) -> list[dict[str, object]]:
    counts: dict[tuple[str, bool], Counter[str]] = {}
    for place, row in enumerate(rows):
        count = counts.setdefault((row["source"], row["attack"]), Counter())
        count["n"] += 1
        count["flagged"] += plain[place]
        count["flagged_unseen"] += unseen[place] if unseen else 0
    return [
        {"source": source, "attack": attack, "n": count["n"], "flagged": count["flagged"]}
        | ({"flagged_unseen": count["flagged_unseen"]} if unseen else {})
        for (source, attack), count in sorted(counts.items())
    ]


def _leave_out(rows: Sequence[dict[str, Any]], trainer: Path, tell: Tell | None) -> list[bool]:
    """Judge each source with a model trained on the templates and every other source."""
    train = _load(trainer)
    samples = [train.make_sample(row["source"], row["attack"], row["text"]) for row in rows]
    own = train.template_samples()
    found = [False] * len(rows)
    sources = sorted({row["source"] for row in rows})
    before = linear.shipped()
    try:
        for number, source in enumerate(sources, 1):
            model = train.fit(train.trim(own + [sample for sample in samples if sample.source != source]))
            linear.use_weights(train.pack(model, ""))
            for place, row in enumerate(rows):
                if row["source"] == source:
                    found[place] = screen(row["text"]).verdict != "clean"
            if tell:
                tell(number, len(sources))
    finally:
        linear.use_weights(before)
    return found


def _load(folder: Path) -> Any:
    """Return the trainer of a checkout, as a module."""
    path = folder / "train.py"
    spec = importlib.util.spec_from_file_location("standfast_screen_train", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise ConfigError(f"There is no trainer at {folder}.", hint="Name tools/screen of a checkout.", code="bad-path")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module

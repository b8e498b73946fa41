"""Screening, measured: how many attacks and how much honest text it flags, by source.

Owns the count. Neighbours: `capture.screen` is what is measured; `tools/screen/train.py --leave-out` measures models
that never saw a source.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from standfast.capture.screen import screen
from standfast.errors import ConfigError


def bench_screen(paths: Sequence[Path]) -> dict[str, Any]:
    """Return the figures: `attacks` and `benign` flagged in percent, and by source."""
    rows = [row for path in paths for row in _read(path)]
    flagged = [screen(row["text"]).verdict != "clean" for row in rows]
    return {"n": len(rows), **_shares(rows, flagged), "sources": _table(rows, flagged)}


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines if line.strip()]
        return [{"source": str(row["source"]), "attack": bool(row["attack"]), "text": str(row["text"])} for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = 'Each line is {"source", "attack", "text"}.'
        raise ConfigError(f"Cannot read {path}: {error}.", hint=hint, code="bad-set") from error


def _shares(rows: Sequence[dict[str, Any]], flagged: Sequence[bool]) -> dict[str, float]:
    found = {}
    for name, attack in (("attacks", True), ("benign", False)):
        hits = [hit for row, hit in zip(rows, flagged, strict=True) if row["attack"] is attack]
        found[name] = round(100 * sum(hits) / len(hits), 1) if hits else 0.0
    return found


def _table(rows: Sequence[dict[str, Any]], flagged: Sequence[bool]) -> list[dict[str, object]]:
    counts: dict[tuple[str, bool], Counter[str]] = {}
    for row, hit in zip(rows, flagged, strict=True):
        counts.setdefault((row["source"], row["attack"]), Counter()).update(n=1, flagged=hit)
    return [
        {"source": source, "attack": attack, "n": count["n"], "flagged": count["flagged"]}
        for (source, attack), count in sorted(counts.items())
    ]

"""`standfast bench secrets`: how many secrets of public test material redaction finds, and what it takes for one.

Owns the measure. A fixture is a line `{"source", "rule", "secret", "text"}`, where `secret` says whether the text holds
one, and an optional `"value"` says which part. The plain share is what the program does as it is. Leave one source out
is the figure to trust: for each source, how strict randomness is judged is chosen on all the others, so that a source
never decides about itself. It must not read a home: nothing but the redaction of a fresh one is measured.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from standfast.capture.redact import redact
from standfast.capture.redact.values import strictness
from standfast.errors import ConfigError

Tell = Callable[[int, int], None]

_KEY = b"the key of no home"
_GRID = (0.6, 0.8, 1.0, 1.2, 1.5)  # how strict, as a factor
_ALLOWED = 1.0  # false alarms per 100 kB of ordinary text
_LONGEST = 400_000  # characters of one ordinary file


def bench_secrets(fixtures: Sequence[Path], clean: Path | None = None, *, tell: Tell | None = None) -> dict[str, Any]:
    """Return the found share per source, false alarms per 100 kB of the clean folder, and leave-one-source-out."""
    rows = [row for path in fixtures for row in _read_rows(path)]
    ordinary = list(_read_clean(clean)) if clean else []
    table: dict[float, dict[str, float]] = {}
    alarms: dict[float, float] = {}
    answer: dict[str, Any] = {}
    for step, factor in enumerate(_GRID):
        with strictness(factor):
            found = _found(rows)
            table[factor] = {source: part["found"] for source, part in found.items() if part["n"]}
            alarms[factor], cost = _alarms(ordinary)
        if factor == 1.0:
            answer = {"sources": found, "n": len(rows), **_clean_figures(ordinary, alarms[factor], cost)}
        if tell:
            tell(step + 1, len(_GRID))
    answer["found"] = _mean(table[1.0].values())
    answer["leave_one_out"] = _left_out(table, alarms)
    return answer


def _read_rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        hint = 'Write one {"source", "rule", "secret", "text"} a line.'
        raise ConfigError(f"Cannot read {path}: {error}.", hint=hint, code="bad-path") from error
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise ConfigError(f"{path}, line {number} has no text.", hint='Write {"text": "…"}.', code="bad-record")
    return rows


def _read_clean(folder: Path) -> Iterable[str]:
    if not folder.is_dir():
        raise ConfigError(
            f"{folder} is not a folder.", hint="Name one with ordinary text: --clean DIR.", code="bad-path"
        )
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".git" not in path.parts:
            with suppress(OSError, ValueError):  # what is not text is no part of the measure
                yield path.read_text("utf-8")[:_LONGEST]


def _found(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return, per source, how many texts hold a secret and the share of them found, and how many others were marked."""
    counts: dict[str, list[int]] = {}
    for row in rows:
        count = counts.setdefault(str(row.get("source", "")), [0, 0, 0, 0])
        place = 0 if row.get("secret", True) else 2
        count[place] += 1
        count[place + 1] += is_found(row["text"], row.get("value"))
    return {
        source: {"n": count[0], "found": _share(count[1], count[0]), "others": count[2], "marked": count[3]}
        for source, count in sorted(counts.items())
    }


def is_found(text: str, value: object = None) -> bool:
    """Tell whether redaction takes something out of the text: at least half of the value, where one is named."""
    spans = [(finding.start, finding.end) for finding in redact(text, key=_KEY).findings]
    if not isinstance(value, str) or not value:
        return bool(spans)
    at = text.find(value)
    while at >= 0:
        if any(2 * (min(end, at + len(value)) - max(start, at)) >= len(value) for start, end in spans):
            return True
        at = text.find(value, at + 1)
    return False


def _alarms(ordinary: Sequence[str]) -> tuple[float, float]:
    """Return the false alarms per 100 kB, and the milliseconds of processor time per kB."""
    size = sum(map(len, ordinary))
    if not size:
        return 0.0, 0.0
    start = time.process_time()
    alarms = sum(len(redact(text, key=_KEY).findings) for text in ordinary)
    return 1e5 * alarms / size, 1e6 * (time.process_time() - start) / size


def _clean_figures(ordinary: Sequence[str], alarms: float, cost: float) -> dict[str, Any]:
    if not ordinary:
        return {}
    size = sum(map(len, ordinary))
    return {"clean_characters": size, "alarms_per_100kb": round(alarms, 2), "ms_per_kb": round(cost, 3)}


def _left_out(table: dict[float, dict[str, float]], alarms: dict[float, float]) -> dict[str, Any]:
    """Return the mean share of sources scored with what was chosen on the others, and each of them."""
    sources = sorted(table[1.0])
    if len(sources) < 2:
        return {}
    allowed = [factor for factor in _GRID if alarms[factor] < _ALLOWED] or [max(_GRID)]
    shares: dict[str, float] = {}
    for source in sources:
        others = {factor: _mean(share for name, share in table[factor].items() if name != source) for factor in allowed}
        best = max(allowed, key=lambda factor: (others[factor], factor))
        shares[source] = table[best][source]
    return {"found": _mean(shares.values()), "sources": shares, "factors_allowed": allowed}


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def _mean(shares: Iterable[float]) -> float:
    values = list(shares)
    return round(sum(values) / len(values), 1) if values else 0.0

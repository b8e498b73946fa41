"""Leave one set out: would weights chosen without a set have served it as well?

Owns a few settings of the weights that decide most, and the choice among them. Each set is asked under every setting; a
set's `left_out` figure is the one under the setting that was best on all the others. Where it is below the plain
figure, the shipped weights fit that set better than they deserve to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from standfast.recall import weights

SHIPPED = "shipped"
TRIALS: Mapping[str, Mapping[str, float]] = {
    SHIPPED: {},
    "words count for more": {"DENSE": 0.6},
    "meaning counts for more": {"DENSE": 1.4},
    "a clear match counts as any": {"LEXICAL_POWER": 1.0, "DENSE_POWER": 1.0},
    "what stands together counts for less": {"TOGETHER": 0.2},
    "neighbours lend less": {"CONTEXT": 0.2},
    "neighbours lend more": {"CONTEXT": 0.6},
    "length counts for less": {"SPREAD": 1.0, "B": 0.6},
    "places count for less": {"ANCHOR": 0.5},
    "age counts for less": {"FRESH_AT_WORK": 0.1, "LATEST": 0.0},
}
_JUDGED_BY = ("any@5", "all@5", "frac@10")


@contextmanager
def trying(setting: Mapping[str, float]) -> Iterator[None]:
    """Rank with other weights for a while."""
    kept = {name: getattr(weights, name) for name in setting}
    try:
        for name, value in setting.items():
            setattr(weights, name, value)
        yield
    finally:
        for name, value in kept.items():
            setattr(weights, name, value)


def left_out(figures: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Return, for each set, its figures under the setting that is best on all the others (set → setting → figures)."""
    found: dict[str, dict[str, Any]] = {}
    for name in figures:
        others = [by_setting for other, by_setting in figures.items() if other != name]
        chosen = max(TRIALS, key=lambda setting: _mean([by_setting[setting] for by_setting in others]))
        found[name] = {"setting": chosen, **figures[name][chosen]}
    return found


def _mean(figures: Sequence[Mapping[str, Any]]) -> float:
    values = [float(figure[column] or 0.0) for figure in figures for column in _JUDGED_BY]
    return sum(values) / len(values) if values else 0.0

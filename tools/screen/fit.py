"""Owns the arithmetic of training: a logistic regression over hashed binary features, with numpy only.

A text is a bag of windows (see `linear.halves_of`); an attack needs one bad window, an honest text none. So the first
round trains on all windows; the second takes of every attack only the window that the first found worst, and that
window of an honest text counts several times.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np

from standfast.capture.screen import linear
from standfast.capture.screen.fold import fold

SIZE = 1 << linear.BITS
BATCH = 64
OWN = ("templates:", "written:")
DOUBT = -1.0
MOST_WINDOWS = 130
# Attacks written for this project weigh half of what others wrote: they say everything in one voice. Honest words that
# are near to orders are few, and weigh more.
SHARES = {("written", True): 0.5, ("written", False): 1.5, ("requests", False): 3.0}
HARD = 3.0
# Not learned: a text that says nothing is honest, however short. Learned, it tells short texts for attacks.
BIAS = -1.5
EPOCHS = 12
DROPPED = 0.3
MODELS = 2


@dataclass(frozen=True)
class Sample:
    """One labelled text with the features of its windows."""

    source: str
    attack: bool
    text: str
    windows: tuple[np.ndarray, ...]

    @property
    def is_own(self) -> bool:
        """Tell whether the text was made for this project."""
        return self.source.startswith(OWN)


@dataclass(frozen=True)
class Model:
    """Weights before quantisation."""

    weights: np.ndarray

    def score(self, sample: Sample) -> float:
        """Return the score of the worst window."""
        return max((self.score_window(window) for window in sample.windows), default=-9.0)

    def score_window(self, window: np.ndarray) -> float:
        """Return the score of one window, computed as at inference."""
        return float(self.weights[window].sum() / (len(window) + linear.SHRINK) ** 0.5 + BIAS)


def make_sample(source: str, attack: bool, text: str) -> Sample:
    """Return a sample with its features."""
    halves = linear.halves_of(linear.words_of(fold(text)))[:MOST_WINDOWS]
    windows = [before | after for before, after in pairwise(halves)] or halves
    return Sample(source, attack, text, tuple(np.fromiter(window, np.int64) for window in windows))


def trim(samples: list[Sample]) -> list[Sample]:
    """Leave out foreign attacks that a model of the other half finds honest: they can only be learned by heart."""
    kept = [sample for sample in samples if not sample.attack or sample.is_own]
    doubtful = [sample for sample in samples if sample.attack and not sample.is_own]
    for half in (0, 1):
        asked = [sample for sample in doubtful if crc32(sample.text.encode("utf-8", "replace")) % 2 == half]
        other = [sample for sample in samples if crc32(sample.text.encode("utf-8", "replace")) % 2 != half]
        if asked:
            model = fit(other, models=1, dropped=0.0)
            kept += [sample for sample in asked if model.score(sample) >= DOUBT]
    return kept


def fit(samples: list[Sample], *, models: int = MODELS, dropped: float = DROPPED) -> Model:
    """Train on samples; every source weighs by the square root of its size, both classes weigh the same."""
    first = _mean_of(1, samples, None, dropped=0.0)
    return _mean_of(models, samples, first, dropped=dropped)


def _mean_of(models: int, samples: list[Sample], before: Model | None, *, dropped: float) -> Model:
    """Return the mean of models that differ in the order of what they see and in what they are not shown of it."""
    rows, labels, shares = _rows_of(samples, before)
    found = [_descend(rows, labels, shares.copy(), seed=7 + turn, dropped=dropped) for turn in range(models)]
    return Model(np.mean([model.weights for model in found], axis=0))


def _rows_of(samples: list[Sample], before: Model | None) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Return the windows to train on, whether each is an attack, and how much each weighs."""
    count = Counter((sample.source, sample.attack) for sample in samples)
    rows: list[np.ndarray] = []
    shares: list[float] = []
    labels: list[float] = []
    for sample in samples:
        windows = sample.windows
        share = count[sample.source, sample.attack] ** -0.5
        share *= SHARES.get((sample.source.partition(":")[0], sample.attack), 1.0)
        weighed = [share / max(1, len(windows)) ** 0.5] * len(windows)
        if before is not None and len(windows) > 1:
            worst = max(range(len(windows)), key=lambda place: before.score_window(windows[place]))
            if sample.attack:
                windows, weighed = (windows[worst],), [share]
            else:
                weighed[worst] *= 1 + HARD
        rows += windows
        shares += weighed
        labels += [float(sample.attack)] * len(windows)
    return rows, np.array(labels), np.array(shares)


def _descend(
    rows: list[np.ndarray], labels: np.ndarray, shares: np.ndarray, *, seed: int, dropped: float, rate: float = 0.3
) -> Model:
    """Minimise the weighted logistic loss with AdaGrad on small batches, in an order that the seed fixes."""
    for side in (0.0, 1.0):
        shares[labels == side] *= len(rows) / (2 * shares[labels == side].sum())
    order = np.random.default_rng(seed)
    weights, seen = np.zeros(SIZE), np.full(SIZE, 1e-3)
    for _ in range(EPOCHS):
        shuffled = order.permutation(len(rows))
        for start in range(0, len(rows), BATCH):
            batch = shuffled[start : start + BATCH]
            columns = np.concatenate([rows[item] for item in batch])
            sizes = np.array([len(rows[item]) for item in batch])
            scale = 1 / np.sqrt(sizes + linear.SHRINK)
            lines = np.repeat(np.arange(len(batch)), sizes)
            if dropped:
                shown = order.random(len(columns)) >= dropped
                columns, lines = columns[shown], lines[shown]
            logits = np.bincount(lines, weights[columns], len(batch)) * scale + BIAS
            slope = (1 / (1 + np.exp(-logits)) - labels[batch]) * shares[batch] / BATCH
            touched, place = np.unique(columns, return_inverse=True)
            gradient = np.bincount(place, (slope * scale)[lines], len(touched)) + 1e-5 * weights[touched]
            seen[touched] += gradient**2
            weights[touched] -= rate * gradient / np.sqrt(seen[touched])
    return Model(weights)

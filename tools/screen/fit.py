"""Owns the arithmetic of training: a logistic regression over hashed binary features, with numpy only.

A text is a bag of windows (see `linear.windows_of`); an attack needs one bad window, an honest text none. So the first
round trains on all windows, the second takes of every attack only the window that the first found worst.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from standfast.capture.screen import linear
from standfast.capture.screen.fold import fold

SIZE = 1 << linear.BITS
BATCH = 64
OWN = "templates:"
DOUBT = -1.0


@dataclass(frozen=True)
class Sample:
    """One labelled text with the features of its windows."""

    source: str
    attack: bool
    text: str
    windows: tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Model:
    """Weights and bias before quantisation."""

    weights: np.ndarray
    bias: float

    def score(self, sample: Sample) -> float:
        """Return the score of the worst window."""
        return max((self.score_window(window) for window in sample.windows), default=-9.0)

    def score_window(self, window: np.ndarray) -> float:
        """Return the score of one window, computed as at inference."""
        return float(self.weights[window].sum() / max(len(window), 1) ** 0.5 + self.bias)


def make_sample(source: str, attack: bool, text: str) -> Sample:
    """Return a sample with its features."""
    windows = linear.windows_of(linear.words_of(fold(text)))[:40]
    return Sample(source, attack, text, tuple(np.fromiter(linear.features_of(w), np.int64) for w in windows))


def trim(samples: list[Sample]) -> list[Sample]:
    """Leave out foreign attacks that a model of the other half finds honest: they can only be learned by heart."""
    kept = [sample for sample in samples if not sample.attack or sample.source.startswith(OWN)]
    doubtful = [sample for sample in samples if sample.attack and not sample.source.startswith(OWN)]
    for half in (0, 1):
        asked = [sample for sample in doubtful if crc32(sample.text.encode("utf-8", "replace")) % 2 == half]
        other = [sample for sample in samples if crc32(sample.text.encode("utf-8", "replace")) % 2 != half]
        if asked:
            model = fit(other)
            kept += [sample for sample in asked if model.score(sample) >= DOUBT]
    return kept


def fit(samples: list[Sample], *, epochs: int = 6, rate: float = 0.3, decay: float = 1e-5) -> Model:
    """Train on samples; every source weighs by the square root of its size, both classes weigh the same."""
    count = Counter((sample.source, sample.attack) for sample in samples)
    model = None
    for _ in range(2):
        rows: list[np.ndarray] = []
        labels: list[float] = []
        shares: list[float] = []
        for sample in samples:
            windows = sample.windows
            if sample.attack and model is not None and len(windows) > 1:
                windows = (max(windows, key=model.score_window),)
            share = count[sample.source, sample.attack] ** -0.5 / max(1, len(windows)) ** 0.5
            rows += windows
            labels += [float(sample.attack)] * len(windows)
            shares += [share] * len(windows)
        model = _descend(rows, np.array(labels), np.array(shares), epochs=epochs, rate=rate, decay=decay)
    assert model is not None
    return model


def _descend(
    rows: list[np.ndarray], labels: np.ndarray, shares: np.ndarray, *, epochs: int, rate: float, decay: float
) -> Model:
    """Minimise the weighted logistic loss with AdaGrad on small batches, in a fixed order."""
    for side in (0.0, 1.0):
        shares[labels == side] *= len(rows) / (2 * shares[labels == side].sum())
    order = np.random.default_rng(7)
    weights, bias = np.zeros(SIZE), 0.0
    seen, seen_bias = np.full(SIZE, 1e-3), 1e-3
    for _ in range(epochs):
        shuffled = order.permutation(len(rows))
        for start in range(0, len(rows), BATCH):
            batch = shuffled[start : start + BATCH]
            columns = np.concatenate([rows[item] for item in batch])
            sizes = np.array([len(rows[item]) for item in batch])
            scale = 1 / np.sqrt(np.maximum(sizes, 1))
            lines = np.repeat(np.arange(len(batch)), sizes)
            logits = np.bincount(lines, weights[columns], len(batch)) * scale + bias
            slope = (1 / (1 + np.exp(-logits)) - labels[batch]) * shares[batch] / BATCH
            touched, place = np.unique(columns, return_inverse=True)
            gradient = np.bincount(place, (slope * scale)[lines], len(touched)) + decay * weights[touched]
            seen[touched] += gradient**2
            weights[touched] -= rate * gradient / np.sqrt(seen[touched])
            seen_bias += float(slope.sum()) ** 2
            bias -= rate * float(slope.sum()) / seen_bias**0.5
    return Model(weights, bias)

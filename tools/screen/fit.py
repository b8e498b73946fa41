"""Owns the arithmetic of training: a logistic regression over hashed binary features, with numpy only.

A text is a bag of windows (see `linear.windows_of`); an attack needs one bad window, an honest text none. So the first
round trains on all windows, the second takes of every attack only the window that the first found worst.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from holdfast.capture.screen import linear
from holdfast.capture.screen.fold import fold

SIZE = 1 << linear.BITS


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


def fit(samples: list[Sample], *, l2: float = 3e-5, rounds: int = 2, steps: int = 150) -> Model:
    """Train on samples; every source weighs by the square root of its size, both classes weigh the same."""
    model = None
    for _ in range(rounds):
        rows: list[np.ndarray] = []
        labels: list[float] = []
        weights: list[float] = []
        count = Counter((sample.source, sample.attack) for sample in samples)
        for sample in samples:
            windows = sample.windows
            if sample.attack and model is not None and len(windows) > 1:
                windows = (max(windows, key=model.score_window),)
            share = count[sample.source, sample.attack] ** -0.5 / max(1, len(windows)) ** 0.5
            rows += windows
            labels += [float(sample.attack)] * len(windows)
            weights += [share] * len(windows)
        model = _descend(rows, np.array(labels), np.array(weights), l2=l2, steps=steps)
    assert model is not None
    return model


def _descend(rows: list[np.ndarray], labels: np.ndarray, share: np.ndarray, *, l2: float, steps: int) -> Model:
    """Minimise the weighted logistic loss with Adam on the full batch; deterministic."""
    for side in (0.0, 1.0):
        share[labels == side] /= 2 * share[labels == side].sum()
    sizes = np.array([len(row) for row in rows])
    columns = np.concatenate(rows)
    lines = np.repeat(np.arange(len(rows)), sizes)
    values = np.repeat(1 / np.sqrt(np.maximum(sizes, 1)), sizes)
    weights, bias = np.zeros(SIZE), 0.0
    mean, spread = np.zeros(SIZE + 1), np.zeros(SIZE + 1)
    for step in range(1, steps + 1):
        logits = np.bincount(lines, values * weights[columns], len(rows)) + bias
        slope = (1 / (1 + np.exp(-logits)) - labels) * share
        gradient = np.append(np.bincount(columns, values * slope[lines], SIZE) + l2 * weights, slope.sum())
        mean = 0.9 * mean + 0.1 * gradient
        spread = 0.99 * spread + 0.01 * gradient**2
        move = 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-9)
        weights -= move[:-1]
        bias -= float(move[-1])
    return Model(weights, bias)

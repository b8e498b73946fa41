"""What training needs, computed once: tokens, ids of every text, the teacher's vectors, the first table.

Owns the step between the corpus and `refit`. Takes a minute or two on a GPU; on a processor the teacher reads about 100
texts a second and core, so there it is asked about a sample (`--told`) and training follows it on that sample only.
"""

from __future__ import annotations

import argparse
import bz2
import json
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from distil import DIMENSIONS, reduce
from teacher import Teacher
from vocabulary import choose_tokens, choose_words

from standfast.recall.embed.words import Tokeniser

SIF = 1e-3
_tokeniser: Tokeniser | None = None


def _start(tokens: list[str]) -> None:
    global _tokeniser  # noqa: PLW0603  # one tokeniser a worker
    _tokeniser = Tokeniser({token: at for at, token in enumerate(tokens)})


def _ids(text: str) -> list[int]:
    assert _tokeniser is not None
    return _tokeniser.ids(text)


def sample(count: int, most: int) -> list[int]:
    """Choose texts for the teacher, always the same ones."""
    return sorted(random.Random(2).sample(range(count), min(count, most)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True, help="folder of the unpacked teacher")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--told", type=int, default=10_000_000, help="how many texts the teacher is asked about at most"
    )
    arguments = parser.parse_args()
    with bz2.open(arguments.pairs, "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    texts = list(dict.fromkeys(text for _, _, left, right in pairs for text in (left, right) if text))
    number = {text: at for at, text in enumerate(texts)}
    print(len(pairs), "pairs", len(texts), "texts", flush=True)

    teacher = Teacher(arguments.teacher, arguments.device)
    names = teacher.vocabulary()
    base = choose_tokens(names)
    extra = choose_words(((source, f"{left} {right}") for _, source, left, right in pairs), set(base))
    tokens = base + extra
    print("extra words:", " ".join(extra[:100]), "...", " ".join(extra[-100:]), flush=True)
    with ProcessPoolExecutor(arguments.workers, initializer=_start, initargs=(tokens,)) as pool:
        ids = list(pool.map(_ids, texts, chunksize=2000))
    lengths = np.array([len(item) for item in ids])
    flat = np.fromiter((token for item in ids for token in item), np.int32, lengths.sum())
    print("read", len(flat), "tokens", flush=True)

    by_name = {name: at for at, name in enumerate(names)}
    alone = np.concatenate([teacher.embed_tokens([by_name[t] for t in base]), teacher.embed_texts(extra)])
    rows, axes, mean = reduce(alone, DIMENSIONS)
    seen = np.bincount(flat, minlength=len(tokens)) + 1.0
    rows *= (SIF / (SIF + seen / seen.sum()))[:, None]
    told = sample(len(texts), arguments.told)
    vectors = teacher.embed_texts([texts[at] for at in told])
    print("teacher done", vectors.shape, flush=True)

    arguments.out.mkdir(parents=True, exist_ok=True)
    kinds = sorted({kind for kind, _, _, _ in pairs})
    sources = sorted({source for _, source, _, _ in pairs})
    np.savez(
        arguments.out / "prepared.npz",
        flat=flat,
        lengths=lengths,
        told=np.array(told),
        rows=rows.astype(np.float32),
        axes=axes.astype(np.float32),
        mean=mean.astype(np.float32),
        left=np.array([number[left] for _, _, left, _ in pairs]),
        right=np.array([number.get(right, -1) for _, _, _, right in pairs]),
        kind=np.array([kinds.index(kind) for kind, _, _, _ in pairs]),
        source=np.array([sources.index(source) for _, source, _, _ in pairs]),
    )
    np.save(arguments.out / "teacher.npy", vectors)
    (arguments.out / "names.json").write_text(json.dumps({"tokens": tokens, "kinds": kinds, "sources": sources}))


if __name__ == "__main__":
    main()

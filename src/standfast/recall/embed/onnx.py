"""A BERT-style sentence model in ONNX, such as all-MiniLM-L6-v2, run with onnxruntime alone.

Owns the session and the mean pooling. Only `local` imports this; it raises ImportError where onnxruntime is not
installed. Neighbours: `bert` makes the token ids.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime

from standfast.recall.embed.bert import BertTokeniser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

MAX_TOKENS = 256  # what the MiniLM models were made to read
BATCH = 32
_SAMPLE = 65_536
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class OnnxModel:
    """One opened model folder."""

    def __init__(self, folder: Path) -> None:
        vocabulary = (folder / "vocab.txt").read_text("utf-8").splitlines()
        self._tokeniser = BertTokeniser(vocabulary, max_tokens=MAX_TOKENS)
        path = str(folder / "model.onnx")
        self._session: Any = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        self._inputs = [entry.name for entry in self._session.get_inputs()]

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the mean of the last layer over the tokens of each text."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            batch = [self._tokeniser.ids(text) for text in texts[start : start + BATCH]]
            vectors += self._embed_batch(batch).tolist()
        return vectors

    def _embed_batch(self, batch: list[list[int]]) -> NDArray[np.float32]:
        shape = (len(batch), max(map(len, batch)))
        given = {name: np.zeros(shape, np.int64) for name in _INPUTS}
        for row, ids in enumerate(batch):
            given["input_ids"][row, : len(ids)] = ids
            given["attention_mask"][row, : len(ids)] = 1
        hidden = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        if hidden.ndim == 2:  # exported with its pooling
            return np.asarray(hidden, np.float32)
        mask = given["attention_mask"][:, :, None].astype(np.float32)
        return np.asarray((hidden * mask).sum(1) / mask.sum(1), np.float32)


def fingerprint(folder: Path) -> str:
    """Tell two models of one folder name apart by size and a sample of their weights."""
    path = folder / "model.onnx"
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
        file.seek(max(0, size - _SAMPLE))
        return blake2b(b"%d:%b%b" % (size, head, file.read(_SAMPLE)), digest_size=4).hexdigest()

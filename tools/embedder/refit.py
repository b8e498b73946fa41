"""Refit the rows: a text's mean should lie where the teacher puts the text, nearest to what belongs to it.

Owns the training. Three forces: pairs that belong together against everything else in the batch (half of it from one
source, as in use); the teacher's similarities; and the teacher's own direction, which keeps rows that training hardly
sees in one space with the others. Held-out sources measure it.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from quantise import write_quantised
from torch.nn import functional

HELD_OUT = (
    "tornado", "keystone", "scrapy", "typer", "octavia", "structlog", "rq", "wagtail", "swaywm/sway", "libuv/libuv",
)  # fmt: skip
LONGEST = 128
GROUP = 128
REPEATED = {"follows": 6, "answer": 2}  # the few pairs nearest to what recall is asked


@dataclass
class Settings:
    """What a run may vary."""

    name: str = "refit"
    epochs: float = 3
    batch: int = 1024
    rate: float = 3e-3
    temperature: float = 0.05
    pairs: float = 1.0
    similarity: float = 20.0
    direction: float = 1.0
    dropout: float = 0.1
    grouped: float = 0.5
    seed: int = 1


class Data:
    """Prepared arrays on the device."""

    def __init__(self, folder: Path, device: str) -> None:
        stored = np.load(folder / "prepared.npz")
        names = json.loads((folder / "names.json").read_text())
        self.device = device
        self.tokens, self.kinds, self.sources = names["tokens"], names["kinds"], names["sources"]
        self.rows = stored["rows"]
        self.ids, self.lengths = _padded(stored["flat"], stored["lengths"], len(self.tokens))
        teacher = torch.from_numpy(np.load(folder / "teacher.npy")).float()
        axes, mean = (torch.from_numpy(stored[name]) for name in ("axes", "mean"))
        self.teacher = teacher.to(device)
        self.projected = functional.normalize((teacher - mean) @ axes, dim=1).to(device)
        self.told = stored["told"]
        self.left, self.right = stored["left"], stored["right"]
        self.kind, self.source = stored["kind"], stored["source"]
        held_sources = [self.sources.index(source) for source in HELD_OUT if source in self.sources]
        held = np.isin(self.source, held_sources)
        self.train_told = np.flatnonzero((self.lengths[self.told] > 0) & ~np.isin(stored["told_sources"], held_sources))
        usable = (self.right >= 0) & (self.lengths[self.left] > 0) & (self.lengths[self.right] > 0)
        self.train_pairs = np.flatnonzero(~held & usable)
        self.held_pairs = np.random.default_rng(0).permutation(np.flatnonzero(held & usable))


def _padded(flat: np.ndarray, lengths: np.ndarray, padding: int) -> tuple[np.ndarray, np.ndarray]:
    starts = np.cumsum(lengths) - lengths
    lengths = np.minimum(lengths, LONGEST)
    ids = np.full((len(lengths), LONGEST), padding, np.int32)
    for at in range(LONGEST):
        long_enough = lengths > at
        ids[long_enough, at] = flat[starts[long_enough] + at]
    return ids, lengths


class Student(torch.nn.Module):
    """The table as a trainable bag of rows."""

    def __init__(self, rows: np.ndarray) -> None:
        super().__init__()
        start = torch.from_numpy(np.concatenate([rows, np.zeros((1, rows.shape[1]), rows.dtype)]))
        self.rows = torch.nn.Parameter(start)
        self.padding = len(rows)

    def embed(self, data: Data, texts: np.ndarray, dropout: float = 0.0) -> torch.Tensor:
        """Return the unit vectors of texts named by number."""
        width = max(1, int(data.lengths[texts].max()))
        ids = torch.from_numpy(data.ids[texts, :width]).to(data.device)
        if dropout:
            ids = torch.where(torch.rand(ids.shape, device=data.device) < dropout, self.padding, ids)
        summed = functional.embedding_bag(ids, self.rows, mode="sum", padding_idx=self.padding)
        return functional.normalize(summed, dim=1, eps=1e-6)


def batches(data: Data, settings: Settings, chance: np.random.Generator) -> list[np.ndarray]:
    """Deal one epoch's pairs: groups of one kind and source beside groups of anything."""
    repeats = np.array([REPEATED.get(data.kinds[kind], 1) for kind in data.kind[data.train_pairs]])
    pairs = np.repeat(data.train_pairs, repeats)
    chance.shuffle(pairs)
    cut = int(len(pairs) * settings.grouped)
    together = pairs[:cut]
    together = together[np.lexsort((data.kind[together], data.source[together]))]
    dealt = np.concatenate([together, pairs[cut:]])
    groups = [dealt[at : at + GROUP] for at in range(0, len(dealt) - GROUP + 1, GROUP)]
    order = chance.permutation(len(groups))
    many = settings.batch // GROUP
    return [np.concatenate([groups[g] for g in order[at : at + many]]) for at in range(0, len(order) - many + 1, many)]


def pull_pairs(data: Data, student: Student, settings: Settings, batch: np.ndarray) -> torch.Tensor:
    """Return how badly each side of a pair finds the other among the batch."""
    left, right = data.left[batch], data.right[batch]
    a, b = student.embed(data, left, settings.dropout), student.embed(data, right, settings.dropout)
    same = (right[:, None] == right[None, :]) | (left[:, None] == left[None, :])
    np.fill_diagonal(same, val=False)
    logits = (a @ b.T / settings.temperature).masked_fill(torch.from_numpy(same).to(data.device), -1e4)
    goal = torch.arange(len(a), device=data.device)
    return (functional.cross_entropy(logits, goal) + functional.cross_entropy(logits.T, goal)) / 2


def follow_teacher(data: Data, student: Student, settings: Settings, told: np.ndarray) -> torch.Tensor:
    """Return how far the student's similarities and directions are from the teacher's."""
    ours = student.embed(data, data.told[told], settings.dropout)
    theirs = data.teacher[told]
    similarity = functional.mse_loss(ours @ ours.T, theirs @ theirs.T)
    direction = 1 - (ours * data.projected[told]).sum(1).mean()
    return settings.similarity * similarity + settings.direction * direction


@torch.inference_mode()
def held_out(data: Data, student: Student) -> dict[str, float]:
    """Return recall at 10 of held-out pairs among up to 4,000 of their kind."""
    found = {}
    for number, kind in enumerate(data.kinds):
        pairs = data.held_pairs[data.kind[data.held_pairs] == number][:4000]
        if len(pairs) < 200:
            continue
        scores = student.embed(data, data.left[pairs]) @ student.embed(data, data.right[pairs]).T
        rank = (scores > scores.diagonal()[:, None]).sum(1)
        found[kind] = round(100 * (rank < 10).float().mean().item(), 1)
    found["mean"] = round(sum(found.values()) / len(found), 1)
    return found


def refit(data: Data, settings: Settings) -> Student:
    """Train one student."""
    torch.manual_seed(settings.seed)
    chance = np.random.default_rng(settings.seed)
    student = Student(data.rows).to(data.device)
    optimiser = torch.optim.Adam(student.parameters(), lr=settings.rate, betas=(0.9, 0.99), fused=True)
    planned = int(settings.epochs * len(batches(data, settings, chance)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=planned + 1, pct_start=0.05)
    steps, started = 0, time.time()
    while steps < planned:
        for batch in batches(data, settings, chance)[: planned - steps]:
            loss = settings.pairs * pull_pairs(data, student, settings, batch) if settings.pairs else 0
            told = chance.choice(data.train_told, min(settings.batch, len(data.train_told)), replace=False)
            loss = loss + follow_teacher(data, student, settings, told)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            steps += 1
            if steps % 100 == 0:
                print(settings.name, steps, planned, round(loss.item(), 3), f"{time.time() - started:.0f}s", flush=True)
    return student


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder for the tables")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--runs", default="{}", help='JSON, one object or a list of settings: {"rate": 0.01}')
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    data = Data(arguments.prepared, arguments.device)
    print("distilled", held_out(data, Student(data.rows).to(data.device)), flush=True)
    write_quantised(arguments.out / "distilled.bin", "holdfast-static-1", data.tokens, data.rows)
    runs = json.loads(arguments.runs)
    for run in runs if isinstance(runs, list) else [runs]:
        settings = Settings(**run)
        student = refit(data, settings)
        print(settings, flush=True)
        print(settings.name, held_out(data, student), flush=True)
        rows = student.rows.detach().cpu().numpy()[:-1]
        write_quantised(arguments.out / f"{settings.name}.bin", "holdfast-static-1", data.tokens, rows)


if __name__ == "__main__":
    main()

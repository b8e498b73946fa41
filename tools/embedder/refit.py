"""Refit the rows: a text's mean should lie where the teacher puts the text, nearest to what belongs to it.

Owns the training. Three forces: pairs that belong together against everything else in the batch (half of it from the
same source, as in use), the teacher's similarities, and the teacher's own direction, which keeps rows that training
hardly sees in one space with the others. Held-out sources measure it.
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
LONGEST = 256
GROUP = 128
RARE_KINDS = {"follows": 6, "commit": 2, "same-file": 1, "answer": 2, "error": 1}


@dataclass
class Settings:
    """What a run may vary."""

    name: str = "refit"
    epochs: float = 12
    batch: int = 4096
    rate: float = 4e-3
    temperature: float = 0.05
    soft: float = 0.3
    pairs: float = 1.0
    similarity: float = 30.0
    direction: float = 1.0
    dropout: float = 0.1
    damping: float = 1.0
    grouped: float = 0.5
    seed: int = 1


class Data:
    """Prepared arrays on the device."""

    def __init__(self, folder: Path, device: str) -> None:
        stored = np.load(folder / "prepared.npz")
        names = json.loads((folder / "names.json").read_text())
        self.tokens, self.kinds, self.sources = names["tokens"], names["kinds"], names["sources"]
        self.rows, self.seen = stored["rows"], stored["seen"]
        lengths = np.minimum(stored["lengths"], LONGEST)
        starts = np.cumsum(stored["lengths"]) - stored["lengths"]
        padded = np.full((len(lengths), LONGEST), len(self.tokens), np.int32)
        within = np.arange(LONGEST) < lengths[:, None]
        padded[within] = stored["flat"][(starts[:, None] + np.arange(LONGEST))[within]]
        self.ids = torch.from_numpy(padded).to(device)
        self.lengths = torch.from_numpy(lengths).to(device)
        teacher = torch.from_numpy(np.load(folder / "teacher.npy")).to(device)
        self.teacher = teacher
        axes, mean = (torch.from_numpy(stored[name]).to(device) for name in ("axes", "mean"))
        self.projected = torch.cat(
            [functional.normalize((part.float() - mean) @ axes, dim=1).half() for part in teacher.split(100_000)]
        )
        self.left, self.right = torch.from_numpy(stored["left"]), torch.from_numpy(stored["right"])
        self.kind, self.source = stored["kind"], stored["source"]
        held = np.isin(self.source, [self.sources.index(s) for s in HELD_OUT if s in self.sources])
        single = stored["right"] < 0
        usable = (lengths[stored["left"]] > 0) & (single | (lengths[stored["right"]] > 0))
        self.train_pairs = np.flatnonzero(~held & ~single & usable)
        self.train_alone = np.flatnonzero(~held & single & usable)
        self.held_pairs = np.random.default_rng(0).permutation(np.flatnonzero(held & ~single & usable))


class Student(torch.nn.Module):
    """The table as a trainable bag of rows."""

    def __init__(self, rows: np.ndarray, damping: float) -> None:
        super().__init__()
        start = torch.from_numpy(np.concatenate([rows, np.zeros((1, rows.shape[1]), rows.dtype)]))
        self.rows = torch.nn.Parameter(start)
        self.padding = len(rows)
        self.damping = damping

    def forward(self, ids: torch.Tensor, dropout: float = 0.0) -> torch.Tensor:
        weights = None
        if self.damping != 1.0:
            ids, _ = ids.sort(dim=1)
            counts = (ids.unsqueeze(1) == ids.unsqueeze(2)).sum(2)
            weights = counts.float() ** (self.damping - 1)
        if dropout:
            ids = torch.where(torch.rand_like(ids, dtype=torch.float) < dropout, self.padding, ids)
        summed = functional.embedding_bag(
            ids, self.rows, mode="sum", padding_idx=self.padding, per_sample_weights=weights
        )
        return functional.normalize(summed, dim=1, eps=1e-6)


def embed(data: Data, student: Student, texts: torch.Tensor, dropout: float = 0.0) -> torch.Tensor:
    """Return the student's vectors of texts named by number."""
    texts = texts.to(data.ids.device)
    width = int(data.lengths[texts].max().clamp(min=1))
    return student(data.ids[texts, :width], dropout)


def batches(data: Data, settings: Settings, chance: np.random.Generator) -> list[np.ndarray]:
    """Deal one epoch's pairs: groups of one kind and source beside groups of anything."""
    repeats = np.array([RARE_KINDS.get(data.kinds[k], 1) for k in data.kind[data.train_pairs]])
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


def losses(data: Data, student: Student, settings: Settings, batch: np.ndarray, alone: np.ndarray) -> torch.Tensor:
    """Return the weighted sum of the three forces on one batch."""
    left, right = data.left[batch], data.right[batch]
    a, b = embed(data, student, left, settings.dropout), embed(data, student, right, settings.dropout)
    device = data.ids.device
    left, right = left.to(device), right.to(device)
    ta, tb = data.teacher[left].float(), data.teacher[right].float()
    same = (right[:, None] == right[None, :]) | (left[:, None] == left[None, :])
    same.fill_diagonal_(False)
    logits = (a @ b.T / settings.temperature).masked_fill(same, -1e4)
    hard = torch.eye(len(a), device=device)
    told = (ta @ tb.T / settings.temperature).masked_fill(same, -1e4)
    goal = (1 - settings.soft) * hard + settings.soft * told.softmax(1)
    back = (1 - settings.soft) * hard + settings.soft * told.T.softmax(1)
    total = settings.pairs * 0.5 * (functional.cross_entropy(logits, goal) + functional.cross_entropy(logits.T, back))
    extra = data.left[alone]
    c = embed(data, student, extra, settings.dropout)
    extra = extra.to(device)
    texts = torch.cat([left[:1024], right[:1024], extra])
    ours = torch.cat([a[:1024], b[:1024], c])
    theirs = data.projected[texts].float()
    if settings.similarity:
        whole = data.teacher[texts].float()
        total = total + settings.similarity * functional.mse_loss(ours @ ours.T, whole @ whole.T)
    return total + settings.direction * (1 - (ours * theirs).sum(1)).mean()


@torch.inference_mode()
def held_out(data: Data, student: Student | None) -> dict[str, float]:
    """Return recall at 10 of held-out pairs among up to 4,000 of their kind; without a student, the teacher's."""
    found = {}
    for number, kind in enumerate(data.kinds):
        pairs = data.held_pairs[data.kind[data.held_pairs] == number][:4000]
        if len(pairs) < 200:
            continue
        left, right = data.left[pairs], data.right[pairs]
        if student is None:
            a, b = data.teacher[left.to(data.ids.device)].float(), data.teacher[right.to(data.ids.device)].float()
        else:
            a, b = embed(data, student, left), embed(data, student, right)
        scores = a @ b.T
        rank = (scores > scores.diagonal()[:, None]).sum(1)
        found[kind] = round(100 * (rank < 10).float().mean().item(), 1)
    found["mean"] = round(sum(found.values()) / len(found), 1)
    return found


def refit(data: Data, settings: Settings) -> Student:
    """Train one student."""
    torch.manual_seed(settings.seed)
    chance = np.random.default_rng(settings.seed)
    student = Student(data.rows, settings.damping).to(data.ids.device)
    optimiser = torch.optim.Adam(student.parameters(), lr=settings.rate, betas=(0.9, 0.99))
    steps = 0
    planned = int(settings.epochs * len(batches(data, settings, chance)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=planned + 1, pct_start=0.05)
    started = time.time()
    while steps < planned:
        for batch in batches(data, settings, chance):
            alone = chance.choice(data.train_alone, 1024)
            loss = losses(data, student, settings, batch, alone)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            steps += 1
            if steps >= planned:
                break
            if steps % 500 == 0:
                print(settings.name, steps, planned, round(loss.item(), 3), f"{time.time() - started:.0f}s", flush=True)
    return student


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder for the tables")
    parser.add_argument("--device", default="cpu")
    parser.add_argument(
        "--runs", default="{}", help='JSON: one object or a list of settings, for example {"rate": 0.01}'
    )
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    data = Data(arguments.prepared, arguments.device)
    print("teacher", held_out(data, None), flush=True)
    print("distilled", held_out(data, Student(data.rows, 1.0).to(arguments.device)), flush=True)
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

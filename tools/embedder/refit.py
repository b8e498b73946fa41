"""Refit the rows: a text's mean should be where the teacher puts the text, nearest to what belongs to it.

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

from standfast.recall.embed.table import LEAD, REST
from standfast.recall.embed.words import Tokeniser

MODEL = "standfast-static-4"
HELD_OUT = (
    "tornado", "keystone", "scrapy", "typer", "octavia", "structlog", "rq", "swaywm/sway", "libuv/libuv",
    "golang/proposal",
)  # fmt: skip
LONGEST = 192
GROUP = 128
# How often a pair is dealt in one epoch: more for what is near to what recall is asked, less for code and chance.
DEALT = {
    "follows": 4, "asked": 4, "answer": 2, "change": 2, "files": 0.5, "same-file": 0.5, "test": 0.5, "comment": 0.5,
    "mended": 4, "turn": 0.5,
}  # fmt: skip
# What stands before the matter when people ask for a memory: it should hardly move the question's vector.
FRAMES = (
    "what did we decide about", "what did I say about", "why did we", "why do we", "how do we", "how should I",
    "where is", "which one do we use for", "when did we", "do you remember", "remind me of", "what is", "what are the",
    "what was the reason for", "what is the name of", "can you tell me", "tell me about", "is there a rule about",
    "what happened with", "how many", "who", "what do I need to know about", "I would like to know",
    "was there a problem with",
)  # fmt: skip


@dataclass
class Settings:
    """What a run may vary."""

    name: str = "refit"
    epochs: float = 4
    batch: int = 2048
    rate: float = 3e-3
    temperature: float = 0.05
    pairs: float = 0.3
    soft: float = 0.3  # share of the teacher in what a pair should be nearest to
    similarity: float = 20.0
    direction: float = 1.0
    dropout: float = 0.1
    grouped: float = 0.5
    framed: float = 0.2
    joined: float = 0.1  # how many right sides have another text in them
    led: bool = True  # the first tokens of a document count most, as at run time
    seeds: int = 3  # runs whose rows are averaged: what is chance in one of them cancels out


class Data:
    """Prepared arrays on the device."""

    def __init__(self, folder: Path, device: str) -> None:
        stored = np.load(folder / "prepared.npz")
        names = json.loads((folder / "names.json").read_text())
        self.device = device
        self.tokens, self.kinds, self.sources = names["tokens"], names["kinds"], names["sources"]
        self.rows = stored["rows"]
        self.ids, lengths = _padded(stored["flat"], stored["lengths"], len(self.tokens), device)
        self.lengths = torch.from_numpy(lengths).to(device)
        self.axes, self.mean = (torch.from_numpy(stored[name]).to(device) for name in ("axes", "mean"))
        told = stored["told"]
        self.place = np.full(len(lengths), -1)  # of a text among those the teacher was told
        self.place[told] = np.arange(len(told))
        self.teacher = torch.from_numpy(np.load(folder / "teacher.npy")).to(device)
        self.left, self.right, self.kind, self.source = (stored[n] for n in ("left", "right", "kind", "source"))
        held = np.isin(self.source, [self.sources.index(source) for source in HELD_OUT if source in self.sources])
        usable = (self.right >= 0) & (lengths[self.left] > 0) & (lengths[self.right] > 0)
        self.train_pairs = np.flatnonzero(~held & usable)
        self.held_pairs = np.random.default_rng(0).permutation(np.flatnonzero(held & usable))
        train = np.zeros(len(lengths), bool)
        train[self.left[~held]] = True
        train[self.right[~held & (self.right >= 0)]] = True
        self.train_told = np.flatnonzero((self.place >= 0) & train & (lengths > 0))
        tokeniser = Tokeniser({token: at for at, token in enumerate(self.tokens)})
        frames = [tokeniser.ids(frame) for frame in FRAMES]
        flat = np.array([token for frame in frames for token in frame], np.int32)
        self.frames, _ = _padded(flat, np.array([len(frame) for frame in frames]), len(self.tokens), device, 10)

    def directions(self, told: torch.Tensor) -> torch.Tensor:
        """Return the teacher's vectors in the table's own space."""
        return functional.normalize((told - self.mean) @ self.axes, dim=1)


def _padded(
    flat: np.ndarray, lengths: np.ndarray, padding: int, device: str, longest: int = LONGEST
) -> tuple[torch.Tensor, np.ndarray]:
    starts = np.cumsum(lengths) - lengths
    lengths = np.minimum(lengths, longest)
    ids = np.full((len(lengths), longest), padding, np.int32)
    for at in range(longest):
        long_enough = lengths > at
        ids[long_enough, at] = flat[starts[long_enough] + at]
    return torch.from_numpy(ids).to(device), lengths


class Student(torch.nn.Module):
    """The table as a trainable bag of rows."""

    def __init__(self, rows: np.ndarray) -> None:
        super().__init__()
        start = torch.from_numpy(np.concatenate([rows, np.zeros((1, rows.shape[1]), rows.dtype)]))
        self.rows = torch.nn.Parameter(start)
        self.padding = len(rows)

    def forward(self, ids: torch.Tensor, dropout: float = 0.0, *, led: bool = False) -> torch.Tensor:
        """Return the unit vectors of padded ids; `led`: of documents, whose first tokens count most."""
        weights = None
        if led:
            place = (ids != self.padding).cumsum(1)
            weights = torch.where(place <= LEAD, 1.0, REST)
        if dropout:
            ids = torch.where(torch.rand(ids.shape, device=ids.device) < dropout, self.padding, ids)
        summed = functional.embedding_bag(
            ids, self.rows, mode="sum", padding_idx=self.padding, per_sample_weights=weights
        )
        return functional.normalize(summed, dim=1, eps=1e-6)


def read(data: Data, texts: np.ndarray) -> torch.Tensor:
    """Return the padded ids of texts named by number, no wider than they need."""
    chosen = torch.from_numpy(texts).to(data.device)
    return data.ids[chosen, : max(1, int(data.lengths[chosen].max()))]


def framed(data: Data, ids: torch.Tensor, share: float) -> torch.Tensor:
    """Put the beginnings of questions before some texts."""
    chosen = data.frames[torch.randint(len(data.frames), (len(ids),), device=data.device)]
    kept = torch.rand((len(ids), 1), device=data.device) < share
    return torch.cat([torch.where(kept, chosen, len(data.tokens)), ids], dim=1)


def joined(data: Data, ids: torch.Tensor, share: float) -> torch.Tensor:
    """Put another text after some: a memory often tells more than what it is asked for."""
    others = ids[torch.randperm(len(ids), device=data.device)]
    kept = torch.rand((len(ids), 1), device=data.device) < share
    return torch.cat([ids, torch.where(kept, others, len(data.tokens))], dim=1)


def batches(data: Data, settings: Settings, chance: np.random.Generator) -> list[np.ndarray]:
    """Deal one epoch's pairs: groups of one kind and source beside groups of anything."""
    wanted = np.array([DEALT.get(kind, 1) for kind in data.kinds])[data.kind[data.train_pairs]]
    pairs = np.repeat(data.train_pairs, np.floor(wanted + chance.random(len(wanted))).astype(int))
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
    a = student(framed(data, read(data, left), settings.framed), settings.dropout)
    b = student(joined(data, read(data, right), settings.joined), settings.dropout, led=settings.led)
    left, right = (torch.from_numpy(side).to(data.device) for side in (left, right))
    same = (right[:, None] == right[None, :]) | (left[:, None] == left[None, :])
    same.fill_diagonal_(fill_value=False)
    logits = (a @ b.T / settings.temperature).masked_fill(same, -1e4)
    goal = back = torch.eye(len(a), device=data.device)
    if settings.soft:
        told = [torch.from_numpy(data.place[side.cpu().numpy()]).to(data.device) for side in (left, right)]
        if min(int(side.min()) for side in told) < 0:
            raise SystemExit("soft goals need the teacher's vector of every text: prepare without --told, or soft 0")
        theirs = data.teacher[told[0]].float() @ data.teacher[told[1]].float().T
        theirs = (theirs / settings.temperature).masked_fill(same, -1e4)
        back = (1 - settings.soft) * goal + settings.soft * theirs.T.softmax(1)
        goal = (1 - settings.soft) * goal + settings.soft * theirs.softmax(1)
    return (functional.cross_entropy(logits, goal) + functional.cross_entropy(logits.T, back)) / 2


def follow_teacher(data: Data, student: Student, settings: Settings, texts: np.ndarray) -> torch.Tensor:
    """Return how far the student's similarities and directions are from the teacher's."""
    ours = student(read(data, texts), settings.dropout, led=settings.led)
    theirs = data.teacher[torch.from_numpy(data.place[texts]).to(data.device)].float()
    similarity = functional.mse_loss(ours @ ours.T, theirs @ theirs.T)
    direction = 1 - (ours * data.directions(theirs)).sum(1).mean()
    return settings.similarity * similarity + settings.direction * direction


@torch.inference_mode()
def held_out(data: Data, student: Student) -> dict[str, float]:
    """Return recall at 10 of held-out pairs among up to 4,000 of their kind."""
    found = {}
    for number, kind in enumerate(data.kinds):
        pairs = data.held_pairs[data.kind[data.held_pairs] == number][:4000]
        if len(pairs) < 200:
            continue
        scores = student(read(data, data.left[pairs])) @ student(read(data, data.right[pairs]), led=True).T
        rank = (scores > scores.diagonal()[:, None]).sum(1)
        found[kind] = round(100 * (rank < 10).float().mean().item(), 1)
    found["mean"] = round(sum(found.values()) / max(1, len(found)), 1)
    return found


def refit(data: Data, settings: Settings) -> Student:
    """Train as many students as there are seeds and return their mean."""
    rows = [train(data, settings, seed).rows.detach().cpu().numpy()[:-1] for seed in range(1, settings.seeds + 1)]
    return Student(np.mean(rows, axis=0)).to(data.device)


def train(data: Data, settings: Settings, seed: int) -> Student:
    """Train one student."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    student = Student(data.rows).to(data.device)
    optimiser = torch.optim.Adam(student.parameters(), lr=settings.rate, betas=(0.9, 0.99), fused=True)
    planned = int(settings.epochs * len(batches(data, settings, chance)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=planned + 1, pct_start=0.05)
    steps, started = 0, time.time()
    while steps < planned:
        for batch in batches(data, settings, chance)[: planned - steps]:
            loss = settings.pairs * pull_pairs(data, student, settings, batch) if settings.pairs else 0
            told = chance.choice(data.train_told, min(settings.batch, len(data.train_told)))
            loss = loss + follow_teacher(data, student, settings, told)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            steps += 1
            if steps % 500 == 0:
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
    write_quantised(arguments.out / "distilled.bin", MODEL, data.tokens, data.rows)
    runs = json.loads(arguments.runs)
    for run in runs if isinstance(runs, list) else [runs]:
        settings = Settings(**run)
        student = refit(data, settings)
        print(settings, flush=True)
        print(settings.name, held_out(data, student), flush=True)
        rows = student.rows.detach().cpu().numpy()[:-1]
        write_quantised(arguments.out / f"{settings.name}.bin", MODEL, data.tokens, rows)


if __name__ == "__main__":
    main()

"""Trains the screening model and writes `weights.bin`, or measures what it would do on sources it never saw.

    python tools/screen/train.py --sources FOLDER                 train on templates and the sources of sources.toml
    python tools/screen/train.py --sources FOLDER --leave-out     measure leave-one-source-out; write nothing
    python tools/screen/train.py --extra a.jsonl --extra b.jsonl  ... and on labelled text of your own

A line of an extra file is `{"source", "attack", "text"}`. The weights hold no text: one signed byte a hash bucket. The
third line of the file says what it was trained on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(Path(__file__).parent)]

import numpy as np  # noqa: E402
from fit import BIAS, SIZE, Model, Sample, fit, make_sample, trim  # noqa: E402
from grammar import HERE, generate, read_written  # noqa: E402

from standfast.capture.screen import linear, screen  # noqa: E402

WEIGHTS = ROOT / "src/standfast/capture/screen/weights.bin"
PER_FAMILY = 500
# Chosen leave-one-source-out: rule files, documents and commits of projects it never saw stay under 2 in a hundred.
BAR = 1.3


def main() -> None:
    """Train, or measure, as asked on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=Path, help="the folder that the sources of sources.toml were fetched to")
    parser.add_argument("--extra", type=Path, action="append", default=[], help="labelled JSONL, may be repeated")
    parser.add_argument("--leave-out", action="store_true", help="measure leave-one-source-out instead of writing")
    parser.add_argument("--only", action="append", default=[], help="with --leave-out: only this source")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    asked = parser.parse_args()
    own = template_samples()
    extra = [sample for path in asked.extra for sample in read_samples(path)]
    if asked.sources:
        from sources import read_sources

        extra += [
            make_sample(str(row["source"]), bool(row["attack"]), str(row["text"]))
            for row in read_sources(asked.sources)
        ]
    if asked.leave_out:
        leave_out(own, extra, only=asked.only)
        return
    model = fit(trim(own + extra))
    packed = pack(model, provenance(own, extra))
    asked.out.write_bytes(packed)
    linear.use_weights(packed)
    print(f"wrote {asked.out} ({asked.out.stat().st_size} bytes)")
    table(extra or own, lambda sample: screen(sample.text).verdict)


def template_samples() -> list[Sample]:
    """Return what the templates of this folder expand to, and what was written beside them."""
    made = [
        make_sample(f"templates:{family}", attack, text)
        for name, attack in (("attacks.txt", True), ("benign.txt", False))
        for family, text in generate(HERE / name, PER_FAMILY)
    ]
    return made + [make_sample(f"written:{kind}", attack, text) for kind, attack, text in read_written()]


def read_samples(path: Path) -> list[Sample]:
    """Return the labelled texts of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    return [make_sample(str(row["source"]), bool(row["attack"]), str(row["text"])) for row in rows]


def pack(model: Model, origin: str) -> bytes:
    """Return the file: magic, scale and bias and bar, origin, one byte a bucket."""
    peak = float(np.abs(model.weights).max()) or 1.0
    table = np.clip(np.round(model.weights / peak * 127), -127, 127).astype(np.int16) + 128
    head = f"{peak / 127:.9g} {BIAS} {BAR}"
    return b"\n".join([linear.MAGIC, head.encode(), origin.encode(), table.astype(np.uint8).tobytes()])


def provenance(own: list[Sample], extra: list[Sample]) -> str:
    """Return what the model was trained on, as one line of JSON."""
    count = Counter(sample.source for sample in extra)
    return json.dumps({"templates": len(own), "extra": dict(sorted(count.items())), "buckets": SIZE}, ensure_ascii=True)


def leave_out(own: list[Sample], extra: list[Sample], *, only: list[str]) -> None:
    """Screen every source with a model that never saw it, and print the table."""
    verdicts: dict[int, str] = {}
    for source in only or sorted({sample.source for sample in extra}):
        model = fit(trim(own + [sample for sample in extra if sample.source != source]))
        linear.use_weights(pack(model, ""))
        verdicts |= {id(item): screen(item.text).verdict for item in extra if item.source == source}
    table([sample for sample in extra if id(sample) in verdicts], lambda sample: verdicts[id(sample)])


def table(samples: list[Sample], judge: object) -> None:
    """Print how many texts of each source are not clean."""
    assert callable(judge)
    seen: defaultdict[tuple[bool, str], Counter[str]] = defaultdict(Counter)
    for sample in samples:
        verdict = judge(sample)
        seen[sample.attack, sample.source][verdict] += 1
        seen[sample.attack, "ALL"][verdict] += 1
    for (attack, source), count in sorted(seen.items()):
        total = count.total()
        flagged = total - count["clean"]
        label = "attack" if attack else "benign"
        print(f"{label}  {source[:44]:44}  {flagged:5}/{total:<5} {flagged / total:6.1%}  hostile {count['hostile']}")


if __name__ == "__main__":
    main()

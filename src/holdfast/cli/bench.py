"""holdfast bench: recall sets and speed, measured through the public verbs."""

import argparse
import json
from pathlib import Path

from holdfast.cli.face import Face
from holdfast.cli.parser import examples
from holdfast.cli.progress import Bar
from holdfast.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parts = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    recall = parts.add_parser("recall", help="run a recall set in a temporary home")
    recall.add_argument("folder", metavar="SET_DIR", help="a folder with corpus.jsonl and queries.jsonl")
    recall.add_argument("--ranked", metavar="OUT.jsonl", help="also write the ranked document ids of every query")
    speed = parts.add_parser("speed", help="what each verb costs as the store grows")
    speed.add_argument("--sizes", default="1000,10000,100000", metavar="N,N", help="numbers of memories")
    speed.add_argument("--no-reference", action="store_true", help="leave the MCP reference server out")
    examples(
        parser, "holdfast bench recall sets/history --ranked ranked.jsonl\nholdfast bench speed --sizes 1000,10000"
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Measure."""
    return _recall(args, face) if args.what == "recall" else _speed(args, face)


def _recall(args: argparse.Namespace, face: Face) -> int:
    from holdfast.bench.recall import bench_recall

    with Bar(face, "Running") as bar:
        figures, ranked = bench_recall(Path(args.folder), embedder=face.settings.embedder, tell=bar)
    if args.ranked:
        lines = [json.dumps({"id": name, "ranked": ids}) for name, ids in ranked.items()]
        Path(args.ranked).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    _show(face, figures)
    return 0


def _speed(args: argparse.Namespace, face: Face) -> int:
    from holdfast.bench.speed import bench_speed

    try:
        sizes = [int(size) for size in args.sizes.split(",")]
    except ValueError:
        raise ConfigError(f"{args.sizes!r} are no sizes.", hint="Write --sizes 1000,10000.") from None
    figures = bench_speed(sizes, reference=not args.no_reference, tell=face.note)
    _show(face, figures)
    return 0


def _show(face: Face, figures: "dict[str, Any]") -> None:
    if face.json:
        face.answer(figures)
        return
    for name, value in figures.items():
        if isinstance(value, list):
            for row in value:
                face.say(json.dumps(row))
        elif isinstance(value, dict):
            face.table((name, "value"), [[key, str(one)] for key, one in value.items()])
        else:
            face.say(f"{name:20} {value}")

"""standfast bench: recall sets, speed, repeated corrections and the boundary, measured through what callers use."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from standfast.cli.face import Face
from standfast.cli.progress import Bar
from standfast.errors import ConfigError

EXAMPLES = """
standfast bench recall sets/history --ranked ranked.jsonl
standfast bench speed --sizes 1000,10000
standfast bench secrets fixtures.jsonl --clean src
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=tuple(_MEASURES),
        help="a recall set, what each verb costs as a store grows, corrections that users had to repeat, what is given "
        "before an action, secrets, truth over time, or screening",
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="recall: a folder of corpus.jsonl and queries.jsonl, or several, to leave each out in turn; "
        "corrections: one of sessions.jsonl and cases.json; moments: a file of sessions with their events; "
        "secrets: files of {source, rule, secret, text} lines; screen: files of {source, attack, text} lines",
    )
    parser.add_argument(
        "--trainer", metavar="DIR", help="screen: tools/screen of a checkout, to measure each source unseen"
    )
    parser.add_argument("--repo", metavar="DIR", help="moments: the repository, whose history is read first")
    parser.add_argument("--judged", metavar="TSV", help="moments: verdicts on what was given, for the precision")
    parser.add_argument("--given", metavar="OUT.jsonl", help="moments: also write every line that was given")
    parser.add_argument("--clean", metavar="DIR", help="secrets: ordinary text, to count false alarms in")
    parser.add_argument(
        "--ranked", metavar="OUT.jsonl", help="recall: also write the ranked document ids of every query"
    )
    parser.add_argument("--sizes", default="1000,10000,100000", metavar="N,N", help="speed: numbers of memories")
    parser.add_argument("--facts", type=int, default=200, metavar="N", help="decay: how many facts per repository")
    parser.add_argument("--commits", type=int, default=500, metavar="N", help="decay: how far back they are written")
    parser.add_argument("--stops", type=int, default=10, metavar="N", help="decay: how often to check along the way")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="decay: which facts are chosen")


def run(args: argparse.Namespace, face: Face) -> int:
    measure, example = _MEASURES[args.what]
    paths = [face.path(path) for path in args.paths]
    if example and not paths:
        raise ConfigError("What should be measured?", hint=f"standfast bench {args.what} {example}")
    _show(face, measure(args, face, paths))
    return 0


def _recall(args: argparse.Namespace, face: Face, paths: list[Path]) -> dict[str, Any]:
    from standfast.bench.recall import bench_recall, bench_several

    with Bar(face, "Running") as bar:
        if len(paths) > 1:
            return bench_several(paths, embedder=face.settings.embedder, tell=bar)
        figures, ranked = bench_recall(paths[0], embedder=face.settings.embedder, tell=bar)
    if args.ranked:
        lines = [json.dumps({"id": name, "ranked": ids}) for name, ids in ranked.items()]
        _write(face.path(args.ranked), "".join(f"{line}\n" for line in lines))
    return figures


def _decay(args: argparse.Namespace, face: Face, paths: list[Path]) -> dict[str, Any]:
    from standfast.bench.decay import bench_decay

    options = {name: getattr(args, name) for name in ("facts", "commits", "stops", "seed")}
    return bench_decay(paths, **options, tell=face.note)


def _corrections(_: argparse.Namespace, face: Face, paths: list[Path]) -> dict[str, Any]:
    from standfast.bench.corrections import bench_corrections

    with Bar(face, "Replaying") as bar:
        return bench_corrections(paths[0], tell=bar)


def _moments(args: argparse.Namespace, face: Face, paths: list[Path]) -> dict[str, Any]:
    from standfast.bench.moments import bench_moments

    repo, judged = (face.path(named) if named else None for named in (args.repo, args.judged))
    with Bar(face, "Replaying") as bar:
        figures, given = bench_moments(paths[0], repo=repo, judged=judged, tell=bar)
    if args.given:
        rows = [json.dumps({**item.to_dict(), "mark": item.mark}, ensure_ascii=False) for item in given]
        _write(face.path(args.given), "".join(f"{row}\n" for row in rows))
    return figures


def _secrets(args: argparse.Namespace, face: Face, paths: list[Path]) -> dict[str, Any]:
    from standfast.bench.secrets import bench_secrets

    with Bar(face, "Measuring") as bar:
        return bench_secrets(paths, face.path(args.clean) if args.clean else None, tell=bar)


def _screen(args: argparse.Namespace, face: Face, paths: list[Path]) -> dict[str, Any]:
    from standfast.bench.screen import bench_screen

    with Bar(face, "Measuring") as bar:
        return bench_screen(paths, face.path(args.trainer) if args.trainer else None, tell=bar)


def _speed(args: argparse.Namespace, face: Face, _: list[Path]) -> dict[str, Any]:
    from standfast.bench.speed import bench_speed

    try:
        sizes = [int(size) for size in args.sizes.split(",")]
    except ValueError:
        raise ConfigError(f"{args.sizes!r} is not a list of sizes.", hint="Write --sizes 1000,10000.") from None
    return bench_speed(sizes, tell=face.note)


_MEASURES: dict[str, tuple[Callable[[argparse.Namespace, Face, list[Path]], dict[str, Any]], str]] = {
    "recall": (_recall, "SET_DIR…"),
    "speed": (_speed, ""),
    "corrections": (_corrections, "DIR"),
    "moments": (_moments, "SESSIONS.jsonl --repo DIR"),
    "secrets": (_secrets, "FIXTURES.jsonl --clean DIR"),
    "decay": (_decay, "REPO…"),
    "screen": (_screen, "FIXTURES.jsonl --trainer tools/screen"),
}
"""What each is measured with, and what it has to be given."""


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        hint = "Check the folder it goes into."
        raise ConfigError(f"Cannot write {path}: {error.strerror or error}.", hint=hint, code="bad-path") from error


def _show(face: Face, figures: dict[str, Any]) -> None:
    if face.json:
        face.answer(figures)
        return
    for name, value in figures.items():
        if isinstance(value, list):
            for row in value:
                face.say(json.dumps(row))
        elif isinstance(value, dict):
            face.table((name, "value"), [[key, str(item)] for key, item in value.items()])
        else:
            face.say(f"{name:20} {value}")

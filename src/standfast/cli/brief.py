"""standfast brief: what a session would be given now."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face, safe
from standfast.cli.parser import examples, split_list
from standfast.cli.places import name_nearest, repo_paths
from standfast.errors import ConfigError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    add = parser.add_argument
    add(
        "--budget", metavar="TOKENS", type=int, default=0, help="how long it may be (default: the setting brief_tokens)"
    )
    add("--files", metavar="A,B", nargs="+", action="extend", help="the files at hand")
    add("--task", metavar="TEXT", default="", help="what the session is about")
    examples(
        parser, 'standfast brief\nstandfast brief --task "make refunds idempotent" --files src/refunds.py --budget 800'
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Show the brief."""
    if args.budget < 0:
        raise ConfigError("A budget cannot be negative.", hint="Use --budget 1500.", code="bad-budget")
    files = repo_paths(face, split_list(args.files))
    brief = face.open().brief(budget=args.budget, files=files, task=args.task)
    _tell_missing(face, files)
    if face.json:
        face.answer(brief.to_dict())
        return 0
    if not brief.text and brief.withheld:
        said = paint.count(brief.withheld, "memory", "memories")
        face.say(f"A session would be given nothing: {said} would be, but none fits in that budget.")
        face.next("`standfast brief --budget 1500` gives them room.")
        return 0
    if not brief.text:
        face.say("A session would be told nothing beyond what its own instruction files say.")
        face.next('`standfast remember "…" --kind decision` adds what no file says; `standfast recall` finds the rest.')
        return 0
    face.raw(safe(brief.text))
    if brief.receipt == "":
        face.note("No receipt was kept: the store cannot be written.")
    withheld = f", {brief.withheld} withheld" if brief.withheld else ""
    face.note(
        f"{paint.count(len(brief.given), 'memory', 'memories')} in {paint.count(brief.tokens, 'token')}{withheld}"
    )
    return 0


def _tell_missing(face: Face, files: list[str]) -> None:
    """Say which of the files are not there: one may be about to be written, but more often it is mistyped."""
    root = face.open().context.here.root
    for path in files:
        if root is not None and not (root / path).exists():
            face.note(" ".join(part for part in (f"There is no file {path!r} here.", name_nearest(face, path)) if part))

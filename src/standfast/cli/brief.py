"""standfast brief: what a session would be given now."""

import argparse

from standfast.agents.occasions import note_loaded
from standfast.cli import paint
from standfast.cli.face import Face, safe
from standfast.cli.parser import split_list
from standfast.cli.places import name_nearest, repo_paths
from standfast.errors import ConfigError

EXAMPLES = """
standfast brief
standfast brief --task "make refunds idempotent" --files src/refunds.py --budget 800
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--budget", metavar="TOKENS", type=int, default=0, help="its maximum length (default: the setting brief_tokens)"
    )
    add("--files", metavar="A,B", nargs="+", action="extend", help="the files being worked on")
    add("--task", metavar="TEXT", default="", help="what the session is about")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.budget < 0:
        raise ConfigError("A budget cannot be negative.", hint="Use --budget 1500.", code="bad-budget")
    files = repo_paths(face, split_list(args.files))
    note_loaded(face.open().context)
    brief = face.open().brief(budget=args.budget, files=files, task=args.task)
    _tell_missing(face, files)
    face.answer(brief.to_dict())
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

"""standfast feedback: say that a memory was helpful, wrong or stale."""

import argparse

from standfast.cli.face import Face
from standfast.cli.remember import tell_change

EXAMPLES = 'standfast feedback 7qp2 helpful\nstandfast feedback 7qp2 stale "the lock moved to Redis"'


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="a memory")
    parser.add_argument("verdict", metavar="helpful|wrong|stale", help="what it was")
    parser.add_argument("why", metavar="WHY", nargs="?", default="", help="the same as --note WHY")
    parser.add_argument("--note", metavar="N", default="", help="what made you think so")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().feedback(args.id, args.verdict, note=args.note or args.why)
    face.answer(done.to_dict())
    tell_change(face, done, f"Noted as {args.verdict}:")
    if done.guard:
        face.say((f"  Its guard {done.guard} stays in force: `standfast guard remove {done.guard}` ends it.", "yellow"))
    if done.status.value == "disputed":
        face.next("No agent is given it now; `standfast undo` takes that back.")
    return 0

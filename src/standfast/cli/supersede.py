"""standfast supersede: one memory takes another's place."""

import argparse

from standfast.cli.face import Face
from standfast.cli.remember import tell_change

EXAMPLES = "standfast supersede 7qp2 k3f9"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="the memory that no longer counts")
    parser.add_argument("new", metavar="NEW", help="the memory that counts from now on")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().supersede(args.old, args.new)
    face.answer(done.to_dict())
    tell_change(face, done, "Noted for" if done.later else "Superseded")
    if not done.later:
        face.next(f"`standfast restore {done.id}` brings it back.")
    return 0

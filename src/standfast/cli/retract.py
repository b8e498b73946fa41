"""standfast retract: take a memory back."""

import argparse

from standfast.cli.face import Face
from standfast.cli.remember import tell_change

EXAMPLES = 'standfast retract 7qp2 --reason "it was about the old gateway"'


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="a memory")
    parser.add_argument("--reason", metavar="R", default="", help="why it no longer counts")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().retract(args.id, reason=args.reason)
    face.answer(done.to_dict())
    tell_change(face, done, "Retracted")
    face.next(f"`standfast restore {done.id}` brings it back; `standfast purge {done.id}` removes every byte of it.")
    return 0

"""standfast supersede: one memory takes another's place."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.remember import tell_change


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("old", metavar="OLD", help="the memory that no longer counts")
    parser.add_argument("new", metavar="NEW", help="the memory that counts from now on")
    examples(parser, "standfast supersede 7qp2 k3f9")


def run(args: argparse.Namespace, face: Face) -> int:
    """Let one memory take another's place."""
    done = face.open().supersede(args.old, args.new)
    if face.json:
        face.answer(done.to_dict())
    else:
        tell_change(face, done, "Superseded")
        face.next(f"`standfast restore {done.id}` brings it back.")
    return 0

"""standfast retract: take a memory back."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.remember import tell_change


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("id", metavar="ID", help="a memory")
    parser.add_argument("--reason", metavar="R", default="", help="why it no longer counts")
    examples(parser, 'standfast retract 7qp2 --reason "it was about the old gateway"')


def run(args: argparse.Namespace, face: Face) -> int:
    """Take a memory back."""
    done = face.open().retract(args.id, reason=args.reason)
    if face.json:
        face.answer(done.to_dict())
    else:
        tell_change(face, done, "Retracted")
        face.next(
            f"`standfast restore {done.id}` brings it back; `standfast purge {done.id}` removes every byte of it."
        )
    return 0

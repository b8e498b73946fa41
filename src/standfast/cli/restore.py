"""standfast restore: make a memory current again."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.remember import tell_change


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("id", metavar="ID", help="a memory that was retracted, superseded or has expired")
    examples(parser, "standfast restore 7qp2\nstandfast backup --restore FILE   puts a whole backup back")


def run(args: argparse.Namespace, face: Face) -> int:
    """Make a memory current again."""
    done = face.open().restore(args.id)
    if face.json:
        face.answer(done.to_dict())
    else:
        tell_change(face, done, "Restored")
    return 0

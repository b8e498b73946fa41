"""standfast restore: make a memory current again."""

import argparse

from standfast.cli.face import Face
from standfast.cli.remember import tell_change

EXAMPLES = "standfast restore 7qp2\nstandfast backup --restore FILE   puts a whole backup back"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="a memory that was retracted, superseded or has expired")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().restore(args.id)
    face.answer(done.to_dict())
    tell_change(face, done, "Restored")
    return 0

"""standfast diff: what a revision changed."""

import argparse

from standfast.cli.face import Face

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}

READS = True
EXAMPLES = "standfast diff 7qp2\nstandfast diff 7qp2 3"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="a memory")
    parser.add_argument("revision", metavar="REV", nargs="?", type=int, help="the revision (default: the last)")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    lines = memory.diff(args.id, args.revision)
    if face.json:
        shown = memory.show(args.id)
        face.answer({"id": shown.memory.id, "revision": args.revision or shown.memory.revision, "diff": lines})
        return 0
    for line in lines:
        face.say((line, _COLOURS.get(line[:1], "")))
    return 0

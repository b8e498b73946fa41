"""standfast retract: take a memory back."""

import argparse

from standfast.cli.face import Face
from standfast.cli.remember import tell_change

EXAMPLES = 'standfast retract 7qp2 --reason "it was about the old gateway"'


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", nargs="+", help="a memory; several may be named")
    parser.add_argument("--reason", metavar="R", default="", help="why it no longer counts")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().retract_all(args.id, reason=args.reason)
    meant = [item.id for item in done]
    face.answer(done[0].to_dict() if len(done) == 1 else {"retracted": [item.to_dict() for item in done]})
    for item in done:
        tell_change(face, item, "Retracted")
    back = "`standfast undo` brings them back" if done[1:] else f"`standfast restore {done[0].id}` brings it back"
    face.next(f"{back}; `standfast purge {' '.join(meant)}` removes every byte.")
    return 0

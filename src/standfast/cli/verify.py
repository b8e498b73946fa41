"""standfast verify: a memory still holds; without an id, which ones have to be looked at."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.remember import tell_change
from standfast.verbs.declared import KINDS

_LOOK = 1000
_DOUBTFUL = {"touched", "drifted", "broken"}

EXAMPLES = 'standfast verify\nstandfast verify 7qp2 --note "read the new code"'


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id",
        metavar="ID",
        nargs="?",
        help="a memory (ID@REV: as revision REV has it); without one, what is in doubt is listed",
    )
    parser.add_argument("--note", metavar="N", default="", help="how you know")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.id:
        done = face.open().verify(args.id, note=args.note)
        face.answer(done.to_dict())
        tell_change(face, done, "Noted for" if done.reasons else "Verified")
        return 0
    kinds = [kind for kind in KINDS if kind != "episode"]  # thousands of commits and sessions: nobody verifies those
    doubtful = [
        item
        for item in face.open().newest(limit=_LOOK, kinds=kinds)
        if item.judged.standing.value in _DOUBTFUL and item.memory.source.kind != "commit"
    ]
    face.answer({"doubtful": [item.to_dict() for item in doubtful]})
    if not doubtful:
        face.say("Nothing anchored is in doubt.")
        return 0
    ids = paint.Ids(face, [item.memory.id for item in doubtful])
    rows = [[ids(item.memory.id), [paint.stands(item.judged)], paint.first_line(item.memory)] for item in doubtful]
    face.table(("id", "standing", "memory"), rows)
    face.next("`standfast verify ID` if it still holds, `standfast revise ID …` or `standfast retract ID` if not.")
    return 0

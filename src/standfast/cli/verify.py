"""standfast verify: a memory still holds; without an id, which ones have to be looked at."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.remember import tell_change

_LOOK = 1000
_DOUBTFUL = {"touched", "drifted", "broken"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument(
        "id", metavar="ID", nargs="?", help="a memory; without it, those whose code has changed are listed"
    )
    parser.add_argument("--note", metavar="N", default="", help="how you know")
    examples(parser, 'standfast verify\nstandfast verify 7qp2 --note "read the new code"')


def run(args: argparse.Namespace, face: Face) -> int:
    """Say that a memory still holds, or list what is in doubt."""
    if args.id:
        done = face.open().verify(args.id, note=args.note)
        if face.json:
            face.answer(done.to_dict())
        else:
            tell_change(face, done, "Noted for" if done.reasons else "Verified")
        return 0
    doubtful = [item for item in face.open().newest(limit=_LOOK) if item.judged.standing.value in _DOUBTFUL]
    if face.json:
        face.answer({"doubtful": [item.to_dict() for item in doubtful]})
        return 0
    if not doubtful:
        face.say("Nothing anchored is in doubt.")
        return 0
    ids = paint.Ids(face, [item.memory.id for item in doubtful])
    rows = [
        [ids(item.memory.id), [paint.standing(item.judged.standing.value)], paint.first_line(item.memory)]
        for item in doubtful
    ]
    face.table(("id", "standing", "memory"), rows)
    face.next("`standfast verify ID` if it still holds, `standfast revise ID …` or `standfast retract ID` if not.")
    return 0

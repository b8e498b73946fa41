"""standfast undo: take back your last act here."""

import argparse

from standfast.cli.face import Face
from standfast.cli.revert import tell_reverted

EXAMPLES = """
standfast undo
standfast undo --dry-run

What one command wrote (an import, what `init` read, a review of several) is undone as a whole. Run it again to undo the
step before. `standfast revert` of what it wrote redoes a step. A purge cannot be undone: you are told so once, and the
next `undo` goes on with the step before it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="show what would be undone and change nothing")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().undo(dry_run=args.dry_run)
    face.answer(done.to_dict())
    for guard, again in done.guards.items():
        face.say((f"The guard {guard} is {'in force again' if again else 'off'}.", "yellow"))
    tell_reverted(face, done, "Would undo" if args.dry_run else "Undid")
    return 0

"""standfast undo: take back your last act here."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.revert import tell_reverted


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("--dry-run", action="store_true", help="say what would be taken back and change nothing")
    examples(
        parser,
        """
standfast undo
standfast undo --dry-run

What one command wrote (an import, what `init` read, a review of several) is taken back as a whole. Asked again, it
takes back the one before. `standfast revert` of what it wrote brings a step back. A purge cannot be taken back: you are
told so once, and asked again, undo goes on with what you did before it.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Take the last operation back."""
    done = face.open().undo(dry_run=args.dry_run)
    if face.json:
        face.answer(done.to_dict())
    else:
        tell_reverted(face, done, "Would take back" if args.dry_run else "Took back")
    return 0

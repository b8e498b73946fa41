"""standfast backup: a copy of everything while others go on working, or putting one back."""

import argparse
from pathlib import Path

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.progress import Bar
from standfast.errors import ConfigError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    add = parser.add_argument
    add("file", metavar="FILE", nargs="?", default="", help="where to (default: a dated file in the home)")
    add("--restore", metavar="FILE", default="", help="put this backup in place of what is here")
    examples(
        parser,
        """
standfast backup
standfast backup ~/friday.standfast
standfast backup --restore ~/friday.standfast

Before a restore, what is here is backed up. What was purged since the backup stays purged.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Write or restore a backup."""
    if args.restore and args.file:
        raise ConfigError("Write a backup or restore one, not both.", hint="Leave out one of the files.")
    memory = face.open()
    if args.restore:
        safety, partitions = memory.maintenance.restore_backup(str(face.path(args.restore)))
        if face.json:
            face.answer({"restored": partitions, "safety": safety})
        else:
            face.say(f"Restored {paint.count(len(partitions), 'partition')} from {args.restore}.")
            face.next(f"What was here before: `standfast backup --restore {safety}`.")
        return 0
    with Bar(face, "Backing up") as bar:
        target = Path(memory.maintenance.backup(str(face.path(args.file)) if args.file else "", bar))
    size = target.stat().st_size
    if face.json:
        face.answer({"file": str(target), "bytes": size})
    else:
        face.say(f"Wrote {target} ({size:,} bytes).")
        face.next(f"`standfast backup --restore {target}` puts it back.")
    return 0

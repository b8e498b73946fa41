"""standfast backup: a copy of everything while others go on working, or putting one back."""

import argparse
from pathlib import Path

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.progress import Bar
from standfast.errors import ConfigError

EXAMPLES = """
standfast backup
standfast backup ~/friday.standfast
standfast backup --restore ~/friday.standfast

Before a restore, what is here is backed up. What was purged since the backup stays purged.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", nargs="?", default="", help="the file to write (default: a dated file in the home)")
    add("--restore", metavar="FILE", default="", help="replace what is here with this backup")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.restore and args.file:
        raise ConfigError("Write a backup or restore one, not both.", hint="Leave out one of the files.")
    memory = face.open()
    if args.restore:
        safety, partitions = memory.maintenance.restore_backup(str(face.path(args.restore)))
        face.answer({"restored": partitions, "safety": safety})
        face.say(f"Restored {paint.count(len(partitions), 'partition')} from {args.restore}.")
        face.next(f"What was here before: `standfast backup --restore {safety}`.")
        return 0
    with Bar(face, "Backing up") as bar:
        target = Path(memory.maintenance.backup(str(face.path(args.file)) if args.file else "", bar))
    size = target.stat().st_size
    face.answer({"file": str(target), "bytes": size})
    face.say(f"Wrote {target} ({size:,} bytes).")
    face.next(f"`standfast backup --restore {target}` puts it back.")
    return 0

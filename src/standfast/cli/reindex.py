"""standfast reindex: rebuild everything derived from the log."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.cli.progress import Bar

READS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    examples(
        parser,
        "standfast reindex\n\n"
        "Nothing is lost: every answer is the same afterwards. Use it after changing the embedder.",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Rebuild."""
    del args
    with Bar(face, "Rebuilding") as bar:
        memory = face.open()
        total = memory.maintenance.reindex(bar)
    damaged = memory.maintenance.losses()
    if face.json:
        face.answer({"memories": total, "damaged": damaged})
    else:
        face.say(f"Rebuilt the index of {paint.count(total, 'memory', 'memories')}.")
        for line in damaged:
            face.note(line)
    return 0

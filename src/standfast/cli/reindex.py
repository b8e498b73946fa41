"""standfast reindex: rebuild everything derived from the log."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.progress import Bar

READS = True
EXAMPLES = """
standfast reindex

Nothing is lost, and every answer is the same afterwards. Needed after changing the embedder.
"""


def run(args: argparse.Namespace, face: Face) -> int:
    del args
    with Bar(face, "Rebuilding") as bar:
        memory = face.open()
        total = memory.maintenance.reindex(bar)
    damaged = memory.maintenance.losses()
    face.answer({"memories": total, "damaged": damaged})
    face.say(f"Rebuilt the index of {paint.count(total, 'memory', 'memories')}.")
    for line in damaged:
        face.note(line)
    return 0

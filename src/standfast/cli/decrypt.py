"""standfast decrypt: turn the encrypted files of the home into plain ones."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face

EXAMPLES = "standfast decrypt"


def run(args: argparse.Namespace, face: Face) -> int:
    del args
    changed = face.open().maintenance.decrypt()
    face.answer({"decrypted": changed})
    face.say(f"Decrypted {paint.count(len(changed), 'file')}. New files are plain from now on.")
    return 0

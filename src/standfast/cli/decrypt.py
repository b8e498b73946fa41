"""standfast decrypt: turn the encrypted files of the home into plain ones."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import examples


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    examples(parser, "standfast decrypt")


def run(args: argparse.Namespace, face: Face) -> int:
    """Decrypt the home."""
    del args
    changed = face.open().maintenance.decrypt()
    if face.json:
        face.answer({"decrypted": changed})
    else:
        face.say(f"Decrypted {paint.count(len(changed), 'file')}. New files are plain from now on.")
    return 0

"""holdfast decrypt: turn the encrypted files of the home into plain ones."""

import argparse

from holdfast.cli import paint
from holdfast.cli.face import Face
from holdfast.cli.parser import examples


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    examples(parser, "holdfast decrypt")


def run(args: argparse.Namespace, face: Face) -> int:
    """Decrypt the home."""
    del args
    changed = face.open().decrypt()
    if face.json:
        face.answer({"decrypted": changed})
    else:
        face.say(f"Decrypted {paint.count(len(changed), 'file')}. New files are plain from now on.")
    return 0

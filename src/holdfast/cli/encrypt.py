"""holdfast encrypt: turn everything the home keeps into encrypted files."""

import argparse

from holdfast.cli import paint
from holdfast.cli.face import Face
from holdfast.cli.parser import examples


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    examples(
        parser,
        """
holdfast encrypt                                        the key goes into the system's keyring
HOLDFAST_KEY=$(openssl rand -hex 32) holdfast encrypt   the key is yours to keep: without it nothing can be read

Close agents first. Backups Holdfast made are encrypted too. `holdfast decrypt` goes back.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Encrypt the home."""
    del args
    changed = face.open().encrypt()
    if face.json:
        face.answer({"encrypted": changed})
    else:
        face.say(f"Encrypted {paint.count(len(changed), 'file')}. New files are encrypted from now on.")
        face.next("Keep the key: nothing here can be read without it. Exports are not encrypted.")
    return 0

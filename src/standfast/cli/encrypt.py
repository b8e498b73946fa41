"""standfast encrypt: turn everything the home keeps into encrypted files."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face

EXAMPLES = """
standfast encrypt                                        the key goes into the system's keyring
STANDFAST_KEY=$(openssl rand -hex 32) standfast encrypt   the key is yours to keep: without it nothing can be read

Close agents first. Backups Standfast made are encrypted too. `standfast decrypt` goes back.
"""


def run(args: argparse.Namespace, face: Face) -> int:
    del args
    changed = face.open().maintenance.encrypt()
    face.answer({"encrypted": changed})
    face.say(f"Encrypted {paint.count(len(changed), 'file')}. New files are encrypted from now on.")
    face.next("Keep the key: nothing here can be read without it. Exports are not encrypted.")
    return 0

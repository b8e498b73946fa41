"""standfast store: what is done to a shared store as a whole."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import examples


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("act", metavar="distribute", choices=("distribute",), help="what to do")
    examples(
        parser,
        """
standfast --store postgresql://… store distribute

Spreads a PostgreSQL store over the nodes of a Citus cluster, each project whole on one of them. Without Citus it says
so and changes nothing.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Spread the store."""
    del args
    tables = face.open().team.distribute()
    if face.json:
        face.answer({"tables": tables})
    else:
        face.say(f"{len(tables)} tables are spread by partition, or on every node.")
    return 0

"""standfast store: what is done to a shared store as a whole."""

import argparse

from standfast.cli.face import Face

EXAMPLES = """
standfast --store postgresql://… store distribute

Spreads a PostgreSQL store over the nodes of a Citus cluster, each project whole on one of them. Without Citus it says
so and changes nothing.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", metavar="distribute", choices=("distribute",), help="what to do")


def run(args: argparse.Namespace, face: Face) -> int:
    del args
    tables = face.open().team.distribute()
    face.answer({"tables": tables})
    face.say(f"{len(tables)} tables are spread by partition, or on every node.")
    return 0

"""standfast group: share with a named group of projects, or stop."""

import argparse

from standfast.cli.face import Face
from standfast.errors import ConfigError

EXAMPLES = """
standfast group join payments
standfast remember "Amounts are integers in cents" --kind convention --scope group:payments
standfast group leave payments
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", metavar="join|leave|list", nargs="?", default="list", help="what to do (default: list)")
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="the group")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    if args.act not in {"join", "leave", "list"} or (args.act == "list") == bool(args.name):
        raise ConfigError(
            "`group` does not take these arguments.", hint="standfast group join NAME, leave NAME, or list."
        )
    if args.act == "join":
        memory.project.join_group(args.name)
    elif args.act == "leave":
        memory.project.leave_group(args.name)
    groups = list(memory.status().groups)
    face.answer({"groups": groups})
    if groups:
        face.say("This project shares with: " + ", ".join(groups))
    else:
        face.say("This project shares with no group.")
    return 0

"""holdfast group: share with a named group of projects, or stop."""

import argparse

from holdfast.cli.face import Face
from holdfast.cli.parser import examples
from holdfast.errors import ConfigError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("act", metavar="join|leave|list", nargs="?", default="list", help="what to do (default: list)")
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="the group")
    examples(
        parser,
        """
holdfast group join payments
holdfast remember "Amounts are integers in cents" --kind convention --scope group:payments
holdfast group leave payments
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Join, leave or list groups."""
    memory = face.open()
    if args.act not in {"join", "leave", "list"} or (args.act == "list") == bool(args.name):
        raise ConfigError("That is no way to use a group.", hint="holdfast group join NAME, leave NAME, or list.")
    if args.act == "join":
        memory.join_group(args.name)
    elif args.act == "leave":
        memory.leave_group(args.name)
    groups = list(memory.status().groups)
    if face.json:
        face.answer({"groups": groups})
    elif groups:
        face.say("This project shares with: " + ", ".join(groups))
    else:
        face.say("This project shares with no group.")
    return 0

"""standfast revise: a new revision of a memory."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import split_list
from standfast.cli.places import repo_paths
from standfast.cli.remember import add_content_flags, tell_change
from standfast.errors import ConfigError

EXAMPLES = """
standfast revise 7qp2 "Locks are keyed by payment_id and tenant"
standfast revise 7qp2 --scope group:payments
standfast revise 7qp2 --anchor src/locks.py::acquire --tag locking
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="a memory")
    parser.add_argument("text", metavar="TEXT", nargs="?", help="what it says from now on; - reads standard input")
    add_content_flags(parser)
    parser.add_argument(
        "--based-on",
        metavar="REV",
        type=int,
        help="the revision you read: if it is outdated, the memory becomes disputed and nothing is lost",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    changes = {
        "title": args.title,
        "why": args.why,
        "kind": args.kind,
        "scope": args.scope,
        "tags": split_list(args.tag) if args.tag is not None else None,
        "anchors": repo_paths(face, args.anchor) if args.anchor is not None else None,
    }
    if args.text is None and all(value is None for value in changes.values()):
        hint = "Give a TEXT, or one of --title, --why, --kind, --scope, --tag, --anchor."
        raise ConfigError("What should change?", hint=hint)
    text = face.read("-") if args.text == "-" else args.text
    given = {name: value for name, value in changes.items() if value is not None}
    done = face.open().revise(args.id, text, based_on=args.based_on, **given)
    face.answer(done.to_dict())
    tell_change(face, done, "Revised")
    return 0

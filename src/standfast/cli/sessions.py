"""standfast sessions: the runs of agents here."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream

READS = True
EXAMPLES = "standfast sessions\nstandfast sessions --json"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="how many at most (default 50)")
    add_stream(parser, "print one session per line")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    found = memory.sessions.list(limit=args.limit)
    face.answer({"sessions": [item.to_dict() for item in found]}, lines="sessions")
    if not found:
        face.say("No agent has worked here yet.")
        face.next("`standfast setup` connects the agents on this machine.")
        return 0
    now = memory.context.clock.now()
    rows = [
        [
            item.id,
            f"{item.agent} ({', '.join(item.models)})" if item.models else item.agent,
            paint.ago(item.last_at, now),
            f"{item.events:,}",
            f"{item.tokens:,}",
            item.branch,
            item.ending or "open",
        ]
        for item in found
    ]
    face.table(("session", "agent", "last", "events", "tokens", "branch", "outcome"), rows)
    face.next(f"`standfast replay {found[0].id}` shows what happened, `standfast why {found[0].id}` what it was given.")
    return 0

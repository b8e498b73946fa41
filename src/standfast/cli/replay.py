"""standfast replay: what happened in a session."""

import argparse
import json

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.model.receipt import Receipt
from standfast.model.session import EventKind

READS = True
EXAMPLES = "standfast replay 0b9c2f\nstandfast replay 0b9c2f --jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", metavar="SESSION", help="an unambiguous prefix of a session's id")
    parser.add_argument("--full", action="store_true", help="show every event whole")
    add_stream(parser, "print one event per line")


def run(args: argparse.Namespace, face: Face) -> int:
    session, journal = face.open().sessions.replay(args.session)
    events = list(journal)
    face.answer({**session.to_dict(), "journal": [event.to_dict() for event in events]}, lines="journal")
    face.say(
        (session.id, "bold"),
        f"  {session.agent} · {paint.stamp(session.started_at)} · {paint.count(session.events, 'event')}"
        f" · {session.tokens:,} tokens",
    )
    given = sorted(face.open().why(args.session), key=lambda item: item.at)
    for event in events:
        while given and given[0].at <= event.at:
            _tell_given(face, given.pop(0))
        head = event.kind.value + (f" {event.tool}" if event.tool else "")
        body = _weighed(event.body) if event.kind is EventKind.GIVEN else event.body
        face.say(
            (f"{event.at:%H:%M:%S} ", "dim"), (head, "cyan"), ("  " + ", ".join(event.files[:5]) if event.files else "")
        )
        if body:
            face.say(paint.body(body if args.full else paint.shorten(body, 200), "         "))
    for receipt in given:
        _tell_given(face, receipt)
    return 0


def _weighed(body: str) -> str:
    """Say what came of a moment at which something might have been told."""
    try:
        told = json.loads(body)
        return f"told {told['given']}, {told['tokens']} tokens" if told["given"] else f"nothing told: {told['cause']}"
    except (ValueError, KeyError, TypeError):
        return body


def _tell_given(face: Face, receipt: Receipt) -> None:
    """Tell what was injected at this point, and what it cost."""
    ids = ", ".join([item.memory for item in receipt.given] + [item.session for item in receipt.turns]) or "nothing"
    face.say(
        (f"{receipt.at:%H:%M:%S} ", "dim"), (f"told {receipt.verb}", "magenta"), f"  {receipt.tokens:,} tokens: {ids}"
    )

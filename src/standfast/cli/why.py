"""standfast why: what a session was given and why, or who was given a memory."""

import argparse
import json
from collections import Counter

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream
from standfast.errors import NotFound
from standfast.model.session import EventKind

READS = True
_PARTS = 3  # of a score; with --json, all of them
EXAMPLES = "standfast why 7qp2\nstandfast why 0b9c2f7e-session"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("reference", metavar="SESSION|ID", help="a session, a memory or a receipt")
    add_stream(parser, "print one receipt per line")


def run(args: argparse.Namespace, face: Face) -> int:
    receipts = face.open().why(args.reference)
    words = face.open().labels.words(item.memory for receipt in receipts for item in receipt.given)
    standings = face.open().labels.standings(receipts)
    face.answer({"receipts": [receipt.to_dict(words, standings) for receipt in receipts]}, lines="receipts")
    if not receipts:
        silent = _silent(face, args.reference)
        face.say("It was told nothing." if silent else "Nobody was given anything of it.")
        for (moment, cause), count in silent.items():
            face.say(f"  {moment}: {cause}" + (f", {count} times" if count > 1 else ""))
    else:
        ids = paint.Ids(face, {item.memory: None for receipt in receipts for item in receipt.given})
        for receipt in receipts:
            face.say(*paint.receipt(receipt))
            for item in receipt.given:
                most = sorted(item.scores.items(), key=lambda part: -abs(part[1]))[:_PARTS]
                parts = ", ".join(f"{name} {value:+.2f}" for name, value in most if value)
                face.say(
                    f"  {item.rank:>2}. ",
                    *ids(item.memory),
                    f" revision {item.revision} · ",
                    paint.standing(item.standing.value, standings.get((item.memory, item.standing), "")),
                    (f" · score {item.score:.2f}" + (f", most of it {parts}" if parts else ""), "dim"),
                )
                if item.memory in words:
                    face.say("      ", paint.shorten(words[item.memory]))
            for turn in receipt.turns:
                face.say(f"  {turn.rank:>2}. ", f"session {turn.session} · {turn.turn} · {turn.score:.3f}")
    return 0


def _silent(face: Face, reference: str) -> Counter[tuple[str, str]]:
    """Count why a session was told nothing: the moment of each look-up, and its cause."""
    try:
        _, events = face.open().sessions.replay(reference)
    except NotFound:  # a memory, and nobody was given it
        return Counter()
    return Counter((event.tool, json.loads(event.body)["cause"]) for event in events if event.kind is EventKind.GIVEN)

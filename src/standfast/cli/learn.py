"""standfast learn: ask the configured model what sessions teach."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face

EXAMPLES = """
standfast config set learner anthropic:claude-haiku-4-5
standfast learn
standfast review

Off unless the setting `learner` names a model. What it proposes is checked against the session and the code, waits for
you in `review`, and is counted in `status`. Learning from signs needs no model.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "session", metavar="SESSION", nargs="?", default="", help="only this one (default: all that wait)"
    )


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().sessions.consult(args.session)
    face.answer(done.to_dict())
    face.say(f"Asked about {paint.count(done.sessions, 'session')}, {done.tokens:,} tokens.")
    if args.session and not (done.sessions or done.left):
        face.note("It was asked about this one before: each session is asked about once.")
    for identity in done.proposed:
        face.say("  ", (identity, "cyan"))
    for why in done.dropped:
        face.say((f"  dropped: {why}", "dim"))
    if done.left:
        face.say(f"{paint.count(done.left, 'session waits', 'sessions wait')} for tomorrow's budget.")
    if done.proposed:
        face.next("`standfast review` shows what waits for you.")
    return 0

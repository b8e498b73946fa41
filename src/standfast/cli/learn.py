"""standfast learn: ask the configured model what sessions teach."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import examples


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument(
        "session", metavar="SESSION", nargs="?", default="", help="only this one (default: all that wait)"
    )
    examples(
        parser,
        """
standfast config set learner anthropic:claude-haiku-4-5
standfast learn
standfast review

Off unless the setting `learner` names a model. What it proposes is checked against the session and the code, waits for
you in `review`, and is counted in `status`. Signs are learned from without any model.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Ask."""
    done = face.open().sessions.consult(args.session)
    if face.json:
        face.answer(done.to_dict())
        return 0
    face.say(f"Asked about {paint.count(done.sessions, 'session')}, {done.tokens:,} tokens.")
    for identity in done.proposed:
        face.say("  ", (identity, "cyan"))
    for why in done.dropped:
        face.say((f"  dropped: {why}", "dim"))
    if done.left:
        face.say(f"{paint.count(done.left, 'session waits', 'sessions wait')} for tomorrow's budget.")
    if done.proposed:
        face.next("`standfast review` shows what waits for you.")
    return 0

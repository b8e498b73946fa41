"""standfast handoff: leave a note for the next session, or read those that are open."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.standing.branches.work import Work, work_of

EXAMPLES = """
standfast handoff "Refunds: the lock is in, the retry test still fails on Windows"
standfast handoff --session 0b9c2f
standfast handoff

A note is a memory of kind thread. It carries the sessions, branches and commits that work on it, and comes first in
every brief until its branches land or somebody retracts or supersedes it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("text", metavar="TEXT", nargs="?", default="", help="what the next session must know; - reads standard input")
    add("--session", metavar="S", default="", help="the session to hand over (default: your own, or the latest here)")
    add("--limit", metavar="N", type=int, default=20, help="how many open ones to list at most (default 20)")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    text = face.read("-") if args.text == "-" else args.text
    if not text and not args.session:
        return _list(args, face)
    done = memory.sessions.handoff(text, session=args.session)
    face.answer(done.to_dict())
    face.say(f"Handed over as {done.remembered.id} ({done.remembered.status.value}).")
    if done.did:
        who = f"{done.did.session.agent} {done.did.session.id}"
        face.say((f"  with what {who} did: {paint.count(len(done.did.files), 'file')} touched", "dim"))
    face.next(f"It leads every brief here until its branch lands, or `standfast retract {done.remembered.id}`.")
    return 0


def _list(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    found = memory.sessions.threads(limit=args.limit, given=True)
    face.answer({"threads": [item.to_dict() for item in found]})
    if not found:
        face.say("Nothing is handed over here.")
        face.next('`standfast handoff "…"` leaves a note for the next session.')
        return 0
    now = memory.context.clock.now()
    for item in (shown.memory for shown in found):
        face.say((item.id, "cyan"), f"  {paint.source(item.source)} · {paint.ago(item.at, now)}")
        face.say(paint.body(item.content.text))
        if told := _told(work_of(item)):
            face.say((told, "dim"))
    return 0


def _told(work: Work) -> str:
    """Say what works on a thread in one line."""
    parts = [", ".join(name[:12] for name in names) for names in (work.branches, work.commits)]
    parts.append(paint.count(len(work.sessions), "session") if work.sessions else "")
    return " · ".join(part for part in parts if part)

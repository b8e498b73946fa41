"""standfast review: what waits for a person, and their decision."""

import argparse

from standfast.answers import shape_remembered, shape_shown, shape_waiting
from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream, examples, split_list
from standfast.cli.remember import tell_change
from standfast.cli.show import tell_memory
from standfast.errors import ConfigError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    add = parser.add_argument
    add("--approve", metavar="ID", nargs="+", action="extend", help="let these speak")
    add("--reject", metavar="ID", nargs="+", action="extend", help="keep these out; they stay in the history")
    add("--show", metavar="ID", help="show one in full")
    add("--keep", metavar="REV", type=int, help="with --approve of a disputed memory: the revision that counts")
    add("--limit", metavar="N", type=int, default=100, help="how many to list at most (default 100)")
    add_stream(parser, "print one memory per line")
    examples(
        parser,
        """
standfast review
standfast review --show 7qp2
standfast review --approve 7qp2 k3f9 --reject z0aa
standfast review --approve 7qp2 --keep 3
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """List what waits, or decide it."""
    if args.show:
        if args.approve or args.reject:
            raise ConfigError("Show first, then decide.", hint="Use --show on its own.")
        shown = face.open().show(args.show, given=True)
        if face.json:
            face.answer(shape_shown(shown))
        else:
            tell_memory(face, shown)
            face.next(f"`standfast review --approve {shown.memory.id}` or `--reject {shown.memory.id}`.")
        return 0
    if args.approve or args.reject:
        return _decide(args, face)
    waiting = face.open().review(limit=args.limit, given=True)
    if face.jsonl:
        for one in waiting:
            face.record(shape_waiting(one))
        return 0
    if face.json:
        face.answer({"waiting": [shape_waiting(one) for one in waiting]})
        return 0
    if not waiting:
        face.say("Nothing waits for you.")
        return 0
    ids = paint.Ids(face, [one.memory.id for one in waiting])
    rows = [
        [
            ids(one.memory.id),
            [paint.status(one.memory.status.value)],
            paint.source(one.memory.source),
            paint.shorten(one.reason, 60),
            paint.first_line(one.memory),
        ]
        for one in waiting
    ]
    face.table(("id", "status", "from", "why it waits", "memory"), rows)
    face.next(f"`standfast review --show {waiting[0].memory.id}`, then --approve or --reject.")
    return 0


def _decide(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    approved = memory.approve(split_list(args.approve), version=args.keep) if args.approve else []
    rejected = memory.reject(split_list(args.reject)) if args.reject else []
    if face.programmed:
        face.answer(
            {
                "approved": [shape_remembered(one) for one in approved],
                "rejected": [shape_remembered(one) for one in rejected],
            }
        )
        return 0
    for one in approved:
        tell_change(face, one, "Approved")
    for one in rejected:
        tell_change(face, one, "Rejected")
    return 0

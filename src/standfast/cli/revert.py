"""standfast revert: undo, with the report of what had been reached."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.verbs.revert import Reverted

EXAMPLES = """
standfast revert o5x0k3f-7qp2rta
standfast revert --source agent:codex --since 2h --dry-run
standfast revert --session 0b9c2f7e --derived
standfast revert --model claude-haiku-4-5 --since 2026-03-01 --until 2026-03-08 --dry-run

A revert is an operation too: revert it, and everything is back.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("operation", metavar="OPERATION", nargs="*", help="operations, as `standfast log` lists them")
    add("--session", metavar="S", default="", help="everything a session did")
    add("--source", metavar="SRC", default="", help="everything a source said: person:NAME, agent:NAME, import:NAME, …")
    add(
        "--model",
        metavar="NAME",
        default="",
        help="everything agents did with a model; `standfast sessions` names them",
    )
    add("--since", metavar="TIME", default=None, help="only what was recorded since: 2026-03-01, 2h, yesterday")
    add("--until", metavar="TIME", default=None, help="and only what was recorded until then")
    add("--derived", action="store_true", help="and everything that was built on it")
    add("--dry-run", action="store_true", help="report what would be undone and change nothing")


def run(args: argparse.Namespace, face: Face) -> int:
    done = face.open().revert(
        args.operation,
        session=args.session,
        source=args.source,
        model=args.model,
        since=args.since,
        until=args.until,
        derived=args.derived,
        dry_run=args.dry_run,
    )
    face.answer(done.to_dict())
    if not done.operations:
        face.say("There is nothing to undo.")
        return 0
    tell_reverted(face, done, "Would revert" if done.dry_run else "Reverted")
    return 0


def tell_reverted(face: Face, done: Reverted, verb: str) -> None:
    """Tell a person what was taken back, in its words, and what it had reached."""
    on = paint.count(len(done.memories), "memory", "memories")
    face.say(f"{verb} {paint.count(len(done.operations), 'operation')} on {on}.")
    ids = paint.Ids(face, done.memories)
    for memory in done.memories[:20]:
        face.say("  ", *ids(memory), "  ", paint.shorten(done.words.get(memory, "")))
    if len(done.memories) > 20:
        face.say((f"  and {len(done.memories) - 20} more", "dim"))
    if done.blast.sessions:
        face.say(("Sessions that had been given it:", "yellow"))
        for name, given in done.blast.sessions:
            face.say(f"  {name}: {', '.join(given[:6])}{' …' if len(given) > 6 else ''}")
    else:
        face.say("No session was given any of it.")
    if done.blast.derived:
        face.say(("Built on it:", "yellow"))
        for memory in done.blast.derived[:20]:
            face.say(f"  {memory}  {paint.shorten(done.words.get(memory, ''))}")
    if done.blast.commits:
        face.say(("Commits at its files, or by these sessions, while it was active:", "yellow"))
        for commit in done.blast.commits[:20]:
            face.say(f"  {commit['id']}  {paint.shorten(commit['words'])}")
    for source, number in [*done.passed.items()][:5]:
        later = f"{paint.count(number, 'memory', 'memories')} that came in later from {source}"
        face.say((f"Not included: {later}; `standfast revert --source {source}` reverts that.", "dim"))
    if len(done.passed) > 5:
        face.say((f"  and from {len(done.passed) - 5} more sources: `standfast log`", "dim"))
    if done.reverts:
        face.next(f"`standfast revert {' '.join(done.reverts)}` undoes this.")

"""standfast status: what is here, what still holds, what needs a person."""

import argparse

from standfast.answers import shape_status
from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs.status import StatusReport

READS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    examples(parser, "standfast status\nstandfast status -C ~/src/shop --json")


def run(args: argparse.Namespace, face: Face) -> int:
    """Tell what is here."""
    del args
    report = face.open().status()
    if face.json:
        face.answer(shape_status(report))
        return 0
    tell_status(face, report)
    if report.waiting:
        face.next(f"`standfast review`: {paint.count(report.waiting, 'memory waits', 'memories wait')} for you.")
    elif not any(state.memories for state in report.partitions):
        face.next('`standfast remember "…"` stores the first memory; `standfast up` explains more.')
    return 0


def tell_status(face: Face, report: "StatusReport") -> None:
    """Tell a person what is in reach."""
    if report.project:
        branch = f" on {report.branch}" if report.branch else ""
        face.say(("project  ", "dim"), (report.name, "bold"), f"  {report.project}{branch}")
    else:
        face.say(("project  ", "dim"), "none: this is no Git repository; memories go to the user")
    for project in report.claims:
        face.say(("claims   ", "dim"), f"to be {project}, with no history in common, and is kept apart")
        face.next(f"If it is the same project: `standfast init --join {project}`.")
    face.say(("home     ", "dim"), report.home)
    waiting = f"; {paint.count(report.unembedded, 'memory waits', 'memories wait')} for a vector: `standfast reindex`"
    face.say(("meaning  ", "dim"), report.embedder + (waiting if report.unembedded else ""))
    if report.groups:
        face.say(("groups   ", "dim"), ", ".join(report.groups))
    if report.standings or report.unjudged:
        pieces: list[str | tuple[str, str]] = [("anchored ", "dim")]
        for word, number in report.standings:
            pieces += [", "] if len(pieces) > 1 else []
            pieces += [f"{number:,} ", paint.standing(word)]
        if report.unjudged:
            pieces += [", "] if len(pieces) > 1 else []
            pieces += [f"{report.unjudged:,} not looked at: `standfast drift` does"]
        face.say(*pieces)
    if report.partitions:
        rows = [
            [one.partition, f"{sum(one.memories.values()):,}", _counts(one.memories), f"{one.operations:,}"]
            for one in report.partitions
        ]
        face.table(("where", "memories", "status", "operations"), rows)


def _counts(memories: dict[str, int]) -> list[str | tuple[str, str]]:
    pieces: list[str | tuple[str, str]] = []
    for word, number in sorted(memories.items(), key=lambda one: -one[1]):
        pieces += [", "] if pieces else []
        pieces += [f"{number:,} ", paint.status(word)]
    return pieces or ["none"]

"""standfast status: what is here, what still holds, what needs a person."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.instruction_lines import tell_instructions
from standfast.verbs.status import StatusReport

READS = True
EXAMPLES = """
standfast status
standfast status --moments
standfast status -C ~/src/shop --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--moments", action="store_true", help="what was said where in the last sessions, at what cost")
    parser.add_argument("--sessions", type=int, default=10, metavar="N", help="how many sessions back (with --moments)")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.moments:
        return _moments(args, face)
    report = face.open().status()
    face.answer(report.to_dict())
    tell_instructions(face, report.instructions)
    tell_status(face, report)
    if report.waiting_all:
        face.next(paint.waiting(report.waiting, report.waiting_all))
    elif not any(state.memories for state in report.partitions):
        face.next('`standfast remember "…"` stores the first memory; `standfast up` explains more.')
    return 0


def _counted(found: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in sorted(found.items(), key=lambda row: -row[1]))


def _moments(args: argparse.Namespace, face: Face) -> int:
    """Tell what was said at each moment of the last sessions, and why nothing was."""
    found = face.open().hooks.moments(sessions=args.sessions)
    face.answer({"sessions": args.sessions, "moments": [item.to_dict() for item in found]})
    if not found:
        face.say("No agent has worked here yet.")
        return 0
    rows = [
        [
            item.moment, f"{item.looked:,}", f"{item.said:,}", f"{item.memories:,}", f"{item.tokens:,}",
            _counted(item.ways), _counted(item.causes),
            f"{item.heeded} worked, {item.failed} failed" if item.heeded or item.failed else "-",
        ]
        for item in found
    ]  # fmt: skip
    face.table(("moment", "came", "said", "memories", "tokens", "said by", "silent because", "the next command"), rows)
    if any(item.said for item in found):
        face.next("`standfast sessions` names the sessions; `standfast why SESSION` shows each line that one was told.")
    return 0


def tell_status(face: Face, report: StatusReport) -> None:
    """Tell a person what is in reach."""
    branch = f" on {report.branch}" if report.branch else ""
    alone = ", this folder alone: it is not in a Git repository" if report.by == "folder" else ""
    face.say(("project  ", "dim"), (report.name, "bold"), f"  {report.project}{branch}{alone}")
    tell_paused(face, report)
    for project in report.claims:
        face.say(("claims   ", "dim"), f"to be {project}, with no history in common, and is kept apart")
        face.next(f"If it is the same project: `standfast init --join {project}`.")
    face.say(("home     ", "dim"), report.home)
    waiting = f"; {paint.count(report.unembedded, 'memory waits', 'memories wait')} for a vector: `standfast reindex`"
    face.say(("embedder ", "dim"), report.embedder + (waiting if report.unembedded else ""))
    off = [name for name, on in report.signs if not on]
    learning = ", ".join(name.replace("_", " ") for name, on in report.signs if on) or "nothing"
    face.say(("signs    ", "dim"), learning + (f"; off: {', '.join(off)}" if off else ""))
    if report.learner:
        told = report.learner
        name = told["model"] or told["after_merge"]
        spent = f"{told['tokens']:,} of {told['budget']:,} tokens today in {paint.count(told['calls'], 'call')}"
        kept = f"{told['proposed']:,} proposed, {told['dropped']:,} dropped"
        why = "what was asked last was beyond the budget" if told["failed"] == "budget" else "the last call failed"
        failed = f"; {why} ({told['failed']})" if told["failed"] else ""
        face.say(("model    ", "dim"), f"{name}: {spent}; {kept}{failed}")
    if report.said:
        face.say(("said     ", "dim"), f"{paint.count(report.said, 'sentence')} from sessions, unconfirmed")
    if report.groups:
        face.say(("groups   ", "dim"), ", ".join(report.groups))
    if report.standings or report.unjudged:
        pieces: list[str | tuple[str, str]] = [
            ("anchored ", "dim"),
            *paint.anchored(dict(report.standings), report.unchecked, report.unsure),
        ]
        if report.unjudged:
            pieces += [", "] if len(pieces) > 1 else []
            pieces += [f"{report.unjudged:,} not checked yet: `standfast drift` does it"]
        face.say(*pieces)
    if report.partitions:
        rows = [
            [
                partition.partition,
                f"{sum(partition.memories.values()) - partition.episodes:,}",
                f"{partition.episodes:,}" if partition.episodes else "-",
                _counts(partition.memories),
                f"{partition.operations:,}",
            ]
            for partition in report.partitions
        ]
        face.table(("where", "known", "episodes", "status", "operations"), rows)


def tell_paused(face: Face, report: StatusReport) -> None:
    """Say what a person stopped here."""
    for pause in report.paused:
        face.say(("paused   ", "yellow"), pause)
    if report.kept_out:
        face.say(("kept out ", "yellow"), "by your setting keep_out: nothing here is captured, learned or said")


def _counts(memories: dict[str, int]) -> list[str | tuple[str, str]]:
    pieces: list[str | tuple[str, str]] = []
    for word, number in sorted(memories.items(), key=lambda memory: -memory[1]):
        pieces += [", "] if pieces else []
        pieces += [f"{number:,} ", paint.status(word)]
    return pieces or ["none"]

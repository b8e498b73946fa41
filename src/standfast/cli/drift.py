"""standfast drift: see what still holds after the code moved, and what a change makes stale."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.instruction_lines import tell_instructions
from standfast.errors import ConfigError
from standfast.model.ids import MemoryId
from standfast.verbs.drift import Drift, JudgedMemory

STALE = 1
_MOST_LOST = 8

EXAMPLES = """
standfast drift
standfast drift --since origin/main --markdown > comment.md
standfast drift --since origin/main --propose
standfast drift --fix
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--since", metavar="REV", default="", help="only what changed since this branch left REV: for a pull request")
    add("--fix", action="store_true", help="re-anchor what merely moved; what was touched or drifted is left to you")
    add("--diff", action="store_true", help="show all the lines that changed, not only the one nearest each claim")
    add("--markdown", action="store_true", help="print a comment for a pull request")
    add("--propose", action="store_true", help="also suggest what is worth remembering about the change")
    add("--keep", action="store_true", help="with --propose: keep the proposals for review")
    add("--exit-code", action="store_true", help=f"end with {STALE} when something drifted or broke, for CI")
    add("--event", metavar="NAME", default="", help=argparse.SUPPRESS)


def run(args: argparse.Namespace, face: Face) -> int:
    if args.event:
        memory = face.open()
        memory.hooks.after_git()
        if memory.context.settings.after_merge:  # whichever event: one that came meanwhile was left to this process
            memory.hooks.after_merge()
        return 0
    if args.keep and not args.propose:
        raise ConfigError("What should be kept?", hint="Use --keep with --propose.")
    report = face.open().drift(since=args.since, fix=args.fix, propose=args.propose, store=args.keep)
    face.answer(report.to_dict())
    if args.markdown:
        from standfast.cli.drift_markdown import render

        face.raw(render(report))
    else:
        _tell(face, report, args)
    return STALE if args.exit_code and report.stale else 0


def _tell(face: Face, report: Drift, args: argparse.Namespace) -> None:
    counts = paint.anchored(report.standings, report.unchecked, report.unsure)
    tell_instructions(face, report.instructions)
    tell_instructions(face, report.pages, where="other documents")
    face.say(*(["Anchored to code: ", *counts] if counts else ["Nothing is anchored here."]))
    if counts:
        face.say(("Statements read from documents are checked when they are shown, and not counted here.", "dim"))
    _tell_branches(face, report)
    if report.since:
        face.say((f"since {report.since[:12]}:", "dim"))
    ids = paint.Ids(face, [item.memory.id for item in report.found])
    told: set[str] = set()
    for item in report.found:
        face.say()
        face.say(paint.stands(item.judged), "  ", *ids(item.memory.id), f"  {paint.first_line(item.memory)}")
        for line in _detail(item, told, whole=args.diff):
            face.say((line, "dim"))
    if report.dependants:
        face.say()
    for other in report.dependants:
        face.say(f"{other.memory.id}  {paint.first_line(other.memory)}")
        face.say((f"  rests on {other.on}, which is {other.standing}", "dim"))
    if args.propose:
        _tell_proposals(face, report)
    lost = [identity for identity in report.nowhere if identity not in {item.memory.id for item in report.found}]
    if lost:
        _tell_lost(face, lost)
    elif not report.found and report.standings:
        unknown = report.standings.get("unanchored", 0) + report.unchecked
        checked = sum(report.standings.values()) - unknown
        plain = "Nothing that was checked is stale." if checked else "Nothing could be checked."
        face.say(plain if not report.since else "This change makes nothing stale.")
        if unknown and not report.since:
            some = paint.count(unknown, "memory", "memories")
            face.say((f"{some} could not be checked: the code says nothing about the claim.", "dim"))
    _tell_next(face, report, fixing=args.fix)


def _tell_lost(face: Face, lost: list[MemoryId]) -> None:
    """Tell what has anchors of which nothing was found: a command, a dependency or a commit that is not known here."""
    many = len(lost) > 1
    face.say()
    face.say(
        (f"{paint.count(len(lost), 'memory', 'memories')} point{'' if many else 's'} at nothing", "yellow"),
        f", so nobody can tell whether {'they hold' if many else 'it holds'}:",
    )
    words = face.open().labels.words(lost[:_MOST_LOST])
    ids = paint.Ids(face, lost[:_MOST_LOST])
    for identity in lost[:_MOST_LOST]:
        face.say("  ", *ids(identity), f"  {paint.shorten(words.get(identity, ''))}")


def _tell_branches(face: Face, report: Drift) -> None:
    landed = report.landed
    for word, ids in (
        ("landed with their branch", landed.promoted),
        ("expired: their branch is gone", landed.expired),
        ("came back with their branch", landed.revived),
        ("to review: their branch is gone", landed.review),
    ):
        if ids:
            face.say(f"{paint.count(len(ids), 'memory', 'memories')} {word}: {', '.join(ids[:8])}")


def _detail(found: JudgedMemory, told: set[str], *, whole: bool) -> list[str]:
    """Say how each anchor stands; lines of a change that were told before are not repeated."""
    from standfast.cli.show import tell_standing

    lines: list[str] = []
    for item in found.judged.detail:
        if item["standing"] not in {"holds", "unanchored"}:
            where, *change = [f"  {line}" for line in tell_standing(item, whole=whole)]
            is_told = "\n".join(change) in told
            lines += [where, *(["    changed as shown above"] if change and is_told else change)]
            told.add("\n".join(change))
    if found.breach:
        from standfast.standing.breach import REMEDY

        lines.append(f"  the code breaks this rule at {found.breach}: {REMEDY}")
    if found.fixed:
        lines.append("  anchored again where it is now")
    elif found.kept_back:
        lines.append(f"  left as it is: {found.kept_back}")
    elif found.review and found.judged.standing.value in {"drifted", "broken"}:
        lines.append("  a person decided this: it is kept, and waits in review")
    return lines


def _tell_proposals(face: Face, report: Drift) -> None:
    face.say()
    if not report.proposals:
        face.say("The structure of this change says nothing that is worth remembering.")
    for number, item in enumerate(report.proposals):
        stored = f"  {report.stored[number].id} {report.stored[number].status.value}" if report.stored else ""
        face.say(("remember? ", "yellow"), f"{item.kind}: {item.text}{stored}")
        for line in (
            f"because {item.why}" if item.why else "",
            "at " + ", ".join(item.anchors) if item.anchors else "",
        ):
            if line:
                face.say((f"  {line}", "dim"))


def _tell_next(face: Face, report: Drift, *, fixing: bool) -> None:
    if report.stale:
        first = report.stale[0]
        stale = first.memory.id
        if any(item.get("nowhere") for item in first.judged.detail):
            face.next(f"`standfast revise {stale} --anchor PLACE` says what it is about.")
        elif first.breach:
            face.next(f"Fix the code at {first.breach}; or, if the rule changed, `standfast revise {stale} …`.")
        else:
            face.next(
                f"`standfast verify {stale}` if it still holds, `standfast revise {stale} …` or `retract` if not."
            )
    elif unsure := next((item.memory.id for item in report.found if item.judged.is_unsure), ""):
        face.next(f"`standfast verify {unsure}` if it still holds, `standfast revise {unsure} …` if not.")
    elif report.found and not fixing:
        face.next("`standfast drift --fix` re-anchors what merely moved.")
    if report.stored:
        face.next("`standfast review` decides on the proposals.")

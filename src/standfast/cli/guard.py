"""standfast guard: what an incident taught, enforced."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from standfast.cli import paint
from standfast.cli.face import Face, Piece
from standfast.cli.guard_check import add_check_flags, run_check
from standfast.cli.parser import split_list
from standfast.code.git import find_git
from standfast.errors import ConfigError
from standfast.verbs.enforced import is_in_force, today

if TYPE_CHECKING:
    from standfast.guard.backtest import Backtest
    from standfast.guard.finding import Waiver
    from standfast.verbs.guard import Guarded

READS = False
_NAMED = 5  # commits of a backtest

EXAMPLES = """
standfast guard add 7qp2 payment-lock.yml
standfast guard check --staged
standfast guard check --diff origin/main..HEAD --sarif > guards.sarif
standfast guard draft 4f1c2aa
standfast guard backtest payment-lock-key --fix 4f1c2aa
standfast guard pack add python --severity warn
standfast guard waive payment-lock-key --until 2026-12-31 --because "the ledger is read only here"
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("act", metavar="ACT", nargs="?", default="list", choices=[*_ACTS], help=" | ".join(_ACTS) + " (default: list)")
    add("words", metavar="NAME", nargs="*", help="add: MEMORY RULE.yml; pack: list or add PACK [RULE…]; draft: COMMIT")
    add_check_flags(parser)
    add("--all", action="store_true", help="list: also guards whose memory is no longer active; draft: every candidate")
    add("--until", metavar="DATE", help="waive: the last day it applies")
    add("--because", metavar="TEXT", help="waive: the reason, for the record")
    add("--path", metavar="GLOB", action="append", help="waive: only there; may be repeated")
    add("--incident", metavar="REV", default="", help="backtest, draft: the commit that must be caught")
    add("--fix", metavar="REV", default="", help="backtest: the commit that must pass")
    add("--limit", metavar="N", type=int, default=1000, help="backtest, draft: how many commits (default 1000)")
    add("--severity", choices=["block", "warn"], default="", help="pack add: what to start with")


def run(args: argparse.Namespace, face: Face) -> int:
    code: int = _ACTS[args.act](args, face)
    return code


def _words(args: argparse.Namespace, usage: str, least: int, most: int) -> list[str]:
    if not least <= len(args.words) <= most:
        raise ConfigError(
            f"guard {args.act} does not take these arguments.", hint=f"standfast guard {args.act} {usage}".rstrip()
        )
    return list(args.words)


def _add(args: argparse.Namespace, face: Face) -> int:
    reference, name = _words(args, "MEMORY RULE.yml", 2, 2)
    done = face.open().guards.add(reference, face.read(name), name=name)
    hook, told = _where_enforced(face)
    return _tell(face, done, told, {"hook": hook})


def _where_enforced(face: Face) -> tuple[str, str]:
    """Return the state of the Git hook, and say where a guard is asked from now on; how to have Git ask it, if not."""
    from standfast.code.hooks.gate import inspect_hooks

    git = find_git(str(face.where))
    hooks = inspect_hooks(git) if git is not None and git.place.root else None
    if hooks is not None and hooks.state == "installed":
        return hooks.state, "enforced from now on: agents are told at an edit, Git asks before each commit"
    if hooks is not None:
        advice = hooks.advice or "`standfast init --yes` installs the Git hook that stops a commit."
        face.next("`standfast guard check --staged` asks by hand.")
        if not face.quiet:
            face.raw(advice)  # on lines of its own: it may be a piece of YAML
    return hooks.state if hooks is not None else "", "agents' edits are checked from now on, commits are not yet"


def _remove(args: argparse.Namespace, face: Face) -> int:
    (reference,) = _words(args, "GUARD|MEMORY", 1, 1)
    return _tell(face, face.open().guards.remove(reference), "removed; its memory stays")


def _waive(args: argparse.Namespace, face: Face) -> int:
    (reference,) = _words(args, "GUARD --until DATE --because TEXT", 1, 1)
    if not args.until or not args.because:
        hint = "standfast guard waive GUARD --until 2026-12-31 --because TEXT"
        raise ConfigError("A waiver needs a last day and a reason.", hint=hint)
    done = face.open().guards.waive(reference, until=args.until, because=args.because, paths=split_list(args.path))
    return _tell(face, done, f"waived until {args.until}")


def _tell(face: Face, done: "Guarded", what: str, more: dict[str, str] | None = None) -> int:
    memory = done.memory
    record = {"guard": done.guard, "memory": memory.id, "revision": memory.revision, "operation": done.operation}
    face.answer({**record, **({"replaced": done.replaced} if done.replaced else {}), **(more or {})})
    said = what if done.operation else "nothing needed to change"
    face.say((done.guard, "bold"), f" on {done.memory.id}: {said}.")
    if done.replaced:
        face.say(
            (f"  It takes the place of {done.replaced}, which is no longer enforced: a memory has one guard.", "yellow")
        )
        face.next("`standfast undo` brings that one back; to keep both, add this one to a memory of its own.")
    return 0


def _list(args: argparse.Namespace, face: Face) -> int:
    _words(args, "[--all]", 0, 0)
    memory = face.open()
    carried = memory.guards.list(everything=args.all)
    face.answer({"guards": [item.to_dict() for item in carried]})
    if not carried:
        face.say("Nothing is enforced here.")
        face.next("`standfast guard add MEMORY RULE.yml`, or `standfast guard pack list` for rules to start from.")
        return 0
    rows: list[list[str | list[Piece]]] = []
    date = today(memory.context)
    for item in carried:
        state = item.guard.severity if item.guard else "broken"
        status = item.memory.status.value
        state = state if status == "active" else f"{state}, {status}" if is_in_force(item.memory) else status
        state = ", ".join([state, *(_waived(waiver) for waiver in item.waivers if waiver.until >= date)])
        kind = item.guard.kind if item.guard else paint.shorten(item.problem, 60)
        rows.append([[(item.id, "bold")], state, kind, item.memory.id, paint.first_line(item.memory)])
    face.table(("guard", "does", "kind", "memory", "because"), rows)
    return 0


def _waived(waiver: "Waiver") -> str:
    """Say until when, and where, a guard is waived."""
    return f"waived until {waiver.until}" + (f" in {', '.join(waiver.paths)}" if waiver.paths else "")


def _test(args: argparse.Namespace, face: Face) -> int:
    words = _words(args, "[GUARD|MEMORY]", 0, 1)
    proven = face.open().guards.prove(*words)
    failed = not all(item.holds for item in proven)
    records = [
        {
            "guard": item.carried.id,
            "problem": item.problem,
            "snippets": [verdict._asdict() for verdict in item.verdicts],
        }
        for item in proven
    ]
    face.answer({"ok": not failed, "guards": records})
    for item in proven:
        mark = ("✓", "green") if item.holds else ("✗", "bold red")
        face.say(mark, f" {item.carried.id}: {paint.count(len(item.verdicts), 'snippet')}")
        if item.problem:
            face.say(f"    {item.problem}")
        for verdict in item.verdicts:
            if verdict.problem:
                shown = paint.shorten(verdict.snippet, 60)
                face.say(f"    {verdict.expected} {verdict.number}: {verdict.problem}: {shown}")
    if not proven:
        face.say("Nothing is enforced here.")
    return int(failed)


def _backtest(args: argparse.Namespace, face: Face) -> int:
    from standfast.cli.progress import Bar
    from standfast.guard.backtest import backtest_rows, render_backtest

    words = _words(args, "[GUARD|MEMORY] [--limit N] [--incident REV] [--fix REV] [--markdown]", 0, 1)
    options = {"incident": args.incident, "fix": args.fix, "limit": args.limit}
    with Bar(face, "replaying") as bar:
        results = face.open().guards.backtest(*words, progress=bar, **options)
    face.answer({"backtests": [_backtest_record(result) for result in results]})
    if results and args.markdown:
        face.raw(render_backtest(results))
    elif results:
        face.table(*backtest_rows(results))
        for result in results:
            _tell_flagged(face, result)
    else:
        face.say("Nothing is enforced here.")
    return 0


def _tell_flagged(face: Face, result: "Backtest") -> None:
    """Name the commits that a guard would have stopped, the latest first."""
    latest = result.flagged[::-1]
    if latest:
        face.say(f"{result.guard} would have stopped:")
    for flagged in latest[:_NAMED]:
        verdict = "false alarm" if flagged.commit in result.false_alarms else "caught"
        face.say(f"  {flagged.commit[:9]}  {flagged.date}  {verdict}  {paint.shorten(flagged.subject, 80)}")
    if len(latest) > _NAMED:
        face.say(f"  and {len(latest) - _NAMED} earlier; --json names all")


def _backtest_record(value: Any) -> dict[str, Any]:
    return {**value._asdict(), "flagged": [flagged._asdict() for flagged in value.flagged], "agrees": value.agrees}


def _draft(args: argparse.Namespace, face: Face) -> int:
    from standfast.cli.progress import Bar
    from standfast.guard.render import guard_document, render_rule

    (fix,) = _words(args, "COMMIT [--incident REV] [--limit N] [--all]", 1, 1)
    with Bar(face, "replaying") as bar:
        drafts = face.open().guards.draft(fix, incident=args.incident, limit=args.limit, progress=bar)
    records = [
        {"rule": guard_document(draft.guard), "form": draft.form, "backtest": _backtest_record(draft.backtest)}
        for draft in drafts
    ]
    face.answer({"drafts": records})
    if not drafts:
        face.say("No rule that fits the code before the fix, and not after, stands up to this history.")
        return 0
    for number, item in enumerate(drafts if args.all else drafts[:1]):
        told = item.backtest
        face.raw("---\n" if number else "")
        alarms = paint.count(len(told.false_alarms), "false alarm")
        face.raw(f"# {paint.count(told.commits, 'commit')}: {len(told.caught)} caught, {alarms}")
        face.raw(render_rule(item.guard))
    if len(drafts) > 1 and not args.all:
        face.note(f"The best of {len(drafts)} candidates; --all prints the others.")
    face.note("Save it, remember what happened, then `standfast guard add MEMORY RULE.yml`.")
    return 0


def _pack(args: argparse.Namespace, face: Face) -> int:
    words = args.words or ["list"]
    memory = face.open()
    if words[0] == "add" and len(words) > 1:
        done = memory.guards.add_pack(words[1], words[2:], severity=args.severity)
        face.answer({"added": [{"guard": item.guard, "memory": item.memory.id} for item in done]})
        verb = "is" if len(done) == 1 else "are"
        face.say(f"{paint.count(len(done), 'rule')} of {words[1]} {verb} on: {_where_enforced(face)[1]}.")
        face.next("`standfast guard backtest` shows what they would have stopped.")
        return 0
    if words != ["list"]:
        raise ConfigError(
            "`guard pack` does not take these arguments.", hint="standfast guard pack list, or pack add NAME [RULE…]"
        )
    rules = memory.guards.starter_rules()
    records = [{"pack": pack, "rule": entry.id, "on": on, "message": entry.message} for pack, entry, on in rules]
    face.answer({"rules": records})
    rows = [[pack, entry.id, "on" if on else "", paint.shorten(entry.message, 90)] for pack, entry, on in rules]
    face.table(("pack", "rule", "", "what it says"), rows)
    return 0


_ACTS: dict[str, Callable[[argparse.Namespace, Face], int]] = {
    "add": _add,
    "list": _list,
    "check": run_check,
    "test": _test,
    "backtest": _backtest,
    "draft": _draft,
    "pack": _pack,
    "waive": _waive,
    "remove": _remove,
}

"""standfast guard check: the gate, for a commit, for CI, for files.

Owns failing the right way: a store that is missing, busy or newer lets pass and says so once, but not in CI where the
base carries guards of its own. What was asked for and does not exist (a revision, a file) is an error like any other.
"""

import argparse
import json
import sys

from standfast.cli.face import Face, safe
from standfast.errors import ConfigError, StandfastError, StoreError
from standfast.guard import report as out
from standfast.guard.finding import Report
from standfast.verbs.enforced import count_mirrored
from standfast.verbs.guard_check import Looked


def add_check_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of `guard check`."""
    add = parser.add_argument
    add("--staged", action="store_true", help="check: what is staged (default)")
    add("--diff", metavar="A..B", default="", help="check: what B has done since it left A")
    add("--past", metavar="REV", default="", help="check: commits after REV that bypassed the gate")
    add("--files", metavar="FILE", nargs="+", action="extend", help="check: these files as they are on disk")
    add("--everything", action="store_true", help="check: whole files, not only new lines")
    add("--sarif", action="store_true", help="check: print SARIF 2.1.0, for code scanning")
    add("--markdown", action="store_true", help="check, backtest: print Markdown, for a job summary")
    add("--exit-code", metavar="N", type=int, default=1, help="check: the exit code when something blocks (default 1)")


def run_check(args: argparse.Namespace, face: Face) -> int:
    """Hold the guards against a change; the exit code says whether it is blocked."""
    if args.words or sum((args.staged, bool(args.diff), bool(args.past), bool(args.files))) > 1:
        hint = "standfast guard check [--staged | --diff A..B | --past REV | --files FILE…]"
        raise ConfigError("What should be checked?", hint=hint)
    face.reads = True
    lenient = not args.diff and not args.files
    try:
        looked = _look(args, face)
    except (StoreError, StandfastError) as error:
        if not lenient and not isinstance(error, StoreError):
            raise
        if args.diff and _held_against(face, args.diff):
            raise  # in CI, a change must not pass because the place it is checked in cannot be read
        return 0 if args.past else _let_pass(face, args, f"{error.message} {error.hint}".strip())
    except Exception as error:
        if not lenient:
            raise
        return _let_pass(face, args, f"{type(error).__name__}: {error}")
    _print(args, face, looked)
    if looked.report.blocked or (args.past and looked.past):
        return int(args.exit_code)
    if lenient and not args.past and face.settings.mirror_at == "commit":
        _carry(face)
    return 0


def _carry(face: Face) -> None:
    """Let what was decided on this branch be part of the commit in progress; never in its way."""
    from standfast.code.changes import in_commit

    if not in_commit():
        return
    try:
        face.open().mirror.carry("commit")
    except (StandfastError, OSError) as error:
        said = f"standfast: the mirror was not written: {getattr(error, 'message', error)}"
        sys.stderr.write(safe(said) + "\n")


def _look(args: argparse.Namespace, face: Face) -> Looked:
    stored = face.settings.store_folder.exists()
    if not stored:
        from standfast.verbs.enforced import count_mirrored, has_mirror

        if not has_mirror(face.where) and not count_mirrored(face.where, args.diff):
            raise StoreError("There is no store here, and no mirror.", hint="Run `standfast init`.")
    memory = face.open()
    if args.diff:
        return memory.guards.check_between(args.diff, everything=args.everything)
    if args.past:
        return memory.guards.check_past(args.past)
    if args.files:
        from standfast.cli.places import repo_paths

        return memory.guards.check_files(repo_paths(face, args.files) if stored else args.files)
    return memory.guards.check_staged(everything=args.everything)


def _held_against(face: Face, revisions: str) -> bool:
    """Tell whether the commit that a change starts from carries guards."""
    return count_mirrored(face.where, revisions) > 0


def _let_pass(face: Face, args: argparse.Namespace, why: str) -> int:
    """Let pass, loudly: what cannot be asked must not stop every commit."""
    sys.stderr.write(safe(f"standfast: guards were not checked, and this passes. {why}") + "\n")
    if face.json or args.sarif:
        from standfast.guard.finding import Broken, Report
        from standfast.verbs.guard_check import Looked

        report = Report("staged" if not args.diff else args.diff, broken=(Broken("guards", why),))
        _print(args, face, Looked(report, ()))
    return 0


def _print(args: argparse.Namespace, face: Face, looked: Looked) -> None:
    report = looked.report
    if args.sarif:
        from standfast import __version__

        face.write(json.dumps(out.sarif_document(report, looked.guards, version=__version__), indent=2))
    elif face.json:
        past = [
            {"commit": commit.id, "subject": commit.subject, "guards": _guards_of(found)}
            for commit, found in looked.past
        ]
        face.answer({**out.report_document(report), "past": past})
    elif args.markdown:
        face.raw(out.render_markdown(report))
    elif not face.quiet or report.findings or report.waived or report.broken or report.skipped:
        face.raw(out.render_text(report))
    if not face.json:
        for commit, found in looked.past:
            said = f"{commit.id[:10]} went past the gate with {', '.join(_guards_of(found))}: {commit.subject}"
            sys.stderr.write(safe(f"standfast: {said}") + "\n")


def _guards_of(report: Report) -> list[str]:
    return sorted({finding.guard for finding in report.blocking})

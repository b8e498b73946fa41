"""standfast doctor: prove that everything works."""

import argparse

from standfast.cli.checks import run_checks
from standfast.cli.face import Face
from standfast.cli.parser import examples

_MARKS = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "bold red")}

READS = True


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("--fix", action="store_true", help="mend what can be mended; nothing is thrown away")
    examples(parser, "standfast doctor\nstandfast doctor --fix --json")


def run(args: argparse.Namespace, face: Face) -> int:
    """Look at everything."""
    findings = run_checks(face, fix=args.fix)
    failed = any(one.verdict == "fail" for one in findings)
    if face.json:
        checks = [
            {"check": one.check, "verdict": one.verdict, "message": one.message, "hint": one.hint, "fixed": one.fixed}
            for one in findings
        ]
        face.answer({"ok": not failed, "checks": checks})
        return 3 if failed else 0
    for one in findings:
        face.say(_MARKS[one.verdict], f" {one.check:<8} {one.message}")
        if one.hint:
            face.say((f"           {one.hint}", "dim"))
    if failed and not args.fix:
        face.next("`standfast doctor --fix` mends what can be mended.")
    return 3 if failed else 0

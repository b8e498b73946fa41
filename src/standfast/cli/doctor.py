"""standfast doctor: prove that everything works."""

import argparse

from standfast.cli.checks import run_checks
from standfast.cli.face import Face

_MARKS = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "bold red")}

READS = True
EXAMPLES = """
standfast doctor
standfast doctor --fix --json
standfast doctor --accept-loss
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="repair what can be repaired; nothing is thrown away")
    parser.add_argument(
        "--accept-loss",
        action="store_true",
        help="accept what a repair could not bring back (only a person can)",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    if args.accept_loss:
        face.reads = False  # whose word it is counts
        face.open().maintenance.accept_losses()
    findings = run_checks(face, fix=args.fix)
    failed = any(finding.verdict == "fail" for finding in findings)
    checks = [{**finding.to_dict(), "ok": finding.verdict == "ok"} for finding in findings]
    face.answer({"ok": not failed, "checks": checks})
    for finding in findings:
        face.say(_MARKS[finding.verdict], f" {finding.check:<8} {finding.message}")
        if finding.hint:
            face.say((f"           {finding.hint}", "dim"))
    if failed and not args.fix:
        face.next("`standfast doctor --fix` repairs what can be repaired.")
    return 3 if failed else 0

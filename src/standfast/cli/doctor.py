"""standfast doctor: prove that everything works."""

import argparse
from collections.abc import Callable

from standfast.cli import checks, connected, gate_check
from standfast.cli.checks import Outcome
from standfast.cli.face import Face
from standfast.errors import StandfastError

CHECKS: dict[str, Callable[..., list[Outcome]]] = {
    "program": checks.check_python,
    "home": checks.check_home,
    "key": checks.check_key,
    "patterns": checks.check_patterns,
    "settings": checks.check_settings,
    "store": checks.check_store,
    "leftovers": checks.check_leftovers,
    "recall": checks.check_recall,
    "git": checks.check_git,
    "agents": connected.check_agents,
    "hooks": checks.check_hooks,
    "spool": connected.check_spool,
    "gate": gate_check.check_gate,
}
"""An error that one of them raises counts as failed, so that one broken part does not hide the others."""
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
    records = [{**finding.to_dict(), "ok": finding.verdict == "ok"} for finding in findings]
    face.answer({"ok": not failed, "checks": records})
    for finding in findings:
        face.say(_MARKS[finding.verdict], f" {finding.check:<8} {finding.message}")
        if finding.hint:
            face.say((f"           {finding.hint}", "dim"))
    if failed and not args.fix:
        face.next("`standfast doctor --fix` repairs what can be repaired.")
    return 3 if failed else 0


def run_checks(face: Face, *, fix: bool) -> list[Outcome]:
    """Run every check."""
    found: list[Outcome] = []
    for name, check in CHECKS.items():
        try:
            found += check(face, fix=fix)
        except StandfastError as error:
            found.append(Outcome(name, "fail", error.message, error.hint))
        except Exception as error:  # noqa: BLE001 - a check that breaks is a finding, and the others still run
            found.append(Outcome(name, "fail", f"{type(error).__name__}: {error}", "Please report this: it is a bug."))
    return found

"""Foresee: what the guards say of a tool call before it is made, worded for the agent and on record before it is said.

Neighbours: `verbs.enforced` (which guards), `verbs.guard_check` (asks them), `guard.proposed` (what a call changes).
"""

from __future__ import annotations

from pathlib import Path

from standfast.errors import StandfastError
from standfast.model.value import Value
from standfast.verbs.enforced import enforced
from standfast.verbs.guard_check import ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from standfast.context.context import Context
    from standfast.guard.finding import Finding, Report
    from standfast.verbs.enforced import Enforced

EDIT_BUDGET_S = 2.0


class Foreseen(Value):
    """What the guards say of a tool call before it is made, in words for the agent: why not, or what to mind."""

    denied: str = ""
    warned: str = ""


def foresee(context: Context, tool_input: Any, *, cwd: str = "") -> Foreseen:
    """Hold the guards against what a tool call would change."""
    if context.here.root is None:
        return Foreseen()
    inforce = enforced(context)
    if not inforce.guards:
        return Foreseen()
    from standfast.guard.proposed import proposed_change

    change = proposed_change(tool_input, root=context.here.root, cwd=Path(cwd) if cwd else None)
    if change is None:
        return Foreseen()
    with change:
        report = ask(context, inforce, change, budget_s=EDIT_BUDGET_S, by_person=False)
    if not report.blocked and not report.warnings:
        return Foreseen()
    return tell_agent(context, inforce, report)


def tell_agent(context: Context, inforce: Enforced, report: Report) -> Foreseen:
    """Word it for a model: everything quoted is defused, and on record before it is said."""
    from standfast.guard.report import most_told, render_deny, render_warning

    told = [_defused(item) for item in most_told(report.blocking or report.warnings)]
    if not _on_record(context, inforce, told):
        told = [
            item._replace(reason="") for item in told
        ]  # what cannot be put on record is not quoted; a guard still holds
    spoken = report._replace(findings=tuple(told))
    more = len(report.blocking or report.warnings) - len(told)
    if report.blocked:
        return Foreseen(denied=render_deny(spoken, more=more))
    return Foreseen(warned=render_warning(spoken, more=more))


def _defused(finding: Finding) -> Finding:
    """Return a finding whose words are data to a model: each on one line, with nothing unseen and no tag of ours."""
    from standfast.recall.fence import clean_for_model

    def flat(said: str) -> str:
        return " ".join(clean_for_model(said).split())

    return finding._replace(
        path=flat(finding.path),
        text=flat(finding.text.strip().partition("\n")[0]),
        message=flat(finding.message),
        why=flat(finding.why),
        reason=flat(finding.reason),
        note=flat(finding.note),
    )


def _on_record(context: Context, inforce: Enforced, told: Sequence[Finding]) -> bool:
    """Leave a receipt for the memories that are about to be quoted; False where nothing can be written."""
    from standfast.recall.receipts import give
    from standfast.standing.memories import Judge

    said = {item.memory: item.reason for item in told}
    judge = Judge(context)
    try:
        shown = [
            (item, judge(item))
            for item in {memory.id: memory for memory in inforce.memories}.values()
            if item.id in said
        ]
        give(
            context,
            "guard",
            shown,
            query=" ".join(sorted({item.path for item in told})),
            said=[said[entry.id] for entry, _ in shown],
        )
    except (StandfastError, OSError):
        return False
    return True

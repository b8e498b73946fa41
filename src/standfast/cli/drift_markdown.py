"""The report of `standfast drift` as a Markdown comment for a pull request.

What memories and files say is quoted as code or escaped: a comment is read by people and programs that trust it.
"""

import difflib
import re
from typing import Any

from standfast.standing.breach import REMEDY
from standfast.verbs.drift import Drift, JudgedMemory

MARK = "<!-- standfast drift -->"
"""A job finds its earlier comment by this and replaces it."""
_MOST_LINES = 30
_MOST = 30
_SIGNS = {"broken": "❌", "drifted": "⚠️", "touched": "✏️", "moved": "➡️"}


def render(report: Drift) -> str:
    """Render the comment."""
    stale = [item for item in report.found if item.judged.standing.value in {"broken", "drifted"}]
    calm = [item for item in report.found if item not in stale]
    lines = [
        MARK,
        *_instructions(report),
        "### What this change makes stale" if report.since else "### What no longer holds",
        "",
    ]
    told: set[str] = set()
    if not report.found:
        lines.append("Nothing that could be checked of what is remembered about this code is stale.")
    elif not stale:
        lines.append("Nothing. What is below merely moved, or was touched nearby.")
    for item in stale[:_MOST]:
        lines += _memory(item, told)
    if len(stale) > _MOST:
        lines += [f"… and {len(stale) - _MOST} more.", ""]
    if report.dependants:
        lines += ["#### Rests on what is stale", ""]
        lines += [
            f"- {_words(_say(dependant.memory))} (`{dependant.memory.id}`, on `{dependant.on}`)"
            for dependant in report.dependants[:_MOST]
        ]
        lines.append("")
    if calm:
        lines += ["<details><summary>Moved or touched</summary>", ""]
        lines += [
            f"- {_SIGNS[item.judged.standing.value]} {_words(_say(item.memory))} ({_where(item)})"
            for item in calm[:_MOST]
        ]
        lines += ["", "</details>", ""]
    if report.proposals:
        lines += ["#### Worth remembering?", ""]
        lines += [
            f"- **{proposal.kind}** {_words(proposal.text)}" + (f" ({_words(proposal.why)})" if proposal.why else "")
            for proposal in report.proposals
        ]
        lines.append("")
    if stale:
        lines.append("`standfast verify ID` if it still holds, `standfast revise ID` or `standfast retract ID` if not.")
    return "\n".join(lines).rstrip() + "\n"


def _instructions(report: Drift) -> list[str]:
    """Lead with what in the instruction files is no longer true."""
    found = (*report.instructions, *report.pages)
    if not found:
        return []
    lines = ["### What in your documents is no longer true", ""]
    if not report.pages:
        lines = ["### What in your instruction files is no longer true", ""]
    for line in found[:_MOST]:
        since = f" (since {_code(line.since[:12])})" if line.since else ""
        lines.append(f"- {_code(f'{line.file}:{line.line}')} {_words(line.fault)}{since}")
    return [*lines, ""]


def _memory(judged_memory: JudgedMemory, told: set[str]) -> list[str]:
    memory = judged_memory.memory
    sign = _SIGNS[judged_memory.judged.standing.value]
    lines = [f"#### {sign} {judged_memory.judged.standing.value}: {_words(_say(memory))}", ""]
    why = f" Because: {_words(memory.content.why)}" if memory.content.why else ""
    lines += [f"`{memory.id}` · {memory.content.kind.value} by {_words(str(memory.source))}.{why}", ""]
    for detail in judged_memory.judged.detail:
        if detail["standing"] not in {"holds", "unanchored"}:
            lines += _anchor(detail, told)
    if judged_memory.breach:
        lines += [f"The code breaks this rule at {_code(judged_memory.breach)}: {REMEDY}.", ""]
    return lines


def _anchor(detail: dict[str, Any], told: set[str]) -> list[str]:
    where = _code(detail["anchor"])
    lines = [f"{where}: {_words(detail['reason'])}" if detail["reason"] else where]
    commit = detail.get("commit")
    if commit:
        said = f"{commit['sha'][:10]} by {commit['author']}, {commit['at'][:10]}: {commit['subject']}"
        lines[0] += f" ({_words(said)})" if commit["sha"] else " (not committed yet)"
    before, after = (detail.get(name, {}).get("lines", []) for name in ("before", "after"))
    changed = list(difflib.unified_diff(before, after, lineterm="", n=1))[2:][:_MOST_LINES]
    if changed and "\n".join(changed) in told:
        lines += ["", "Changed as shown above."]
    elif changed:
        told.add("\n".join(changed))
        fence = _fence(changed)
        lines += ["", f"{fence}diff", *(line.rstrip() for line in changed), fence]
    return [*lines, ""]


def _where(judged_memory: JudgedMemory) -> str:
    return ", ".join(_code(detail["now"] or detail["anchor"]) for detail in judged_memory.judged.detail)


def _say(memory: Any) -> str:
    content = memory.content
    return " ".join((content.title or content.text).split())


def _words(text: str) -> str:
    """Return text that means nothing to Markdown or HTML, and calls nobody."""
    flat = " ".join(text.split())
    plain = flat[:400].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "@\u200b")
    return re.sub(r"([\\`*_\[\]#|~!])", r"\\\1", plain)


def _code(text: str) -> str:
    return "`" + " ".join(text.split()).replace("`", "'") + "`"


def _fence(lines: list[str]) -> str:
    longest = max((len(run) for line in lines for run in re.findall(r"`+", line)), default=0)
    return "`" * max(3, longest + 1)

"""A report, written for whoever reads it: people, programs, code scanning, a merge request.

Owns wording and form only. Text from the change is shown as data: control characters are taken out, long lines cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.guard.finding import Finding, Report
    from standfast.guard.rule import Guard

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)
_MAX_ROWS = 50
_MAX_TOLD = 5


def _clean(text: str) -> str:
    return _CONTROL.sub("\ufffd", text.encode("utf-8", "replace").decode("utf-8"))


def _line(text: str, width: int = 100) -> str:
    first = _clean(text).strip().partition("\n")[0].strip()
    return first if len(first) <= width else first[: width - 1] + "…"


def _flat(text: str) -> str:
    """Return a text on one line, so that none of it can pass for a line of ours."""
    return " ".join(_clean(text).split())


def _quoted(text: str) -> str:
    """Return a text between quotation marks that it cannot close."""
    return "“" + _flat(text).translate({ord("“"): '"', ord("”"): '"'}) + "”"


def render_text(report: Report) -> str:
    """Write the report for a terminal."""
    out: list[str] = []
    for finding in report.findings[:_MAX_ROWS]:
        out += _finding_lines(finding)
    if len(report.findings) > _MAX_ROWS:
        out.append(f"… and {len(report.findings) - _MAX_ROWS} more")
    out += [f"waived  {finding.guard}  {_flat(finding.place)}  {_waived(finding)}" for finding in report.waived]
    for broken in report.broken:
        out.append(f"broken  {broken.guard}: {_line(broken.error, 200)}. It was not enforced. {broken.hint}")
    for skipped in report.skipped:
        where = f"{_flat(skipped.path)}: " if skipped.path and skipped.path not in skipped.reason else ""
        out.append(f"skipped {where}{_flat(skipped.reason)}")
    out.append(summary(report))
    return "\n".join(out) + "\n"


def _finding_lines(finding: Finding) -> list[str]:
    word = "BLOCKED" if finding.severity == "block" else "warning"
    out = [f"{word} {_flat(finding.place)}  {finding.guard}"]
    if finding.start_line:
        out.append(f"    | {_line(finding.text)}")
    out.append(f"    {_flat(finding.message)}")
    if finding.why:
        out.append(f"    Here: {_line(finding.why, 200)}")
    if finding.reason or finding.memory:
        source = f" [{finding.memory}]" if finding.memory else ""
        out.append(f"    Because: {_flat(finding.reason) or 'see the memory'}{source}")
    if finding.note:
        out.append(f"    Note: {finding.note}")
    return out


def _waived(finding: Finding) -> str:
    if finding.waiver is None:
        return ""
    who = f" ({finding.waiver.person})" if finding.waiver.person else ""
    return f"until {finding.waiver.until}{who}: {_line(finding.waiver.reason)}"


def summary(report: Report) -> str:
    """Say the outcome in one line."""
    counts = [
        (len(report.blocking), "blocked"),
        (len(report.warnings), "warned about"),
        (len(report.waived), "waived"),
        (len(report.broken), "rule broken" if len(report.broken) == 1 else "rules broken"),
    ]
    said = ", ".join(f"{count} {what}" for count, what in counts if count) or "nothing found"
    guards, files = _count(report.guards, "guard"), _count(report.files, "file")
    return f"{guards}, {files} ({report.change}): {said}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def most_told(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Return as many findings as an agent is told at once."""
    return findings[:_MAX_TOLD]


def render_deny(report: Report, *, more: int = 0) -> str:
    """Write what an agent is told when its edit is denied: what, why, and how to go on; `more` are not told."""
    return _told(report.blocking, more)


def render_warning(report: Report, *, more: int = 0) -> str:
    """Write what an agent is told about an edit that goes through, but should not have been made so."""
    return "A guard of this project warns of this edit (it is not refused):\n" + _told(report.warnings, more)


def _told(findings: Sequence[Finding], more: int) -> str:
    lines: list[str] = []
    for finding in most_told(findings):
        lines.append(f"{finding.guard}: {_quoted(finding.message)}")
        place = f"{_flat(finding.place)}: {_line(finding.text)}" if finding.start_line else _flat(finding.path)
        lines.append(f"  At {place}{f' ({_line(finding.why, 160)})' if finding.why else ''}")
        if finding.reason or finding.memory:
            quoted = _quoted(finding.reason) if finding.reason else "see the memory"
            lines.append(f"  Because: {quoted}{f' [memory {finding.memory}]' if finding.memory else ''}")
        if finding.note:
            lines.append(f"  Note: {finding.note}")
    if untold := more + len(findings) - len(most_told(findings)):
        lines.append(f"… and {untold} more.")
    return "\n".join(lines)


def report_document(report: Report) -> dict[str, Any]:
    """Return the report as plain data for JSON."""
    return {
        "change": report.change,
        "blocked": report.blocked,
        "guards": report.guards,
        "files": report.files,
        "findings": [_finding_document(finding) for finding in report.findings],
        "waived": [_finding_document(finding) for finding in report.waived],
        "broken": [item._asdict() for item in report.broken],
        "skipped": [item._asdict() for item in report.skipped],
    }


def _finding_document(finding: Finding) -> dict[str, Any]:
    document = finding._asdict()
    waiver = document.pop("waiver")
    return {**document, "waiver": waiver._asdict()} if waiver else document


def render_markdown(report: Report) -> str:
    """Write the report for a merge request or a job summary."""
    verdict = "blocked" if report.blocked else "passed"
    out = [f"### Guards: {verdict}", "", summary(report), ""]
    if report.findings:
        out += ["| | where | guard | what to do |", "|---|---|---|---|"]
        for finding in report.findings[:_MAX_ROWS]:
            mark = "block" if finding.severity == "block" else "warn"
            why = f" Because: {finding.reason}" if finding.reason else ""
            memory = f" [{finding.memory}]" if finding.memory else ""
            cells = (mark, f"`{finding.place}`", f"`{finding.guard}`", f"{finding.message}{why}{memory}")
            out.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
        if len(report.findings) > _MAX_ROWS:
            out.append(f"\n… and {len(report.findings) - _MAX_ROWS} more.")
    out += [f"- waived: `{item.guard}` at `{_cell(item.place)}` {_cell(_waived(item))}" for item in report.waived]
    out += [f"- broken, not enforced: `{item.guard}`: {_cell(item.error)}" for item in report.broken]
    out += [f"- skipped: {_cell(item.reason)}" for item in report.skipped]
    return "\n".join(out) + "\n"


def _cell(text: str) -> str:
    return _clean(text).replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")


def sarif_document(report: Report, guards: Sequence[Guard], *, version: str) -> dict[str, Any]:
    """Return the report as SARIF 2.1.0 for code scanning."""
    named = {finding.guard for finding in (*report.findings, *report.waived)} | {item.guard for item in report.broken}
    rules = [guard for guard in guards if guard.id in named]
    index = {guard.id: number for number, guard in enumerate(rules)}
    results = [_sarif_result(finding, index) for finding in (*report.findings, *report.waived)]
    notes = [
        {"level": "warning", "message": {"text": f"{item.guard} broke and was not enforced: {item.error}"}}
        for item in report.broken
    ] + [{"level": "note", "message": {"text": _clean(item.reason)}} for item in report.skipped]
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "Standfast",
                "semanticVersion": version,
                "rules": [_sarif_rule(guard) for guard in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notes}],
        "results": results,
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _sarif_rule(guard: Guard) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": guard.id,
        "shortDescription": {"text": _line(guard.message, 200)},
        "fullDescription": {"text": guard.message},
        "defaultConfiguration": {"level": "error" if guard.severity == "block" else "warning"},
    }
    if guard.reason:
        rule["help"] = {"text": f"Because: {guard.reason}{f' [memory {guard.memory}]' if guard.memory else ''}"}
    return rule


def _sarif_result(finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    from hashlib import sha256
    from urllib.parse import quote

    location: dict[str, Any] = {
        "artifactLocation": {"uri": quote(finding.path.encode("utf-8", "surrogateescape")), "uriBaseId": "%SRCROOT%"}
    }
    if finding.start_line:
        location["region"] = {"startLine": finding.start_line, "endLine": finding.end_line}
    text = finding.message + (f" ({finding.why})" if finding.why else "")
    # The line number is left out, so that code scanning knows the finding again after lines above it moved.
    print_of = sha256(f"{finding.guard}\0{finding.path}\0{finding.text}".encode("utf-8", "surrogateescape"))
    result: dict[str, Any] = {
        "ruleId": finding.guard,
        "level": "error" if finding.severity == "block" else "warning",
        "message": {"text": _clean(text)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"standfast/v1": print_of.hexdigest()[:32]},
    }
    if finding.guard in index:
        result["ruleIndex"] = index[finding.guard]
    if finding.waiver:
        result["suppressions"] = [
            {"kind": "inSource" if not finding.waiver.person else "external", "justification": finding.waiver.reason}
        ]
    return result

"""A guard proves itself: its own snippets, run through the very matching that the gate uses.

Owns the verdict per snippet. A snippet without a path stands for a file the guard looks at; one with a path is also
held against the guard's globs, so that a rule for the wrong folder is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from standfast.code.changes import ChangedFile
from standfast.code.filetypes import extension
from standfast.guard.change import ChangeSet, HeldContents, held
from standfast.guard.check import check
from standfast.guard.match.filename import as_globs
from standfast.guard.match.reading import placed
from standfast.guard.rule import BadRule, Guard, Snippet, parse_rule
from standfast.guard.vet import vet_guard

_ALWAYS = "0001-01-01"


class Verdict(NamedTuple):
    """One snippet's outcome: `expected` is caught or passes; `problem` is empty when it did as expected."""

    guard: str
    expected: str
    number: int
    snippet: str
    problem: str = ""


def prove(guard: Guard) -> list[Verdict]:
    """Run every snippet of a guard; the guard stands when no verdict has a problem."""
    verdicts = []
    for expected, snippets in (("caught", guard.caught), ("passes", guard.passes)):
        for number, snippet in enumerate(snippets, 1):
            shown = snippet.text or snippet.path or ", ".join(snippet.changed)
            verdicts.append(Verdict(guard.id, expected, number, shown, _problem(guard, expected, snippet)))
    return verdicts


def accept_rule(text: str, *, name: str = "the rule") -> Guard:
    """Read, vet and prove a rule file; return its guard, or raise BadRule with the first thing that is wrong."""
    guard = parse_rule(text, name=name)
    vet_guard(guard)
    for verdict in prove(guard):
        if verdict.problem:
            shown = verdict.snippet.strip().partition("\n")[0][:80]
            hint = f"Change the rule or the snippet {shown!r}."
            raise BadRule(
                f"{guard.id}: snippet {verdict.number} under `{verdict.expected}`: {verdict.problem}.", hint=hint
            )
    return guard


def _problem(guard: Guard, expected: str, snippet: Snippet) -> str:
    # Dates and severities are not what a snippet is about.
    bare = guard._replace(since="", expires="", paths=guard.paths if snippet.path or snippet.changed else ())
    readings = list(_in_place(guard, snippet)) if guard.kind == "structural" else [snippet]
    reports = [check([bare], _change(guard, reading), today=_ALWAYS) for reading in readings]
    report = next((report for report in reports if report.broken or report.skipped or report.findings), reports[0])
    if report.broken:
        return f"the rule broke: {report.broken[0].error}"
    if report.skipped:
        return f"the snippet was not looked at: {report.skipped[0].reason}"
    if expected == "caught" and not report.findings:
        return "it should be caught, and passes"
    if expected == "passes" and report.findings:
        found = report.findings[0]
        return f"it should pass, and is caught{f' at line {found.start_line}' if found.start_line else ''}"
    return ""


def _in_place(guard: Guard, snippet: Snippet) -> Iterator[Snippet]:
    """Yield a snippet in the places where a file may have it; on its own only if it is the same inside a function."""
    whole = snippet.before is not None or snippet.size >= 0
    places = [] if whole else list(placed(snippet.text, guard.languages[0]))
    if not any(function for _, function in places):
        yield snippet
    for text, _ in places:
        yield snippet._replace(text=text)


def _change(guard: Guard, snippet: Snippet) -> ChangeSet:
    if guard.kind == "companion":
        entries = [ChangedFile(path, "modified") for path in snippet.changed]
        return ChangeSet("snippet", entries, HeldContents(dict.fromkeys(snippet.changed, (None, b""))))
    path = snippet.path or _path(guard)
    data = snippet.text.encode("utf-8", "surrogateescape")
    if snippet.size >= 0:
        data = data.ljust(snippet.size, b"\n")
    before = None if snippet.before is None else snippet.before.encode("utf-8", "surrogateescape")
    return held("snippet", {path: (before, data)})


def _path(guard: Guard) -> str:
    """Return a path that stands for a file this guard looks at."""
    ending = extension(guard.languages[0]) if guard.languages else "txt"
    if guard.kind == "dependency":
        return str((as_globs(guard.rule["dependency"].get("manifests")) or ("requirements.txt",))[0])
    if guard.kind == "import":
        for glob in as_globs(guard.rule["import"].get("from")):
            if not glob.startswith("!"):
                folder = glob.split("*", 1)[0].rpartition("/")[0]
                return f"{folder}/snippet.{ending}" if folder else f"snippet.{ending}"
    return f"snippet.{ending}"

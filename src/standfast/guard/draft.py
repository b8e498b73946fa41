"""Drafting: from a fix to the guard that would have stopped the mistake.

Owns the proposal: shapes read off the fix's diff become guards with the code before and after as their snippets. One is
offered only when its own snippets prove it, the fix passes it, and the replay over history speaks for it. A person
decides; nothing here stores anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from standfast.code.changes import resolve_commit, run_git
from standfast.code.filetypes import language_of
from standfast.guard.backtest import Backtest, backtest
from standfast.guard.change import of_commit
from standfast.guard.check import MAX_PARSED
from standfast.guard.file import File
from standfast.guard.prove import prove
from standfast.guard.rule import BadRule, Guard, Snippet
from standfast.guard.shape import FORMS, Shape, shapes
from standfast.guard.vet import vet_guard

_MAX_FILES = 12
_MAX_DRAFTS = 12
_MAX_OFFERED = 5
_SNIPPET_LINES = 40
_NO_CODE = frozenset(("css", "hcl", "html", "json", "markdown", "yaml"))


class GuardDraft(NamedTuple):
    """A guard that is offered, what kind of shape it is, and what history says of it."""

    guard: Guard
    form: str
    backtest: Backtest


def draft_guards(
    root: Path,
    fix: str,
    *,
    incident: str = "",
    limit: int = 1000,
    progress: Callable[[int, int], None] | None = None,
) -> list[GuardDraft]:
    """Return guards drafted from a fix commit, best first; empty when none stands up to proof and history."""
    commit = resolve_commit(root, fix)
    subject = run_git(root, "log", "-1", "--format=%s", commit).decode("utf-8", "replace").strip()
    made = [item for item in _candidates(root, commit, subject) if _stands(item[0])][:_MAX_DRAFTS]
    if not made:
        return []
    results = backtest(
        root,
        [guard for guard, _ in made],
        incident=incident,
        fix=commit,
        revision=commit,
        limit=limit,
        progress=progress,
    )
    offered = [
        GuardDraft(guard, form, result)
        for (guard, form), result in zip(made, results, strict=True)
        if result.agrees and (result.incident_caught or _undone(result, commit))
    ]
    offered.sort(
        key=lambda draft: (len(draft.backtest.false_alarms), FORMS.index(draft.form), len(str(draft.guard.rule)))
    )
    return offered[:_MAX_OFFERED]


def _undone(result: Backtest, fix: str) -> bool:
    """Tell whether the fix took out something the guard had flagged when it went in."""
    return any(item.undone_by == fix for item in result.flagged)


def _candidates(root: Path, commit: str, subject: str) -> list[tuple[Guard, str]]:
    found: list[tuple[Guard, str]] = []
    with of_commit(root, commit) as change:
        entries = [
            entry for entry in change.entries if entry.status in {"modified", "renamed"} and entry.mode == "file"
        ]
        for entry in entries[:_MAX_FILES]:
            language = language_of(entry.path)
            old, new = change.contents.read_before(entry), change.contents.read(entry)
            if language is None or language in _NO_CODE or old is None or max(len(old), len(new)) > MAX_PARSED:
                continue
            before, after = File(entry.old_path or entry.path, old), File(entry.path, new)
            if before.binary or after.binary or before.too_nested or after.too_nested:
                continue
            for shape in shapes(before, after, language):
                number = len(found) + 1
                found.append((_guard((commit, subject), number, before, after, shape), shape.form))
    return found


def _guard(fix: tuple[str, str], number: int, before: File, after: File, shape: Shape) -> Guard:
    commit, subject = fix
    language = language_of(after.path) or ""
    stem = re.sub(r"[^a-z0-9]+", "-", after.path.rpartition("/")[2].rpartition(".")[0].lower()).strip("-") or "fix"
    folder = after.path.rpartition("/")[0]
    caught, passes = _around(before, language, shape), _twin(before, after, language, shape)
    return Guard(
        id=f"{stem}-{commit[:7]}-{number}",
        severity="warn",
        kind="structural",
        rule=shape.rule,
        message=f"This was fixed in {commit[:10]}: {subject}",
        caught=(Snippet(caught),),
        passes=(Snippet(passes),),
        languages=(language,),
        paths=(f"{folder}/**",) if folder else (),
        constraints=shape.constraints,
    )


def _around(file: File, language: str, shape: Shape) -> str:
    """Return the function around the first match, or the lines near it when the function is long."""
    config = {"rule": shape.rule, **({"constraints": shape.constraints} if shape.constraints else {})}
    node = file.tree(language).find(config)
    if node is None:
        return file.text
    for up in [node, *node.ancestors()]:
        if re.search(r"function_def|function_decl|method_def|method_decl|func_decl", up.kind()):
            return _dedent(file, up.range().start.line, up.range().end.line)
    return _dedent(file, node.range().start.line, node.range().end.line)


def _twin(before: File, after: File, language: str, shape: Shape) -> str:
    """Return the fixed code that stands where the caught snippet stood."""
    snippet = _around(before, language, shape)
    head = snippet.split("\n", 1)[0].strip()
    for node in after.tree(language).find_all(
        {"rule": {"any": [{"kind": kind} for kind in _function_kinds(after, language)]}}
    ):
        text = _dedent(after, node.range().start.line, node.range().end.line)
        if text.split("\n", 1)[0].strip() == head:
            return text
    return after.text


def _function_kinds(file: File, language: str) -> list[str]:
    found: dict[str, None] = {}
    waiting = [file.tree(language)]
    while waiting:
        node = waiting.pop()
        if re.search(r"function_def|function_decl|method_def|method_decl|func_decl", node.kind()):
            found[node.kind()] = None
        waiting.extend(child for child in node.children() if child.is_named())
    return list(found) or [file.tree(language).kind()]


def _dedent(file: File, first: int, last: int) -> str:
    lines = file.text.split("\n")[first : min(last, first + _SNIPPET_LINES * 4) + 1]
    filled = [line for line in lines if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    return "\n".join(line[indent:] for line in lines) + "\n"


def _stands(guard: Guard) -> bool:
    """Tell whether the guard's own snippets prove it."""
    try:
        vet_guard(guard, trial=False)
    except BadRule:
        return False
    return not any(verdict.problem for verdict in prove(guard))

"""Structural rules: ast-grep's rule language, run through its Python binding.

Owns asking the parser and turning its nodes into matches; `lean.py` owns what keeps that cheap. The binding is imported
on first use.
"""

from __future__ import annotations

from typing import Any

from standfast.code.filetypes import covers
from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.match.lean import config, may_match
from standfast.guard.rule import Guard

MAX_MATCHES = 1000


def find(guard: Guard, file: File) -> list[Match]:
    """Return every node the rule fits, in the order of the file; one per run of lines."""
    language = language_for(guard, file)
    if language is None or not may_match(guard, file.text):
        return []
    nodes = file.tree(language).find_all(config(guard, language, ascii_only=file.ascii))[:MAX_MATCHES]
    matches = [_match(node) for node in nodes]
    return list({(match.start_line, match.end_line): match for match in reversed(matches)}.values())[::-1]


def rule_out(guards: list[Guard], file: File, *, broken: bool = False) -> list[Guard]:
    """Return the guards of a file that can still match it, asking the parser about the simple ones all at once.

    With `broken` a file with a syntax error rules none out.

    Walking the tree costs far more than testing a node: one walk for many rules is what makes many guards cheap.
    """
    likely = [guard for guard in guards if may_match(guard, file.text)]
    simple = [guard for guard in likely if not guard.constraints and not guard.utils]
    language = language_for(simple[0], file) if len(simple) > 2 else None
    if language is None or any(language_for(guard, file) != language for guard in simple):
        return likely
    try:
        rules = [config(guard, language, ascii_only=file.ascii)["rule"] for guard in simple]
        rules += [{"kind": "ERROR"}] if broken else []
        found = file.tree(language).find({"rule": {"any": rules}})
    except Exception:  # noqa: BLE001 - one of them is broken: each is asked alone, and that one is named
        return likely
    return likely if found is not None else [guard for guard in likely if guard.constraints or guard.utils]


def language_for(guard: Guard, file: File) -> str | None:
    """Return the language to parse the file as, or None when the guard is not for it."""
    actual = file.language
    if actual is None:
        return None
    return actual if any(covers(wanted, actual) for wanted in guard.languages) else None


def _match(node: Any) -> Match:
    place = node.range()
    start = place.start.line + 1
    # A node may end at the line feed after its last character: the next line is not part of it.
    last = place.end.line + 1 if place.end.column or place.end.line == place.start.line else place.end.line
    return Match(start, max(start, last), node.text())

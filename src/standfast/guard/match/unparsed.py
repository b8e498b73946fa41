"""Unparsed text: where a structural rule's own words stand, in a file or a part of one that no parser understands.

Owns the second look at what would otherwise be a way past the gate: brackets nested too deeply, a file too large to
parse, lines around a syntax error. A rule that spells out no word finds nothing here. Must not decide when it is asked:
`check` does, at commits only, because an edit may leave a file unfinished. Neighbours: `lean` knows a rule's words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from standfast.guard.file import File
from standfast.guard.match import Match
from standfast.guard.match.lean import spelled_out
from standfast.guard.match.structural import language_for
from standfast.guard.rule import Guard

MAX_MATCHES = 100
BROKEN = "a syntax error"


def find_words(guard: Guard, file: File, why: str, lines: Sequence[tuple[int, int]] = ()) -> list[Match]:
    """Return the lines that hold a rule's words, within the lines given (none given: the whole file)."""
    text = file.text
    found: dict[int, Match] = {}
    for words in spelled_out(guard):
        if not words or not all(word in text for word in words):
            continue
        telling = max(words, key=lambda word: (len(word), word))
        place = -1
        while len(found) < MAX_MATCHES and (place := text.find(telling, place + 1)) >= 0:
            line, said = file.line_at(place), _line(text, place)
            inside = not lines or any(start <= line <= end for start, end in lines)
            if inside and line not in found and _may_be(guard, said):
                told = f"{why}: the rule could not be asked, and {telling} stands here"
                found[line] = Match(line, line, said, told)
    return [found[line] for line in sorted(found)]


def find_beside_errors(guard: Guard, file: File, known: Sequence[Match]) -> list[Match]:
    """Return the lines with a rule's words that a syntax error hides from the parser; `known` is what it found."""
    language = language_for(guard, file)
    if language is None:
        return []
    places = [node.range() for node in file.tree(language).find_all({"rule": {"kind": "ERROR"}})]
    lines = [(place.start.line + 1, place.end.line + 1) for place in places]
    taken = {line for match in known for line in range(match.start_line, match.end_line + 1)}
    return [match for match in find_words(guard, file, BROKEN, lines) if match.start_line not in taken] if lines else []


def _may_be(guard: Guard, line: str) -> bool:
    """Tell whether what a rule demands of its parts may hold in a line, as far as regular expressions say it."""
    for wanted in (guard.constraints or {}).values():
        refused = wanted.get("not") if isinstance(wanted, Mapping) else None
        pattern = refused.get("regex") if isinstance(refused, Mapping) else None
        if isinstance(pattern, str) and re.search(pattern.strip("^$"), line):
            return False
    return True


def _line(text: str, place: int) -> str:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return text[max(start, place - 80) : len(text) if end < 0 else end]

"""Ways out, on the record: a waiver in the code or one passed in, honoured until its date.

In code, on the line or the line above: `standfast: allow ID until 2026-12-31 because the old API is still up`.
A waiver without date or reason, or one that runs for longer than `LONGEST_DAYS`, is none, and the finding says so.
Only a person waives: one that an agent adds does not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from standfast.code.globs import matches_any
from standfast.guard.finding import Waiver

_ALLOW = re.compile(
    r"standfast:\s*allow\s+(?P<id>[A-Za-z0-9][\w.-]*(?:\s*,\s*[A-Za-z0-9][\w.-]*)*)"
    r"(?:\s+until\s+(?P<until>\d{4}-\d{2}-\d{2})\b)?(?:\s+because\s+(?P<reason>\S.*))?"
)
LONGEST_DAYS = 90  # of a waiver in the code; `guard waive` takes a longer one, under a person's name
AGENT = "Only a person waives a guard: keep to it, or ask them to."
_CLOSERS = re.compile(r"(?<!\s)\s*(?:\*/|-->|--%>|#\}|\*\)|%>)\s*$")


def waiver_in_code(lines: Sequence[str], guard_id: str, today: str) -> tuple[Waiver | None, str]:
    """Return the waiver these lines carry for a guard, and a note when one is there but does not count."""
    note = ""
    for line in lines:
        if "standfast:" not in line:
            continue
        for match in _ALLOW.finditer(line):
            if guard_id not in map(str.strip, match["id"].split(",")):
                continue
            until, reason = match["until"] or "", _CLOSERS.sub("", match["reason"] or "").strip()
            if not until or not reason:
                note = "the waiver beside it does not count: it needs `until YYYY-MM-DD because REASON`"
            elif why := _why_not(until, today, LONGEST_DAYS):
                note = why
            else:
                return Waiver(guard_id, reason, until), ""
    return None, note


def waiver_passed_in(waivers: Sequence[Waiver], guard_id: str, path: str, today: str) -> tuple[Waiver | None, str]:
    """Return the waiver among those recorded elsewhere that covers a guard at a path."""
    note = ""
    for waiver in waivers:
        if waiver.guard == guard_id and matches_any(path, waiver.paths):
            note = _why_not(waiver.until, today)
            if not note:
                return waiver, ""
    return None, note


def _why_not(until: str, today: str, longest: int | None = None) -> str:
    """Say why a waiver does not count today, or nothing."""
    try:
        left = (date.fromisoformat(until) - date.fromisoformat(today)).days
    except ValueError:
        return f"its waiver does not count: {until} is not a date"
    if left < 0:
        return f"its waiver ran out on {until}"
    if longest is not None and left > longest:
        return f"its waiver does not count: {until} is more than {longest} days away"
    return ""


def new_waivers(before: str, after: str) -> list[tuple[int, tuple[str, ...], str]]:
    """Return the waivers that a text has more of than before: line, guards, and the words. Moving one is no new one."""
    spare = Counter(words for _, _, words in _waivers(before)) if "standfast:" in before else Counter[str]()
    found: list[tuple[int, tuple[str, ...], str]] = []
    for line, guards, words in _waivers(after):
        if spare[words] > 0:
            spare[words] -= 1
        else:
            found.append((line, guards, words))
    return found


def _waivers(text: str) -> list[tuple[int, tuple[str, ...], str]]:
    return [
        (number, tuple(map(str.strip, match["id"].split(","))), " ".join(_CLOSERS.sub("", match.group()).split()))
        for number, line in enumerate(text.split("\n"), 1)
        if "standfast:" in line
        for match in _ALLOW.finditer(line)
    ]

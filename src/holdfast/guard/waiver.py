"""Ways out, on the record: a waiver in the code or one passed in, honoured until its date.

In code, on the line or the line above: `holdfast: allow ID until 2026-12-31 because the old API is still up`.
A waiver without date or reason is none, and the finding says so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from holdfast.guard.finding import Waiver
from holdfast.guard.paths import matches_any

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALLOW = re.compile(
    r"holdfast:\s*allow\s+(?P<id>[A-Za-z0-9][\w.-]*(?:\s*,\s*[A-Za-z0-9][\w.-]*)*)"
    r"(?:\s+until\s+(?P<until>\d{4}-\d{2}-\d{2})\b)?(?:\s+because\s+(?P<reason>\S.*))?"
)
_CLOSERS = re.compile(r"\s*(?:\*/|-->|--%>|#\}|\*\)|%>)\s*$")


def waiver_in_code(lines: Sequence[str], guard_id: str, today: str) -> tuple[Waiver | None, str]:
    """Return the waiver these lines carry for a guard, and a note when one is there but does not count."""
    note = ""
    for line in lines:
        if "holdfast:" not in line:
            continue
        for match in _ALLOW.finditer(line):
            if guard_id not in re.split(r"\s*,\s*", match["id"]):
                continue
            until, reason = match["until"] or "", _CLOSERS.sub("", match["reason"] or "").strip()
            if not until or not reason:
                note = "the waiver beside it does not count: it needs `until YYYY-MM-DD because REASON`"
            elif until < today:
                note = f"its waiver ran out on {until}"
            else:
                return Waiver(guard_id, reason, until), ""
    return None, note


def waiver_passed_in(waivers: Sequence[Waiver], guard_id: str, path: str, today: str) -> tuple[Waiver | None, str]:
    """Return the waiver among those recorded elsewhere that covers a guard at a path."""
    note = ""
    for waiver in waivers:
        if waiver.guard == guard_id and matches_any(path, waiver.paths):
            if waiver.until >= today:
                return waiver, ""
            note = f"its waiver ran out on {waiver.until}"
    return None, note

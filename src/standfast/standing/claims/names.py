"""Names that a claim uses and its anchored code does not: where else the code has them, and whether it still does.

Owns: keeping with a fingerprint in which files such a name stands, and telling later that no code has it any more.
Files are searched only once the known ones have lost it. Must not: look at the anchored code; `stated.py` does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from standfast.code.filetypes import is_beside_code
from standfast.code.languages import find_language
from standfast.code.qualified import last_name
from standfast.code.snapshot import Snapshot
from standfast.standing.claims.claim import Claim

_MOST = 4
_MOST_PLACES = 3
_MOST_FILES = 40  # a word of everywhere does not vanish
_MOST_SEARCHES = 60  # for one state of the repository: many lines may be learned at once
_SHORTEST = 4
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_VALUE = r"(?:`?-?\d|[`\"'][^`\"'\s]+[`\"']|`?(?i:true|false|none|null)\b)"
_BOUND = re.compile(
    r"(?<![\w.$-])`?(?P<name>[A-Za-z][A-Za-z0-9]*_\w*[A-Za-z0-9])`?(?:\s+(?:in|of)\s+\S+)?\s+"
    rf"(?:is|equals|=|defaults to)\s+(?:now\s+|set to\s+)?{_VALUE}"
)
_DOCUMENT = re.compile(
    r"\.(?:md|mdx|mdc|rst|txt|adoc|html?|lock|svg)$|(?:^|/)(?:CHANGE|HISTORY|NEWS)[^/]*$", re.IGNORECASE
)


def take_names(snapshot: Snapshot, claim: Claim, here: Collection[str], path: str) -> list[list[str]]:
    """List the names that a claim uses and `here` has not, each with files of code that have it."""
    rows: list[list[str]] = []
    for name in sorted(set(map(last_name, claim.names - claim.negated))):
        known = name in here or name in claim.negated or name in path
        if known or len(name) < _SHORTEST or not _WORD.fullmatch(name) or len(rows) == _MOST:
            continue
        if not snapshot.has_searched(name) and snapshot.searches >= _MOST_SEARCHES:
            break
        found = [
            hit for hit in _list_code(snapshot, name) if find_language(hit) is not None and not is_beside_code(hit)
        ]
        if 0 < len(found) <= _MOST_FILES:
            rows.append([name, *sorted(found, key=lambda hit: (hit.count("/"), hit))[:_MOST_PLACES]])
    return rows


def find_unknown(snapshot: Snapshot, claim: Claim) -> str:
    """Return a name that the claim gives a value ("MAX_LINES is 500") and that nothing in the repository has."""
    for match in list(_BOUND.finditer(claim.text))[:_MOST]:
        name = match["name"]
        limited = snapshot.searches >= _MOST_SEARCHES and not snapshot.has_searched(name)
        if snapshot.git is not None and not limited and name not in claim.negated and not _list_code(snapshot, name):
            return name
    return ""


def find_gone(snapshot: Snapshot, rows: Sequence[Sequence[str]]) -> str:
    """Return the first name that no code has any more; nothing while all are somewhere."""
    for name, *paths in rows:
        sources = (snapshot.sources.find(path) for path in paths)
        if any(source is not None and name in _WORD.findall(source.text) for source in sources):
            continue
        if snapshot.git is not None and not _list_code(snapshot, name):
            return name
    return ""


def _list_code(snapshot: Snapshot, name: str) -> list[str]:
    return [path for path in snapshot.grep(name) if not _DOCUMENT.search(path)]

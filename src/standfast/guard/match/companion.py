"""Companions: changing one file requires changing another in the same change.

`companion: {when: [globs], require: [globs]}`: one of `require` must change whenever one of `when` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.code.globs import matches_any
from standfast.guard.match import Match
from standfast.guard.match.filename import as_globs
from standfast.guard.rule import Guard


def find(guard: Guard, paths: Sequence[str]) -> list[tuple[str, Match]]:
    """Return the first changed path that asks for a companion, when none of the companions changed."""
    wanted = guard.rule["companion"]
    when, require = as_globs(wanted.get("when")), as_globs(wanted.get("require"))
    asking = [path for path in paths if matches_any(path, when)]
    if not asking or any(matches_any(path, require) for path in paths):
        return []
    more = f" and {len(asking) - 1} more" if len(asking) > 1 else ""
    why = f"{asking[0]}{more} changed without {' or '.join(require)}"
    return [(asking[0], Match(0, 0, asking[0], why))]

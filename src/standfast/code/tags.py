"""Tags: when a version was released, as far as a repository's tags tell.

Owns how a tag spells a version (`v2.0`, `release-2.0.0`, `tool-8_5_0`, `pkg@1.4.2`). Must not: compare ranges
(`versions.py`) or start git more than once for a question. Neighbour: `git.py`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from standfast.code.git import decode, find_git

_VERSION = re.compile(r"(?:^|[^0-9.])(?P<version>\d{1,5}(?:[._]\d{1,6}){0,4})$")


def find_tagged(root: str, version: str) -> tuple[datetime | None, datetime] | None:
    """Return when a version was tagged, with the date of the tag before it; None where no tag names it.

    `2.0` is also the first of `2.0.0`, `2.0.1` and so on.
    """
    git = find_git(root)
    if git is None:
        return None
    answer = git.ask("for-each-ref", "--sort=creatordate", "--format=%(creatordate:unix) %(refname:short)", "refs/tags")
    tags = [] if answer.code else _parse(decode(answer.out))
    wanted = f"{version}."
    for place, (_, name) in enumerate(tags):
        if f"{name}.".startswith(wanted):
            before = tags[place - 1][0] if place else None
            return before, tags[place][0]
    return None


def _parse(listed: str) -> list[tuple[datetime, str]]:
    """Return the tags that end in a version, oldest first."""
    found: list[tuple[datetime, str]] = []
    for line in listed.splitlines():
        seconds, _, name = line.partition(" ")
        match = _VERSION.search(name)
        if match and seconds.isdigit():
            found.append((datetime.fromtimestamp(int(seconds), UTC), match["version"].replace("_", ".")))
    return found

"""Deletions: which commit took a path away, for every path that a history ever lost, read from Git in one walk.

A walk for each path that a document misses would take minutes in a large repository; one takes as long as the longest
of them. What there is no time for is not known.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from functools import cached_property

from standfast.code.git import decode
from standfast.errors import StandfastError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.code.git import Git

_COMMIT = "\x01"
_WALK_S = 20.0


class Deletions:
    """The commits that deleted paths, as one text: a line for each path, newest first, with a slash at both ends."""

    def __init__(self, git: Git) -> None:
        self._git = git

    @cached_property
    def _read(self) -> tuple[str, list[int], list[tuple[str, int]]]:
        command = ["log", f"--format={_COMMIT}%H %ct", "--diff-filter=D", "--no-renames", "--name-only", "HEAD"]
        said = ""
        with suppress(StandfastError):
            said = decode(self._git.ask(*command, timeout_s=_WALK_S).out)
        parts, starts, commits = ["\n"], list[int](), list[tuple[str, int]]()
        length = 1
        for entry in said.split(_COMMIT)[1:]:
            head, _, names = entry.partition("\n")
            sha, _, when = head.partition(" ")
            lines = "".join(f"/{name}/\n" for name in names.split("\n") if name)
            if lines:
                starts.append(length)
                commits.append((sha, int(when or 0)))
                parts.append(lines)
                length += len(lines)
        return "".join(parts), starts, commits

    def find(self, *spots: str, anywhere: str = "") -> list[tuple[str, int]]:
        """Return the last two commits, with their times, that deleted one of these, or what was in such a folder.

        `anywhere`: a path that may have been below any folder.
        """
        text, starts, commits = self._read
        needles = [f"\n/{spot}/" for spot in spots] + ([f"/{anywhere}/"] if anywhere else [])
        places = {place for needle in needles for place in _first_two(text, needle, starts)}
        return [commits[place] for place in sorted(places)[:2]]


def _first_two(text: str, needle: str, starts: list[int]) -> Iterator[int]:
    """Yield the numbers of the first two commits in whose lines a text stands."""
    at, last, found = 0, -1, 0
    while found < 2 and (at := text.find(needle, at)) >= 0:
        place = bisect_right(starts, at + 1) - 1
        if place != last:
            yield place
            last, found = place, found + 1
        at += 1

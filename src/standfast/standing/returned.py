"""What a later commit brought back: a line that was taken away since stands by that one, not by who had it first.

Owns: asking Git who brought the lines that a commit added and that stand in the code, and keeping the answer while the
file is as it is. A line that was only moved or indented stays with who added it: it was there before the later commit.
Must not: count or judge. Neighbour: `survival.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, MutableMapping, Sequence
from contextlib import suppress

from standfast.code.hashing import hash_text
from standfast.code.snapshot import Snapshot
from standfast.errors import StandfastError

_MOST = 40  # lines of one file that Git is asked about
_PATIENCE_S = 2.0  # an edit waits for it
_HEAD = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)")
_NOBODY = re.compile("0+")  # what is not committed yet


def find_returned(
    snapshot: Snapshot,
    sha: str,
    path: str,
    hashes: Collection[str],
    kept: MutableMapping[str, str],
    *,
    thorough: bool,
) -> dict[str, str]:
    """Return which of a commit's lines in a file were gone and came back, each with the commit that brought it back.

    Not `thorough`, only what was found out before is told, while the file is as it was then.
    """
    from standfast.standing.survival import read_text

    text = read_text(snapshot, path)
    name, state = f"b:{sha[:20]}:{path}", hash_text(text)[:16]
    with suppress(ValueError):
        known = json.loads(kept.get(name, "null"))
        if known and known[0] == state:
            return dict(known[1])
    if not thorough or snapshot.git is None:
        return {}
    found: dict[str, str] = {}  # where Git is too slow nothing is known, and it is not asked again about this state
    with suppress(StandfastError):
        found = _ask(snapshot, sha, path, text, hashes)
    kept[name] = json.dumps([state, found], separators=(",", ":"))
    return found


def _ask(snapshot: Snapshot, sha: str, path: str, text: str, hashes: Collection[str]) -> dict[str, str]:
    from standfast.code.git import decode
    from standfast.standing.survival import hash_line

    git, wanted = snapshot.git, set(hashes)
    lines = [hash_line(line) for line in text.split("\n")]
    places = [place for place, item in enumerate(lines, 1) if item in wanted][:_MOST]
    if git is None or not places:
        return {}
    ranges = [word for place in places for word in ("-L", f"{place},{place}")]
    blame = ("blame", "-w", "-s", "--porcelain")
    answer = git.ask(*blame, *ranges, f"^{sha}", "--", path, timeout_s=_PATIENCE_S)
    if answer.code != 0:
        return {}
    held: dict[str, str] = {}  # by a line that stands there since: one of several is enough
    came: dict[str, list[tuple[str, str]]] = {}
    for place, later, before in _read(decode(answer.out).split("\n"), sha):
        if not later:
            held[lines[place - 1]] = sha
        else:
            came.setdefault(lines[place - 1], []).append((later, before))
    befores = {before for pairs in came.values() for _, before in pairs if before}
    blobs = git.find_blobs(sorted(befores)) if befores else {}
    had = {name: set(map(hash_line, decode(data).split("\n"))) for name, data in blobs.items()}
    return {
        item: pairs[0][0]
        for item, pairs in came.items()
        if item not in held and all(before in had and item not in had[before] for _, before in pairs)
    }


def _read(rows: Sequence[str], sha: str) -> Iterator[tuple[int, str, str]]:
    """Yield each line with the later commit that brought it and the file as it was before; without, where none did."""
    before: dict[str, str] = {}
    bound: set[str] = {sha}
    current: list[tuple[int, str]] = []
    commit = ""
    for row in rows:
        if head := _HEAD.match(row):
            commit = head[1]
            current.append((int(head[2]), commit))
        elif row.startswith("previous "):
            _, parent, path = row.split(" ", 2)
            before[commit] = f"{parent}:{path}"
        elif row == "boundary":
            bound.add(commit)
    for place, later in current:
        known = later in bound or _NOBODY.fullmatch(later) is not None
        yield (place, "", "") if known else (place, later, before.get(later, ""))

"""What a claim says of a version of a language or a package manager, against the file that asks for one.

Owns: what is kept of such a claim with the fingerprint of the file (`o`), and whether the file still admits it. The
same judgement is told when the claim is made and whenever it is shown. Must not: read versions or sentences;
`code/runtimes.py` does. Neighbours: `fingerprint.py` (keeps), `weigh.py` and `setting.py` (tell).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from standfast.code.runtimes import FILES, Runtime, Said, denies, read_runtimes, read_said
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.standing.verdict import NEVER, Judgement

_KEY = "o"


def describe_asked(source: Source, claim: str) -> dict[str, Any]:
    """Say which version a claim gives to what a file asks for, and whether the file asks for another from the first."""
    weighed, said = weigh_asked(source, claim), read_said(claim)
    if weighed is None or said is None:
        return {}
    return {_KEY: [said.name, said.version, int(said.newer), int(not weighed[0])]}


def is_asking(path: str) -> bool:
    """Tell whether a file may say which versions a project asks for."""
    return path.rpartition("/")[2] in FILES


def list_asking(snapshot: Snapshot, claim: str) -> list[str]:
    """List the files at the top of a project that ask for another version than a claim gives."""
    said = read_said(claim)
    paths = sorted(FILES & set(snapshot.list_paths())) if said is not None else ()
    sources = [source for path in paths if (source := snapshot.sources.find(path)) is not None]
    return [source.path for source in sources if said is not None and _tell(source, said)[0]]


def judge_asked(snapshot: Snapshot, data: dict[str, Any], now: Anchor) -> Judgement | None:
    """Say that what a file asks for is not what a claim gives; None where it is, or nothing of the kind is claimed."""
    row: Sequence[Any] = data.get(_KEY, ())
    source = snapshot.find_source(now.path) if row else None
    if source is None:
        return None
    name, version, newer, never = row
    found = _tell(source, Said(name, version, bool(newer)))
    return Judgement(Standing.DRIFTED, f"{found[0]}{NEVER if never else ''}", now, says=found[1]) if found[0] else None


def weigh_asked(source: Source, claim: str) -> tuple[bool, str] | None:
    """Tell whether a file admits the version that a claim gives, and why not; None where neither speaks of it."""
    said = read_said(claim) if is_asking(source.path) else None
    if said is None or not any(asked.name == said.name and not asked.pinned for asked in _read(source)):
        return None
    reason, _ = _tell(source, said)
    return not reason, reason


def _tell(source: Source, said: Said) -> tuple[str, str]:
    """Return how a file stands against what is said, and what it asks for; nothing where it does not."""
    for asked in _read(source):
        if denies(asked, said):
            what = f"{asked.key} asks for" if asked.key else f"it asks for {asked.name}"
            return f"{what} {asked}, not {said.version}", asked.spec
    return "", ""


def _read(source: Source) -> list[Runtime]:
    return read_runtimes(source.path.rpartition("/")[2], source.text) if not source.is_binary else []

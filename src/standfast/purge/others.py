"""Places of others: files in which agents keep what they heard of us. We name what is in them and change nothing.

Owns the list: memory files that agents keep for themselves, and their own records of sessions (transcripts, prompt
histories, databases), wherever a hook named the place. Of records that all projects share, only those are read that
name a session or a checkout of ours. Neighbours: `purge.places` lists what is ours; `capture.transcripts`
knows how each agent names its files.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

from standfast.capture.transcripts import list_records_below
from standfast.context.beyond_checkouts import list_followed, list_records
from standfast.context.checkouts import list_checkouts
from standfast.context.context import Context
from standfast.purge.choose import all_partitions, iter_sessions
from standfast.purge.places import KeptPlace, list_files

AGENTS_OWN = "memory files that agents keep for themselves"
TRANSCRIPTS = "agents' own records of sessions"
_HEAD = 256 << 10  # bytes in which a transcript has said whose it is
_ID = re.compile(rb"[\w-]{8,64}")
_SHARED = (".json", ".jsonl", ".txt")  # one per session; a database holds all of them


def list_others(context: Context, sessions: Sequence[str] = ()) -> tuple[list[KeptPlace], list[str]]:
    """Return the files of others that may say it, and which of their folders cannot be read."""
    own = sorted({path for folder in list_followed(context) for path in list_files(folder)})
    records, unread = _records(context, sessions)
    return [KeptPlace(AGENTS_OWN, tuple(own)), KeptPlace(TRANSCRIPTS, tuple(records))], unread


def _records(context: Context, sessions: Sequence[str]) -> tuple[list[Path], list[str]]:
    told = list_records(context)
    if not told:
        return [], []
    known = {found.id.encode() for partition in all_partitions(context) for found in iter_sessions(partition)}
    known |= {session.encode() for session in sessions}
    roots = [context.here.root or context.where, *(checkout.root for checkout in list_checkouts(context)[0])]
    names = [json.dumps(str(root))[1:-1].encode() for root in dict.fromkeys(roots) if root]
    files: set[Path] = set()
    unread: list[str] = []
    for agent, place in told:
        found, closed = list_records_below(agent, place)
        files.update(found)
        unread += closed
    return sorted(path for path in files if _is_ours(path, known, names)), unread


def _is_ours(path: Path, known: set[bytes], roots: Sequence[bytes]) -> bool:
    """Tell whether a record may be of a session of ours; one that cannot be read is named by the search."""
    if path.suffix not in _SHARED or path.name == "history.jsonl":
        return True
    if known.intersection(_ID.findall(os.fsencode(path))):
        return True
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return True
    return any(root in head for root in roots) or bool(known.intersection(_ID.findall(head)))

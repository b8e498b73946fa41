"""standfast statusline: one line for an agent's status bar: how much is known, what waits, whether it is paused."""

import argparse
import json
import sys

from standfast.cli.face import Face
from standfast.model.kind import Kind
from standfast.moments.quiet import around
from standfast.verbs.review import count_waiting

READS = True
_LONGEST = 1 << 20

EXAMPLES = """
standfast statusline

In Claude Code: {"statusLine": {"type": "command", "command": "standfast statusline"}}. If the
agent describes its session on standard input (JSON), that is used.
"""


def run(args: argparse.Namespace, face: Face) -> int:
    del args
    session = _session()
    memory = face.open()
    context = memory.context
    counts: dict[str, int] = {}
    episodes = 0
    for partition in context.partitions():
        for status, number in partition.memories.counts().items():
            counts[status] = counts.get(status, 0) + number
        episodes += partition.memories.count_kind(Kind.EPISODE)
    told = context.partition(context.scope).journal.find(session) if session else None
    paused = context.is_kept_out or any(
        session.startswith(item.where.partition(":")[2]) if item.where.startswith("session:") else not item.moment
        for item in around(context)
        if session or not item.where.startswith("session:")
    )
    waiting = count_waiting(context, glance=True)[0]
    active = counts.get("active", 0)
    known = active - episodes
    tokens = told.tokens if told else 0
    face.answer({"active": active, "known": known, "waiting": waiting, "tokens": tokens, "paused": paused})
    parts = [f"standfast {known:,} known"]
    parts += [f"{waiting:,} waiting"] if waiting else []
    parts += [f"{tokens:,} tokens told"] if tokens else []
    parts += ["paused"] if paused else []
    face.say(" · ".join(parts))
    return 0


def _session() -> str:
    """Return the session that an agent names on standard input, if one does."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    try:
        told = json.loads(sys.stdin.buffer.read(_LONGEST) or b"{}")
    except (ValueError, OSError):
        return ""
    found = told.get("session_id") if isinstance(told, dict) else ""
    return found if isinstance(found, str) else ""

"""standfast statusline: one line for an agent's status bar: how much is known, what waits, whether it is paused."""

import argparse
import json
import sys

from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.model.kind import Kind
from standfast.moments.quiet import in_force
from standfast.verbs.review import count_waiting

READS = True
_LONGEST = 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    examples(
        parser,
        """
standfast statusline

In Claude Code: {"statusLine": {"type": "command", "command": "standfast statusline"}}. What the agent says of its
session on standard input (JSON) is used where it comes.
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Print the line."""
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
    paused = [item for item in in_force(context) if not item.moment]
    waiting = count_waiting(context, glance=True)[0]
    known = counts.get("active", 0) - episodes
    if face.json:
        face.answer({
            "active": counts.get("active", 0), "known": known, "waiting": waiting, "tokens": told.tokens if told else 0,
            "paused": bool(paused),
        })  # fmt: skip
        return 0
    parts = [f"standfast {known:,} known"]
    parts += [f"{waiting:,} waiting"] if waiting else []
    parts += [f"{told.tokens:,} tokens told"] if told and told.tokens else []
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

"""standfast brief: what a session would be given now.

Owns as well for which agent a person looks at a brief: each agent loads other files by itself, and is not told them.
"""

import argparse
import sys
from pathlib import Path

from standfast.agents import NAMES, get_agent
from standfast.agents.occasions import loaded_by, note_loaded
from standfast.cli import paint
from standfast.cli.face import Face, safe
from standfast.cli.parser import split_list
from standfast.cli.places import home_of, name_nearest, repo_paths
from standfast.errors import ConfigError
from standfast.moments.first import is_unread

_SESSIONS = 20  # among which one of an agent is looked for

EXAMPLES = """
standfast brief
standfast brief --agent codex
standfast brief --task "make refunds idempotent" --files src/refunds.py --budget 800
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--budget", metavar="TOKENS", type=int, default=0, help="its maximum length (default: the setting brief_tokens)"
    )
    add("--files", metavar="A,B", nargs="+", action="extend", help="the files being worked on")
    add("--task", metavar="TEXT", default="", help="what the session is about")
    add(
        "--agent",
        metavar="NAME",
        default="",
        help="the agent whose session it is (default: the one used here last, else one found here)",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    if args.budget < 0:
        raise ConfigError("A budget cannot be negative.", hint="Use --budget 1500.", code="bad-budget")
    files = repo_paths(face, split_list(args.files))
    agent = brief_for(face, args.agent)
    brief = face.open().brief(budget=args.budget, files=files, task=args.task)
    _tell_missing(face, files)
    face.answer({**brief.to_dict(), **({"agent": agent} if agent else {})})
    if not brief.text and brief.withheld:
        said = paint.count(brief.withheld, "memory", "memories")
        face.say(f"A session would be given nothing: {said} would be, but none fits in that budget.")
        face.next("`standfast brief --budget 1500` gives them room.")
        return 0
    if not brief.text:
        face.say("A session would be told nothing beyond what its own instruction files say.")
        rest = "`standfast recall` finds the rest."
        if is_unread(face.open().context):
            rest = "`standfast up` reads what this repository says already."
        face.next(f'`standfast remember "…" --kind decision` adds what no file says; {rest}')
        return 0
    face.raw(safe(brief.text))
    if brief.receipt == "":
        face.note("No receipt was kept: the store cannot be written.")
    withheld = f", {brief.withheld} withheld" if brief.withheld else ""
    told = f"{paint.count(len(brief.given), 'memory', 'memories')} in {paint.count(brief.tokens, 'token')}{withheld}"
    face.note(f"{told}{of_agent(agent, ', for a session')}")
    return 0


def brief_for(face: Face, name: str = "") -> str:
    """Let a brief be what a session of an agent is told, and return its name: the one given, else the likeliest.

    An agent that asks is told its own. Where nothing tells which agent is used, what any agent loads is left out.
    """
    context = face.open().context
    if context.who.kind == "agent" and not name:
        note_loaded(context)
        return context.who.name if context.who.name in NAMES else ""
    name = name or _likeliest(face)
    if name:
        loaded_by(get_agent(name), context)
    return name


def of_agent(name: str, before: str) -> str:
    """Return ` of TITLE` after some words, or nothing where it is not known which agent a brief is for."""
    return f"{before} of {get_agent(name).title}" if name else ""


def _likeliest(face: Face) -> str:
    """Return the agent of the latest session here, else one that was used on this machine, best one connected."""
    context = face.open().context
    sessions = context.partition(context.scope).journal.sessions(limit=_SESSIONS)
    last = next((session.agent for session in sessions if session.agent in NAMES), "")
    if last:
        return last
    from standfast.agents.site import Site

    site = Site("user", home_of(face), "", face.env, sys.platform, "")
    used = [name for name in NAMES if any(Path(folder).is_dir() for folder in get_agent(name).folders(site))]
    if len(used) < 2:
        return used[0] if used else ""
    from standfast.cli.connected import list_connected

    connected = list_connected(face)
    return next((name for name in used if name in connected), used[0])


def _tell_missing(face: Face, files: list[str]) -> None:
    """Say which of the files are not there: one may be about to be written, but more often it is mistyped."""
    root = face.open().context.here.root
    for path in files:
        if root is not None and not (root / path).exists():
            face.note(" ".join(part for part in (f"There is no file {path!r} here.", name_nearest(face, path)) if part))

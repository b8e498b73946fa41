"""standfast pause: stop capturing and speaking, see what is paused, let it go on."""

import argparse
from datetime import timedelta

from standfast.agents import NAMES
from standfast.cli.face import Face
from standfast.errors import ConfigError
from standfast.model.moment import parse_time
from standfast.moments.quiet import Pause, read_pauses
from standfast.moments.table import MOMENTS

EXAMPLES = """
standfast pause 2h
standfast pause --all --capture
standfast pause --speak --moment prompt --agent codex
standfast pause --off

The setting `quiet` in config.toml keeps moments, agents and projects silent for good.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--project", action="store_true", help="in this project (the default inside one)")
    where.add_argument("--session", nargs="?", const="", metavar="ID", help="in one session (default: the latest here)")
    where.add_argument("--all", action="store_true", help="everywhere")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--capture", action="store_true", help="only stop recording what happens")
    what.add_argument("--speak", action="store_true", help="only stop telling agents what is known")
    add(
        "--moment",
        choices=list(MOMENTS),
        metavar="MOMENT",
        help="only say nothing at this moment: " + ", ".join(MOMENTS),
    )
    add("--agent", choices=NAMES, metavar="AGENT", help="only for this agent")
    add("time", metavar="TIME", nargs="?", help="the same as --for TIME")
    add("--for", dest="span", metavar="TIME", help="for a while: 30m, 2h, 1d (default: until you end it)")
    add("--off", action="store_true", help="end all pauses")
    add("--show", action="store_true", help="only show what is paused")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    if args.off:
        count = memory.hooks.unpause()
        if not face.json:
            face.say("Nothing was paused." if not count else "Standfast captures and speaks again.")
    elif not args.show:
        memory.hooks.pause(_wanted(args, face))
    now = memory.context.clock.now()
    held = read_pauses(face.settings.home, now)
    face.answer({"paused": [item.to_dict() for item in held]})
    if not args.off:
        for item in held:
            face.say(("paused  ", "yellow"), item.describe())
        if not held:
            face.say("Nothing is paused.")
    return 0


def _wanted(args: argparse.Namespace, face: Face) -> Pause:
    memory = face.open()
    where = "all" if args.all else "session:" + args.session if args.session is not None else "project"
    if where == "project" and not memory.context.here.project and not args.project:
        where = "all"
    if args.moment and args.capture:
        hint = "Leave out --capture, or --moment."
        raise ConfigError("A moment can be silenced; what happens at it is recorded or not as a whole.", hint=hint)
    until, span = None, args.span or args.time
    if span:
        now = memory.context.clock.now()
        until = now + (now - parse_time(span, now=now))
        if until <= now + timedelta(seconds=1):
            raise ConfigError(f"{span!r} is not a time in the future.", hint="Use 30m, 2h or 1d.", code="bad-time")
    speak = not args.capture
    capture = not args.speak and not args.moment
    return Pause(capture, speak, where, until, args.moment or "", args.agent or "")

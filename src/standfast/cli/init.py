"""standfast init: get to know this repository, and put the Git hooks in place."""

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.mined import learn, parse_history, tell_mined
from standfast.cli.status import tell_status
from standfast.code.git import find_git
from standfast.code.hooks.events import EventsState, inspect_events, install_events, remove_events
from standfast.code.hooks.gate import HookState, inspect_hooks, install_hook, remove_hook
from standfast.errors import ConfigError
from standfast.mirror.driver import install_driver, remove_driver
from standfast.trust.person import require_person

EXAMPLES = """
standfast init
standfast init --yes
standfast init --history all
standfast init --dry-run
standfast init --undo-hooks
standfast init --join p5x0k3f-7qp2rta
standfast init -C ~/src/shop --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask: install the Git hooks and merge driver")
    parser.add_argument("--undo-hooks", action="store_true", help="remove our Git hooks and restore what was there")
    parser.add_argument(
        "--join",
        metavar="PROJECT",
        default="",
        help="treat this as a clone of that project, if nothing in it shows that",
    )
    parser.add_argument(
        "--history",
        metavar="N",
        type=parse_history,
        default=None,
        help="how many commits to learn from, newest first: a number, all or none (default: 20000)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be learned, and change nothing")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    if args.undo_hooks:
        require_person(memory.context.who, "takes the Git hooks out")
    if args.join:
        memory.project.join(args.join)
    if not memory.context.here.project:
        hint = "Run `git init` first, or name a project with STANDFAST_PROJECT."
        raise ConfigError("This is not a Git repository.", hint=hint, code="no-project")
    hooks, events = _hooks(args, face)
    taken = 0 if args.dry_run else len(memory.mirror.import_(quiet=True).taken)
    mined = None if args.undo_hooks else learn(face, history=args.history, dry_run=args.dry_run)
    report = memory.status()
    if face.json:
        told = {"hooks": hooks.to_dict(), "events": events.to_dict()} if hooks and events else {}
        learned = {"mined": mined.to_dict()} if mined else {}
        face.answer({**report.to_dict(), **told, **learned})
        return 0
    tell_status(face, report)
    if taken:
        face.say(f"Took {paint.count(taken, 'memory', 'memories')} in from .standfast/.")
    if hooks and events:
        _tell(face, hooks, undo=args.undo_hooks)
        _tell_events(face, events, undo=args.undo_hooks)
    if mined:
        tell_mined(face, mined)
    face.next('`standfast remember "…" --kind decision` stores what you know; `standfast up` shows the whole picture.')
    return 0


def _hooks(args: argparse.Namespace, face: Face) -> tuple[HookState | None, EventsState | None]:
    """Install or take out the hooks, with consent; None where there is nothing to install them into."""
    git = find_git(str(face.where))
    if git is None or not git.place.root:
        return None, None
    if args.undo_hooks:
        remove_driver(git)
        events = remove_events(git)  # first: a folder that the gate had to make is then empty, and goes
        return remove_hook(git), events
    found, events = inspect_hooks(git), inspect_events(git)
    question = (
        "Install Git hooks? One asks the guards before a commit; the others wake Standfast after commits, merges and "
        "checkouts, without delay. What is there is called first. A merge driver joins the files in .standfast."
    )
    if args.dry_run:
        return found, events
    absent = found.state == "absent" or events.state == "absent"
    if args.yes or (absent and face.can_ask and face.ask(question)):
        install_driver(git)
        # Kept with the hook: an environment that names another place would ask guards that are none.
        home, store = str(face.settings.home.absolute()), bool(face.env.get("STANDFAST_STORE"))
        return install_hook(git, home=home, store=store), install_events(git)
    return found, events


def _tell_events(face: Face, events: EventsState, *, undo: bool) -> None:
    if undo and not events.installed:
        if events.changed:
            face.say("The hooks after commits, merges, checkouts and rewrites are gone; what was there before is back.")
    elif events.state == "installed":
        face.say(f"Standfast runs after commits, merges, checkouts and rewrites ({events.folder}).")
    elif events.installed:
        face.say(f"Standfast runs after {', '.join(events.installed)} only.")
    if events.advice and not undo:
        face.raw(events.advice)


def _tell(face: Face, hooks: HookState, *, undo: bool) -> None:
    if hooks.state == "installed":
        kept = "; the hook that was there is called first" if hooks.chained else ""
        face.say(f"Guards check every commit ({hooks.path}){kept}.")
    elif hooks.state == "absent":
        gone = "The Git hook is gone; what was there before is back." if hooks.changed else "No Git hook of ours here."
        face.say(gone if undo else "No Git hook runs the guards yet; `standfast init --yes` installs one.")
    else:
        name = f"{hooks.manager} manages the Git hooks here" if hooks.manager else f"{hooks.path} is not as it was"
        face.say(f"{name}; its pre-commit hook was left alone.")
        if undo and hooks.manager:
            face.say("If its configuration runs `standfast guard check`, take that out by hand.")
        else:
            face.raw(hooks.advice)

"""standfast setup: connect the agents of this machine, or take that back.

Shows every change before it is made. What is written where is decided in `agents.plan`; the program that agents will
start is found by `agents.program`.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from standfast.agents import NAMES, get_agent
from standfast.agents.manifest import FileChange, diff
from standfast.agents.obstacles import obstacles_of
from standfast.agents.plan import FoundAgent, apply, detect, plan, undo
from standfast.agents.program import compile_package, find_executable, is_passing, name_for
from standfast.agents.shell import find_shell
from standfast.cli import paint
from standfast.cli.connected import site_of
from standfast.cli.face import Face
from standfast.cli.places import home_of
from standfast.code.locate import find_checkout
from standfast.errors import ConfigError

EXAMPLES = """
standfast setup
standfast setup claude-code codex --yes
standfast setup --all --dry-run
standfast setup --undo cursor

Files keep their comments, order and everything that is not ours; what was there before is kept for the undo.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("agent", metavar="AGENT", nargs="*", help="which ones (default: those found here): " + ", ".join(NAMES))
    add("--all", action="store_true", help="every agent that Standfast knows, found here or not")
    add("--project", action="store_true", help="write into this repository, for everyone who works on it")
    add("--undo", action="store_true", help="undo what setup wrote; with --project, only in this repository")
    add("--trust-folder", action="store_true", help="tell agents that you trust this folder, where they wait for that")
    add("--dry-run", action="store_true", help="show the changes and write nothing")
    add("-y", "--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace, face: Face) -> int:
    for name in args.agent:
        get_agent(name)
    return _undo(args, face) if args.undo else _connect(args, face)


# -- connecting


def _connect(args: argparse.Namespace, face: Face) -> int:
    home, level = home_of(face), "project" if args.project else "user"
    found = detect(home, face.env, sys.platform)
    chosen = list(args.agent or (NAMES if args.all else [item.name for item in found]))
    if not chosen:
        hint = "Name one, for example `standfast setup claude-code`; `standfast setup --help` lists them."
        raise ConfigError("No coding agent was found here.", hint=hint, code="no-agent")
    executable = find_executable(sys.argv[0], face.env)
    person = not find_shell(face.env)
    changes = plan(
        chosen,
        level,
        home=home,
        project_root=_root(face) if args.project else "",
        env=face.env,
        platform=sys.platform,
        executable=name_for(level, executable, face.env),
        trust=person,  # trusting a hook is a person's act: not for an agent's shell to do
        folder=_trusted_folder(args, face, chosen) if person else "",
    )
    wanted = [change for change in changes if change.changes]
    if wanted and not args.dry_run:
        _confirm(args, face, wanted, f"Connect {_titles(chosen)}?")
        face.settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        apply(changes, **_books(face))
        compile_package()
    applied = bool(wanted) and not args.dry_run
    if face.json:
        _answer(face, changes, applied=applied, level=level, executable=executable, agents=_agents(chosen, found))
    else:
        _tell(face, args, changes, chosen, executable)
    return 1 if any(change.problem for change in changes) else 0


def _trusted_folder(args: argparse.Namespace, face: Face, chosen: Sequence[str]) -> str:
    """Return the folder that a person says agents may trust: by the flag, or asked where an agent waits for it."""
    site = site_of(face)
    waiting = [name for name in chosen if site.project_root and get_agent(name).trusts_folder(site, site.project_root)]
    if not waiting or args.undo:
        return ""
    question = f"{_titles(waiting)} does nothing of ours in a folder it does not trust. Trust {site.project_root}?"
    asks = face.can_ask and not args.yes and not args.dry_run
    return site.project_root if args.trust_folder or (asks and face.ask(question)) else ""


def _tell(
    face: Face, args: argparse.Namespace, changes: Sequence[FileChange], chosen: Sequence[str], executable: str
) -> None:
    wanted = [change for change in changes if change.changes]
    if args.dry_run:
        _show(face, wanted)
    _complain(face, changes)
    if not wanted:
        face.say(f"Nothing to change: {_titles(chosen)} {'is' if len(chosen) == 1 else 'are'} set up.")
    elif args.dry_run:
        face.say(f"Would change {paint.count(len(wanted), 'file')} to connect {_titles(chosen)}.")
    else:
        face.say((f"Connected {_titles(chosen)}", "green"), f": {paint.count(len(wanted), 'file')} written.")
        for change in wanted:
            face.say((f"  {change.path}", "dim"))
    for name in chosen:
        if get_agent(name).note:
            face.say((f"  {get_agent(name).title}: ", "bold"), get_agent(name).note)
        for told, hint in obstacles_of(name, site_of(face)):
            face.say((f"  {get_agent(name).title}: ", "bold"), (f"{told}. ", "yellow"), hint)
    if is_passing(executable):
        face.say(("  " + executable + " is a temporary installation. ", "yellow"), "Install Standfast to keep this.")
    if wanted and not args.dry_run:
        face.next("`standfast doctor` starts the server and fires every hook; `standfast setup --undo` undoes it all.")


def _agents(chosen: Sequence[str], found: Sequence[FoundAgent]) -> list[dict[str, Any]]:
    by = {item.name: item.by for item in found}
    return [
        {"name": name, "title": get_agent(name).title, "found": by.get(name, ""), "note": get_agent(name).note}
        for name in chosen
    ]


# -- taking it back


def _undo(args: argparse.Namespace, face: Face) -> int:
    manifest = _books(face)["manifest"]
    agents = args.agent or None
    under = _root(face) if args.project else None
    changes = undo(manifest=manifest, agents=agents, under=under, dry_run=True)
    wanted = [change for change in changes if change.changes]
    if not args.dry_run:
        if wanted:
            _confirm(args, face, wanted, "Undo this?")
        changes = undo(manifest=manifest, agents=agents, under=under)
    if face.json:
        _answer(face, changes, applied=bool(wanted) and not args.dry_run)
    else:
        if args.dry_run:
            _show(face, wanted)
        _complain(face, changes)
        verb = "Would restore" if args.dry_run else "Restored"
        face.say(f"{verb} {paint.count(len(wanted), 'file')}." if wanted else "There is nothing to undo.")
    return 1 if any(change.problem for change in changes) else 0


# -- both ways


def _confirm(args: argparse.Namespace, face: Face, wanted: Sequence[FileChange], question: str) -> None:
    if args.yes or (args.undo and not face.can_ask):  # what is undone was ours; a script that asks for it means it
        return
    if not face.can_ask:
        hint = "Add --yes, or --dry-run to see the changes."
        raise ConfigError("Configuration would change, and there is nobody to ask.", hint=hint, code="needs-yes")
    _show(face, wanted)
    if not face.ask(question):
        raise ConfigError("Nothing was changed.", hint="`standfast setup AGENT` connects one alone.", code="declined")


def _show(face: Face, wanted: Sequence[FileChange]) -> None:
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for item in wanted:
        face.say((f"{item.path}", "bold"), f"  ({', '.join(item.agents)}: {'; '.join(item.why)})")
        for line in diff(item).splitlines()[2:]:
            face.say((f"  {line}", styles.get(line[:1], "dim")))


def _complain(face: Face, changes: Sequence[FileChange]) -> None:
    for change in changes:
        if change.problem is not None:
            face.say((f"Left alone: {change.problem.message}", "yellow"))
            face.say((f"  {change.problem.hint}", "dim"))


def _answer(face: Face, changes: Sequence[FileChange], *, applied: bool, **more: Any) -> None:
    files = [
        {
            "path": change.path,
            "agents": list(change.agents),
            "why": list(change.why),
            "change": _word(change),
            "diff": diff(change),
            "problem": change.problem.message if change.problem else "",
        }
        for change in changes
    ]
    face.answer({"applied": applied, **more, "files": files})


def _word(change: FileChange) -> str:
    if change.problem is not None:
        return "problem"
    if not change.changes:
        return "none"
    if change.before is None:
        return "create"
    return "remove" if change.after is None else "change"


def _titles(names: Sequence[str]) -> str:
    titles = [get_agent(name).title for name in names]
    return titles[0] if len(titles) == 1 else ", ".join(titles[:-1]) + " and " + titles[-1]


def _books(face: Face) -> dict[str, str]:
    folder = face.settings.home / "setup"
    return {"manifest": str(folder / "manifest.json"), "backups": str(folder / "backups")}


def _root(face: Face) -> str:
    place = find_checkout(str(face.where))
    if place is None:
        raise ConfigError("There is no repository here.", hint="Leave out --project, or use -C.", code="no-project")
    return str(place.root)

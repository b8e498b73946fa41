"""What `doctor` proves about agents: the server starts and every hook answers, the way each connected agent does it.

Nothing here touches the user's own memory: servers are asked for their tools only, hooks are fired into a home that is
thrown away. Neighbours: `doctor` runs these, `agents.registered` finds what is registered where.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

from standfast.agents import NAMES, get_agent
from standfast.agents.codex_trust import untrusted
from standfast.agents.contract import SESSION_START
from standfast.agents.obstacles import installed_as_package, obstacles_of
from standfast.agents.plan import detect
from standfast.agents.program import NAME, find_executable, name_for
from standfast.agents.registered import Registration, registrations
from standfast.agents.site import Site
from standfast.capture.spool import UNREADABLE, count_unreadable
from standfast.cli import paint
from standfast.cli.checks import Outcome
from standfast.cli.face import Face
from standfast.cli.places import home_of
from standfast.code.locate import find_checkout
from standfast.config import load_settings
from standfast.errors import StandfastError
from standfast.learn.session.alone import stop_learning
from standfast.learn.session.waiting import list_waiting
from standfast.memory import Memory

_WAIT_S = 30
_LOOK_S = 0.05
_AT_ONCE = 4
_PLANTED = "The doctor planted this and expects it in the brief"
_ASK: list[dict[str, object]] = [
    {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}}},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
]


def check_agents(face: Face, *, fix: bool) -> list[Outcome]:
    """Go through every agent that is connected, and name those that could be."""
    del fix
    found = _registered(face)
    connected = [name for name in NAMES if any(item.agent == name and item.present for item in found)]
    results = [
        finding for name in connected for finding in _check(face, name, [item for item in found if item.agent == name])
    ]
    packaged = _packaged(face, connected)
    return [*results, *packaged, *_unconnected(face, [*connected, *(name for name, _ in _packages(face))])]


def list_connected(face: Face) -> list[str]:
    """List the agents that setup or a plugin of their own connected."""
    found = _registered(face)
    by_setup = [name for name in NAMES if any(item.agent == name and item.present for item in found)]
    return list(dict.fromkeys([*by_setup, *(name for name, _ in _packages(face))]))


def _packages(face: Face) -> list[tuple[str, str]]:
    """List the agents that have Standfast as a plugin or extension of their own, and where that is written."""
    site = site_of(face)
    return [(name, path) for name in NAMES if (path := installed_as_package(name, site))]


def _packaged(face: Face, connected: Sequence[str]) -> list[Outcome]:
    found = []
    for name, path in _packages(face):
        title = get_agent(name).title
        if name in connected:
            hint = f"Keep one: `standfast setup --undo {name}`, or remove the plugin in {title}."
            message = f"{title} has Standfast twice, by setup and as a plugin ({path}): everything is told twice"
            found.append(Outcome("agents", "warn", message, hint))
        else:
            found.append(Outcome("agents", "ok", f"{title} has Standfast as a plugin ({path})"))
            found += _obstacles(face, name, title)
    return found


def _obstacles(face: Face, name: str, title: str) -> list[Outcome]:
    """Name what stands in the way of an agent though everything is written."""
    found = [Outcome("agents", "warn", f"{title}: {told}", hint) for told, hint in obstacles_of(name, site_of(face))]
    if get_agent(name).skips_git_hooks:
        message = f"{title} switches Git hooks off in its shell: guards look before its `git commit` instead"
        found.append(Outcome("agents", "ok", message))
    return found


def site_of(face: Face) -> Site:
    """Return where agents keep their files here."""
    place = find_checkout(str(face.where))
    root = str(place.root) if place else ""
    return Site("user", home_of(face), root, face.env, sys.platform, "")


def _registered(face: Face) -> list[Registration]:
    try:
        executable = find_executable(sys.argv[0], face.env)
    except StandfastError:
        executable = NAME
    place = find_checkout(str(face.where))
    root = str(place.root) if place else str(face.where)
    found = []
    for level in ("user", "project"):
        named = name_for(level, executable, face.env)
        everything = registrations(
            NAMES, home=home_of(face), project_root=root, env=face.env, platform=sys.platform, executable=named
        )
        found += [item for item in everything if item.level == level]
    return found


def _unconnected(face: Face, connected: Sequence[str]) -> list[Outcome]:
    left = [item for item in detect(home_of(face), face.env, sys.platform) if item.name not in connected]
    if left:
        names = ", ".join(item.title for item in left)
        return [Outcome("agents", "ok", f"Found here and not connected: {names}", "`standfast setup` connects them.")]
    return [] if connected else [Outcome("agents", "ok", "No coding agent was found here")]


def _check(face: Face, name: str, all_of_it: Sequence[Registration]) -> list[Outcome]:
    """Look at one agent: its files first, then the real thing."""
    title = get_agent(name).title
    levels = [level for level in ("user", "project") if any(item.present and item.level == level for item in all_of_it)]
    mine = [item for item in all_of_it if item.level in levels]
    found = [
        Outcome("agents", "warn", f"{title}: {item.path}: {item.problem}", "Fix the file; setup leaves it alone.")
        for item in mine
        if item.problem
    ]
    found += _incomplete(name, title, mine)
    found += _twice(name, title, mine)
    found += _untrusted(name, title, mine)
    found += _obstacles(face, name, title)
    programs = sorted({item.program for item in mine if item.present and item.program})
    for program in programs or [sys.argv[0]]:
        found += _try(face, name, title, program, [item for item in mine if item.present])
    return found


def _incomplete(name: str, title: str, mine: Sequence[Registration]) -> list[Outcome]:
    missing = sorted({f"{item.what} ({item.level})" for item in mine if not item.present and not item.problem})
    stale = sorted({f"{item.what} ({item.level})" for item in mine if item.present and not item.current})
    hint = f"`standfast setup {name}` writes it again; it changes nothing else."
    found = []
    if missing:
        found.append(Outcome("agents", "warn", f"{title}: not all is registered, missing: {', '.join(missing)}", hint))
    if stale:
        message = f"{title}: registered differently from what this version writes: {', '.join(stale)}"
        found.append(Outcome("agents", "warn", message, hint))
    return found


def _twice(name: str, title: str, mine: Sequence[Registration]) -> list[Outcome]:
    servers = [item for item in mine if item.present and item.what == "server"]
    if len({server.level for server in servers}) < 2:
        return []
    program = {server.program for server in servers}
    word = "shadowed by another program in" if len(program) > 1 else "registered for the user and again in"
    paths = ", ".join(server.path for server in servers if server.level == "project")
    hint = f"`standfast setup --undo {name} --project` leaves the user's alone."
    return [Outcome("agents", "warn", f"{title}: the server is {word} {paths}", hint)]


def _untrusted(name: str, title: str, mine: Sequence[Registration]) -> list[Outcome]:
    """Find hooks that the agent skips without a word: only Codex does that."""
    if name != "codex":
        return []
    skipped: list[str] = []
    for path in sorted({item.path for item in mine if item.present and item.path.endswith("hooks.json")}):
        config = Path(path).with_name("config.toml")
        text = config.read_text(encoding="utf-8") if config.is_file() else ""
        skipped += untrusted(path, Path(path).read_text(encoding="utf-8"), text)
    if not skipped:
        return []
    events = ", ".join(dict.fromkeys(skipped))
    return [Outcome("agents", "warn", f"{title} skips hooks nobody trusted yet: {events}", get_agent(name).note)]


def _try(face: Face, name: str, title: str, program: str, mine: Sequence[Registration]) -> list[Outcome]:
    """Start the server and fire the hooks with the program that the configuration names."""
    resolved = shutil.which(program, path=face.env.get("PATH", ""))
    if resolved is None:
        hint = f"`standfast setup {name}` writes where Standfast is now; `standfast setup --undo` takes it out."
        return [Outcome("agents", "fail", f"{title} would start {program}, which is not there", hint)]
    found = []
    if any(item.what == "server" for item in mine):
        found.append(_start_server(face, title, resolved))
    events = [item.what.removeprefix("hook ") for item in mine if item.what.startswith("hook ")]
    known = get_agent(name).events
    if not events and any(item.what == "file" for item in mine):
        events = list(known)
    events = [event for event in dict.fromkeys(events) if event in known]
    return [*found, _fire(face, name, title, resolved, events)] if events else found


def _start_server(face: Face, title: str, program: str) -> Outcome:
    asked = "".join(json.dumps({"jsonrpc": "2.0", **item}) + "\n" for item in _ASK)
    command = [program, "mcp"]
    try:
        done = subprocess.run(
            command,
            input=asked.encode(),
            capture_output=True,
            cwd=face.where,
            env=dict(face.env),
            check=False,
            timeout=_WAIT_S,
        )
        tools = json.loads(done.stdout.splitlines()[-1])["result"]["tools"]
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError) as error:
        hint = f"Run `{program} mcp </dev/null` and see what it says."
        return Outcome("agents", "fail", f"{title}: the server did not answer ({type(error).__name__})", hint)
    return Outcome("agents", "ok", f"{title}: the server starts and offers {len(tools)} tools")


def _fire(face: Face, name: str, title: str, program: str, events: Sequence[str]) -> Outcome:
    """Fire hooks with samples of what the agent sends, into a home of their own with one memory in it."""
    with tempfile.TemporaryDirectory(prefix="standfast-doctor-", ignore_cleanup_errors=True) as folder:
        env = {**_own(face), "STANDFAST_HOME": folder, "STANDFAST_PROJECT": "doctor"}
        _plant(folder, env)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            failed = [
                item for item in pool.map(lambda event: _answer(program, name, event, folder, env), events) if item
            ]
        log = Path(folder) / "log" / "hooks.log"
        noted = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        _end_learning(folder, env)
    if failed or noted:
        message = "; ".join([*failed, *noted[:1]])
        return Outcome("agents", "fail", f"{title}: hooks failed: {message}", "Please report this: it is a bug.")
    briefed = any(get_agent(name).events[event] == SESSION_START for event in events)
    word = ", and a session is briefed" if briefed and SESSION_START in get_agent(name).injects else ""
    return Outcome("agents", "ok", f"{title}: all {len(events)} hooks answer{word}")


def _own(face: Face) -> dict[str, str]:
    """Drop what says which agent doctor itself was started by, and which store is the user's."""
    borrowed = ("CLAUDE", "CODEX", "COPILOT", "CURSOR", "GEMINI", "QWEN", "STANDFAST")
    return {key: value for key, value in face.env.items() if not key.startswith(borrowed)}


def _plant(folder: str, env: dict[str, str]) -> None:
    with Memory.open(folder, settings=load_settings(env)) as memory:
        memory.remember(_PLANTED, kind="convention")


def _end_learning(folder: str, env: dict[str, str]) -> None:
    """Wait for the process that the end of a session started: it must not write where everything is being removed."""
    until = monotonic() + _WAIT_S
    with Memory.open(folder, settings=load_settings(env)) as memory:
        partition = memory.context.partition(memory.context.scope)
        while any(item.ended_at for item in list_waiting(partition)) and monotonic() < until:
            sleep(_LOOK_S)
        with stop_learning(memory.context, patience_s=_WAIT_S):
            return


def _answer(program: str, name: str, event: str, folder: str, env: dict[str, str]) -> str:
    """Fire one hook; return what was wrong, or nothing."""
    agent = get_agent(name)
    sample = json.dumps(agent.sample(event, f"doctor-{event}", folder)).encode()
    try:
        done = subprocess.run(
            [program, "hook", name, event],
            input=sample,
            capture_output=True,
            cwd=folder,
            env=env,
            check=False,
            timeout=_WAIT_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"{event}: {type(error).__name__}"
    if done.returncode or done.stderr:
        return f"{event}: exit {done.returncode} {done.stderr.decode(errors='replace').strip()[-200:]}".strip()
    kind = agent.events[event]
    if kind == SESSION_START and kind in agent.injects and _PLANTED.encode() not in done.stdout:
        return f"{event}: the brief did not come"
    return ""


def check_spool(face: Face, *, fix: bool) -> list[Outcome]:
    """See whether events wait that hooks could not store, or could not be read; fix by storing them."""
    folder = face.settings.spool
    waiting = len(list(folder.glob("*.json")))
    found: list[Outcome] = []
    if fix and waiting:
        stored = face.open().hooks.drain()
        waiting = len(list(folder.glob("*.json")))
        found.append(Outcome("spool", "ok", f"Stored {stored} events that were waiting", fixed=True))
    if waiting:
        hint = "The next session stores them; `standfast doctor --fix` does it now."
        hint = f"Check the permissions of the files in {folder}." if fix else hint
        waits = paint.count(waiting, "event waits", "events wait")
        found.append(Outcome("spool", "warn", f"{waits} to be stored", hint))
    if aside := count_unreadable(folder):
        hint = f"Look at {folder / f'*{UNREADABLE}'} and remove what is damaged."
        found.append(Outcome("spool", "warn", f"{aside} events could not be read and were set aside", hint))
    return found or [Outcome("spool", "ok", "No event waits to be stored")]

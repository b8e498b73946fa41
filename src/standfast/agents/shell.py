"""Whose shell a command is typed in: a person's, or one that an agent's shell tool opened.

Owns reading what agents leave in the environment of the commands they run (each agent's file says what), and the names
of the programs above us: an environment can be emptied, parents stay. Neighbours: `host` tells which agent calls a
hook, from what it says; here nobody says anything. Never loaded by a hook.
"""

from __future__ import annotations

import os
import sys
from itertools import groupby
from operator import itemgetter

from standfast.agents import NAMES, RUNNERS, get_agent
from standfast.agents.host import by_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from standfast.agents.contract import Agent

# Agents that have no file here, and names that any agent may give itself in.
OTHERS = (
    ("AUGMENT_AGENT", "augment"),
    ("TRAE_AI_SHELL_ID", "trae"),
    ("ANTIGRAVITY_AGENT", "antigravity"),
    ("ROO_ACTIVE", "roo-code"),
    ("KILO_PID", "kilo-code"),
    ("PI_CODING_AGENT", "pi"),
    ("CRUSH", "crush"),
    ("DEVIN_AGENT", "devin"),
)
GIVEN = ("AI_AGENT", "AGENT")
_RUNTIMES = frozenset(("node", "nodejs", "bun", "deno", "python", "python3"))
_DEEPEST = 64


def find_shell(env: Mapping[str, str]) -> str:
    """Name the agent whose shell this environment is from, or nothing for a person's."""
    found = by_environment(env)
    if found:
        return found
    for agent in _agents():
        if any(_is_set(env, mark) for mark in agent.shell):
            return agent.name
    for variable, name in OTHERS:
        if env.get(variable):
            return name
    for variable in GIVEN:
        if env.get(variable):
            return _plain(env[variable])
    return ""


def find_runner(lines: Iterable[list[str]]) -> str:
    """Name the agent among running programs, given as their words; editors are none, people work in them too."""
    for words in lines:
        for program in _programs(words):
            if program in RUNNERS:
                return RUNNERS[program]
    return ""


def list_parents() -> Iterator[list[str]]:
    """Yield the words of the programs above this one, the nearest first; nothing where that cannot be read."""
    if sys.platform == "linux":
        yield from (words for _, words in list_processes())
    elif os.name == "posix":
        yield from _parents_by_ps()


def list_above() -> Iterator[list[list[str]]]:
    """Yield the programs above this one, the nearest first: each as its words, then as what it calls itself."""
    if sys.platform != "linux":
        yield from ([words] for words in list_parents())
        return
    for _, found in groupby(list_processes(), key=itemgetter(0)):
        yield [words for _, words in found]


def is_run_by(agent: Agent, names: Iterable[list[str]]) -> bool:
    """Tell whether a program, given as its words and as what it calls itself, is this agent."""
    return any(RUNNERS.get(program) == agent.name for words in names for program in _programs(words))


def _agents() -> list[Agent]:
    # Borrowers stand late in the list; an editor comes last, because agents run in its terminals.
    return sorted((get_agent(name) for name in reversed(NAMES)), key=lambda agent: agent.editor)


def _is_set(env: Mapping[str, str], mark: str) -> bool:
    name, _, beginning = mark.partition("=")
    value = env.get(name, "")
    return bool(value) and value.lower().startswith(beginning.lower())


def _plain(told: str) -> str:
    """Return one of our names for what an agent calls itself, or its own, made plain."""
    plain = "".join(char if char.isalnum() else "-" for char in told.lower()).strip("-")[:40]
    return next((name for name in NAMES if plain == name or plain.startswith(name + "-")), plain) or "unknown"


def _programs(words: list[str]) -> list[str]:
    """Return what runs: the program, and the script where the program only runs scripts."""
    names = [os.path.basename(word).lower() for word in words]  # noqa: PTH119
    if not names:
        return []
    first = names[0].lstrip("-").removesuffix(".exe")
    script = _find_script(words)
    return [first, names[script].removesuffix(".js").removesuffix(".mjs")] if script else [first]


def is_part_of(words: list[str], client: list[str]) -> bool:
    """Tell whether a program runs a script from the folder that a client's own script is in, wherever links lead."""
    one, other = _find_script(words), _find_script(client)
    if not one or not other or not os.path.isabs(client[other]) or not os.path.isabs(words[one]):  # noqa: PTH117
        return False
    folder = os.path.dirname(os.path.realpath(client[other]))  # noqa: PTH120
    return os.path.realpath(words[one]).startswith(folder + os.sep)


def _find_script(words: list[str]) -> int:
    """Return which of the words is the script that a runtime was given; 0 where none is."""
    if not words or os.path.basename(words[0]).lower().lstrip("-").removesuffix(".exe") not in _RUNTIMES:  # noqa: PTH119
        return 0
    return next((at for at, word in enumerate(words) if at and not word.startswith("-")), 0)


def list_processes() -> Iterator[tuple[int, list[str]]]:
    """Yield the programs above this one with their process ids, on Linux: first their words, then their own name."""
    process = os.getppid()
    for _ in range(_DEEPEST):
        try:
            with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123
                name, _, rest = file.read().partition(b"(")[2].rpartition(b")")
            with open(f"/proc/{process}/cmdline", "rb") as file:  # noqa: PTH123
                words = file.read(1 << 16).rstrip(b"\0").split(b"\0")
        except OSError:
            return
        yield process, [os.fsdecode(word) for word in words]
        yield process, [os.fsdecode(name)]  # what a program calls itself
        process = int(rest.split()[1])
        if process <= 1:
            return


def _parents_by_ps() -> Iterator[list[str]]:
    import subprocess

    command = ["ps", "-axo", "pid=,ppid=,args="]
    try:
        done = subprocess.run(command, capture_output=True, timeout=2, check=False)
    except (OSError, subprocess.SubprocessError):
        return
    table = {}
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        process, parent, *words = line.split()
        table[process] = (parent, words)
    process = str(os.getppid())
    for _ in range(_DEEPEST):
        if process not in table:
            return
        process, words = table[process]
        yield words

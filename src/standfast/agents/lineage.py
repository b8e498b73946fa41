"""Lineage: whether a hook was called by the agent's own program, or by a command that its model had it run.

A prompt is a person's word only where the client reports it: between the two is nothing, or one shell whose command is
our hook. What a shell tool starts stands below the same client, but below a shell or a script of another sort: that is
nobody's word; below any other program it was said, and never told. A program that left the client's family stands below
nobody: once a client has shown the record that it keeps of its sessions (one empty file per client in the home says
so), a prompt with neither the client above it nor such a record is nobody's. Once a client has stood above one of its
hooks here (another empty file), what comes without it was said, whatever record it names; so is a prompt that names no
record, once this client's prompts have named one (a third). Where no client was ever seen, nothing can be told apart
and nothing is refused. Asked at prompts only. Must not trust the environment that was handed in.
Neighbours: `shell` lists the programs above us and knows their names, `verbs.witness` reads the record.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import pairwise, takewhile

from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from standfast.agents.contract import Agent

_LONGEST_LINE = 256 * 1024  # characters: no system hands a shell a longer line
_LONGEST = 4_096  # characters: our hook is one short command
_SHELLS = frozenset(("sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "busybox", "pwsh", "powershell", "cmd"))
_SCRIPTS = frozenset(("python", "python3", "perl", "ruby", "php", "lua"))
REFUSED = "Hooks are called by the agent's own program: what a shell tells them is nobody's word. Use the memory tools."
_OPTION = compile_later(r"--?[A-Za-z][\w-]*$|/[A-Za-z]$")
_CALL = compile_later(r"standfast[\w.'\"-]{0,80}\s+hook\s+[a-z][\w-]+\s+\w+")
_SPEAKING = frozenset(("commit", "log", "tag", "notes", "grep"))  # verbs of Git whose words run nothing
# One plain command that ends with our hook, whatever runs it (`direnv exec . standfast hook …`): nothing fed to it.
_HOOK = compile_later(
    r"""(?:'[^']*'|"[^"]*"|\$\{?\w++\}?|&\s|[^;|&<>`$'"\n])*(?:standfast(?:\.\w+)?|'[^']*standfast(?:\.\w+)?'|"""
    r""""[^"]*standfast(?:\.\w+)?")\s+hook\s+[\w-]+\s+[\w.]+\s*(?:;\s*exit\s+0\s*)?""",
    re.ASCII,
)


def is_forged(env: Mapping[str, str], agent: Agent | None = None) -> bool:
    """Tell whether a command of the agent's model called the hook, and not the agent's program."""
    if env is not os.environ:
        return False  # somebody else's call, replayed
    from standfast.agents.shell import list_above

    return between_is_foreign(list_above(), agent) and not _works_elsewhere(env)


def is_unwitnessed(env: Mapping[str, str], agent: str, transcript: str) -> bool:
    """Tell whether nothing stands behind a prompt of a client that has shown its record before."""
    if env is not os.environ or os.path.isfile(transcript):  # noqa: PTH113 - hook path
        return False  # replayed, or looked up when the turn ends
    from standfast.config import find_home

    if not os.path.exists(_record_of(find_home(env), agent)):  # noqa: PTH110
        return False
    from standfast.agents.shell import find_runner, list_parents

    return not find_runner(list_parents())


def is_alone(env: Mapping[str, str], agent: str) -> bool:
    """Tell whether no client stands right above a prompt, although this one has stood above its hooks before."""
    if env is not os.environ:
        return False
    if not note_above(env, agent):
        return was_above(env, agent)
    from standfast.agents.shell import list_above

    return between_is_foreign(list_above(), strictly=True) and not _works_elsewhere(env)


def is_nameless(env: Mapping[str, str], agent: str, transcript: str) -> bool:
    """Tell whether a prompt names no record of its session, although this client's prompts have named theirs."""
    if env is not os.environ:
        return False
    from standfast.config import find_home

    path = f"{_record_of(find_home(env), agent)}.named"
    known = os.path.exists(path)  # noqa: PTH110
    if transcript and not known and note_above(env, agent):
        _leave(path)
    return known and not transcript


def note_above(env: Mapping[str, str], agent: str) -> bool:
    """Tell whether a client stands above this hook, and note it when that is seen for the first time."""
    if env is not os.environ:
        return False
    from standfast.agents.shell import find_runner, list_parents
    from standfast.config import find_home

    above = bool(find_runner(list_parents()))
    if above:
        _leave(_above(find_home(env), agent))
    return above


def was_above(env: Mapping[str, str], agent: str) -> bool:
    """Tell whether it is on record that this client stood above one of its hooks."""
    from standfast.config import find_home

    return os.path.exists(_above(find_home(env), agent))  # noqa: PTH110


def note_record(home: str | os.PathLike[str], agent: str, transcript: str) -> None:
    """Note that a client keeps a record of its sessions that can be read here."""
    if os.path.isfile(transcript):  # noqa: PTH113
        _leave(_record_of(home, agent))


def _leave(path: str) -> None:
    """Leave an empty file, unless it is there."""
    if os.path.exists(path):  # noqa: PTH110
        return
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


def _above(home: str | os.PathLike[str], agent: str) -> str:
    return f"{_record_of(home, agent)}.above"


def _record_of(home: str | os.PathLike[str], agent: str) -> str:
    return os.path.join(home, "records", agent)  # noqa: PTH118


def calls_hook(command: str) -> bool:
    """Tell whether a shell command calls a hook of ours."""
    from standfast.text.runs import list_runs

    text = command[:_LONGEST_LINE]
    runs = list_runs(text)
    if any("standfast" in name and verb == "hook" for run in runs for name, verb in pairwise(run.words[:-1])):
        return True
    # What cannot be followed (a script that is written and run, `trap`, `su -c`) is known by how a call looks.
    spoken = [
        word
        for run in runs
        if run.program == "git" and not _SPEAKING.isdisjoint(run.words[1:2])
        for word in run.words
        if "standfast" in word
    ]
    return len(_CALL.findall(text)) > sum(len(_CALL.findall(word)) for word in spoken)


def between_is_foreign(above: Iterable[list[list[str]]], agent: Agent | None = None, *, strictly: bool = False) -> bool:
    """Tell whether a shell or script that is not our hook stands between us and an agent; strictly, any program.

    `above` are the programs above us, the nearest first: each as its words, then as what it calls itself. The `agent`
    that calls is looked for first: most often it is there, and then no other agent's name need be loaded.
    """
    from standfast.agents.shell import find_runner, is_part_of, is_run_by

    between: list[list[str]] = []
    for names in above:
        if _is_ours(names[0]):
            continue
        if (agent is not None and is_run_by(agent, names)) or find_runner(names):
            if strictly:  # a client may have started itself again
                return not all(is_part_of(words, names[0]) for words in between)
            return any(map(_is_foreign, between))
        between.append(names[0])
    return False


def _is_foreign(words: list[str]) -> bool:
    name = _program(words)
    return name in _SHELLS or name.rstrip("0123456789.") in _SCRIPTS


def _is_ours(words: list[str]) -> bool:
    """Tell whether a program is a shell that was told to run our hook, and nothing else."""
    if _program(words) not in _SHELLS:
        return False
    options = list(takewhile(_OPTION.match, words[1:]))
    line = " ".join(words[1 + len(options) :])  # `ps` takes a line apart at every blank
    return bool(options) and "c" in options[-1].lower() and len(line) <= _LONGEST and bool(_HOOK.fullmatch(line))


def _program(words: list[str]) -> str:
    name = os.path.basename(words[0]) if words else ""  # noqa: PTH119 - words, not files
    return name.lower().lstrip("-").removesuffix(".exe")


def _works_elsewhere(env: Mapping[str, str]) -> bool:
    """Tell whether this call is about another home and store than the agent's own: nothing of the agent's is at stake.

    Both are compared by where they are on the disk, however they are spelled.
    """
    from standfast.agents.shell import find_runner, list_processes

    for process, words in list_processes():
        if find_runner([words]):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:  # noqa: PTH123
                    parts = [os.fsdecode(part).partition("=") for part in file.read().split(b"\0")]
            except OSError:
                return False
            theirs, ours = _places({name: value for name, _, value in parts}), _places(env)
            return bool(theirs) and bool(ours) and theirs.isdisjoint(ours)
    return False


def _places(env: Mapping[str, str]) -> set[str]:
    """Return where a home and its store are on the disk; nothing where that cannot be said."""
    from standfast.config import load_settings
    from standfast.errors import StandfastError

    try:
        settings = load_settings(env)
        if settings.is_shared:
            return set()  # many addresses lead to one server
        return {os.path.realpath(place) for place in (settings.home, settings.home / "store", settings.store_folder)}
    except (StandfastError, OSError, RuntimeError, KeyError):
        return set()

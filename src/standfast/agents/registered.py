"""What of ours is registered where: every server entry, hook, plugin and block, at both levels, whoever wrote it.

Owns `registrations`, for `doctor`: what is missing or out of date, what is registered twice, which program is meant.
Reads only. Setup side. Neighbours: each agent's `edits` say where to look, `codex_trust` looks further into one agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from standfast.agents import get_agent
from standfast.agents.edit import jsonc, jsontree, markdown, toml, yaml
from standfast.agents.edit.document import decode
from standfast.agents.edit.kinds import (
    Edit,
    JsonDefault,
    JsonEntry,
    JsonItem,
    TextBlock,
    TomlTable,
    WholeFile,
    YamlEntry,
)
from standfast.agents.site import Site
from standfast.agents.written import read_bytes
from standfast.errors import StandfastError


@dataclass(frozen=True, slots=True)
class Registration:
    """One thing of ours in one file: what (`server`, `hook EVENT`, `file`, `words`), and the program it names."""

    agent: str
    level: str
    path: str
    what: str
    present: bool
    program: str = ""
    current: bool = False
    problem: str = ""


def registrations(
    agents: Iterable[str],
    *,
    home: str,
    project_root: str,
    env: Mapping[str, str],
    platform: str,
    executable: str,
) -> list[Registration]:
    """Look for everything that setup would write, at both levels, also where it is not there."""
    found = []
    for level in ("user", "project"):
        site = Site(level, home, project_root, env, platform, executable)
        for name in agents:
            edits = get_agent(name).edits(site)
            found += [look(name, level, edit) for edit in edits if not isinstance(edit, JsonDefault)]
    return found


def look(agent: str, level: str, edit: Edit) -> Registration:
    """Look for one thing in its file."""
    what = name_of(edit)
    try:
        data = read_bytes(edit.path)
        held, wanted = (None, "") if data is None else contents(decode(data)[1], edit)
    except StandfastError as problem:
        return Registration(agent, level, edit.path, what, present=False, problem=problem.message)
    if held is None:
        return Registration(agent, level, edit.path, what, present=False)
    return Registration(agent, level, edit.path, what, present=True, program=program_in(held), current=held == wanted)


def name_of(edit: Edit) -> str:
    """Say what an edit is in a word or two."""
    if isinstance(edit, JsonItem):
        return "permission" if isinstance(edit.value, str) else "hook " + edit.mark.split()[-1]
    if isinstance(edit, WholeFile):
        return "file"
    return "words" if isinstance(edit, TextBlock) else "server"


def contents(text: str, edit: Edit) -> tuple[Any, Any]:
    """Give what the file holds of ours (None: nothing) and what it should hold."""
    if isinstance(edit, WholeFile):
        return (text if edit.signature in text else None), edit.text
    if isinstance(edit, TextBlock):
        place = markdown.locate(text)
        inside = text[place[0] : place[1]].splitlines()[1:-1] if place else None
        return inside, edit.text.strip("\n").splitlines()
    if isinstance(edit, TomlTable):
        return toml.held(toml.load(text.replace("\r\n", "\n")), edit.table), edit.values
    if isinstance(edit, YamlEntry):
        return dig(yaml.load(text), edit.keys), edit.value
    value = dig(jsontree.data_of(text), edit.keys)
    if isinstance(edit, JsonItem):
        items = value if isinstance(value, list) else []
        return next((item for item in items if jsonc.is_ours(item, edit.mark)), None), edit.value
    assert isinstance(edit, JsonEntry)
    return value, edit.value


def dig(value: Any, keys: Iterable[str]) -> Any:
    """Follow keys into nested objects."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def program_in(held: Any) -> str:
    """Find the program that an entry names."""
    if isinstance(held, dict):
        for key in ("command", "cmd", "bash"):
            if isinstance(held.get(key), str):
                return str(held[key]).partition(" hook ")[0].removeprefix("& ").strip("'\"")
            if isinstance(held.get(key), list) and held[key]:
                return str(held[key][0])
        return next(filter(None, (program_in(inner) for inner in held.values())), "")
    if isinstance(held, list):
        return next(filter(None, (program_in(inner) for inner in held)), "")
    return ""

"""Taskfile.yml, and the scripts of melos.yaml: tasks that are named after what one does."""

from __future__ import annotations

from standfast.learn.procedures.way import Way, act_of_target, line_with
from standfast.learn.procedures.yaml_file import load_yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def read_taskfile(text: str, *, melos: bool = False) -> list[Way]:
    """Return the tasks that say what they do by their name, without those that only other tasks may call."""
    document = load_yaml(text)
    program, key = ("melos run", "scripts") if melos else ("task", "tasks")
    tasks = document.get(key) if isinstance(document, dict) else None
    found: list[Way] = []
    for name, task in tasks.items() if isinstance(tasks, dict) else ():
        if not isinstance(name, str) or "*" in name or (isinstance(task, dict) and task.get("internal")):
            continue
        runs = _runs(task)
        if act := act_of_target(name.replace(":", "-"), runs):
            found.append(Way(act, f"{program} {name}", runs, line_with(text, _begins(name))))
    return found


def _runs(task: Any) -> str:
    """Return the commands of a task on one line; what it asks other tasks to do is left out."""
    commands = (task.get("cmds") or task.get("cmd") or task.get("run")) if isinstance(task, dict) else task
    listed = commands if isinstance(commands, list) else [commands]
    listed = [line.get("cmd") if isinstance(line, dict) else line for line in listed]
    return " && ".join(line.strip() for line in listed if isinstance(line, str))


def _begins(name: str) -> Callable[[str], bool]:
    return lambda line: line.startswith(" ") and line.strip().startswith((f"{name}:", f"'{name}':", f'"{name}":'))

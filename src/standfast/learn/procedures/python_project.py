"""Python projects: pyproject.toml (pytest, Hatch, Poe, PDM, Poetry, uv), tox.ini, setup.cfg, noxfile.py."""

from __future__ import annotations

import ast
import configparser
import tomllib

from standfast.learn.procedures.way import BY_BUILD_SYSTEM, Way, act_done, act_of, line_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

_RUNNERS = (
    ("uv.lock", "uv run "),
    ("poetry.lock", "poetry run "),
    ("pdm.lock", "pdm run "),
    ("Pipfile", "pipenv run "),
)
_SET_UP = {
    "uv run ": "uv sync",
    "poetry run ": "poetry install",
    "pdm run ": "pdm install",
    "pipenv run ": "pipenv install --dev",
}
_DEV = ("dev", "test", "tests", "testing", "all", "develop")
_TOOLS = (("ruff", "lint", "ruff check ."), ("mypy", "lint", "mypy ."), ("black", "format", "black ."))


def read_pyproject(text: str, beside: Collection[str]) -> list[Way]:
    """Return what a pyproject.toml says about how things are done."""
    try:
        manifest = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return []
    tool = _table(manifest, "tool")
    runner = next((prefix for lock, prefix in _RUNNERS if lock in beside), "")
    found = _tasks(tool)
    if "pytest" in tool or "pytest" in text:
        found.append(Way("test", f"{runner}pytest", line=line_with(text, lambda line: "pytest" in line)))
    if "tox" in tool:
        found.append(Way("test", "tox", line=line_with(text, lambda line: "tool.tox" in line)))
    tasks = {way.act for way in found}
    found += [
        Way(act, f"{runner}{_checked(command, _table(tool, name))}", line=line_with(text, _begins(f"tool.{name}")))
        for name, act, command in _TOOLS
        if name in tool and act not in tasks  # what is written down as a task comes before what a tool implies
    ]
    at = line_with(text, lambda line: "[build-system]" in line)
    set_up = _SET_UP.get(runner, "")
    found.append(Way("set-up", set_up or _installed(manifest), "" if set_up else BY_BUILD_SYSTEM, at))
    found += [Way("run", f"{runner}{program}") for program in _programs(manifest)]
    if "build-system" in manifest:
        found.append(Way("build", "python -m build", BY_BUILD_SYSTEM, at))
    return found


def _programs(manifest: Mapping[str, Any]) -> list[str]:
    """Return the programs that a project installs, the one that is named as it first."""
    project, poetry = _table(manifest, "project"), _table(_table(manifest, "tool"), "poetry")
    names = {str(project.get("name", "")), str(poetry.get("name", ""))}
    programs = {**_table(project, "scripts"), **_table(poetry, "scripts")}
    return sorted((name for name in programs if act_of(name) in {"", "run"}), key=lambda name: name not in names)


def _tasks(tool: Mapping[str, Any]) -> list[Way]:
    """Return the tasks of tools that define some."""
    found: list[Way] = []
    for name, command in (("poe", "poe"), ("pdm", "pdm run"), ("taskipy", "task"), ("rye", "rye run")):
        table = _table(_table(tool, name), "tasks") or _table(_table(tool, name), "scripts")
        found += [
            Way(act, f"{command} {task}", runs)
            for task, does in table.items()
            if (act := act_done(act_of(task), runs := _said(does)))
        ]
    for name, environment in _table(_table(tool, "hatch"), "envs").items():
        for task, does in _table(environment, "scripts").items():
            where = "" if name == "default" else f"{name}:"
            if act := act_done(_act_within(name, task, _said(does)), _said(does)):
                found.append(Way(act, f"hatch run {where}{task}", _said(does)))
    return found + _environments(_table(tool, "tox"))


def _environments(tox: Mapping[str, Any]) -> list[Way]:
    """Return what the environments of tox are for, by their names; tox runs programs only to see whether they run."""
    return [
        Way(act, f"tox run -e {name}")
        for name in _table(tox, "env")
        if (act := act_of(name)) in {"lint", "format", "docs", "test"}
    ]


def _checked(command: str, settings: Mapping[str, Any]) -> str:
    """Return the command of a tool, without the place where its settings name the files."""
    return command.removesuffix(" .") if settings.get("files") else command


def _act_within(environment: str, task: str, does: str) -> str:
    """Return the act of a task: an environment for one act holds no way to do another, and `run` runs what it does."""
    around, own, done = act_of(environment), act_of(task), act_of(does)
    if own == "set-up" and environment != "default":
        return ""  # it prepares that environment's own work
    if task.startswith("run"):
        own = next((act for act in (done, around) if act not in {"", "run"}), own)
    if around and around not in {own, done}:
        return own if own == done else ""
    return around or own


def _installed(manifest: Mapping[str, Any]) -> str:
    extras = _table(_table(manifest, "project"), "optional-dependencies")
    extra = next((name for name in _DEV if name in extras), "")
    groups = _table(manifest, "dependency-groups")
    group = next((name for name in _DEV if name in groups), "")
    wanted = f"pip install -e .[{extra}]" if extra else "pip install -e ."
    return f"{wanted} --group {group}" if group else wanted


def read_tox(text: str) -> list[Way]:
    """Return the environments of a tox.ini."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    found: list[Way] = []
    for section in parser.sections():
        if section == "testenv":
            does = parser.get(section, "commands", fallback="")
            found.append(Way("test", "tox", _said(does), line_with(text, lambda line: line.startswith("[testenv]"))))
        elif section.startswith("testenv:") and (act := act_of(name := section.removeprefix("testenv:"))):
            does = parser.get(section, "commands", fallback="")
            if act == "run" or (act == "release" and act_of(_said(does)) == "test"):
                continue  # tox runs programs to see whether they run; what is about to be released is tested there
            at = line_with(text, _begins(section))
            found.append(Way(act, f"tox -e {name}", _said(does), at))
    return found


def _begins(section: str) -> Callable[[str], bool]:
    return lambda line: line.startswith(f"[{section}")


def read_nox(text: str) -> list[Way]:
    """Return the sessions of a noxfile."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    found: list[Way] = []
    for node in tree.body:
        decorated = isinstance(node, ast.FunctionDef) and any(
            "session" in ast.dump(item)[:400] for item in node.decorator_list
        )
        act = act_of(node.name.replace("_", " ")) if decorated and isinstance(node, ast.FunctionDef) else ""
        if act not in {"", "run"} and isinstance(node, ast.FunctionDef):
            found.append(Way(act, f"nox -s {node.name}", line=node.lineno))
    return found


def _table(value: Any, name: str) -> Mapping[str, Any]:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def _said(does: Any) -> str:
    """Return what a task runs, on one line."""
    if isinstance(does, dict):
        does = does.get("cmd") or does.get("shell") or does.get("help") or ""
    if isinstance(does, list):
        does = " && ".join(str(doe) for doe in does if not isinstance(doe, dict))
    return " && ".join(line.strip() for line in str(does).strip().splitlines() if line.strip())[:300]

"""Workflow files of CI: the commands that every change is checked with."""

from __future__ import annotations

import re

from standfast.learn.procedures.way import Way, act_done, act_of, act_of_command
from standfast.learn.procedures.yaml_file import load_yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeGuard

_LONGEST = 160  # characters of a command
_FRONT = 20  # of these, what is looked for in the file: a long command may be written on several lines
_TASK = re.compile(r"^(?:make|just|task) ([A-Za-z][\w.:-]*)$")
_VARIABLE = re.compile(r"\$(?:\{|[A-Za-z_])")  # only the workflow knows what stands there
_OPTIONS = re.compile(r" (?=-|\S*\$)")
_SCRIPT = re.compile(r"^(?:run|command|bash)$|(?:^|_)script$|^test$")
_FILLED = frozenset(("test", "lint"))  # what is done so whatever the workflow fills in
_ACTS = frozenset(("test", "lint", "build", "format", "docs"))
_ONE_PART = re.compile(r"^cd \S+ &&|--(?:target|manifest-path|package|filter|project)[ =]|\s-p \S")
_SCRIPT_OF_PART = re.compile(r"(?:\./)?(?:[\w.-]+/)+(?:tests?|lint|build)[-_](?!all\b|run\b|suite\b|ci\b)[a-z]")
_DEEPEST = 12  # levels of a workflow
_HEREDOC = re.compile(r"(?<!<)<<(?!<)-?\s*(['\"]?)(?P<end>[A-Za-z_]\w*)\1")
_SHELLS = ("bash", "sh", "pwsh", "powershell", "cmd")
_NOISE = re.compile(
    r"^(echo|cd|export|set|if|fi|for|done|then|else|mkdir|cp|mv|rm|cat|curl|wget|git|sudo"
    r"|apt|brew(?! tests?\b)|choco|ls|sleep|exit"
    r"|source|\.|test|\[|sed|awk|grep|perl|find|tar|touch|tee|printf|kill)\b|^[A-Za-z_]\w*=|^#|^\W+$"
    r"|^(?:python3? -m )?(?:uv )?(?:tool|pip3?|pipx|npm|gem|go|cargo|conda|rustup|luarocks)\b.{0,20}? (?:install|add)\b"
)


_PAGES = re.compile(r"\b(?:gh-pages|github-pages|(?:deploy|upload)-pages|pages:\s*write)\b", re.IGNORECASE)
_PLACE = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)*")


def read_workflow(text: str, *, script: bool = False) -> list[Way]:
    """Return the commands of a workflow that test, lint, build or release; it may be a script that a workflow runs."""
    found: list[Way] = []
    filled: list[Way] = []  # without what only the workflow fills in
    lines = text.splitlines()
    for folder, run in [("", text)] if script else _runs(load_yaml(text), set()):
        for command in _commands(run):
            plain = _OPTIONS.split(command)[0].strip() if _VARIABLE.search(command) else command
            if len(plain) > _LONGEST or plain.endswith("|") or _NOISE.match(plain) or _VARIABLE.search(plain):
                continue
            task = _TASK.match(plain)
            act = act_of(re.sub("[_:]", "-", task[1])) if task else act_of_command(plain)
            if (act != "test" and (folder or _ONE_PART.search(plain))) or _SCRIPT_OF_PART.match(plain):
                continue  # what CI builds or checks for one folder or target only is not how it is done here
            if act in _ACTS if plain == command else act in _FILLED and " " in plain:
                at = next((number for number, row in enumerate(lines, 1) if command[:_FRONT] in row), 0)
                way = Way(act, f"cd {folder} && {plain}" if folder else plain, "in CI", at)
                (found if plain == command else filled).append(way)
    # Whether the code is formatted is the least of what is checked.
    return sorted(found + filled, key=lambda way: way.act == "lint" and act_done("format", way.command) == "lint")


def read_release(path: str, text: str) -> str:
    """Return what starts the workflow that releases the project; one that publishes pages releases nothing."""
    if _PAGES.search(text):
        return ""
    workflow = load_yaml(text)
    # YAML reads a bare `on` as a truth value.
    on: Any = next((workflow[key] for key in ("on", True) if key in workflow), None) if _is_map(workflow) else None
    listed = [on] if isinstance(on, str) else on if isinstance(on, list) else []
    events: dict[str, Any] = on if _is_map(on) else {event: None for event in listed if isinstance(event, str)}
    push: dict[str, Any] = pushed if _is_map(pushed := events.get("push")) else {}
    ways = []
    if tags := _names(push.get("tags")):
        ways.append(f"by pushing a tag ({tags})")
    elif branches := _names(push.get("branches")):
        ways.append(f"by every push to {branches}")
    if "release" in events:
        ways.append("by a release on GitHub")
    if "workflow_dispatch" in events:
        ways.append("by hand (`workflow_dispatch`)")
    return f"CI releases it: `{path}` is started {', or '.join(ways)}." if ways else ""


def _is_map(node: Any) -> TypeGuard[dict[Any, Any]]:
    return isinstance(node, dict)


def _names(listed: Any) -> str:
    """Return a few names of tags or branches."""
    names = [listed] if isinstance(listed, str) else listed if isinstance(listed, list) else []
    return ", ".join(
        f"`{name}`" for name in names[:3] if isinstance(name, str) and name.isprintable() and len(name) < 60
    )


def _commands(script: str) -> Iterator[str]:
    """Yield the commands of a script, each on one line; what is fed to a command is none."""
    end = ""
    lines = [" ".join(line.split()) for line in script.replace("\\\n", " ").splitlines()]
    last = {line: place for place, line in enumerate(lines)}
    for place, command in enumerate(lines):
        if end:
            end = "" if command == end else end
        elif command:
            yield command
            fed = _HEREDOC.search(command)
            end = fed["end"] if fed and last.get(fed["end"], -1) > place else ""  # a shift has no end


def _runs(node: Any, seen: set[int], folder: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the scripts of a workflow, each with the folder it is run in; where it stands differs from CI to CI.

    What aliases name again is read once: aliases of aliases grow without end.
    """
    if depth > _DEEPEST or id(node) in seen or not isinstance(node, list | dict):
        return
    seen.add(id(node))
    if isinstance(node, list):
        for item in node:
            yield from _runs(item, seen, folder, depth + 1)
        return
    if not _is_shell(node):
        return
    defaults = node.get("defaults")
    nested = (holder.get("run") for holder in (node, defaults) if isinstance(holder, dict))
    places = [run.get("working-directory") for run in nested if isinstance(run, dict)]
    places += [node.get("working-directory"), node.get("working_directory")]
    within = next((place for place in places if place and isinstance(place, str)), folder)
    inside = within.removeprefix("./").strip("/")
    if inside and (not _PLACE.fullmatch(inside) or ".." in inside.split("/")):
        return  # only the workflow knows where, or it is no folder
    for name, item in node.items():
        said = item if isinstance(item, list) else [item]
        if _SCRIPT.search(str(name)) and all(isinstance(line, str) for line in said):
            if id(item) not in seen:
                yield ("" if inside == "." else inside), "\n".join(said)
            seen.add(id(item))
        else:
            yield from _runs(item, seen, inside, depth + 1)


def _is_shell(step: dict[str, Any]) -> bool:
    """Tell whether a step is written for a shell, and not for another language's interpreter."""
    shell = step.get("shell") or "bash"
    return isinstance(shell, str) and shell.startswith(_SHELLS)

"""Workflow files of CI: the commands that every change is checked with."""

from __future__ import annotations

import re

from standfast.learn.procedures.way import Way, act_of, act_of_command
from standfast.learn.procedures.yaml_file import load_yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_LONGEST = 160  # characters of a command
_FRONT = 20  # of these, what is looked for in the file: a long command may be written on several lines
_TASK = re.compile(r"^(?:make|just|task) ([A-Za-z][\w.:-]*)$")
_VARIABLE = re.compile(r"\$(?:\{|[A-Za-z_])")  # only the workflow knows what stands there
_HEREDOC = re.compile(r"(?<!<)<<(?!<)-?\s*(['\"]?)(?P<end>[A-Za-z_]\w*)\1")
_SHELLS = ("bash", "sh", "pwsh", "powershell", "cmd")
_NOISE = re.compile(
    r"^(echo|cd|export|set|if|fi|for|done|then|else|mkdir|cp|mv|rm|cat|curl|wget|git|sudo|apt|brew|choco|ls|sleep"
    r"|exit"
    r"|source|\.|test|\[)\b|^[A-Za-z_]\w*=|^#|^\W+$"
    r"|^(?:python3? -m )?(?:uv )?(?:tool|pip3?|pipx|npm|gem|go|cargo|conda|rustup|luarocks)\b.{0,20}? (?:install|add)\b"
)


def read_workflow(text: str) -> list[Way]:
    """Return the commands of a workflow that test, lint, build or release."""
    document = load_yaml(text)
    found: list[Way] = []
    lines = text.splitlines()
    for run in _runs(document):
        for command in _commands(run):
            if len(command) > _LONGEST or _NOISE.match(command) or _VARIABLE.search(command):
                continue
            task = _TASK.match(command)
            act = act_of(re.sub("[_:]", "-", task[1])) if task else act_of_command(command)
            if act in {"test", "lint", "build", "format", "docs"}:
                at = next((number for number, row in enumerate(lines, 1) if command[:_FRONT] in row), 0)
                found.append(Way(act, command, "in CI", at))
    return found


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


def _runs(document: Any) -> Iterator[str]:
    jobs = document.get("jobs") if isinstance(document, dict) else None
    for job in jobs.values() if isinstance(jobs, dict) else ():
        steps = job.get("steps") if isinstance(job, dict) else None
        for step in steps if isinstance(steps, list) else ():
            if isinstance(step, dict) and isinstance(step.get("run"), str) and _is_shell(step):
                yield step["run"]


def _is_shell(step: dict[str, Any]) -> bool:
    """Tell whether a step is written for a shell, and not for another language's interpreter."""
    shell = step.get("shell") or "bash"
    return isinstance(shell, str) and shell.startswith(_SHELLS)

"""Workflow files of CI: the commands that every change is checked with."""

from __future__ import annotations

import re

from standfast.learn.procedures.way import Way, act_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_LONGEST = 100_000
_DEEPEST = 40  # brackets in brackets; no workflow has more than a few
_TASK = re.compile(r"^(?:make|just) ([A-Za-z][\w.-]*)$")
_BRACKET = re.compile(r"[][{}]")
_EXPRESSION = re.compile(r"\$\{\{")
_NOISE = re.compile(
    r"^(echo|cd|export|set|if|fi|for|done|then|else|mkdir|cp|mv|rm|cat|curl|wget|git|sudo|apt|brew|choco|ls|sleep"
    r"|exit"
    r"|source|\.|test|\[|python -m pip install --upgrade|pip install --upgrade pip)\b|^[A-Za-z_]\w*=|^#|^\W+$"
)


def _depth(text: str) -> int:
    """Return how deep brackets stand in each other at most: the parser's cost grows with the square of it."""
    deepest = depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def read_workflow(text: str) -> list[Way]:
    """Return the commands of a workflow that test, lint, build or release."""
    import yaml

    if len(text) > _LONGEST or _depth(text) > _DEEPEST:
        return []
    try:
        document = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader
    except (yaml.YAMLError, RecursionError, ValueError):
        return []
    found: list[Way] = []
    lines = text.splitlines()
    for run in _runs(document):
        for line in run.splitlines():
            command = line.strip().rstrip("\\").strip()
            if not command or len(command) > 160 or _NOISE.match(command) or _EXPRESSION.search(command):
                continue
            task = _TASK.match(command)
            act = act_of(task[1].replace("_", "-")) if task else act_of(command)
            if act in {"test", "lint", "build", "format", "docs"}:
                at = next((number for number, row in enumerate(lines, 1) if command in row), 0)
                found.append(Way(act, command, "in CI", at))
    return found


def _runs(document: Any) -> Iterator[str]:
    jobs = document.get("jobs") if isinstance(document, dict) else None
    for job in jobs.values() if isinstance(jobs, dict) else ():
        steps = job.get("steps") if isinstance(job, dict) else None
        for step in steps if isinstance(steps, list) else ():
            if isinstance(step, dict) and isinstance(step.get("run"), str):
                yield step["run"]

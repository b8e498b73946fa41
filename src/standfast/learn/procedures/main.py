"""Which way is the repository's own: of all files that say how something is done, the one to name first.

Owns the order among manifests and the titles that keep the others apart from it, so that "how do I run the tests" has
one answer. What the team's guide names comes first. A file in a folder speaks for that folder; a workflow says what CI
does; what people wrote down as a task (a target, a script) comes before what a manifest only implies; what CI runs too
comes first among them. Must not read files.
"""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.learn.procedures.guide import is_guide
from standfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.importers.finding import Statement

HOW = "How to "
_TASKS = frozenset(
    (
        *("makefile", "gnumakefile", "justfile", ".justfile", "rakefile"),
        *("taskfile.yml", "taskfile.yaml", "taskfile.dist.yml"),
    )
)
_SCRIPTS = frozenset(("package.json", "tox.ini", "noxfile.py", "composer.json", "deno.json"))
_IMPLIED = frozenset(("go.mod", "pytest.ini", "setup.cfg", "conftest.py"))
_GUIDE = -3  # whatever else is known: the team says what to run
_CI = 5
_CONFIRMED = 2  # steps that a way goes up because CI takes it too
_COMMAND = re.compile(r"`([^`\n]{1,200})`")


def settle_ways(found: Sequence[Statement]) -> list[Statement]:
    """Return the ways, one of each title: the repository's own. Others say whose they are; equal ones are dropped."""
    in_ci = {command for way in found if _is_workflow(way.file) for command in _commands(way)}
    settled: list[Statement] = []
    said: dict[str, set[str]] = {}
    places: dict[str, int] = {}  # of the repository's own way, among the settled
    for way in sorted(found, key=lambda way: _order(way, in_ci)):
        commands = set(_commands(way))
        if dirname(way.file) and not _is_workflow(way.file) and not is_guide(way.file):
            settled.append(replace(way, title=f"{way.title} in {dirname(way.file)}"))
        elif way.title not in said:
            said[way.title], places[way.title] = commands, len(settled)
            settled.append(way)
        elif commands <= said[way.title]:
            continue
        elif is_guide((own := settled[places[way.title]]).file) and not _is_workflow(way.file):
            # One answer: what the manifests have besides is said with what the guide names.
            more = next(command for command in _commands(way) if command not in said[way.title])
            said[way.title] |= commands
            settled[places[way.title]] = replace(own, text=f"{own.text} Also `{more}` ({basename(way.file)}).")
        else:
            said[way.title] |= commands
            doing = way.title.removeprefix(HOW)
            settled.append(replace(way, title=f"{'In CI' if _is_workflow(way.file) else 'Another way'}: {doing}"))
    return settled


def _order(way: Statement, in_ci: set[str]) -> tuple[int, bool, str]:
    name = basename(way.file).lower()
    if is_guide(way.file):
        rank = _GUIDE
    elif _is_workflow(way.file):
        rank = _CI
    elif dirname(way.file):
        rank = _CI + 1
    elif name in _TASKS:
        rank = 0
    elif name in _SCRIPTS:
        rank = 1
    else:
        rank = 3 if name in _IMPLIED else 2
    confirmed = 0 <= rank < _CI and any(command in in_ci for command in _commands(way)[:2])
    return rank - _CONFIRMED * confirmed, not confirmed, way.file


def _commands(way: Statement) -> list[str]:
    """Return the commands of a way, without what they run in turn."""
    said = re.sub(
        r", which runs `[^`\n]*`", "", way.text.partition(": ")[2] if way.text.startswith("In `") else way.text
    )
    return _COMMAND.findall(said)


def _is_workflow(path: str) -> bool:
    return path.startswith(".github/workflows/")

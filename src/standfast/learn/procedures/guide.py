"""Commands that a team's own guide names for an act: AGENTS.md, CLAUDE.md, CONTRIBUTING, and of a README what it says
to those who work on the project. What people wrote for people and agents to run comes before what a manifest only
suggests.
"""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.capture.importers.kinds import is_commands
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.learn.procedures.way import Way, act_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from standfast.capture.importers.page import Part

_GUIDE = re.compile(
    r"^(?:agents?|claude|gemini|contributing|development|developing|hacking)\.(?:md|rst|markdown|mdx)$", re.IGNORECASE
)
_README = re.compile(r"^readme\.(?:md|rst|markdown|mdx)$", re.IGNORECASE)
# Where a README speaks to those who change the project, and not to those who use it.
_INSIDE = re.compile(
    r"\b(?:develop\w*|contribut\w*|hacking|tests?|testing|build(?:ing)? (?:from|the|it)"
    r"|compil\w+|lint\w*|check\w*)\b",
    re.IGNORECASE,
)
_INSIDE_ACTS = frozenset(("test", "lint", "format"))
_FOLDERS = frozenset(("", ".github", "docs"))
_SPAN = re.compile(r"(?<!`)`([^`\n]{3,120})`(?!`)")
_PROMPT = re.compile(r"^(?:[$%>]\s+|\(\w+\)\s+\$\s+)")
_RUNNER = re.compile(
    r"^(?:npm run|pnpm(?: run)?|yarn(?: run)?|bun run|deno task|make|just|task|poe|hatch run|uv run|poetry run|pdm run"
    r"|hatch (?:env run )?(?:--env|-e)"
    r"|mise run|rake|bundle exec(?: rake)?|tox(?: run)? -e|nox -s|cargo|go|dotnet|mix|\./gradlew|\./mvnw|mvn"
    r"|gradle|invoke|inv"
    r"|(?:\./)?(?:bin|scripts?|script)/)\s*(?P<task>.*)$"
)
_PROGRAM = re.compile(
    r"^(?:npm|pnpm|yarn|bun|npx|deno|make|just|task|poe|hatch|uv|poetry|pdm|mise|tox|nox|pytest|python3?|cargo|go|dotnet|mix"
    r"|\./\S+|gradle|mvn|rake|bundle|bin/|scripts?/|composer|cmake|ctest|bazel|sbt|invoke|inv|pre-commit|ruff|mypy)"
    r"(?:\s|$)|^(?:bin|scripts?)/\S"
)
# One file, one test, one package, or a blank to be filled in: not how all of it is done.
_PART = re.compile(
    r"[<>{}\[\]…'\"]|\.\.\.(?!$| |\b)|::|\s-(?:k|t|run|p|m|g|E)\s"
    r"|--(?:filter|package|grep|doc|lib|testNamePattern|tests|watch|help|target|profile|bin|devenv)\b"
    r"|\s\S*(?:path/to|your|my_|foo|example)\S*|\s\S+\.(?:py|ts|tsx|js|go|rs|java|rb|toml|yml|yaml|json|md)\b"
    r"|\s\w+=\S+$|\s-g$|:[\w-]+:\w+|\s(?!\./\.\.\.|tests?/)[\w.@-]+/\S*|^cargo (?:install|run) "
    r"|^go test\b.*\s-c\b|^(?:tox|nox)\b.*\s(?:-l|--list\w*)\b|\s--\s"
)
_ENVIRONMENT = re.compile(r"^(?:tox|nox)\b.*\s-[es]\s+(?!py\b|tests?\b|lint|style|typing|mypy|docs|format)")


def is_guide(path: str) -> bool:
    """Tell whether a file is the whole repository's guide, and not that of one folder."""
    return (dirname(path) in _FOLDERS and bool(_GUIDE.match(basename(path)))) or is_readme(path)


def is_readme(path: str) -> bool:
    """Tell whether a file is the repository's README."""
    return bool(_README.match(path))


def read_guide(path: str, text: str) -> list[Way]:
    """Return the commands that a guide names, each with the act it is for, in the order of the guide.

    What it only mentions in a sentence counts where it shows no command for the act.
    """
    parts = read_page(path, split_front(own_words(text))[1]).parts
    readme = is_readme(path)
    if readme:
        parts = tuple(part for part in parts if any(map(_INSIDE.search, (*part.headings[1:], part.lead))))
    found = (
        Way(act, command, line=part.line, mentioned=part.kind == "paragraph")
        for part in parts
        for command in _commands(part)
        if (act := _act(command)) and (not readme or act in _INSIDE_ACTS)
    )
    ways = list(found)
    shown = {way.act for way in ways if not way.mentioned}
    kept = [way for way in ways if not way.mentioned or way.act not in shown]
    return list({(way.act, way.command): way for way in reversed(kept)}.values())[::-1]


def _commands(part: Part) -> Iterator[str]:
    said = _SPAN.findall(part.text) if part.kind != "code" else part.text.split("\n") if is_commands(part) else []
    for line in said:
        command = " ".join(_PROMPT.sub("", line.strip()).split("  #")[0].split(" # ")[0].split())
        if _PROGRAM.match(command) and not _PART.search(command) and not _ENVIRONMENT.match(command):
            yield command


def _act(command: str) -> str:
    """Return what a command is for: by the task that it names, else by the programs in it; of a chain, if all agree."""
    if " && " in command:
        acts = {_act(part) for part in command.split(" && ")}
        return acts.pop() if len(acts) == 1 else ""
    if command.startswith("cargo check"):
        return "lint"
    runner = _RUNNER.match(command)
    return (act_of(runner["task"]) if runner and runner["task"] else "") or act_of(command)

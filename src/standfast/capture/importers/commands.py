"""Commands: whether a block of code is commands to run here, and whether a line only says what some command does.

Neighbours: `kinds` (what else a block may be), `learn.procedures` (which of them runs the tests).
"""

from __future__ import annotations

import re

from standfast.capture.importers.orders import obliges
from standfast.text.sentences import first_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.page import Part

TIMED = re.compile(
    r"\b(before|after(?! (?:that|this)\b)|when\w*|must|never|always|do not|don't|should|every|each)\b", re.IGNORECASE
)
_SHELL = frozenset(("sh", "bash", "shell", "console", "zsh", "shell-session", "shellsession", "terminal", "fish", "cmd",
                    "powershell", "ps1", "bat", "batch", "pwsh", "shellscript", "sh-session", "bash-session",
                    "ksh", "csh", "nu"))  # fmt: skip
_COMMAND = re.compile(
    r"^\s*(?:[$>%]\s+)?(?:sudo\s+)?(npm|pnpm|yarn|npx|bun|deno|make|just|task|cargo|go|pip|pip3|pipx|uv|poetry|hatch"
    r"|tox|nox|pytest|python3?|git|docker|mvn|\./mvnw|gradle|\./gradlew|bundle|rake|rails|cmake|ctest|ninja|bazel"
    r"|dotnet|composer|mix|sbt|cabal|stack|zig|meson|swift|dune|rebar3|flutter|dart|pre-commit|scripts?/\S+|\./\S+"
    r"|source|\.|cd|export|conda|brew|apt(?:-get)?)(?:\s+\S|(?<![ .])$)",
)
# "Run from source: `bun run cli`", "Run `make` to build": what it does, and the command.
_CALLED = re.compile(
    r"^\W*(?:run|install|build|start|launch|test|type-?check|lint|debug|serve)\b[^`.:]{0,40}(?::\**|\b(?:with|via"
    r"|using|by running))\s*`[^`]{3,}`|^\W*(?:run\s+`[^`]{3,}`|(?:use|call)\s+`[^`\s]+\s[^`]+`)\s+to\b"
    r"(?!.*\b(?:instead of|not|never|rather)\b)",
    re.IGNORECASE,
)
_PLAIN_CALL = re.compile(r"^\W*(?:run|install|build|start|launch|test|type-?check|lint|debug|serve)\b[^`.:]{0,40}:\s*")
_NAMES_COMMAND = re.compile(
    r"^[^`]{2,60}:\**\s*`[^`]{3,}`[^`]{0,80}(?:`[^`]+`)?[^`]{0,40}$|^`[^`]{3,}`(?:\s*/\s*`[^`]{3,}`)?\s*(?:[-–—:]\s|\("
    r"|$)"
)
_SPAN = re.compile(r"`([^`]{3,})`")
# A path, a file, a class or a call: it is named, not run.
_NAMED = re.compile(
    r"(?=\S+\Z)(?:(?!\./|scripts?/|bin/|tools?/)\S*/\S*|\S*\.[a-z]{1,5}|\S*(?:::|\(|<|\*)\S*|@\S+|[A-Z]\S*|\S+_\S+"
    r"|\w+\.\w+(?:\.\w+)*)"
    r"|(?:class|def|fn|func|function|interface|struct|type|const|import|from|use|SELECT|GET|POST|PUT|DELETE|PATCH)\s.*",
)


def is_command(line: str) -> bool:
    """Tell whether a line begins with a program that is run."""
    return bool(_COMMAND.match(line))


def is_commands(part: Part) -> bool:
    """Tell whether a block of code is commands to run here."""
    lines = [line for line in part.text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if not lines or (part.language and part.language not in _SHELL):  # a makefile shows what it runs, not what to run
        return False
    commands = sum(map(is_command, lines))
    return commands > 0 if part.language else commands >= max(1, (len(lines) + 1) // 2)


def tells_command(line: str) -> bool:
    """Tell whether a line says what a command does, and no more: neither when it must be run nor what not to do."""
    span = _SPAN.search(line) if _NAMES_COMMAND.match(line) else None
    if span is not None and not _NAMED.fullmatch(span[1]):
        return True
    called = _PLAIN_CALL.match(line.lower())
    if called is not None and is_command(line[called.end() :]):
        return True
    return _CALLED.match(line) is not None and not obliges(first_sentence(line)) and not TIMED.search(line)

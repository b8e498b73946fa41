"""Know our own words again: what memory said to an agent came from memory, and must never be learned as news.

Owns how Standfast's own calls and answers are recognised, whatever name a client gave the server and whether it was
asked through a tool or on a command line. It must not judge anything else. Neighbours: the transcripts' readers and
`verbs.capture` leave out what this recognises; `recall.fence` and the briefs write what it looks for.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# How everything begins that Standfast says to an agent by itself.
_MARKS = ("# Project memory (Standfast)", "From this project's memory (Standfast)")
_WRAPPED = r"<(hook_context|system_reminder|system-reminder)>(?:(?!</\1>).){0,64000}?\(Standfast\).*?(?:</\1>|\Z)"
# A quoted block: the line that names memory and source, and the quoted lines below it.
_FENCED = r"(?m)^\[m[0-9a-z]{4,12}-[0-9a-z]{4,12} from [^\]\s]{1,120}(?: · [^\n]{1,2000})?\]\n(?:\|[^\n]*(?:\n|\Z))+"
_HEAD = r"(?m)^m[0-9a-z]{4,12}-[0-9a-z]{4,12} · [^\n]{1,200}\n(?=\[m[0-9a-z]{4,12}-)"
# Commands that print memory. A path, an assignment or a runner may stand before the program's name.
_COMMAND = (
    r"(?:^[\"']?|[;&|(`\n{]|\b(?:uvx|uv run|pipx run|sudo|time|exec|python3? -m)[ ])[ \t]*(?:\w{1,40}=\S{0,80}[ ])*"
    r"(?:[\w./~\\-]{0,200}[/\\])?standfast(?:\.exe|\.cmd)?[ ]+(?:-{1,2}[\w-]{1,20}(?:[ =][^\s-]\S{0,200})?[ ]+){0,4}"
    r"(?:recall|brief|show|why|log|diff|review|replay|handoff|export|sessions|status|tour|up)\b"
)
_SCRIPTS = ("command", "cmd", "script", "CommandLine", "commandLine", "input", "args")


def is_own_call(tool: str, arguments: Any) -> bool:
    """Tell whether a tool call asked Standfast: by a tool of its server, or by its program on a command line."""
    if "standfast" in tool.lower():
        return True
    told = [arguments]
    if isinstance(arguments, dict):
        told = [arguments.get(name) for name in _SCRIPTS]
    lines = [
        " ".join(item) if isinstance(item, list) and all(isinstance(w, str) for w in item) else item for item in told
    ]
    return any("standfast" in line and re.search(_COMMAND, _plain(line)) for line in lines if isinstance(line, str))


def _plain(line: str) -> str:
    """Return a command line as far as it matters here; a shell's own flags may stand before what it runs."""
    return re.sub(r"^\S{0,40}(?:sh|bash|zsh|cmd|powershell|pwsh)\S{0,8} (?:-\w{1,8}|/c) ", "", line[:20_000])


def without_ours(text: str) -> str:
    """Leave out what Standfast itself had said in a text."""
    if "tandfast)" in text:
        text = re.sub(_WRAPPED, "", text, flags=re.DOTALL)
        for mark in _MARKS:
            text = text.partition(mark)[0]
    if " from " in text and "\n|" in text:
        text = re.sub(_FENCED, "", re.sub(_HEAD, "", text))
    return text.strip()


def without_ours_in(value: Any, depth: int = 0) -> Any:
    """Leave out what Standfast had said in every text of a structured value."""
    if isinstance(value, str):
        return without_ours(value) if "tandfast)" in value or "\n|" in value else value
    if depth < 60 and isinstance(value, dict):
        return {name: without_ours_in(entry, depth + 1) for name, entry in value.items()}
    if depth < 60 and isinstance(value, (list, tuple)):
        return [without_ours_in(item, depth + 1) for item in value]
    return value

"""What a tool call touched and how it ended, read from its arguments and its answer, alike for every agent.

Owns the files that arguments, patches and shell commands read or change, the command that a call runs, what it printed
and whether it failed. Loaded for tool calls only. Must not know an agent's name or change anything; looks at the disk
only to see whether a word of a command is a file. Neighbours: `contract` fills the neutral event with it.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

PATH_KEYS = (
    "file_path", "filePath", "path", "absolute_path", "notebook_path", "target_file", "absolutePath", "notebookPath",
)  # fmt: skip
COMMAND_KEYS = ("command", "cmd", "script", "CommandLine", "commandLine")  # as in `model.session`, not loaded here
PATCH_LINES = ("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ")

_LONGEST_COMMAND = 16_384
_MOST_FILES = 24
_SHELLS = frozenset(("bash", "sh", "zsh", "dash", "ksh"))
_CHANGERS = frozenset(("rm", "touch", "truncate", "unlink", "tee", "shred"))
_COPIERS = frozenset(("cp", "mv", "install", "ln"))
_IN_PLACE = r"-[A-Za-z]*i(?:[.\w~]*)?|--in-place.*"
_SCRIPTED = frozenset(("-e", "--expression", "-f", "--file", "-pe", "-ne"))  # what follows is not a file to change
_NOWHERE = ("/dev/", "$", "&")

# Expressions are compiled where one is needed: most calls need none.
# What programs print last when they failed, and what shells and runners say of them; none is a word of prose.
_EXIT = (
    r"(?im)^\W{0,4}(?:[\w:]{1,20} ){0,4}(?:exit(?:ed)?|completed|finished|terminated)(?: with)?(?: exit)?"
    r"(?: code| status)?[ :=]{0,3}(-?\d{1,10})\W{0,3}$"
)
# What agents put around what a command printed.
_AROUND = (
    r"(?m)^(?:</?untrusted_context>|Command: .*|Directory: .*|Error: \(none\)|Exit Code: .*|Signal: .*|"
    r"Background PIDs: .*|Process Group PGID: .*|<shellId: .*>|<exited with .*>)$\n?|^Output: "
)
_TROUBLE = (
    r"(?m)^(?:Traceback \(most recent call last\)|(?:npm|yarn|pnpm) (?:ERR!|error)|\s?ERR_PNPM|fatal: |"
    r"error(?:\[\w+\])?: |Error: |make: \*\*\* |\S*: command not found|\S+: line \d+: |(?:sh|bash|zsh): |panic: |"
    r"BUILD FAILED|FAILED |=+ .*\d+ (?:failed|errors?)\b.*=+$|Segmentation fault|E   |\w*Error: |error TS\d+|"
    r"\S+: No such file or directory|\S+: [Pp]ermission denied|\s*Tests:\s+\d+ failed|FAIL\b|.*: not found$)"
)
_ENDS = 2_000  # characters at each end of what was printed in which the way it ended is looked for


def command_of(arguments: Any) -> str:
    """Return the command that a tool call runs in a shell, as one line of text; nothing for other tools."""
    if not isinstance(arguments, dict):
        return ""
    for key in COMMAND_KEYS:
        told = arguments.get(key)
        if isinstance(told, list) and told and all(isinstance(word, str) for word in told):
            return _as_typed(told)
        if isinstance(told, str) and told.strip():
            return "" if told.lstrip().startswith("*** Begin Patch") else told
    return ""


def _as_typed(words: list[str]) -> str:
    """Return a list of words as the command line that a shell would be told."""
    plain = words[0].rpartition("/")[2] in _SHELLS
    script = next((later for word, later in pairwise(words[1:]) if re.fullmatch(r"-[a-z]*c", word)), None)
    if plain and script is not None:
        return script
    from shlex import join

    return join(words)


def touched(arguments: Any) -> tuple[str, ...]:
    """List the files that a tool's arguments name, in order, each once."""
    found: dict[str, None] = {}
    if isinstance(arguments, dict):
        for key in PATH_KEYS:
            if isinstance(arguments.get(key), str) and arguments[key]:
                found[arguments[key]] = None
        for key in ("files", "paths", "edits", "replacements", "operations"):
            for entry in arguments[key] if isinstance(arguments.get(key), list) else ():
                found.update(dict.fromkeys((entry,) if isinstance(entry, str) and entry else touched(entry)))
        for key in ("command", "input", "patch", "patchText"):
            found.update(dict.fromkeys(patched(arguments.get(key))))
    elif isinstance(arguments, str):
        found.update(dict.fromkeys(patched(arguments)))
    return tuple(found)


def patched(text: Any) -> list[str]:
    """List the files that an apply_patch text names."""
    if isinstance(text, list):
        text = "\n".join(part for part in text if isinstance(part, str))
    if not isinstance(text, str) or "*** " not in text:
        return []
    lines = (line.strip() for line in text.splitlines())
    return [line[len(mark) :].strip() for line in lines for mark in PATCH_LINES if line.startswith(mark)]


def shell_files(command: str, cwd: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the files that a shell command reads, and those that it changes; what cannot be known is left out."""
    from standfast.text.shell import READERS, SHELLS, parse_commands, program_of, unwrap

    reads: dict[str, None] = {}
    changes: dict[str, None] = {}
    folder = ""
    for parsed in parse_commands(command[:_LONGEST_COMMAND]):
        words = unwrap(parsed.words)[1]
        name = program_of(words[0]) if words else ""
        if name == "cd" and len(words) > 1 and "$" not in words[1]:
            folder = os.path.join(folder, words[1])  # noqa: PTH118 - hook path
            continue
        if name in SHELLS and len(words) > 2 and words[1].startswith("-") and "c" in words[1]:
            inner = shell_files(words[2], os.path.join(cwd, folder))  # noqa: PTH118 - hook path
            reads.update(dict.fromkeys(inner[0]))
            changes.update(dict.fromkeys(inner[1]))
            continue
        plain = [word for word in words[1:] if word and not word.startswith("-")]
        changed = [target for _, target in parsed.redirects] + _changed(name, words, plain)
        changes.update(dict.fromkeys(_placed(changed, folder)))
        if name in READERS:
            here = _placed(plain, folder)
            reads.update((path, None) for path in here if path not in changes and _is_file(cwd, path))
    return tuple(reads)[:_MOST_FILES], tuple(changes)[:_MOST_FILES]


def only_reads(command: str) -> bool:
    """Tell whether nothing in a command does more than show text: what it shows may mention other failures."""
    from standfast.text.shell import READERS, parse_commands, program_of, unwrap

    names = [
        program_of(words[0]) for item in parse_commands(command[:_LONGEST_COMMAND]) if (words := unwrap(item.words)[1])
    ]
    return bool(names) and all(name in READERS or name in {"cd", "echo", "ls", "find", "git"} for name in names)


def _changed(name: str, words: list[str], plain: list[str]) -> list[str]:
    if name in _CHANGERS:
        return plain
    if name in _COPIERS:
        return [*(plain[:-1] if name == "mv" else ()), *plain[-1:]] if len(plain) > 1 else []
    if name in {"sed", "gsed", "perl"} and any(re.fullmatch(_IN_PLACE, word) for word in words[1:]):
        scripts = {later for word, later in pairwise(words) if word in _SCRIPTED}
        return [word for word in plain if word not in scripts][0 if scripts else 1 :]
    if name == "git" and len(plain) > 1 and plain[0] in {"mv", "rm", "restore"}:
        return plain[1:]
    if name == "git" and "--" in words and "checkout" in words[:3]:
        return words[words.index("--") + 1 :]
    return []


def _placed(paths: Iterable[str], folder: str) -> list[str]:
    sound = [path for path in paths if path and not any(mark in path[:5] for mark in _NOWHERE) and "*" not in path]
    return [os.path.normpath(os.path.join(folder, path)) for path in sound] if folder else sound  # noqa: PTH118


def _is_file(cwd: str, path: str) -> bool:
    try:
        return os.path.isfile(os.path.join(cwd, path))  # noqa: PTH113, PTH118 - hook path
    except (OSError, ValueError):
        return False


def output_of(response: Any, depth: int = 0) -> str:
    """Return what a tool printed, from whichever shape its agent answers in: standard error last."""
    if isinstance(response, str):
        return response
    if depth > 4:
        return ""
    if isinstance(response, list):
        return "\n".join(filter(None, (output_of(part, depth + 1) for part in response)))
    if isinstance(response, dict):
        keys = (
            "text",
            "output",
            "stdout",
            "llmContent",
            "textResultForLlm",
            "text_result_for_llm",
            "content",
            "result",
        )
        parts = [output_of(response[key], depth + 1) for key in keys if response.get(key)][:1]
        parts += [output_of(response[key], depth + 1) for key in ("stderr", "error", "message") if response.get(key)]
        return "\n".join(filter(None, parts))
    return ""


def printed_by(output: str) -> str:
    """Return what a command printed, without what its agent puts around it."""
    if "Exit Code: " in output or "PGID: " in output or "<shellId: " in output or "<exited with " in output:
        return re.sub(_AROUND, "", output).strip()
    return output


def has_failed(command: str, response: Any, *, tells_exit: bool) -> bool:
    """Tell whether a call failed, by what its agent says of it; where that tells no exit code, by what was printed."""
    if isinstance(response, dict):
        for key in ("exit_code", "exitCode", "exit", "returncode", "code"):
            value = response.get(key)
            if isinstance(value, int) and not isinstance(value, bool):
                return value != 0
        told = response.get("resultType") or response.get("result_type")
        if response.get("error") or response.get("is_error") or response.get("isError") or told in {"failure", "error"}:
            return True
        if response.get("success") is False:
            return True
    if not command:
        return False
    text = output_of(response)
    ends = text if len(text) <= 2 * _ENDS else f"{text[:_ENDS]}\n{text[-_ENDS:]}"
    codes = re.findall(_EXIT, ends)
    if codes:
        return int(codes[-1]) != 0
    return not tells_exit and bool(re.search(_TROUBLE, ends)) and not only_reads(command)

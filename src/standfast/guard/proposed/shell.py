"""Shell commands that write files: what they would leave, for the few forms that can be known without running them.

Owns heredocs, `echo` and `printf` with a redirect, `tee`, `sed -i` with plain substitutions, `mv`, `cp`, `rm` and
patches piped in. Everything else is left out. Nothing is ever run.
"""

from __future__ import annotations

import re
from typing import Any

from standfast.guard.proposed.overlay import Overlay
from standfast.guard.proposed.patch import apply_patch
from standfast.text.shell import SHELLS, Command, parse_commands, program_of, unwrap

_MAX_COMMAND = 256 * 1024
_SUBSTITUTION = re.compile(r"s([/|#,@!:;%])((?:\\.|(?!\1)[^\\\n])*+)\1((?:\\.|(?!\1)[^\\\n])*+)\1([gIi]*)")


def run_command(command: Any, overlay: Overlay, depth: int = 0) -> None:
    """Follow a command (text, or a list of words) and hold what it would write."""
    if isinstance(command, list):
        words = [str(word) for word in command]
        if len(words) >= 2 and program_of(words[0]) == "apply_patch":
            apply_patch(words[1], overlay)
            return
        if words and program_of(words[0]) in SHELLS:
            command = words[-1]
        else:
            _run(Command(words), overlay, None, depth)
            return
    if not isinstance(command, str) or len(command) > _MAX_COMMAND or depth > 2:
        return
    if command.lstrip().startswith("*** Begin Patch"):
        apply_patch(command, overlay)
        return
    piped: str | None = None
    for parsed in parse_commands(command):
        out = _run(parsed, overlay, piped, depth)
        piped = out if parsed.pipes else None


def _run(command: Command, overlay: Overlay, piped: str | None, depth: int) -> str | None:
    """Follow one simple command; return what it would print, where that is known."""
    words = unwrap(command.words)[1]
    given = command.heredoc if command.heredoc is not None else piped
    name = program_of(words[0]) if words else ""
    if name in SHELLS and len(words) >= 3 and re.fullmatch(r"-\w*c", words[1]):
        run_command(words[2], overlay, depth + 1)
        return None
    printed = _OUTPUTS[name](words[1:], given) if name in _OUTPUTS else None
    if name in _ACTIONS:
        _ACTIONS[name](words[1:], given, overlay)
    for append, target in command.redirects:
        if printed is not None:
            _write(overlay, target, printed, append=append)
    if name == "tee" and given is not None:
        append = "-a" in words or "--append" in words
        for target in (word for word in words[1:] if not word.startswith("-")):
            _write(overlay, target, given, append=append)
        return given
    return None if command.redirects else printed


def _write(overlay: Overlay, target: str, text: str, *, append: bool) -> None:
    if target in {"/dev/null", "/dev/stderr", "/dev/stdout"} or "$" in target:
        return
    overlay.write(target, (overlay.read(target) or "") + text if append else text)


def _cat(arguments: list[str], given: str | None) -> str | None:
    return given if not [word for word in arguments if word != "-"] else None


def _echo(arguments: list[str], given: str | None) -> str:
    del given
    newline, escapes = "\n", False
    while arguments and re.fullmatch(r"-[neE]+", arguments[0]):
        newline = "" if "n" in arguments[0] else newline
        escapes = "e" in arguments[0] or escapes
        arguments = arguments[1:]
    text = " ".join(arguments)
    return (_unescape(text) if escapes else text) + newline


def _printf(arguments: list[str], given: str | None) -> str | None:
    del given
    if not arguments:
        return None
    form, *values = arguments
    if not values:
        return _unescape(form).replace("%%", "%")
    if re.sub(r"%s|%%", "", form).count("%"):
        return None
    out: list[str] = []
    count = max(1, form.count("%s"))
    for at in range(0, len(values), count):
        some = iter(values[at : at + count])
        out.append(re.sub(r"%s", lambda _, some=some: next(some, ""), _unescape(form)).replace("%%", "%"))  # type: ignore[misc]
    return "".join(out)


_OUTPUTS: dict[str, Any] = {"cat": _cat, "echo": _echo, "printf": _printf}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), text, flags=re.DOTALL)


def _patch(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    text = given or (arguments[0] if arguments and arguments[0].lstrip().startswith("***") else None)
    if text:
        apply_patch(text, overlay)


def _git(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    if not arguments:
        return
    verb, *rest = arguments
    if verb == "apply" and given:
        apply_patch(given, overlay)
    elif verb in {"mv", "rm"}:
        _ACTIONS[verb](rest, None, overlay)


def _cd(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    del given
    if arguments and "$" not in arguments[0]:
        overlay.change_folder(arguments[0])


def _move(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    del given
    names = [word for word in arguments if not word.startswith("-")]
    if len(names) == 2:
        overlay.move(names[0], names[1])


def _copy(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    del given
    names = [word for word in arguments if not word.startswith("-")]
    if len(names) == 2:
        overlay.move(names[0], names[1], copy=True)


def _remove(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    del given
    for name in arguments:
        if not name.startswith("-"):
            overlay.delete(name)


def _sed(arguments: list[str], given: str | None, overlay: Overlay) -> None:
    """Follow `sed -i` when every script is a substitution without repeats, which cannot be slow."""
    del given
    if not any(re.fullmatch(r"-[nErsz]*i.*|--in-place.*", word) for word in arguments):
        return
    scripts, files, extended = [], [], any(re.fullmatch(r"-\w*[Er]\w*|--regexp-extended", word) for word in arguments)
    waiting = iter(arguments)
    for word in waiting:
        if word in {"-e", "--expression"}:
            scripts.append(next(waiting, ""))
        elif not word.startswith("-") and word:
            files.append(word)
    if not scripts and files:
        scripts.append(files.pop(0))
    steps = [_substitution(script, extended=extended) for script in scripts]
    for file in files:
        text = overlay.read(file)
        if text is not None and all(steps):
            for step in steps:
                if step:
                    text = "\n".join(step[0].sub(step[1], line, count=step[2]) for line in text.split("\n"))
            overlay.write(file, text)


def _substitution(script: str, *, extended: bool) -> tuple[re.Pattern[str], str, int] | None:
    match = _SUBSTITUTION.fullmatch(script.strip())
    if match is None:
        return None
    mark, pattern, replacement, flags = match.groups()
    beyond = r"(?<!\\)[()|*+?{}]" if extended else r"\\[(){}|+?]|(?<!\\)\*"
    pattern = pattern.replace(f"\\{mark}", re.escape(mark))
    if re.search(beyond, pattern) or re.search(r"\\\d", replacement):
        return None
    if not extended:
        pattern = re.sub(r"([+?|(){}])", r"\\\1", pattern)
    pattern = pattern.replace(r"\<", r"\b").replace(r"\>", r"\b")
    parts = re.split(r"(\\.|&)", replacement.replace(f"\\{mark}", mark))
    built = "".join(_replacement(part) for part in parts)
    try:
        return re.compile(pattern, re.IGNORECASE if "i" in flags.lower() else 0), built, 0 if "g" in flags else 1
    except re.error:
        return None


def _replacement(part: str) -> str:
    if part == "&":
        return r"\g<0>"
    if part in {r"\n", r"\t"}:
        return part
    return (part.removeprefix("\\")).replace("\\", r"\\")


_ACTIONS: dict[str, Any] = {
    "apply_patch": _patch,
    "patch": _patch,
    "git": _git,
    "cd": _cd,
    "mv": _move,
    "cp": _copy,
    "rm": _remove,
    "sed": _sed,
    "gsed": _sed,
}

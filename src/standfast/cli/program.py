"""The program: find the command, run it, and turn whatever goes wrong into one line and an exit code.

The outermost edge of the command line: the only place that catches everything. Exit codes: 0 done, 1 cannot be met,
2 wrong usage or configuration, 3 the store failed, 70 a bug.
"""

import contextlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from standfast.cli import GROUPS, list_commands, module_of
from standfast.cli.parser import WITH_VALUE, build_parser
from standfast.errors import ConfigError, StandfastError, StoreError, of_the_machine

BUG = 70
INTERRUPTED = 130
MEANT = {
    **dict.fromkeys(("search", "find", "query", "ask", "grep"), "`standfast recall QUESTION`"),
    **dict.fromkeys(("ls", "ll", "dir", "memories"), "`standfast list`"),
    **dict.fromkeys(
        ("rm", "remove", "delete", "del", "forget", "drop"),
        "`standfast retract ID` (it stays in the history) or `standfast purge ID` (deleted for good, with proof)",
    ),
    **dict.fromkeys(("add", "save", "store", "learn", "note"), "`standfast remember TEXT`"),
    **dict.fromkeys(("get", "cat", "view", "read"), "`standfast show ID`"),
    **dict.fromkeys(("update", "change", "modify"), "`standfast edit ID` or `standfast revise ID TEXT`"),
    **dict.fromkeys(("history", "ops", "operations"), "`standfast log`"),
    **dict.fromkeys(("settings", "set", "configure"), "`standfast config list`"),
    **dict.fromkeys(("rollback", "back"), "`standfast undo` or `standfast revert OPERATION`"),
    **dict.fromkeys(("approve", "reject", "inbox", "pending", "todo"), "`standfast review`"),
    **dict.fromkeys(("ui", "web", "viewer", "open", "start"), "`standfast up`"),
    **dict.fromkeys(("install", "connect"), "`standfast setup`"),
    **dict.fromkeys(("check", "lint"), "`standfast guard check` or `standfast drift`"),
}
"""What people type who know other programs, and what they mean here."""
REPORT = "This is a bug in Standfast. Please report it with the output of `STANDFAST_DEBUG=1` and the same command."


def main(words: Sequence[str], env: Mapping[str, str] | None = None) -> int:
    """Run one command and return its exit code."""
    environment = os.environ if env is None else env
    use_utf8()
    words = [as_utf8(word) for word in words]
    own = list(words[: words.index("--")] if "--" in words else words)
    programmed = "--json" in own or "--jsonl" in own
    try:
        code = dispatch(list(words), environment)
        sys.stdout.flush()
    except StandfastError as error:
        code = _report(error, programmed=programmed)
    except BrokenPipeError:
        _let_go()
        code = 0
    except KeyboardInterrupt:
        code = INTERRUPTED
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0
    except OverflowError as error:
        clock = _clock_error()
        code = _report(clock, programmed=programmed) if clock else _confess(error, environment, programmed=programmed)
    except OSError as error:
        found = of_the_machine(error)
        code = _report(found, programmed=programmed) if found else _confess(error, environment, programmed=programmed)
    except Exception as error:  # noqa: BLE001 - the outermost edge
        code = _confess(error, environment, programmed=programmed)
    return code


def _clock_error() -> StandfastError | None:
    """Say that the clock stands where nothing can read it (after the year 2262), or nothing where it does not."""
    import time

    try:
        time.time()
    except OverflowError:
        hint = "Nothing was written. Correct the clock and try again."
        return StoreError("This machine's clock is set too far in the future.", hint=hint, code="clock")
    return None


def dispatch(words: list[str], env: Mapping[str, str]) -> int:
    """Run the command that these words name."""
    leading, command, rest = split_words(words)
    if command == "help":
        leading, command, rest = ["--help"], *((rest[0], []) if rest else ("", []))
    if not command:
        if any(word in {"--version", "-V"} for word in leading):
            from standfast import __version__

            sys.stdout.write(f"standfast {__version__}\n")
        else:
            _check_leading(leading)
            sys.stdout.write(overview())
        return 0
    if command not in list_commands():
        raise unknown(command)
    from standfast.cli.face import Face

    args = build_parser(command).parse_args([*leading, *rest])
    face = Face(args, env)
    module = import_module(module_of(command))
    face.reads = getattr(module, "READS", False) and not getattr(args, "fix", False)
    try:
        code: int = module.run(args, face)
        return code
    finally:
        face.close()


def split_words(words: list[str]) -> tuple[list[str], str, list[str]]:
    """Return the flags before the command, the command, and what follows it."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] in WITH_VALUE else 1
    if place > len(words):
        raise ConfigError(f"{words[-1]} needs a value.", hint="See `standfast --help`.")
    command = words[place] if place < len(words) else ""
    return words[:place], command, words[place + 1 :]


def _check_leading(leading: list[str]) -> None:
    known = {"-h", "--help", "--json", "-q", "--quiet", "--version", "-V", *WITH_VALUE}
    for place, word in enumerate(leading):
        follows = place > 0 and leading[place - 1] in WITH_VALUE
        if not follows and word.partition("=")[0] not in known:
            raise ConfigError(f"{word} needs a command.", hint="`standfast --help` lists them.")


def unknown(command: str) -> ConfigError:
    """Say that there is no such command, and which one was probably meant."""
    from difflib import get_close_matches

    if command.lower() in MEANT:
        hint = f"Did you mean {MEANT[command.lower()]}?"
        return ConfigError(f"There is no command {command!r}.", hint=hint, code="unknown-command")
    near = get_close_matches(command.lower(), list_commands(), n=1, cutoff=0.6)
    hint = f"Did you mean `standfast {near[0]}`?" if near else "`standfast --help` lists them."
    return ConfigError(f"There is no command {command!r}.", hint=hint, code="unknown-command")


def overview() -> str:
    """Return the help of the whole program."""
    lines = [
        "usage: standfast COMMAND [options]",
        "",
        "Memory for coding agents that knows what still stands.",
        "",
    ]
    width = max(map(len, list_commands()))
    for title, members in GROUPS.items():
        lines += [f"{title}:", *(f"  {name:<{width}}  {line}" for name, line in members.items()), ""]
    lines += [
        "examples:",
        "  standfast up                                        see what is known here",
        '  standfast remember "Locks are keyed by payment_id" --kind decision --why "two refunds raced"',
        '  standfast recall "which key does the payment lock use?"',
        "",
        "`standfast COMMAND --help` says more. Every command takes --json, --store URL, -C PATH and --quiet.",
    ]
    return "\n".join(lines) + "\n"


def use_utf8() -> None:
    """Write UTF-8 whatever the locale or code page says; what UTF-8 cannot hold is escaped, which JSON can read."""
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(encoding="utf-8", errors="backslashreplace")


def as_utf8(word: str) -> str:
    """Return a word of the command line as its bytes read in UTF-8, whatever the locale made of them."""
    if word.isascii() or os.name == "nt":
        return word
    return os.fsencode(word).decode("utf-8", "surrogateescape")


def _report(error: StandfastError, *, programmed: bool) -> int:
    _flush_quietly()
    if programmed:
        record = {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
        text = json.dumps(record, ensure_ascii=False)
    else:
        text = f"standfast: {error.message}" + (f"\n  {error.hint}" if error.hint else "") + f"\n  [{error.code}]"
    _complain(text)
    return error.exit_code


def _confess(error: Exception, env: Mapping[str, str], *, programmed: bool) -> int:
    _flush_quietly()
    if env.get("STANDFAST_DEBUG", "") not in {"", "0"}:
        import traceback

        _complain(traceback.format_exc().rstrip())
    what = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    if programmed:
        _complain(json.dumps({"error": {"code": "bug", "message": what, "hint": REPORT}}, ensure_ascii=False))
    else:
        _complain(f"standfast: {what} — {REPORT}")
    return BUG


def _complain(text: str) -> None:
    with contextlib.suppress(OSError):
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def _flush_quietly() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go()


def _let_go() -> None:
    """Point stdout at nothing, so that the interpreter's last flush does not complain about the closed pipe."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The entry point: the first word decides, before anything else is imported.

Agents call `hook` at every tool call and start `mcp` with every session: each pays only for its own modules. Everything
else goes through `cli.program`.
"""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run() -> int:
    """Run Standfast as a program.

    A hook has closed its store and written its answer when it returns: taking the interpreter apart, which costs a
    fifth of it, is left to the system.
    """
    if sys.argv[1:2] == ["hook"]:
        gc.set_threshold(100_000)  # a short life makes little garbage, and looking for it costs more
        try:
            from standfast.loading import load_directly
        except ImportError:  # an interpreter that keeps its own tools elsewhere finds modules by itself
            pass
        else:
            load_directly()
    code = main()
    if sys.argv[1:2] == ["hook"]:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError, AttributeError):  # nobody listens: the plain way out says what that means
            return code
        os._exit(code)
    return code


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run Standfast with these words and return the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    first = words[0] if words else ""
    if first == "hook" and not {"-h", "--help"}.intersection(words):
        from standfast.cli.hook import main as run_hook

        return run_hook(words[1:])
    if first == "mcp":
        from standfast.serve.mcp.stdio import main as run_mcp, read_options

        if read_options(words[1:]) is not None:  # help, flags of every command and mistakes are the program's business
            return run_mcp(words[1:])
    if words in (["--version"], ["-V"]):
        from standfast import __version__

        sys.stdout.write(f"standfast {__version__}\n")
        return 0
    from standfast.cli.program import main as run_command

    return run_command(words)


if __name__ == "__main__":
    sys.exit(run())

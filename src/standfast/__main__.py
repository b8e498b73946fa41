"""The entry point: the first word decides, before anything else is imported.

Agents call `hook` at every tool call and start `mcp` with every session: each pays only for its own modules. Everything
else goes through `cli.program`.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run Standfast with these words and return the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    first = words[0] if words else ""
    if first == "hook" and not {"-h", "--help"}.intersection(words):
        from standfast.cli.hook import main as run_hook

        return run_hook(words[1:])
    if first == "mcp":
        from standfast.serve.mcp.stdio import main as run_mcp
        from standfast.serve.mcp.stdio import read_options

        if read_options(words[1:]) is not None:  # help, flags of every command and mistakes are the program's business
            return run_mcp(words[1:])
    if words in (["--version"], ["-V"]):
        from standfast import __version__

        sys.stdout.write(f"standfast {__version__}\n")
        return 0
    from standfast.cli.program import main as run_command

    return run_command(words)


if __name__ == "__main__":
    sys.exit(main())

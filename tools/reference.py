"""Write docs/reference/commands.md from the parsers themselves; with --check, say whether it is up to date.

Laid out here and not by argparse, whose layout changes between versions of Python.
"""

import argparse
import sys
from pathlib import Path

from standfast.cli import GROUPS
from standfast.cli.parser import build_parser

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "commands.md"
SHARED = ("--json", "--store", "--directory", "--quiet", "--help")
HEAD = """# Commands

Generated from the code by `make docs`. Every command takes these:

| flag | does |
|---|---|
| `--json` | print one JSON document and nothing else; errors on stderr: `{"error": {"code", "message", "hint"}}` |
| `--store URL` | the store to use: `sqlite:///FOLDER`; `STANDFAST_STORE` does the same |
| `-C PATH`, `--directory PATH` | work as if started in PATH |
| `-q`, `--quiet` | say nothing beyond the answer |
| `-h`, `--help` | help with examples |

Exit codes: 0 done · 1 the request cannot be met (not found, ambiguous, refused) · 2 wrong usage or configuration · 3
the store failed · 70 a bug in Standfast. `STANDFAST_DEBUG=1` adds a traceback to a bug.

Ids are written `m5x0k3f-7qp2rta`; any unambiguous prefix works, of the id or of the part after the dash. Times are
`2026-03-01`, `2026-03-01T12:00:00Z`, or how long ago: `2h`, `3d`, `yesterday`.
"""


def render() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for title, members in GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [render_command(name) for name in members]
    return "\n".join(parts)


def render_command(name: str) -> str:
    """Return the section of one command."""
    parser = build_parser(name)
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]  # noqa: SLF001
    actions = [item for item in shown if not set(SHARED) & set(item.option_strings)]
    words = [placed(action) for action in actions if not action.option_strings]
    options = [action for action in actions if action.option_strings]
    usage = " ".join([f"standfast {name}", *words, *(["[options]"] if options else [])])
    lines = [f"### {name}\n", f"{parser.description}\n", f"```text\n{usage}\n```\n"]
    if actions:
        lines += ["| argument | does |", "|---|---|"]
        lines += [f"| {spelled(action)} | {cell(action.help or '')} |" for action in actions]
        lines.append("")
    examples = (parser.epilog or "").removeprefix("examples:\n")
    if examples:
        lines.append("```text\n" + "\n".join(line.removeprefix("  ") for line in examples.splitlines()) + "\n```\n")
    return "\n".join(lines)


def placed(action: argparse.Action) -> str:
    """Return how a positional argument stands in the usage."""
    name = word_of(action)
    if action.nargs in {"*", "+"}:
        name += "…"
    return f"[{name}]" if action.nargs in {"?", "*"} else name


def word_of(action: argparse.Action) -> str:
    """Return the word that stands for a positional argument."""
    return str(action.metavar or "|".join(map(str, action.choices or ())) or action.dest)


def spelled(action: argparse.Action) -> str:
    """Return an argument as it is typed."""
    if not action.option_strings:
        return f"`{cell(word_of(action))}`"
    takes = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    return ", ".join(f"`{cell(flag + takes)}`" for flag in action.option_strings)


def cell(text: str) -> str:
    """Return a text that a table can hold."""
    return " ".join(text.split()).replace("|", "\\|")


def main() -> int:
    """Write the page, or check it."""
    page = render()
    if "--check" in sys.argv[1:]:
        fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == page
        print("up to date" if fresh else f"{TARGET.name} is stale: run `make docs`")
        return 0 if fresh else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

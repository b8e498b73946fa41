"""Write the packages that agents install from this repository: a Claude Code plugin and a Gemini CLI extension.

    python tools/packages.py

Generated from what `standfast setup` registers in settings; a test holds the files against it. Codex and Copilot CLI
install the Claude Code plugin too; neither expands the plugin's folder in server arguments, so packages call
`standfast` by name and need it on the search path.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standfast import __version__
from standfast.agents import claude_code, gemini_cli
from standfast.agents.wiring import SERVER, group

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[1]
PROGRAM = "standfast"
DESCRIPTION = "Memory for coding agents that knows what still stands: a brief at the start, what matters about a file."
AUTHOR = {"name": "The Standfast maintainers"}
README = """\
# Standfast

Gives the agent this project's memory: a short brief at session start, what is known about a file when it is touched,
and six tools (`recall`, `remember`, `brief`, `show`, `revise`, `feedback`). Everything stays on this machine.

It needs the `standfast` program on the search path: `uv tool install standfast` or `pipx install standfast`.
Do not combine it with `standfast setup` for the same agent: both register the same hooks.
"""


def write_claude_plugin(directory: str, *, program: str = PROGRAM) -> list[str]:
    """Write a marketplace folder with the plugin in it; returns the files written."""
    about = {"name": SERVER, "description": DESCRIPTION}
    manifest = {
        **about,
        "version": __version__,
        "author": AUTHOR,
        "license": "Apache-2.0",
        "keywords": ["memory", "mcp"],
    }
    market = {
        "name": SERVER,
        "owner": AUTHOR,
        "plugins": [{**about, "source": f"./plugins/{SERVER}", "version": __version__, "author": AUTHOR}],
    }
    plugin = Path(directory, "plugins", SERVER)
    return put(
        {
            Path(directory, ".claude-plugin", "marketplace.json"): market,
            plugin / ".claude-plugin" / "plugin.json": manifest,
            plugin / ".mcp.json": {"mcpServers": {SERVER: claude_code.mcp_entry("", program).value}},
            plugin / "hooks" / "hooks.json": hooks(claude_code.AGENT.name, claude_code.WANTED, program),
            plugin / "README.md": README,
        }
    )


def write_gemini_extension(directory: str, *, program: str = PROGRAM) -> list[str]:
    """Write the extension's folder; returns the files written."""
    manifest = {
        "name": SERVER,
        "version": __version__,
        "description": DESCRIPTION,
        "mcpServers": {SERVER: {"command": program, "args": ["mcp"]}},
    }
    root = Path(directory)
    return put(
        {
            root / "gemini-extension.json": manifest,
            root / "hooks" / "hooks.json": hooks(gemini_cli.AGENT.name, gemini_cli.WANTED, program),
            root / "README.md": README,
        }
    )


def hooks(agent: str, wanted: Mapping[str, Mapping[str, Any]], program: str) -> dict[str, Any]:
    """Write the hooks file that both packages carry."""
    groups = {event: [group(f"{program} hook {agent} {event}", options)] for event, options in wanted.items()}
    return {"hooks": groups}


def put(files: Mapping[Path, Any]) -> list[str]:
    """Write texts as they are and everything else as JSON."""
    for path, content in files.items():
        text = content if isinstance(content, str) else json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return [str(path) for path in files]


def write(root: Path) -> list[str]:
    """Write both below a folder; return the files written."""
    return [*write_claude_plugin(str(root)), *write_gemini_extension(str(root / "plugins" / "gemini"))]


if __name__ == "__main__":
    print("\n".join(write(ROOT)))
    sys.exit(0)

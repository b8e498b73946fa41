"""Write the packages that agents install from this repository: a Claude Code plugin and a Gemini extension.

    python tools/packages.py

Generated from what `standfast setup` registers; a test holds the files against it. Codex and Copilot CLI install the
Claude Code plugin too.
"""

from __future__ import annotations

import sys
from pathlib import Path

from standfast.agents.package import write_claude_plugin, write_gemini_extension

ROOT = Path(__file__).parents[1]


def write(root: Path) -> list[str]:
    """Write both below a folder; return the files written."""
    return [*write_claude_plugin(str(root)), *write_gemini_extension(str(root / "plugins" / "gemini"))]


if __name__ == "__main__":
    print("\n".join(write(ROOT)))
    sys.exit(0)

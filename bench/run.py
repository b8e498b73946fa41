"""`make bench`: every measurement of the project, one after the other. Read ratios; take your time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
RUNS = (
    ("what hooks and the MCP server cost to start", [sys.executable, str(HERE / "startup.py")]),
    ("speed as the store grows", [sys.executable, "-m", "standfast", "bench", "speed"]),
    ("an answer beside the reference server's", [sys.executable, str(HERE / "rivals.py")]),
    ("one file per partition, or one for all", [sys.executable, str(HERE / "partitions.py")]),
    ("standing: false alarms, precision, recall, cost", [sys.executable, str(HERE / "standing.py")]),
    (
        "a team's store under load, a hundredth of what the bench is made for",
        [sys.executable, str(HERE / "team.py"), "--partitions", "10", "--large", "2000", "--events", "100000"],
    ),
    ("guards: cost of a check", [sys.executable, str(HERE / "guard.py")]),
)


def main() -> int:
    """Run every bench; return the worst exit status."""
    worst = 0
    for title, command in RUNS:
        print(f"\n== {title}", flush=True)
        worst = max(worst, subprocess.run(command, check=False).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())

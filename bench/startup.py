"""What short processes cost: hooks and the MCP server beside bare Python, Node and the reference server.

Every figure is the median CPU time (user and system) of a process from start to end; the ratios are the promises:
a capture hook at most 2.6x `python -I -c "import json, re, sqlite3"`, one at a moment that speaks at most 4x, whatever
the number of memories and of sessions that wait to be learned from, `tools/list` at most 1.5x a bare JSON-RPC loop,
less than the reference server, and under 60 MB. Exits with 1 when one is not kept. What a hook leaves to a process of
its own is not counted with it. Python must be free to write its byte code, as it is where people install it.

    python bench/startup.py [--rounds 15] [--memories 30] [--json]

The reference server is used where `STANDFAST_REFERENCE` names the folder it was installed into with npm.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LIST = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "bench", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
]
LOOP = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}), flush=True)
"""
BARS = {
    "capture 4 kB": ("bare", 2.6),
    "end": ("bare", 2.6),
    "start": ("bare", 4.0),
    "start, 20 wait": ("bare", 4.0),
    "resume": ("bare", 4.0),
    "compaction": ("bare", 4.0),
    "prompt": ("bare", 4.0),
    "read": ("bare", 4.0),
    "edit": ("bare", 4.0),
    "command": ("bare", 4.0),
    "failure": ("bare", 4.0),
    "sub-agent": ("bare", 4.0),
    "mcp": ("loop", 1.5),
}
RSS_BAR_MB = 60
WORDS = ("checkout", "ledger", "basket", "invoice", "refund", "audit", "customs", "pricing", "stock", "returns", "care")
# What is not measured: sessions that wait to be learned from, and to learn from all (after whoever is learning).
WORK = """import sys
from standfast.memory import Memory
from standfast.model.session import EventKind
from standfast.verbs.capture import Report
with Memory.open(".") as memory:
    for number in range(20):
        text = f"No, never put the ledger into the basket, we always keep part {number} of it in stock."
        memory.hooks.capture(Report(f"w-{sys.argv[1]}-{number}", "p", EventKind.PROMPT, body=text))
"""
LEARN = """from standfast.memory import Memory
with Memory.open(".") as memory:
    memory.sessions.learn(limit=0)
"""
ERROR = "Traceback (most recent call last):\nLockError: payment lock is held by service 3\nExit code 1"


class Run:
    """One kind of process, measured again and again."""

    def __init__(self, words: list[str], given: str = "", *, before: str = "", after: str = "") -> None:
        self.words, self.given = words, given
        self.before, self.after = before, after  # programs that are not counted
        self.seconds: list[float] = []
        self.rss_mb = 0.0

    def once(self, env: dict[str, str], folder: Path) -> None:
        """Run it once, counting this process alone."""
        turn = str(len(self.seconds))
        _run(self.before, turn, env, folder)
        with tempfile.TemporaryFile() as said:
            said.write(self.given.replace("@TURN@", turn).encode())
            said.seek(0)
            process = subprocess.Popen(
                self.words, env=env, cwd=folder, stdin=said, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{self.words} ended with {process.returncode}")
        _run(self.after, turn, env, folder)
        self.seconds.append(used.ru_utime + used.ru_stime)
        self.rss_mb = max(self.rss_mb, used.ru_maxrss / 1024)

    @property
    def ms(self) -> float:
        """The median."""
        return sorted(self.seconds)[len(self.seconds) // 2] * 1000


def _run(program: str, turn: str, env: dict[str, str], folder: Path) -> None:
    if program:
        subprocess.run([sys.executable, "-c", program, turn], env=env, cwd=folder, check=True)


def payload(event: str, size: int = 4000, **more: Any) -> str:
    """Write what Claude Code says of an event."""
    said = {
        "session_id": f"s-{event}-{size}-@TURN@",
        "cwd": ".",
        "hook_event_name": event,
        "transcript_path": "/x.jsonl",
    }
    if event == "PostToolUse":
        text = ("def refund(payment): return lock(payment.id)  # see the ledger\n" * (size // 60 + 1))[:size]
        said |= {"tool_name": "Bash", "tool_use_id": "t", "tool_response": text}  # type: ignore[dict-item]
    return json.dumps({**said, **more})


def reference() -> list[str]:
    """Return the words that start the reference server, or none."""
    folder = os.environ.get("STANDFAST_REFERENCE", "")
    script = Path(folder, "node_modules", "@modelcontextprotocol", "server-memory", "dist", "index.js")
    node = shutil.which("node")
    return [node, str(script)] if folder and node and script.exists() else []


def runs(folder: Path) -> dict[str, Run]:
    """Return every kind of process that is compared."""
    me = [sys.executable, "-m", "standfast"]
    hook = [*me, "hook", "claude-code"]
    listing = "".join(json.dumps(item) + "\n" for item in LIST)
    reading = {"tool_name": "Read", "tool_input": {"file_path": str(folder / "pay.py")}}
    deploying = {"tool_name": "Bash", "tool_input": {"command": "npm run deploy"}, "tool_use_id": "t"}
    kinds = {
        "bare": Run([sys.executable, "-I", "-c", "import json, re, sqlite3"]),
        "loop": Run([sys.executable, "-c", LOOP], listing),
        "capture 4 kB": Run([*hook, "PostToolUse"], payload("PostToolUse", tool_input={"command": "cat pay.py"})),
        "capture 40 kB": Run([*hook, "PostToolUse"], payload("PostToolUse", 40_000, tool_input={"command": "cat"})),
        "capture 400 kB": Run([*hook, "PostToolUse"], payload("PostToolUse", 400_000, tool_input={"command": "cat"})),
        "end": Run([*hook, "SessionEnd"], payload("SessionEnd", reason="exit"), after=LEARN),
        "start": Run([*hook, "SessionStart"], payload("SessionStart", source="startup"), before=LEARN),
        "start, 20 wait": Run(
            [*hook, "SessionStart"], payload("SessionStart", 20, source="startup"), before=WORK, after=LEARN
        ),
        "resume": Run([*hook, "SessionStart"], payload("SessionStart", source="resume")),
        "compaction": Run([*hook, "SessionStart"], payload("SessionStart", source="compact")),
        "prompt": Run(
            [*hook, "UserPromptSubmit"], payload("UserPromptSubmit", prompt="Which key has the payment lock?")
        ),
        "read": Run([*hook, "PreToolUse"], payload("PreToolUse", **reading)),
        "edit": Run([*hook, "PreToolUse"], payload("PreToolUse", **{**reading, "tool_name": "Edit"})),
        "command": Run([*hook, "PreToolUse"], payload("PreToolUse", **deploying)),
        "failure": Run([*hook, "PostToolUseFailure"], payload("PostToolUseFailure", **deploying, error=ERROR)),
        "sub-agent": Run([*hook, "SubagentStart"], payload("SubagentStart", agent_id="a1", agent_type="explorer")),
        "mcp": Run([*me, "mcp"], listing),
    }
    node = shutil.which("node")
    if node:
        kinds["node"] = Run([node, "-e", "0"])
    if reference():
        kinds["reference"] = Run(reference(), listing)
    return kinds


def prepare(folder: Path, env: dict[str, str], memories: int) -> None:
    """Make a repository with something to know."""
    (folder / "pay.py").write_text("def refund(payment):\n    return lock(payment.id)\n")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, env=env, check=True)
    command = [sys.executable, "-m", "standfast", "remember", "--jsonl"]
    with tempfile.TemporaryFile("w+") as lines:  # a process begins with the size of the one that starts it
        for number in range(memories):
            words = f"{WORDS[number % 7]} {WORDS[number % 11]}"
            anchors = ["pay.py"] if number < 3 else ["cmd:npm run deploy"] if number == 3 else []
            text = f"Service {number} of {words} keys its payment lock by payment_id"
            lines.write(json.dumps({"text": text, "kind": "decision", "anchors": anchors}) + "\n")
        lines.seek(0)
        subprocess.run(command, cwd=folder, env=env, check=True, stdin=lines, stdout=subprocess.DEVNULL)


def main() -> int:
    """Measure, print, and say whether the promises are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--memories", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="standfast-startup-") as name:
        folder = Path(name, "shop")
        folder.mkdir()
        env = {**os.environ, "STANDFAST_HOME": str(Path(name, "home")), "STANDFAST_DURABILITY": "full"}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        prepare(folder, env, args.memories)
        kinds = runs(folder)
        for _ in range(args.rounds + 1):  # in turns, so that a busy machine is busy for all
            for run in kinds.values():
                run.once(env, folder)
        for run in kinds.values():
            run.seconds.pop(0)  # the first only warms up
    return report(kinds, as_json=args.json)


def report(kinds: dict[str, Run], *, as_json: bool) -> int:
    """Print the figures; return 1 when a promise is not kept."""
    ratios = {name: round(kinds[name].ms / kinds[base].ms, 2) for name, (base, _) in BARS.items()}
    kept = {f"{name} <= {bar}x {base}": ratios[name] <= bar for name, (base, bar) in BARS.items()}
    kept[f"mcp < {RSS_BAR_MB} MB"] = kinds["mcp"].rss_mb < RSS_BAR_MB
    step = (kinds["capture 400 kB"].ms - kinds["capture 40 kB"].ms) / 9
    kept["capture is linear"] = (
        step <= max(kinds["capture 40 kB"].ms - kinds["capture 4 kB"].ms, kinds["bare"].ms) * 1.5
    )
    if "reference" in kinds:
        kept["mcp < reference"] = kinds["mcp"].ms < kinds["reference"].ms
    figures = {name: {"cpu_ms": round(run.ms, 1), "rss_mb": round(run.rss_mb, 1)} for name, run in kinds.items()}
    if as_json:
        print(json.dumps({"processes": figures, "ratios": ratios, "kept": kept}))
    else:
        for name, figure in figures.items():
            print(f"{name:>15}  {figure['cpu_ms']:>8.1f} ms  {figure['rss_mb']:>6.1f} MB")
        for name, good in kept.items():
            print(f"{'kept' if good else 'NOT KEPT':>15}  {name}  {ratios.get(name.partition(' <=')[0], '')}")
    return 0 if all(kept.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

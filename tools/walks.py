"""Walk one memory through the code: which functions run for a hook event, remember, recall, brief, guard check, purge.

Prints Markdown: for each walk the chain of calls from the face to where it arrives (journal, log, index, receipts,
check, partition), how often that passes from one module to another, and how much runs in all.
`--before SRC` walks an older source tree too, whatever its package is called, for the figures beside ours.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent / "src"
RULE = """
id: no-sleep
severity: block
language: python
message: Sleeping hides races.
rule: {pattern: time.sleep($A)}
tests: {caught: ["time.sleep(1)"], passes: ["wait(1)"]}
"""
EDIT = {"session_id": "s1", "hook_event_name": "PostToolUse", "tool_name": "Bash",
        "tool_input": {"command": "make test"}, "tool_response": {"stdout": "ok"}}  # fmt: skip
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "walks", "version": "1"}}
NOTE = {"text": "Retries are capped at three", "kind": "decision"}
DIALOGUE = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "remember", "arguments": NOTE}},
]
# What is typed, what is on stdin, and where the walk arrives: a module and a function, by how they end.
WALKS = {
    "hook event": (["hook", "claude-code", "PostToolUse"], json.dumps(EDIT), ("journal", ".record")),
    "MCP remember": (["mcp"], "".join(json.dumps(message) + "\n" for message in DIALOGUE), ("log", ".append")),
    "recall": (["recall", "which key does the lock use?", "--json"], "", ("index", ".lexical")),
    "brief": (["brief", "--json"], "", ("receipts", ".record")),
    "guard check": (["guard", "check", "--staged"], "", ("guard/check", "check")),
    "purge": (["purge", "ID", "--yes", "--json"], "", ("partition", ".purge")),
}
TRACED = """
import json, sys
package, words, out = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
main = __import__(f"{package}.__main__", fromlist=["main"]).main
root = sys.modules[package].__path__[0]
stack, seen, steps, passes = [], set(), [], {}
def trace(frame, event, arg):
    if event == "call":
        code = frame.f_code
        ours = code.co_filename.startswith(root)
        loading = code.co_name == "<module>" or bool(stack and stack[-1] == "loading")
        if loading:
            stack.append("loading")
            return
        inner = code.co_name.startswith("<") or "<locals>" in code.co_qualname
        stack.append((code.co_filename[len(root) + 1 : -3], code.co_qualname) if ours and not inner else None)
        if stack[-1] is not None:
            above = [item for item in stack[:-1] if item]
            caller = above[-1] if above else ("", "")
            if caller[0] != stack[-1][0]:
                key = f"{caller[0]} {stack[-1][0]}"
                passes[key] = passes.get(key, 0) + 1
            if stack[-1] not in seen:
                seen.add(stack[-1])
                steps.append([*above, stack[-1]])
    elif event == "return" and stack:
        stack.pop()
sys.setprofile(trace)
code = main(words)
sys.setprofile(None)
open(out, "w").write(json.dumps({"code": code, "steps": steps, "passes": passes}))
"""


def walk_all(source: Path) -> dict[str, Any]:
    """Walk through one source tree in a home and a repository of its own; return what ran, by walk."""
    package = next(folder.parent.name for folder in source.glob("*/__main__.py"))
    with tempfile.TemporaryDirectory() as folder:
        repo = Path(folder, "repo")
        home = {f"{package.upper()}_HOME": str(Path(folder, "home"))}
        base = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        env = {**base, **home, "PYTHONPATH": str(source), "HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"}

        def run(*words: str, given: str = "") -> str:
            done = subprocess.run(words, cwd=repo, env=env, input=given, capture_output=True, text=True, check=True)
            return done.stdout

        repo.mkdir()
        run("git", "init", "--quiet")
        (repo / "lock.py").write_text(
            "import time\n\n\ndef lock(payment_id):\n    return payment_id\n", encoding="utf-8"
        )
        run("git", "add", ".")
        run("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "-m", "Add the lock")
        ours = [sys.executable, "-m", package]
        said = "Locks are keyed by payment_id"
        made = run(*ours, "remember", said, "--kind", "decision", "--anchor", "lock.py::lock", "--json")
        memory = json.loads(made)["id"]
        Path(folder, "rule.yml").write_text(RULE, encoding="utf-8")
        run(*ours, "guard", "add", memory, str(Path(folder, "rule.yml")))
        (repo / "lock.py").write_text("import time\n\n\ndef lock(payment_id):\n    return str(payment_id)\n", "utf-8")
        run("git", "add", ".")
        found: dict[str, Any] = {}
        for name, (words, given, _) in WALKS.items():
            out = Path(folder, "walk.json")
            told = json.dumps([memory if word == "ID" else word for word in words])
            run(sys.executable, "-c", TRACED, package, told, str(out), given=given)
            found[name] = json.loads(out.read_text(encoding="utf-8"))
        return found


def hops(chain: list[list[str]]) -> int:
    """Return how often a chain of calls passes from one module to another."""
    return sum(above[0] != below[0] for above, below in itertools.pairwise(chain))


def corridor(name: str, walk: dict[str, Any]) -> list[list[str]]:
    """Return the chain of calls from the face to where the walk arrives."""
    module, function = WALKS[name][2]
    for chain in walk["steps"]:
        if chain[-1][0].endswith(module) and chain[-1][1].endswith(function):
            found: list[list[str]] = chain
            return found
    raise LookupError(f"{name} did not arrive at {module}{function}")


def figures(name: str, walk: dict[str, Any]) -> list[int]:
    """Return the length of the corridor and its hops; and of all that ran: functions, modules, ways between modules."""
    chain, steps = corridor(name, walk), walk["steps"]
    modules = {step[-1][0] for step in steps}
    return [len(chain), hops(chain), len(steps), len(modules), len(walk["passes"])]


def render(now: dict[str, Any], before: dict[str, Any] | None) -> str:
    """Return the table, and of each walk the corridor."""
    head = ["calls to arrive", "hops to arrive", "functions in all", "modules in all", "ways between modules"]
    lines = ["| walk | " + " | ".join(head) + " |", "|---|" + "---|" * len(head)]
    for name, walk in now.items():
        cells = [f"{count:,}" for count in figures(name, walk)]
        if before:
            cells = [f"{old:,} → {new}" for old, new in zip(figures(name, before[name]), cells, strict=True)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    for name, walk in now.items():
        lines += ["", f"## {name[0].upper()}{name[1:]}", "", "```text"]
        shown = {"before": corridor(name, before[name])} if before else {}
        for title, chain in {**shown, "now": corridor(name, walk)}.items():
            lines += [title, *(f"  {module}.{function}".replace("/", ".") for module, function in chain)]
        lines.append("```")
    return "\n".join(lines) + "\n"


def rooms(source: Path) -> dict[str, tuple[int, int]]:
    """Return how many lines and modules each room has; what is in no room counts as one."""
    package = next(folder.parent for folder in source.glob("*/__main__.py"))
    found: dict[str, tuple[int, int]] = {}
    for module in sorted(package.rglob("*.py")):
        parts = module.relative_to(package).parts
        lines, modules = found.get(room := parts[0] if parts[1:] else "(top)", (0, 0))
        found[room] = (lines + len(module.read_text(encoding="utf-8").splitlines()), modules + 1)
    return found


def render_rooms(now: dict[str, tuple[int, int]], before: dict[str, tuple[int, int]]) -> str:
    """Return lines and modules of every room, beside what they were."""
    lines = ["| room | lines | modules |", "|---|---|---|"]
    names = sorted(now.keys() | before.keys())
    totals = [tuple(map(sum, zip(*side.values(), strict=True))) for side in (before, now)]
    for name, old, new in [*((name, before.get(name), now.get(name)) for name in names), ("all", *totals)]:
        cells = [" → ".join(f"{side[place]:,}" if side else "–" for side in (old, new)) for place in (0, 1)]
        lines.append(f"| {name} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Walk, and print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="the src folder of an older tree")
    args = parser.parse_args()
    print(render(walk_all(HERE), walk_all(args.before) if args.before else None))
    if args.before:
        print(render_rooms(rooms(HERE), rooms(args.before)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What judging after a commit costs with many anchored memories, in starts of a bare Python.

    python bench/standing_cost.py [--memories 10000] [--commits 9] [--profile]

A repository of functions, one memory anchored at each, in a real store; then commits that each touch ten files, and
after each the survey that `drift` and the Git hook make, in a process that has everything else loaded.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from standfast.code.snapshot import open_snapshot
from standfast.config import load_settings
from standfast.memory import Memory
from standfast.model.anchor import parse_anchor
from standfast.model.encode import encode_content
from standfast.model.ids import MemoryId, mint
from standfast.model.kind import Kind
from standfast.model.memory import Anchored, Content
from standfast.model.operation import Act
from standfast.model.source import Source
from standfast.standing.anchors.fingerprint import take_fingerprint
from standfast.standing.memories import Judge
from standfast.standing.survey import survey
from standfast.store.values import Change

PER_FILE = 20
TOUCHED = 10


def git(root: Path, *args: str) -> None:
    """Run git in the made repository."""
    who = ("-c", "user.name=Bench", "-c", "user.email=bench@example.org")
    subprocess.run(["git", "-C", str(root), *who, *args], check=True, capture_output=True)


def write_files(root: Path, count: int) -> list[Path]:
    """Write files of functions, all different."""
    paths = [root / f"src/p{number % 50}/m{number}.py" for number in range(count)]
    for number, path in enumerate(paths):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            "".join(
                f"def f{number}_{k}(value, limit={k}):\n    total = value * {k} + limit\n"
                "    log(total)\n    return total\n\n\n"
                for k in range(PER_FILE)
            )
        )
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Before")
    return paths


def anchor_memories(memory: Memory, root: Path, paths: list[Path]) -> None:
    """Store one memory for each function, as `remember` would have."""
    snapshot = open_snapshot(str(root))
    partition = memory.context.partition(memory.context.scope)
    who = Source("agent", "bench")
    with partition.writing():
        for number, path in enumerate(paths):
            for k in range(PER_FILE):
                name = f"f{number}_{k}"
                text = f"`{name}` multiplies its value by {k} and adds `limit`"
                at = parse_anchor(f"{path.relative_to(root).as_posix()}::{name}")
                content = Content(
                    kind=Kind.FACT, text=text, scope=memory.context.scope,
                    anchors=(Anchored(at, take_fingerprint(snapshot, at, text)),),
                )  # fmt: skip
                payload = {"content": encode_content(content), "status": "active"}
                partition.log.append(Change(Act.REMEMBER, who, MemoryId(mint("memory")), payload, revision=1))


def start_python() -> float:
    """Measure what a bare start of Python costs."""
    spent: list[float] = []
    for _ in range(9):
        before = count_children()
        subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)
        spent.append(count_children() - before)
    return median(spent)


def count_children() -> float:
    """Return the CPU seconds of all processes started and ended so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(memories: int, commits: int, *, profile: bool = False) -> dict[str, float]:
    """Measure; CPU seconds of this process and of the git it starts."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="standfast-cost-") as folder:
        root = Path(folder) / "repo"
        root.mkdir()
        git(root, "init", "-q", "-b", "main")
        paths = write_files(root, memories // PER_FILE)
        env = {"STANDFAST_HOME": str(Path(folder) / "home"), "STANDFAST_EMBEDDER": "off"}
        spent: list[float] = []
        for number in range(commits + 1):
            with Memory.open(root, who=Source("agent", "bench"), settings=load_settings(env)) as memory:
                if not number:
                    anchor_memories(memory, root, paths)
                started = time.process_time() + count_children()
                found = survey(memory.context, Judge(memory.context))
                spent += [time.process_time() + count_children() - started] if number else []
                assert len(found.standings) == memories
            if profile and number == commits:
                print(f"read {found.read}, opened {found.opened}", found.counts())
            for path in chance.sample(paths, TOUCHED):
                path.write_text(re.sub(r"value \* 3\d* ", f"value * 3{number} ", path.read_text()))
            git(root, "commit", "-qam", f"Change {number}")
    bare = start_python()
    return {"memories": memories, "cpu_s": median(spent), "bare_s": bare, "starts": median(spent) / bare}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--commits", type=int, default=9)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    found = run(asked.memories, asked.commits, profile=asked.profile)
    print(
        f"{found['memories']:,} memories: a commit costs {found['cpu_s'] * 1000:.0f} ms of CPU, "
        f"{found['starts']:.1f} starts of a bare Python ({found['bare_s'] * 1000:.0f} ms)"
    )


if __name__ == "__main__":
    main()

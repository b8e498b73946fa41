"""Purge by every way from many small random worlds, then look for every purged word in every encoding.

    python bench/purge_machine.py [--purges 2000] [--seed 1] [--json]

Worlds and the independent scan stand in `tests/fault`; a smaller run is part of the tests.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fault.purging import World


def main() -> int:
    """Run worlds until enough was purged; print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--purges", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    ways: Counter[str] = Counter()
    problems: list[str] = []
    worlds, words, named, seed, started = 0, 0, 0, asked.seed, time.process_time()
    while ways.total() < asked.purges:
        with tempfile.TemporaryDirectory() as folder:
            world = World(Path(folder), seed)
            for _ in range(5):
                world.live(9)
                for _ in range(5):
                    world.purge()
            world.come_back()
        problems += [f"seed {seed}: {problem}" for problem in world.problems]
        for problem in world.problems:
            print(f"seed {seed}: {problem}", file=sys.stderr)
        ways.update(world.counts)
        print(f"{ways.total()} purges in {worlds + 1} worlds, {len(problems)} problems", file=sys.stderr)
        worlds, words, seed = worlds + 1, words + len(world.gone), seed + 1
        named += world.counts_named
    cpu = round(time.process_time() - started)
    report = {"purges": ways.total(), "ways": dict(ways), "worlds": worlds, "words": words, "cpu_s": cpu}
    report["agents_files_named"] = named
    report["problems"] = len(problems)
    print(json.dumps(report) if asked.json else "\n".join(f"{name:10} {value}" for name, value in report.items()))
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())

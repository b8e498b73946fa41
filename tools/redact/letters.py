"""Count how letters follow each other in words and identifiers, for telling words from random tokens.

Writes `src/standfast/capture/redact/letters.py`: for each pair of letters, how much likelier it is in what people write
than in letters drawn at random. Any few megabytes of English prose and source code give nearly the same table:

    python tools/redact/letters.py FILE_OR_FOLDER…
"""

from __future__ import annotations

import re
import string
import sys
from collections import Counter
from itertools import pairwise
from math import log
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "src" / "standfast" / "capture" / "redact" / "letters.py"
LOWEST, HIGHEST = -35, 20  # tenths of a nat

HEAD = '''"""How letters follow each other in words, counted by tools/redact/letters.py: do not edit by hand.

One row for each first letter, one character for each second: how many tenths of a nat the pair is likelier in words and
identifiers than in letters drawn at random, written as the character that many places after "P".
"""

from __future__ import annotations

'''


def count(paths: list[str]) -> tuple[Counter[str], Counter[str]]:
    """Count pairs and first letters over distinct words, so that frequent words do not rule."""
    words: Counter[str] = Counter()
    for name in paths:
        path = Path(name)
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix in ("", ".txt", ".md", ".rst", ".py", ".h"):
                words.update(re.findall(r"[A-Z]?[a-z]{2,15}|[A-Z]{3,15}", file.read_text("utf-8", "ignore")[:300_000]))
    pairs: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    for word, times in words.items():
        if times >= 3:
            lower = word.lower()
            weight = min(times, 50)
            for a, b in pairwise(lower):
                pairs[a + b] += weight
                firsts[a] += weight
    return pairs, firsts


def main() -> None:
    """Write the table."""
    pairs, firsts = count(sys.argv[1:])
    rows = []
    for a in string.ascii_lowercase:
        row = ""
        for b in string.ascii_lowercase:
            chance = (pairs[a + b] + 0.5) / (firsts[a] + 13)
            row += chr(ord("P") + max(LOWEST, min(HIGHEST, round(10 * log(chance * 26)))))
        rows.append(f"    {row!r},\n")
    TARGET.write_text(HEAD + "# fmt: off\nROWS: tuple[str, ...] = (\n" + "".join(rows) + ")\n", "utf-8")


if __name__ == "__main__":
    main()

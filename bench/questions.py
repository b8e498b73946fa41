"""Does recall abstain? Asks the questions of `judged/questions.tsv` in mined checkouts; prints one row for each.

`python bench/questions.py CHECKOUT…`: a checkout is named after its repository (`httpx`). Each is mined in a temporary
home; then the questions about it are asked, which must be answered, and every eighth of the others, which must not. An
answer counts when one of the first five results mentions what it must. Some questions about another repository have an
answer here as well, judged one by one in `judged/foreign.tsv`: they are counted, and shown apart.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

from standfast.config import load_settings
from standfast.memory import Memory

_JUDGED = Path(__file__).with_name("judged") / "questions.tsv"
_FOREIGN = Path(__file__).with_name("judged") / "foreign.tsv"
_EVERY = 8
_FIRST = 5


def read_questions() -> list[tuple[str, str, str]]:
    """Return repository, question and what an answer must mention."""
    lines = [line for line in _JUDGED.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [(repository, question, key) for repository, question, key in (line.split("\t") for line in lines)]


def read_answerable(name: str) -> set[int]:
    """Return the numbers of the questions about others that a reader found answered in a repository."""
    lines = [line.split("\t") for line in _FOREIGN.read_text("utf-8").splitlines() if line and line[0] != "#"]
    judged = [(repository, int(number)) for repository, _, number, verdict, *_ in lines if verdict == "answerable"]
    return {number for repository, number in judged if repository.rpartition("/")[2] == name}


def ask(checkout: Path, home: Path) -> dict[str, int]:
    """Mine a checkout and ask; return the counts."""
    settings = load_settings({**os.environ, "STANDFAST_HOME": str(home), "STANDFAST_DURABILITY": "normal"})
    counts = {"about it": 0, "answered": 0, "about others": 0, "nothing": 0, "answerable here": 0}
    answerable = read_answerable(checkout.name)
    with Memory.open(checkout, settings=settings) as memory:
        memory.mine()
        for number, (repository, question, key) in enumerate(read_questions()):
            here = repository.rpartition("/")[2] == checkout.name
            if not here and repository != "-" and number % _EVERY:
                continue
            found = [result.memory.content for result in memory.recall(question, limit=_FIRST).results]
            counts["about it" if here else "about others"] += 1
            if here:
                counts["answered"] += any(re.search(key, f"{item.title} {item.text}", re.IGNORECASE) for item in found)
            else:
                counts["nothing"] += not found
                counts["answerable here"] += bool(found) and number in answerable
    return counts


def main() -> None:
    """Print a row for each checkout."""
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            counts = ask(Path(name).resolve(), Path(folder))
        print(Path(name).name, ", ".join(f"{what} {count}" for what, count in counts.items()), flush=True)


if __name__ == "__main__":
    main()

"""From pinned sources to training pairs.

Owns which files of a source are read and by which reader, the removal of repeats, and the caps that keep one source
or one kind from drowning the others. Writes JSON Lines: kind, source, left, right.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
import random
import tarfile
import tomllib
import zipfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from harvest.code import read_documented, read_python
from harvest.history import list_commits, read_history
from harvest.language import read_problems, read_small_talk, read_wordnet
from harvest.prose import read_document, read_release_note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harvest.pair import Pair

HERE = Path(__file__).parent
LARGEST_FILE = 1_500_000
MOST_FILES = 2_500  # of one archive
CAP_SOURCE_KIND = 6_000
CAP_KIND = 130_000
_LOCALES = (
    "/locale/",
    "/locales/",
    "/translations/",
    "/_vendor/",
    "/vendor/",
    "/node_modules/",
    "/zh",
    "/third_party/",
)
_DOCUMENTED = (".rs", ".ts", ".tsx", ".js", ".c", ".h", ".cpp", ".hpp", ".cc", ".go", ".java")


def iter_files(archive: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of each readable file of a source archive."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                yield name, opened.read(name).decode("utf-8", "replace")
        return
    count = 0
    with tarfile.open(archive) as opened:
        for member in opened:
            small = member.size < LARGEST_FILE or "/wordnet/" in member.name
            if not member.isfile() or not small or not _wanted(member.name):
                continue
            if "test" in member.name and len(member.name) % 4:  # tests say the same thing many times: a quarter will do
                continue
            content = opened.extractfile(member)
            assert content is not None
            yield member.name, content.read().decode("utf-8", "replace")
            count += 1
            if count == MOST_FILES:
                return


def _wanted(name: str) -> bool:
    lowered = "/" + name.lower()
    if any(part in lowered for part in _LOCALES) or lowered.endswith(".min.js"):
        return False
    return lowered.endswith((".py", ".rst", ".md", ".txt", ".yaml", ".yml", *_DOCUMENTED)) or (
        lowered.rpartition("/")[2] in {"changelog", "changes", "news", "history"} or "/wordnet/dict/data." in lowered
    )


def read_archive(source: str, archive: Path, chance: random.Random) -> Iterator[Pair | None]:
    """Yield the pairs of one source archive."""
    for name, text in iter_files(archive):
        path = name.partition("/")[2] or name
        if "/wordnet/dict/data." in name:
            yield from read_wordnet(source, text)
        elif path.endswith(".py"):
            yield from read_python(source, path, text)
        elif path.endswith((".rst", ".md", ".txt")) or "." not in path.rpartition("/")[2]:
            yield from read_document(source, path, text, chance)
        elif "releasenotes/notes/" in path:
            yield from read_release_note(source, text)
        elif source == "chatterbot-corpus" and "/english/" in path:
            yield from read_small_talk(source, text)
        elif path.endswith(_DOCUMENTED):
            yield from read_documented(source, text)


def read_repository(source: str, folder: Path, commit: str, file: str, chance: random.Random) -> Iterator[Pair | None]:
    """Yield the pairs of one repository: its history, or one named data file."""
    if not file:
        yield from read_history(source, list_commits(folder, commit), chance)
        return
    import subprocess

    content = subprocess.run(
        ["git", "-C", str(folder), "show", f"{commit}:{file}"], capture_output=True, check=True
    ).stdout
    yield from read_problems(source, content.decode())


def collect(sources: dict, work: Path) -> list[Pair]:
    """Read everything, drop repeats, and cap by source and kind."""
    chance = random.Random(1)
    seen: set[int] = set()
    kept: dict[str, list[Pair]] = defaultdict(list)
    readers = [(p["name"], read_archive(p["name"], work / "sdists" / p["file"], chance)) for p in sources["package"]]
    readers += [
        (
            r["name"],
            read_repository(
                r["name"], work / "repositories" / r["name"].replace("/", "+"), r["commit"], r.get("file", ""), chance
            ),
        )
        for r in sources["repository"]
    ]
    for name, pairs in readers:
        own: dict[str, list[Pair]] = defaultdict(list)
        for pair in pairs:
            if pair is None:
                continue
            key = hash((pair.left[:200], pair.right[:200]))
            if key not in seen:
                seen.add(key)
                own[pair.kind].append(pair)
        for kind, found in own.items():
            chance.shuffle(found)
            limit = CAP_SOURCE_KIND if kind not in {"word", "example"} else CAP_KIND
            kept[kind] += found[:limit]
        print(name, dict(Counter({k: len(v) for k, v in own.items()})), flush=True)
    result: list[Pair] = []
    for found in kept.values():
        chance.shuffle(found)
        result += found[:CAP_KIND]
    chance.shuffle(result)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/embedder"))
    arguments = parser.parse_args()
    sources = tomllib.loads((HERE / "sources.toml").read_text())
    pairs = collect(sources, arguments.work)
    with (
        lzma.open(arguments.work / "pairs.jsonl.xz", "wb", preset=6) as packed,
        io.TextIOWrapper(packed, "utf-8") as out,
    ):
        for pair in pairs:
            out.write(json.dumps(pair, ensure_ascii=False) + "\n")
    print(len(pairs), dict(Counter(pair.kind for pair in pairs)))


if __name__ == "__main__":
    main()

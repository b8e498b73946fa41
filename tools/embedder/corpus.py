"""From pinned sources to training pairs.

Owns which files of a source are read and by which reader, the removal of repeats, and the caps that keep one source
or one kind from drowning the others. Writes JSON Lines: kind, source, left, right.
"""

from __future__ import annotations

import argparse
import bz2
import json
import random
import subprocess
import tarfile
import tomllib
import zipfile
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

from harvest.code import read_documented, read_python
from harvest.history import list_commits, read_history
from harvest.language import read_meetings, read_problems, read_small_talk, read_wordnet
from harvest.pair import Pair, tidy
from harvest.prose import read_document, read_release_note
from harvest.talk import read_alike, read_chat, read_dialogues, read_sessions

if TYPE_CHECKING:
    from collections.abc import Iterator


HERE = Path(__file__).parent
LARGEST_FILE = 1_500_000
MOST_FILES = 2_500  # of one archive
CAP_SOURCE_KIND = 6_000
CAP_KIND = 50_000
CAP_WORDS = 90_000  # dictionary entries are short and keep everyday words in place
LONGEST = 900  # characters; what follows hardly moves a mean
WORDS = frozenset({"word", "example"})
CHAT = "/chat-history.md"
# What of a repository is read instead of its history, and which files of it.
FILES = {
    "documents": (".md", ".rst"), "sessions": (".md",), "dialogues": (".csv",), "alike": ("",), "problems": ("",),
    "meetings": ("",),
}  # fmt: skip
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
            small = member.size < LARGEST_FILE or "/wordnet/" in member.name or member.name.endswith(CHAT)
            if not member.isfile() or not small or not _wanted(member.name):
                continue
            if (
                "test" in member.name and len(member.name) % 4 and not member.name.endswith(CHAT)
            ):  # tests say the same thing many times: a quarter will do
                continue
            content = opened.extractfile(member)
            assert content is not None
            yield member.name, content.read().decode("utf-8", "replace")
            count += 1
            if count == MOST_FILES:
                return


def _repeats(name: str) -> bool:
    """Tell whether to pass a file by: tests say the same thing many times, a quarter of them will do."""
    return "test" in name and len(name) % 4 != 0 and not name.endswith(CHAT)


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
        elif name.endswith(CHAT):
            yield from read_chat(source, text)
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


def read_repository(source: dict, folder: Path, chance: random.Random) -> Iterator[Pair | None]:
    """Yield the pairs of one repository: of a folder of documents, of named data files, or of its history."""
    name = source["name"]
    what = next((what for what in FILES if what in source), None)
    if what is None:
        yield from read_history(name, list_commits(folder, source["commit"]), chance)
        return
    for path in _list(folder, source["commit"], source[what]):
        if path.endswith(FILES[what]):
            text = _git(folder, "show", f"{source['commit']}:{path}")
            yield from _read_file(source, path, text, chance)


def _read_file(source: dict, path: str, text: str, chance: random.Random) -> Iterator[Pair | None]:
    name = source["name"]
    if "documents" in source:
        yield from read_document(name, path.rpartition("/")[2], text, chance)
    elif "alike" in source:
        yield from read_alike(name, text, chance)
    else:
        readers = {
            "sessions": read_sessions, "dialogues": read_dialogues, "problems": read_problems,
            "meetings": read_meetings,
        }  # fmt: skip
        yield from next(reader for what, reader in readers.items() if what in source)(name, text)


def _list(folder: Path, commit: str, under: str | list[str]) -> list[str]:
    places = [under] if isinstance(under, str) else under
    return _git(folder, "ls-tree", "-r", "-z", "--name-only", commit, *places).rstrip("\0").split("\0")


def _git(folder: Path, *command: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *command], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def harvest(source: dict, work: Path) -> Path:
    """Write the pairs of one source to a file of its own, repeats left out, unless that was done before."""
    name = source["name"]
    target = work / "harvested" / f"{name.replace('/', '+')}.jsonl"
    if target.exists():
        return target
    chance = random.Random(name)
    if "sha256" in source:
        pairs = read_archive(name, work / "sdists" / source["file"], chance)
    else:
        folder = work / "repositories" / name.replace("/", "+")
        pairs = read_repository(source, folder, chance)
    own: dict[str, dict[tuple[str, str], Pair]] = defaultdict(dict)
    for pair in pairs:
        if pair is not None:
            own[pair.kind].setdefault((pair.left[:200], pair.right[:200]), pair)
    kept: list[Pair] = []
    for kind, found in own.items():
        several = list(found.values())
        chance.shuffle(several)
        kept += several[: CAP_WORDS if kind in WORDS else CAP_SOURCE_KIND]
    partial = target.with_suffix(".partial")
    partial.write_text("".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in kept), "utf-8", "replace")
    partial.rename(target)
    print(name, {kind: len(found) for kind, found in own.items()}, flush=True)
    return target


def merge(files: list[Path]) -> list[Pair]:
    """Join the sources, drop what two of them share, and cap each kind."""
    chance = random.Random(1)
    kept: dict[str, dict[tuple[str, str], Pair]] = defaultdict(dict)
    for file in files:
        for line in file.read_text("utf-8").rstrip("\n").split("\n"):
            kind, source, left, right = json.loads(line)
            pair = Pair(kind, source, left, tidy(right, LONGEST))
            kept[pair.kind].setdefault((pair.left[:200], pair.right[:200]), pair)
    result: list[Pair] = []
    for kind, found in kept.items():
        several = list(found.values())
        chance.shuffle(several)
        result += several[: CAP_WORDS if kind in WORDS else CAP_KIND]
    return sorted(result, key=lambda pair: (pair.source, pair.kind))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/embedder"))
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    sources = tomllib.loads((HERE / "sources.toml").read_text())
    (arguments.work / "harvested").mkdir(exist_ok=True)
    everything = [*sources["repository"], *sources["package"]]
    with ProcessPoolExecutor(arguments.workers) as pool:
        files = list(pool.map(harvest, everything, repeat(arguments.work)))
    pairs = merge(files)
    with bz2.open(arguments.work / "pairs.jsonl.bz2", "wt", encoding="utf-8") as out:
        for pair in pairs:
            out.write(json.dumps(pair, ensure_ascii=False) + "\n")
    print(len(pairs), dict(Counter(pair.kind for pair in pairs)))


if __name__ == "__main__":
    main()

"""Reads the named sources of training text from a folder outside the repository; the same folder gives the same texts.

Owns which parts of a source are read, and how many. Neighbours: `sources.toml` names them with their licences,
`train.py` trains on them.
"""

from __future__ import annotations

import csv
import json
import random
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
_PARAGRAPH = (40, 900)
_MESSAGE = (20, 1500)
_RULES = re.compile(r"(^|/)(AGENTS|CLAUDE|GEMINI|CONTRIBUTING|copilot-instructions|SKILL)\.md$|\.cursorrules$|\.mdc$")
_DOCS = re.compile(r"\.(md|rst)$")
_MOST = {"commits": 400, "docs": 300, "rules": 80, "turns": 4000, "talk": 2500, "requests": 900, "prompts": 1300}
_FILES = {"docs": 60, "prompts": 120}
_A_FILE = 12  # prompts of one template
_STRETCHES = (8, 16)  # turns of a dialogue that make one text
_NAMED = 0.3
_NAMES = (("USER", "ASSISTANT"), ("Mara", "Jon"), ("Ben", "Aisha"), ("user", "assistant"), ("Lena", "Omar"), ("A", "B"))


def read_sources(folder: Path) -> list[dict[str, object]]:
    """Return every labelled text of the named sources in a folder."""
    named = tomllib.loads((HERE / "sources.toml").read_text(encoding="utf-8"))
    wanted = {name: source.get("honest", False) for source in named["labelled"] for name in source["names"]}
    with (folder / "injection.jsonl").open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["source"] in wanted]
    found = [row for row in rows if not (row["attack"] and wanted[row["source"]])]
    for source in named["talk"]:
        found += _talk(folder, source)
    for repository in named["honest"]["repositories"]:
        found += _honest(folder, repository["name"])
    return found


def _talk(folder: Path, source: dict[str, Any]) -> list[dict[str, object]]:
    """Return turns, stretches of dialogue, and requests with their answers."""
    name = source["name"]
    git, chance = _git_of(folder, name), random.Random(name)
    texts: dict[str, list[str]] = {"turns": [], "talk": [], "requests": [], "prompts": _prompts(git, chance, source)}
    for said in _dialogues(git, source):
        names = chance.choice(_NAMES)
        named = [f"{names[place % 2]}: {turn}" for place, turn in enumerate(said)]
        plain = [
            chance.choices((turn, alone), (_NAMED, 1 - _NAMED))[0] for turn, alone in zip(named, said, strict=True)
        ]
        texts["turns"] += [turn for turn in plain if len(turn) > _MESSAGE[0]]
        for length in _STRETCHES:
            start = chance.randrange(max(1, len(said) - length))
            texts["talk"].append(chance.choice(("\n", "\n\n")).join(named[start : start + length]))
    for path in source.get("requests", ()):
        for line in _ask(git, "show", f"HEAD:{path}").splitlines():
            task = json.loads(line)
            answer = task["instances"][0]["output"] if task["instances"] else ""
            texts["requests"] += [task["instruction"], f"{task['instruction']}\n{answer}"[: _MESSAGE[1]]]
    return [
        {"source": f"{sort}:{name}", "attack": False, "text": text}
        for sort, members in texts.items()
        for text in chance.sample(members, min(_MOST[sort], len(members)))
    ]


def _prompts(git: Path, chance: random.Random, source: dict[str, Any]) -> list[str]:
    """Return some prompts of each of some files of a folder: a file holds one template."""
    if "prompts" not in source:
        return []
    paths = _ask(git, "ls-tree", "-r", "--name-only", "HEAD", source["prompts"]).split()
    found: list[str] = []
    for path in chance.sample(paths, min(_FILES["prompts"], len(paths))):
        lines = _ask(git, "show", f"HEAD:{path}").splitlines()
        found += [json.loads(line)["prompt"] for line in chance.sample(lines, min(_A_FILE, len(lines)))]
    return [prompt for prompt in found if _fits(prompt, _MESSAGE)]


def _dialogues(git: Path, source: dict[str, Any]) -> Iterator[list[str]]:
    """Return what was said in each dialogue, turn by turn: of JSON, or of tables with a column for each turn."""
    for path in source.get("dialogues", ()):
        for dialogue in json.loads(_ask(git, "show", f"HEAD:{path}") or "[]"):
            yield [" ".join(turn["text"].split()) for turn in dialogue["utterances"]]
    for path in source.get("tables", ()):
        for row in csv.DictReader(_ask(git, "show", f"HEAD:{path}").splitlines()):
            said = [" ".join(text.split()) for name, text in row.items() if name and "sentence" in name and text]
            if said:
                yield said


def _git_of(folder: Path, name: str) -> Path:
    clone = folder / name.replace("/", "+")
    return clone / "repo" if (clone / "repo").is_dir() else clone / ".git"


def _honest(folder: Path, name: str) -> list[dict[str, object]]:
    """Return commit messages and paragraphs of one clone."""
    git, chance = _git_of(folder, name), random.Random(name)
    paths = _ask(git, "ls-tree", "-r", "--name-only", "HEAD").split("\n")
    messages = [part.strip() for part in _ask(git, "log", "-3000", "--format=%B%x00").split("\0")]
    texts = {
        "commits": [message for message in messages if _fits(message, _MESSAGE) and not message.startswith("Merge")],
        "docs": _paragraphs(git, chance, [path for path in paths if _DOCS.search(path) and not _RULES.search(path)]),
        "rules": _paragraphs(git, chance, [path for path in paths if _RULES.search(path)]),
    }
    return [
        {"source": f"{sort}:{name}", "attack": False, "text": text}
        for sort, members in texts.items()
        for text in chance.sample(members, min(_MOST[sort], len(members)))
    ]


def _paragraphs(git: Path, chance: random.Random, paths: list[str]) -> list[str]:
    chosen = chance.sample(paths, min(_FILES["docs"], len(paths)))
    pieces = (piece.strip() for path in chosen for piece in _ask(git, "show", f"HEAD:{path}").split("\n\n"))
    return [piece for piece in pieces if _fits(piece, _PARAGRAPH)]


def _fits(text: str, bounds: tuple[int, int]) -> bool:
    return bounds[0] < len(text) < bounds[1]


def _ask(git: Path, *words: str) -> str:
    done = subprocess.run(["git", f"--git-dir={git}", *words], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")

"""Owns the text the model is trained on that was made for it: templates, and texts written one by one.

A file holds lists (`name = a | b | c`), then families (`[family]`) of one template a line. In a template `{a|b}` is a
choice (empty choices allowed, nesting allowed), `$name` a word of a list, `\\n` a line break. Expansion is seeded: the
same files give the same text. In `written/`, `attacks-*.txt` and `benign-*.txt` hold kinds (`[kind]`) of one text a
line. It must not read anything but its files.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

HERE = Path(__file__).parent
_INNERMOST = re.compile(r"\{([^{}]*)\}")
_BAR = re.compile(r" \| ")
_NAME = re.compile(r"\$([a-z_]+)")
_KIND = re.compile(r"\[([a-z-]+)\]")
_RESERVED = re.compile(r"(?<=[a-z0-9])\.example\b")
_ENDINGS = (".com", ".io", ".net", ".dev", ".org", ".app", ".co", ".example")


def read_grammar(path: Path) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the lists and the families of a template file."""
    lists: dict[str, list[str]] = {}
    families: dict[str, list[str]] = {}
    family = ""
    for raw in path.read_text("utf-8").splitlines():
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]") and " " not in line:
            family = line[1:-1]
            families[family] = []
        elif family:
            families[family].append(line)
        else:
            name, _, words = line.partition("=")
            lists[name.strip()] = [word.strip() for word in _BAR.split(words)]
    return lists, families


def expand(template: str, lists: dict[str, list[str]], chance: random.Random) -> str:
    """Return one text of a template."""
    text = template
    while (hit := _INNERMOST.search(text)) or (hit := _NAME.search(text)):
        chosen = chance.choice(hit[1].split("|")) if hit.re is _INNERMOST else hit[0]
        word = _NAME.sub(lambda name: chance.choice(lists[name[1]]), chosen)
        text = text[: hit.start()] + word + text[hit.end() :]
    text = text.replace("\\n", "\n")
    return re.sub(r" {2,}", " ", text).strip()


def generate(path: Path, per_family: int, seed: int = 7) -> list[tuple[str, str]]:
    """Return (family, text) pairs: `per_family` different texts of every family, or all it has if fewer."""
    lists, families = read_grammar(path)
    made: list[tuple[str, str]] = []
    for family, templates in families.items():
        chance = random.Random(f"{seed}:{family}")
        texts: dict[str, None] = {}
        for turn in range(per_family * 3):
            if len(texts) >= per_family:
                break
            texts[vary(expand(templates[turn % len(templates)], lists, chance), chance)] = None
        made += [(family, text) for text in texts]
    return made


def read_written() -> list[tuple[str, bool, str]]:
    """Return the texts written one by one: kind, whether it is an attack, text. A text may begin with a hash.

    Addresses are written with the ending that nobody can own; the model is shown the endings of the world.
    """
    found: list[tuple[str, bool, str]] = []
    chance = random.Random(7)
    for path in sorted((HERE / "written").glob("*.txt")):
        kind, attack = "", path.name.startswith("attacks-")
        for line in filter(None, path.read_text("utf-8").splitlines()):
            if heading := _KIND.fullmatch(line):
                kind = heading[1]
            else:
                text = _RESERVED.sub(lambda _: chance.choice(_ENDINGS), line)
                found.append((kind, attack, text.replace("\\n", "\n")))
    return found


def vary(text: str, chance: random.Random) -> str:
    """Vary what means nothing: case, a missing full stop, a missing capital."""
    dice = chance.random()
    if dice < 0.08:
        return text.lower()
    if dice < 0.11:
        return text.upper()
    if dice < 0.2:
        return text.rstrip(".")
    return text

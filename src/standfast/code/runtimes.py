"""Runtimes: which versions of a language or a package manager a project asks for, as its manifests say.

Owns which key of which file says so; and whether a sentence about such a version can be true of what a file asks for.
Must not resolve versions: only the least one counts. Neighbour: `manifests.py`, the same for packages.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from standfast.model.pattern import compile_later

if TYPE_CHECKING:
    from collections.abc import Iterator

# File and full name of the key: the runtime, and what the key is called. A pin says what is used, not what is
# supported.
_KEYS = {
    ("pyproject.toml", "project.requires-python"): ("Python", "project.requires-python"),
    ("pyproject.toml", "tool.poetry.dependencies.python"): ("Python", "tool.poetry.dependencies.python"),
    ("setup.cfg", "options.python_requires"): ("Python", "options.python_requires"),
    ("Cargo.toml", "package.rust-version"): ("Rust", ""),
    ("Cargo.toml", "workspace.package.rust-version"): ("Rust", ""),
    ("rust-toolchain.toml", "toolchain.channel"): ("Rust", "toolchain.channel"),
    ("pubspec.yaml", "environment.sdk"): ("Dart", "environment.sdk"),
}
_JSON = {
    "composer.json": ("require", {"php": "PHP"}),
    "package.json": (
        "engines",
        {"node": "Node.js", "vscode": "VS Code"} | {n: n for n in ("npm", "pnpm", "yarn", "bun")},
    ),
}
# Programs, and files without tables.
_ASKED = {
    "setup.py": ("Python", r"\bpython_requires\s{0,8}=\s{0,8}[\"'](?P<spec>[^\"'\n]{1,100})"),
    "go.mod": ("Go", r"^go[ \t]{1,8}(?P<spec>\d[\w.]{0,20})[ \t\r]{0,8}(?:$|//)"),
    "mix.exs": ("Elixir", r"\belixir:\s{0,8}\"(?P<spec>[^\"\n]{1,60})\""),
    "Package.swift": ("Swift", r"swift-tools-version:\s{0,8}(?P<spec>\d[\d.]{0,10})"),
    "pom.xml": (
        "Java",
        r"<(?:maven\.compiler\.(?:release|source)|java\.version)>\s{0,99}(?P<spec>\d[\d.]{0,9})\s{0,99}<",
    ),
}
_TABLE = compile_later(r"[ \t]{0,20}\[{1,2} ?(?P<name>\w[\w.\"' -]{0,200}?) ?\]{1,2}")
_YAML_TABLE = compile_later(r"(?P<name>\w[\w-]{0,99}):")
_SPEC = compile_later(r"[\d^~<>=!*v|][^\"'\n]{0,99}")
_LONGEST = 500  # characters of a line; what is longer is no key with its version
_PINNED = {
    ".nvmrc": "Node.js", ".node-version": "Node.js", ".python-version": "Python", ".ruby-version": "Ruby",
    ".java-version": "Java", "rust-toolchain": "Rust",
}  # fmt: skip
_TOOLS = {"nodejs": "Node.js", "node": "Node.js", "python": "Python", "ruby": "Ruby", "golang": "Go", "go": "Go",
          "rust": "Rust", "java": "Java", "elixir": "Elixir", "erlang": "Erlang", "php": "PHP"}  # fmt: skip
_VERSION = compile_later(r"v?\d[\w.+-]{0,30}|lts/[\w*]{1,20}")
FILES = frozenset((*(file for file, _ in _KEYS), *_JSON, *_ASKED, *_PINNED, ".tool-versions"))
"""The files at the top of a project that may say which versions it asks for."""
_BARE = frozenset(("Go", "Rust", "Swift", "Java"))  # theirs are the least version, without a sign for that


class Runtime(NamedTuple):
    """What one file asks for. `pinned`: it is what is used here, and not all that is supported."""

    name: str
    spec: str
    key: str = ""
    line: int = 0
    pinned: bool = False

    @property
    def least(self) -> tuple[int, ...]:
        """The least version that it admits; nothing where that is not plain to see."""
        bounds = [
            re.search(r"(?:>=|[\^~]>?|^)\s*v?(\d+(?:\.\d+){0,2})", part.strip()) for part in self.spec.split("||")
        ]
        known = [_numbers(bound[1], self.name) for bound in bounds if bound]
        return min(known) if known and len(known) == len(bounds) else ()

    def __str__(self) -> str:
        return f"`{self.spec}`{' or newer' if self.name in _BARE and not self.pinned else ''}"


def read_runtimes(name: str, text: str) -> list[Runtime]:
    """Return what a file at the top of a project asks for, by the file's name."""
    return list({found.name: found for found in reversed(list(_read(name, text)))}.values())[::-1]


def _read(name: str, text: str) -> Iterator[Runtime]:
    if name in _JSON:
        yield from _in_json(text, *_JSON[name])
    elif name in _ASKED:
        runtime, pattern = _ASKED[name]
        if found := re.search(pattern, text, re.MULTILINE):
            yield Runtime(runtime, found["spec"].strip(), line=text.count("\n", 0, found.start("spec")) + 1)
    elif name in _PINNED or name == ".tool-versions":
        yield from _pinned(name, text)
    else:
        yield from _in_tables(name, text)


def _in_tables(name: str, text: str) -> Iterator[Runtime]:
    """Yield what stands at a known key of a file of tables, or of YAML with one level of them."""
    table, sign, head = ("", ":", _YAML_TABLE) if name.endswith(".yaml") else ("", "=", _TABLE)
    for number, line in enumerate(text.split("\n"), 1):
        bare = line[:_LONGEST].split("#")[0].rstrip()
        if found := head.fullmatch(bare):
            table = found["name"]
            continue
        key, _, value = bare.partition(sign)
        runtime, called = _KEYS.get((name, f"{table}.{key.strip()}".lstrip(".")), ("", ""))
        quoted = re.match(r"([\"'])([^\"']{1,100})\1", value.strip())
        spec = (quoted[2] if quoted else value.split(";")[0]).strip()
        pinned = name == "rust-toolchain.toml"
        if runtime and (_SPEC.fullmatch(spec) or (pinned and quoted)):
            yield Runtime(runtime, spec, called, number, pinned)


def _in_json(text: str, table: str, names: dict[str, str]) -> Iterator[Runtime]:
    """Yield what a table at the top of a JSON file asks for."""
    try:
        top = json.loads(text)
    except (ValueError, RecursionError):
        return
    asked = top.get(table) if isinstance(top, dict) else None
    for name, spec in asked.items() if isinstance(asked, dict) else ():
        if name in names and isinstance(spec, str) and _SPEC.fullmatch(spec.strip()):
            pair = rf'"{name}"\s{{0,8}}:\s{{0,8}}"{re.escape(spec)}"'
            line = text.count("\n", 0, found.start()) + 1 if (found := re.search(pair, text)) else 0
            yield Runtime(names[name], spec.strip(), f"{table}.{name}", line)


def _pinned(name: str, text: str) -> Iterator[Runtime]:
    """Yield the versions that a file pins."""
    rows = [row.split("#")[0].split() for row in text[:2_000].splitlines()]
    if name in _PINNED and rows and rows[0] and _VERSION.fullmatch(rows[0][0]):
        yield Runtime(_PINNED[name], rows[0][0], line=1, pinned=True)
    for number, row in enumerate(rows if name == ".tool-versions" else (), 1):
        if len(row) > 1 and row[0] in _TOOLS and _VERSION.fullmatch(row[1]):
            yield Runtime(_TOOLS[row[0]], row[1], line=number, pinned=True)


_NAMES = {
    "node": "Node.js", "nodejs": "Node.js", "node.js": "Node.js", "golang": "Go", "php": "PHP",
    "npm": "npm", "pnpm": "pnpm", "yarn": "yarn", "msrv": "Rust",
}  # fmt: skip
_SAID = compile_later(
    r"(?<![\w./-])(?P<name>node(?:\.?js)?|python|go(?:lang)?|rust|php|elixir|dart|swift|java|p?npm|yarn|msrv)"
    r"(?: versions?)?\)?:?(?: (?:is|are|from|now|still|stays?|must|should|be|at|=|(?P<least>at least|minimum|>=)))* ?`?"
    r"(?P<bound>[>^~]=? ?)?"
    r"v?(?P<version>\d{1,9}(?:\.\d{1,9}){0,2})(?![\w.]{0,40}\d)"
    r"(?P<newer>\+|`? (?:and|or) (?:newer|later|up|above|higher|more recent))?",
    re.IGNORECASE,
)
_OF_SUPPORT = compile_later(
    r"\b(?:support|requir|minimum|need|at least|MSRV|compatible|work|enough|suffic|fine\b)\w*|>="
    r"|\b(?:build|built|compile|run|test)\w* (?:on|with|under|against)\b",
    re.IGNORECASE,
)
# "MSRV is 1.72, don't use let chains": what is forbidden beside it denies nothing of the version.
_FORBIDS = compile_later(
    r"(?:^|[,;.:!(] ?| [-–—] )(?:(?:so|and|but|please|we|you) )*"
    r"(?:don't|do not|never(?! \w+ed\b)|no(?! longer)|avoid)\b[^,;.\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_OF_LEAST = compile_later(r"\b(?:minimum|lowest|oldest|MSRV)\b", re.IGNORECASE)
_OF_NEED = compile_later(r"\b(?:requir|need)\w*", re.IGNORECASE)
_NOT_NOW = compile_later(
    r"\b(?:not|never|no longer|drop\w*|was|were|used to|until|once|before|will|plan\w*|remov\w*|deprecat\w*)\b|n't\b",
    re.IGNORECASE,
)


class ClaimedVersion(NamedTuple):
    """What a sentence says is supported or asked for.

    `newer`: and all that came after; `least`: nothing before it; `needed`: what is before it may not do.
    """

    name: str
    version: str
    newer: bool = False
    least: bool = False
    needed: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The version as numbers."""
        return _numbers(self.version, self.name)


def find_claimed_version(text: str) -> ClaimedVersion | None:
    """Return the version of a language or a package manager that a sentence says is supported; None without one."""
    text = _FORBIDS.sub("", text)
    said = _SAID.search(text)
    if said is None or _NOT_NOW.search(text) or not (said["newer"] or _OF_SUPPORT.search(text)):
        return None
    if f"({said[0]})" in text and not _OF_SUPPORT.search(text):
        return None  # "parameter packs (Swift 5.9+)": since when there is such a thing
    name = _NAMES.get(said["name"].lower(), said["name"].title())
    least = said["newer"] or said["least"] or said["bound"] or _OF_LEAST.search(text)
    return ClaimedVersion(name, said["version"], bool(said["newer"]), bool(least), bool(least or _OF_NEED.search(text)))


_ON_TOOLCHAIN = compile_later(
    r"\b(?:toolchain|MSRV|rustc|(?:builds?|built|compiles?|works?|tested) (?:on|with) (?:rust )?stable)"
    r"(?: version)?(?: is|:)? `?v?(?P<version>1\.\d{1,3}(?:\.\d{1,3})?)(?![\w.]{0,40}\d)"
    r"(?P<newer>\+|`? (?:and|or) (?:newer|later|up|above|higher))?"
)


def list_claimed_versions(line: str) -> list[ClaimedVersion]:
    """List the versions that a line of a document says are used or asked for here; in whichever words, of Rust."""
    found = [said for said in [find_claimed_version(line)] if said is not None]
    for match in _ON_TOOLCHAIN.finditer(line):
        least = match["newer"] or _OF_LEAST.search(line)
        needed = bool(least or _OF_NEED.search(line))
        found.append(ClaimedVersion("Rust", match["version"], bool(match["newer"]), bool(least), needed))
    return list(dict.fromkeys(found))


def is_outdated(said: ClaimedVersion, asked: list[Runtime]) -> bool:
    """Tell whether files ask for more than what is said to be used; or pin another, where what is said is that one."""
    same = [item for item in asked if item.name == said.name]
    floors = [item.least for item in same if not item.pinned and item.least]
    if floors:
        return all(_differs(said.numbers, floor, least=False) for floor in floors)
    pins = [item.least for item in same if item.pinned and item.least]
    return bool(pins) and not said.least and all(_differs(said.numbers, pin, least=False) for pin in pins)


def denies(asked: Runtime, said: ClaimedVersion) -> bool:
    """Tell whether a file asks for more than what is said to do, or admits less than what is said to be the least."""
    if asked.pinned or not asked.least or asked.name != said.name:
        return False
    return _differs(said.numbers, asked.least, least=said.newer or said.least)


def are_apart(one: ClaimedVersion, other: ClaimedVersion) -> bool:
    """Tell whether two sentences cannot both be right: one asks for more than what the other says will do."""
    if one.name != other.name:
        return False
    if one.least and other.least:
        return _differs(one.numbers, other.numbers, least=True)
    low, high = sorted((one, other), key=lambda said: said.numbers)
    return high.needed and _differs(low.numbers, high.numbers, least=False)


def _differs(mine: tuple[int, ...], its: tuple[int, ...], *, least: bool) -> bool:
    short = min(len(mine), len(its))
    return mine[:short] < its[:short] or (least and mine[:short] > its[:short])


def _numbers(version: str, name: str) -> tuple[int, ...]:
    numbers = tuple(int(part) for part in version.split("."))
    return numbers[1:] if name == "Java" and numbers[0] == 1 and numbers[1:] else numbers  # Java 1.8 is Java 8

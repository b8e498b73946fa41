"""Manifests and lock files: which dependencies a file lists, on which line, and the version where it is exact.

Owns one reader per format, all of them by line, because a finding needs its line and a half-edited file must still be
readable. A reader that understands nothing returns nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Dependency(NamedTuple):
    """One dependency on one line; `version` only where the file pins it exactly."""

    name: str
    line: int
    version: str = ""


_LOCKS = frozenset(
    [
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "poetry.lock",
        "uv.lock",
        "pdm.lock",
        "Pipfile.lock",
        "go.sum",
        "Cargo.lock",
        "Gemfile.lock",
        "composer.lock",
    ]
)
_REQUIREMENTS = re.compile(r"(?:.*[-_.])?(?:requirements|constraints)(?:[-_.].*)?\.(?:txt|in)")
_PINNED = re.compile(r"(?:==|=)?\s*v?(\d+(?:\.\d+)+[\w.+-]*|\d+)")


def is_manifest(path: str) -> bool:
    """Tell whether a path is a manifest or lock file that can be read here."""
    return _reader(path) is not None


def is_lock(path: str) -> bool:
    """Tell whether a path is a lock file."""
    return path.rpartition("/")[2] in _LOCKS


def dependencies(path: str, text: str) -> list[Dependency]:
    """Return what a manifest or lock file lists."""
    reader = _reader(path)
    return list(reader(text.split("\n"))) if reader else []


def _reader(path: str) -> Callable[[list[str]], Iterator[Dependency]] | None:
    name = path.rpartition("/")[2]
    if name in _READERS:
        return _READERS[name]
    folder = path.rpartition("/")[0].rpartition("/")[2]
    if _REQUIREMENTS.fullmatch(name) or (folder == "requirements" and name.endswith((".txt", ".in"))):
        return _requirements
    if name.endswith((".csproj", ".fsproj", ".vbproj")):
        return _msbuild
    return None


def _exact(text: str) -> str:
    match = _PINNED.fullmatch(text.strip().strip("\"'"))
    return match[1] if match else ""


_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)")


def _requirements(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        match = _REQUIREMENT.match(line)
        if match and not line.lstrip().startswith(("-", "#")):
            yield Dependency(match[1], number, _pin(match[2]))


def _pin(specifier: str) -> str:
    match = re.fullmatch(r"\s*===?\s*([\w.!+-]+)\s*(?:\\|--hash.*)?\s*", specifier)
    return match[1] if match else ""


_TABLE = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]+")
_PAIR = re.compile(r"""\s*["']?([A-Za-z0-9@][\w.@/-]*)["']?\s*=\s*(.*)""")
_QUOTED = re.compile(r"""["']([A-Za-z0-9][^"']*)["']""")
_DEPENDENCY_TABLE = re.compile(r"(?:.*\.)?(?:(?:dev-|build-|optional-)?dependencies|(?:dev-)?packages)")


def _toml(lines: list[str]) -> Iterator[Dependency]:
    """Read pyproject.toml, Cargo.toml and Pipfile: dependency tables, and PEP 508 lists."""
    table, listing = "", False
    for number, line in enumerate(lines, 1):
        head = _TABLE.match(line) if not listing else None
        if head:
            table = head[1].replace('"', "")
            parent, _, own = table.rpartition(".")
            if _DEPENDENCY_TABLE.fullmatch(parent) and parent != "project.optional-dependencies":
                yield Dependency(own, number)
            continue
        pair = _PAIR.match(line)
        if not listing and pair and _opens_list(table, pair[1], pair[2]):
            listing = "]" not in re.sub(r"\[[^\[\]]*\]", "", pair[2][1:])
            yield from _listed(pair[2], number)
        elif listing:
            yield from _listed(line, number)
            listing = not re.sub(r"""["'][^"']*["']""", "", line).lstrip().startswith("]")
        elif pair and _DEPENDENCY_TABLE.fullmatch(table) and pair[1] != "python":
            inline = re.search(r"version\s*=\s*(\"[^\"]*\")", pair[2])
            version = inline[1] if inline else pair[2]
            yield Dependency(pair[1], number, _exact(version) if "=" in version or "poetry" not in table else "")


def _opens_list(table: str, key: str, value: str) -> bool:
    if not value.startswith("["):
        return False
    return (table in {"project", "build-system"} and key in {"dependencies", "requires"}) or table in {
        "project.optional-dependencies",
        "dependency-groups",
    }


def _listed(text: str, number: int) -> Iterator[Dependency]:
    for quoted in _QUOTED.finditer(text):
        match = _REQUIREMENT.match(quoted[1])
        if match:
            yield Dependency(match[1], number, _pin(match[2]))


def _toml_lock(lines: list[str]) -> Iterator[Dependency]:
    """Read poetry.lock, uv.lock, pdm.lock and Cargo.lock: a name line, then a version line."""
    name, at = "", 0
    for number, line in enumerate(lines, 1):
        if line.startswith("name = "):
            name, at = line[7:].strip().strip('"'), number
        elif line.startswith("version = ") and name:
            yield Dependency(name, at, line[10:].strip().strip('"'))
            name = ""
        elif line.startswith("[[") and name:
            yield Dependency(name, at)
            name = ""


_JSON_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_JSON_SECTIONS = frozenset(
    (
        "dependencies",
        "devDependencies",
        "peerDependencies",
        "optionalDependencies",
        "resolutions",
        "overrides",
        "require",
        "require-dev",
    )
)

Keys = list[tuple[str, int]]


def _json_texts(lines: list[str]) -> Iterator[tuple[Keys, str]]:
    """Walk JSON leniently: each text value with the keys that lead to it and their lines."""
    keys: Keys = []
    pending: tuple[str, int] | None = None
    last = ("", 0)
    for number, line in enumerate(lines, 1):
        for token in _JSON_TOKEN.finditer(line):
            mark = token.group()
            if mark in "{[":
                keys.append(pending or ("", number))
                pending = None
            elif mark in "}]":
                if keys:
                    keys.pop()
            elif mark == ":":
                pending = last
            elif token[1] is not None and pending:
                yield [*keys, pending], token[1]
                pending = None
            elif token[1] is not None:
                last = (token[1], number)
            elif mark != ",":
                pending = None


def _package_json(lines: list[str]) -> Iterator[Dependency]:
    """Read package.json and composer.json."""
    for keys, value in _json_texts(lines):
        if len(keys) == 3 and keys[1][0] in _JSON_SECTIONS:
            yield Dependency(*keys[2], _exact(value))


def _package_lock(lines: list[str]) -> Iterator[Dependency]:
    """Read package-lock.json, whose packages are named by their folder or by the key they stand under."""
    for keys, value in _json_texts(lines):
        if keys[-1][0] == "version" and len(keys) > 3:
            (parent, _), (owner, line) = keys[-3], keys[-2]
            if "node_modules/" in owner or parent == "dependencies":
                yield Dependency(owner.rpartition("node_modules/")[2], line, value)


def _composer_lock(lines: list[str]) -> Iterator[Dependency]:
    name: tuple[str, int] = ("", 0)
    for keys, value in _json_texts(lines):
        if len(keys) == 4 and keys[-1][0] == "name":
            name = (value, keys[-1][1])
        elif len(keys) == 4 and keys[-1][0] == "version" and name[0]:
            yield Dependency(*name, value.lstrip("v"))
            name = ("", 0)


def _pipfile_lock(lines: list[str]) -> Iterator[Dependency]:
    for keys, value in _json_texts(lines):
        if len(keys) == 4 and keys[-1][0] == "version":
            yield Dependency(*keys[-2], value.removeprefix("=="))


def _yarn_lock(lines: list[str]) -> Iterator[Dependency]:
    name, at = "", 0
    for number, line in enumerate(lines, 1):
        if match := re.match(r'"?(@?[^@"\s]+)@[^:]*:\s*$', line):
            name, at = match[1], number
        elif name and (version := re.match(r'\s+version:?\s+"?([^"\s]+)"?', line)):
            yield Dependency(name, at, version[1])
            name = ""


def _pnpm_lock(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        if match := re.match(r"\s+['\"]?/?(@?[\w.-]+(?:/[\w.-]+)?)@(\d[\w.+-]*)(?:\([^)]*\))*['\"]?:", line):
            yield Dependency(match[1], number, match[2])


def _go_mod(lines: list[str]) -> Iterator[Dependency]:
    inside = False
    for number, line in enumerate(lines, 1):
        text = line.split("//", 1)[0].strip()
        if text.startswith("require (") or (inside and text == ")"):
            inside = text != ")"
        elif inside or text.startswith("require "):
            words = text.removeprefix("require ").split()
            if len(words) == 2:
                yield Dependency(words[0], number, words[1].lstrip("v"))


def _go_sum(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        words = line.split()
        if len(words) == 3 and not words[1].endswith("/go.mod"):
            yield Dependency(words[0], number, words[1].lstrip("v"))


def _gemfile(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        if match := re.match(r"""\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?""", line):
            yield Dependency(match[1], number, _exact(match[2] or ""))


def _gemfile_lock(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        if match := re.match(r"    ([\w.-]+) \((\d[^)]*)\)", line):
            yield Dependency(match[1], number, match[2])


def _maven(lines: list[str]) -> Iterator[Dependency]:
    group, name, at = "", "", 0
    for number, line in enumerate(lines, 1):
        if match := re.search(r"<groupId>\s*([^<\s]+)", line):
            group = match[1]
        if match := re.search(r"<artifactId>\s*([^<\s]+)", line):
            name, at = match[1], number
        version = re.search(r"<version>\s*([^<\s]+)", line)
        if name and (version or "</dependency>" in line):
            pinned = _exact(version[1]) if version else ""
            yield Dependency(name, at, pinned)
            yield Dependency(f"{group}:{name}", at, pinned)
            name = ""


def _gradle(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        for match in re.finditer(r"""["']([\w.-]+):([\w.-]+)(?::([\w.+-]+))?["']""", line):
            yield Dependency(match[2], number, match[3] or "")
            yield Dependency(f"{match[1]}:{match[2]}", number, match[3] or "")


def _msbuild(lines: list[str]) -> Iterator[Dependency]:
    for number, line in enumerate(lines, 1):
        if match := re.search(r'<PackageReference\s[^>]*Include="([^"]+)"(?:[^>]*Version="([^"]+)")?', line):
            yield Dependency(match[1], number, _exact(match[2] or ""))


_READERS: dict[str, Callable[[list[str]], Iterator[Dependency]]] = {
    "pyproject.toml": _toml,
    "Cargo.toml": _toml,
    "Pipfile": _toml,
    "package.json": _package_json,
    "composer.json": _package_json,
    "package-lock.json": _package_lock,
    "npm-shrinkwrap.json": _package_lock,
    "composer.lock": _composer_lock,
    "yarn.lock": _yarn_lock,
    "pnpm-lock.yaml": _pnpm_lock,
    "poetry.lock": _toml_lock,
    "uv.lock": _toml_lock,
    "pdm.lock": _toml_lock,
    "Cargo.lock": _toml_lock,
    "Pipfile.lock": _pipfile_lock,
    "go.mod": _go_mod,
    "go.sum": _go_sum,
    "Gemfile": _gemfile,
    "Gemfile.lock": _gemfile_lock,
    "pom.xml": _maven,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
}

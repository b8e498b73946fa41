"""Manifests and lock files: which packages a file names, on which line, and at which version.

Owns one reader per format, all of them by line, because a finding needs its line and a half-edited file must still be
readable. A reader that understands nothing returns nothing. Each grows with the file and no faster: lines are bounded
where a line is the unit, nesting where it is not. Must not: resolve or compare. Neighbour: `versions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple


class Package(NamedTuple):
    """One package on one line: `spec` is the version as it is written, `version` the exact one where there is one."""

    name: str
    line: int
    version: str = ""
    spec: str = ""

    @property
    def wanted(self) -> str:
        """The exact version, or else the range that is asked for."""
        return (self.version or self.spec).strip().lstrip("=v")


_LONGEST_LINE = 4_000  # no manifest needs more on one line, unless it is JSON
_LONGEST_VERSION = 200
_DEEPEST = 40
_LOCKS = frozenset([
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "uv.lock", "pdm.lock",
    "Pipfile.lock", "go.sum", "Cargo.lock", "Gemfile.lock", "composer.lock", "Package.resolved",
])  # fmt: skip
_REQUIREMENTS = re.compile(r"(?:.*[-_.])?(?:requirements|constraints)(?:[-_.].*)?\.(?:txt|in)")
_PINNED = re.compile(r"(?:==|=)?\s*v?(\d+\.\d[\w.+-]*|\d+)")


def is_manifest(path: str) -> bool:
    """Tell whether a path is a manifest or lock file that can be read here."""
    return _reader(path) is not None


def is_lock(path: str) -> bool:
    """Tell whether a path is a lock file."""
    return path.rpartition("/")[2] in _LOCKS


def list_packages(path: str, text: str) -> list[Package]:
    """Return what a manifest or lock file names."""
    reader = _reader(path)
    if reader is None:
        return []
    lines = text.split("\n")
    return list(reader(lines if reader in _BY_TOKEN else [line[:_LONGEST_LINE] for line in lines]))


def list_manifests(paths: Iterable[str]) -> list[str]:
    """Choose the files that name packages, nearest to the top first."""
    chosen = [path for path in paths if _reader(path) is not None and "node_modules/" not in path]
    return sorted(chosen, key=lambda path: (path.count("/"), path))


def fold_name(name: str) -> str:
    """Return a name as package indexes compare it: case, and `-`, `_`, `.` between words, do not count."""
    name = name.strip().lower()
    return name if name.startswith("@") or "/" in name else re.sub(r"[-_.]+", "-", name)


def _reader(path: str) -> Callable[[list[str]], Iterator[Package]] | None:
    name = path.rpartition("/")[2]
    if name in _READERS:
        return _READERS[name]
    folder = path.rpartition("/")[0].rpartition("/")[2]
    if _REQUIREMENTS.fullmatch(name) or (folder == "requirements" and name.endswith((".txt", ".in"))):
        return _requirements
    if name.endswith((".csproj", ".fsproj", ".vbproj")) or name == "Directory.Packages.props":
        return _msbuild
    return None


def _exact(text: str) -> str:
    version = text.strip().strip("\"'")
    match = _PINNED.fullmatch(version) if len(version) <= _LONGEST_VERSION else None
    return match[1] if match else ""


_SPECIFIER = re.compile(r"\s*(?:$|[=~!<>]=|[<>(@\\]|--hash)")
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)")


def _requirements(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        match = _REQUIREMENT.match(line)
        if match and _SPECIFIER.match(match[2]) and not line.lstrip().startswith(("-", "#")):
            yield Package(match[1], number, _pin(match[2]), match[2])


def _pin(specifier: str) -> str:
    match = re.fullmatch(r"===?\s*([\w.!+-]+)\s*(?:\\|--hash.*)?", specifier.strip())
    return match[1] if match else ""


_PAIR = re.compile(r"""\s*["']?([A-Za-z0-9@][\w.@/-]*)["']?\s*=\s*(.*)""")
_QUOTED = re.compile(r"""["']([A-Za-z0-9][^"']*)["']""")
_DEPENDENCY_TABLES = frozenset(
    ("dependencies", "dev-dependencies", "build-dependencies", "optional-dependencies", "packages", "dev-packages")
)


def _toml(lines: list[str]) -> Iterator[Package]:
    """Read pyproject.toml, Cargo.toml and Pipfile: dependency tables, and PEP 508 lists."""
    table, listing = "", False
    for number, line in enumerate(lines, 1):
        head = _head_of(line) if not listing else ""
        if head:
            table = head.replace('"', "")
            parent, _, own = table.rpartition(".")
            if _names_dependencies(parent) and parent != "project.optional-dependencies":
                yield Package(own, number)
            continue
        pair = _PAIR.match(line)
        if not listing and pair and _opens_list(table, pair[1], pair[2]):
            listing = "]" not in re.sub(r"\[[^\[\]]*\]", "", pair[2][1:])
            yield from _listed(pair[2], number)
        elif listing:
            yield from _listed(line, number)
            listing = not re.sub(r"""["'][^"']*["']""", "", line).lstrip().startswith("]")
        elif pair and _names_dependencies(table) and pair[1] != "python":
            inline = re.search(r"version\s*=\s*(\"[^\"]*\")", pair[2])
            version = inline[1] if inline else pair[2]
            exact = _exact(version) if "=" in version or "poetry" not in table else ""
            yield Package(pair[1], number, exact, version.strip().strip("\"'"))


def _head_of(line: str) -> str:
    """Return the name of the table that a line opens, or nothing."""
    opened = line.lstrip()
    name, closed, _ = opened.lstrip("[").partition("]")
    return name.strip() if closed and opened.startswith("[") else ""


def _names_dependencies(table: str) -> bool:
    return table.rpartition(".")[2] in _DEPENDENCY_TABLES


def _opens_list(table: str, key: str, value: str) -> bool:
    if not value.startswith("["):
        return False
    return (table in {"project", "build-system"} and key in {"dependencies", "requires"}) or table in {
        "project.optional-dependencies",
        "dependency-groups",
    }


def _listed(text: str, number: int) -> Iterator[Package]:
    for quoted in _QUOTED.finditer(text):
        match = _REQUIREMENT.match(quoted[1])
        if match:
            yield Package(match[1], number, _pin(match[2]), match[2])


def _toml_lock(lines: list[str]) -> Iterator[Package]:
    """Read poetry.lock, uv.lock, pdm.lock and Cargo.lock: a name line, then a version line."""
    name, at = "", 0
    for number, line in enumerate(lines, 1):
        if line.startswith("name = "):
            name, at = line[7:].strip().strip('"'), number
        elif line.startswith("version = ") and name:
            yield Package(name, at, line[10:].strip().strip('"'))
            name = ""
        elif line.startswith("[[") and name:
            yield Package(name, at)
            name = ""


# A text that is not closed ends with its line: to look for its end again from every quote would be quadratic.
_JSON_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)(?:"|\\?$)|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_JSON_SECTIONS = frozenset((
    "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "resolutions", "overrides",
    "require", "require-dev",
))  # fmt: skip

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
                if len(keys) > _DEEPEST:
                    return
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


def _package_json(lines: list[str]) -> Iterator[Package]:
    """Read package.json and composer.json."""
    for keys, value in _json_texts(lines):
        if len(keys) == 3 and keys[1][0] in _JSON_SECTIONS:
            name, line = keys[2]
            aliased = re.fullmatch(r"npm:(@?[^@]+)(?:@(.*))?", value)
            if aliased:  # what is installed under the name, and what it really is
                yield Package(aliased[1], line, _exact(aliased[2] or ""), aliased[2] or "")
            yield Package(name, line, _exact(value), value)


def _package_lock(lines: list[str]) -> Iterator[Package]:
    """Read package-lock.json, whose packages are named by their folder or by the key they stand under."""
    for keys, value in _json_texts(lines):
        if keys[-1][0] == "version" and len(keys) > 3:
            (parent, _), (owner, line) = keys[-3], keys[-2]
            if "node_modules/" in owner or parent == "dependencies":
                yield Package(owner.rpartition("node_modules/")[2], line, value)


def _composer_lock(lines: list[str]) -> Iterator[Package]:
    name: tuple[str, int] = ("", 0)
    for keys, value in _json_texts(lines):
        if len(keys) == 4 and keys[-1][0] == "name":
            name = (value, keys[-1][1])
        elif len(keys) == 4 and keys[-1][0] == "version" and name[0]:
            yield Package(*name, value.lstrip("v"))
            name = ("", 0)


def _pipfile_lock(lines: list[str]) -> Iterator[Package]:
    for keys, value in _json_texts(lines):
        if len(keys) == 4 and keys[-1][0] == "version":
            yield Package(*keys[-2], value.removeprefix("=="))


def _yarn_lock(lines: list[str]) -> Iterator[Package]:
    names: list[str] = []
    at = 0
    for number, line in enumerate(lines, 1):
        if line and not line[0].isspace() and line.rstrip().endswith(":"):
            names, at = re.findall(r'(?:^|,\s*)"?(@?[^@",\s]+)@', line), number
        elif names and (version := re.match(r'\s+version:?\s+"?([^"\s]+)"?', line)):
            yield from (Package(name, at, version[1]) for name in dict.fromkeys(names))
            names = []


def _pnpm_lock(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        if match := re.match(
            r"\s+['\"]?/?(@?[\w.-]+(?:/[A-Za-z_][\w.-]*)?)[@/](\d[\w.+-]*)(?:\([^)]*\))*['\"]?:", line
        ):
            yield Package(match[1], number, match[2])


def _go_mod(lines: list[str]) -> Iterator[Package]:
    inside = False
    for number, line in enumerate(lines, 1):
        text = line.split("//", 1)[0].strip()
        if text.startswith("require (") or (inside and text == ")"):
            inside = text != ")"
        elif inside or text.startswith("require "):
            words = text.removeprefix("require ").split()
            if len(words) == 2:
                yield Package(words[0], number, words[1].lstrip("v"))


def _go_sum(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        words = line.split()
        if len(words) == 3 and not words[1].endswith("/go.mod"):
            yield Package(words[0], number, words[1].lstrip("v"))


def _gemfile(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        if match := re.match(r"""\s*gem\s*+\(?\s*+["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?""", line):
            yield Package(match[1], number, _exact(match[2] or ""), match[2] or "")


def _gemfile_lock(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        if match := re.match(r"    ([\w.-]+) \((\d[^)]*)\)", line):
            yield Package(match[1], number, match[2])


def _maven(lines: list[str]) -> Iterator[Package]:
    properties = {match[1]: match[2] for line in lines if (match := _PROPERTY.search(line))}
    group, name, at = "", "", 0
    for number, line in enumerate(lines, 1):
        if match := re.search(r"<groupId>\s*([^<\s]+)", line):
            group = match[1]
        if match := re.search(r"<artifactId>\s*([^<\s]+)", line):
            name, at = match[1], number
        found = re.search(r"<version>\s*([^<\s]+)", line)
        if name and (found or "</dependency>" in line):
            spec = found[1] if found else ""
            if spec.startswith("${") and spec.endswith("}"):
                spec = properties.get(spec[2:-1], spec)
            yield Package(name, at, _exact(spec), spec)
            yield Package(f"{group}:{name}", at, _exact(spec), spec)
            name = ""


def _gradle(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        for match in re.finditer(r"""["']([\w.-]+):([\w.-]+)(?::([\w.+-]+))?["']""", line):
            spec = match[3] or ""
            yield Package(match[2], number, _exact(spec), spec)
            yield Package(f"{match[1]}:{match[2]}", number, _exact(spec), spec)


def _msbuild(lines: list[str]) -> Iterator[Package]:
    for number, line in enumerate(lines, 1):
        if match := re.search(r'<Package(?:Reference|Version)\s[^>]*Include="([^"]+)"', line):
            version = re.search(r'\bVersion="([^"]+)"', line)
            spec = version[1] if version else ""
            yield Package(match[1], number, _exact(spec), spec)


_PROPERTY = re.compile(r"<([\w.-]{1,80})>\s*([^<\s]{1,80})\s*</")


def _swift_resolved(lines: list[str]) -> Iterator[Package]:
    name: tuple[str, int] = ("", 0)
    for keys, value in _json_texts(lines):
        if keys[-1][0] in {"identity", "package"}:
            name = (value, keys[-1][1])
        elif keys[-1][0] == "version" and name[0]:
            yield Package(*name, value)
            name = ("", 0)


_READERS: dict[str, Callable[[list[str]], Iterator[Package]]] = {
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
    "Package.resolved": _swift_resolved,
}
_BY_TOKEN = frozenset((_package_json, _package_lock, _composer_lock, _pipfile_lock, _swift_resolved))

"""Lock files and manifests: which package is at which version.

Owns: reading the formats. A file that cannot be read names no packages; it is never an error, since people edit these
files by hand. Must not: resolve or compare. Neighbours: `dependency.py`.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple


class Package(NamedTuple):
    """One package as one file names it; `locked` when the version is exact."""

    name: str
    version: str
    path: str
    locked: bool


Pairs = Iterator[tuple[str, str]]


def normalise_name(name: str) -> str:
    """Make the spellings of one package name one."""
    return (
        re.sub(r"[-_.]+", "-", name.strip().lower()) if not name.startswith("@") and "/" not in name else name.lower()
    )


def list_lockfiles(paths: Iterable[str]) -> list[str]:
    """Choose the files that say something about dependencies, nearest to the top first."""
    chosen = [path for path in paths if _reader_of(path) is not None and "node_modules/" not in path]
    return sorted(chosen, key=lambda path: (path.count("/"), path))


def read_packages(path: str, text: str) -> dict[str, list[Package]]:
    """Read the packages a file names."""
    entry = _reader_of(path)
    found: dict[str, list[Package]] = {}
    if entry is None:
        return found
    read, locked = entry
    try:
        for name, version in read(text):
            if version:
                package = Package(name, version.strip().lstrip("=v"), path, locked)
                found.setdefault(normalise_name(name), []).append(package)
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
    return found


def _npm_lock(text: str) -> Pairs:
    data = json.loads(text)
    for key, value in data.get("packages", {}).items():
        if "node_modules/" in key and key.count("node_modules/") == 1:
            yield key.partition("node_modules/")[2], value.get("version", "")
    if "packages" not in data:
        for name, value in data.get("dependencies", {}).items():
            yield name, value.get("version", "")


def _pnpm_lock(text: str) -> Pairs:
    for line in text.splitlines():
        found = re.match(r"\s+'?/?(@?[^@\s'/]+(?:/[^@\s'/]+)?)[@/](\d[^:'(\s]*)[^:]*:", line)
        if found is not None:
            yield found[1], found[2]


def _yarn_lock(text: str) -> Pairs:
    names: list[str] = []
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("#"):
            names = re.findall(r'(?:^|,\s*)"?(@?[^@",\s]+)@', line.rstrip(":"))
        elif names and (found := re.match(r'\s+version:?\s+"?([^"\s]+)"?', line)) is not None:
            for name in dict.fromkeys(names):
                yield name, found[1]
            names = []


def _toml_packages(text: str) -> Pairs:
    for package in tomllib.loads(text).get("package", []):
        yield package["name"], str(package.get("version", ""))


def _pipfile_lock(text: str) -> Pairs:
    data = json.loads(text)
    for section in ("default", "develop"):
        for name, value in data.get(section, {}).items():
            yield name, value.get("version", "")


def _requirements(text: str) -> Pairs:
    for line in text.splitlines():
        found = re.match(r"\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*((?:[=~!<>]=|[<>])=?\s*v?\d[^;#\s\\]*)", line)
        if found is not None:
            yield found[1], found[2]


def _go_mod(text: str) -> Pairs:
    for line in text.splitlines():
        found = re.match(r"\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+v(\S+)", line)
        if found is not None:
            yield found[1], found[2]


def _gemfile_lock(text: str) -> Pairs:
    for line in text.splitlines():
        found = re.match(r" {4}([\w.-]+) \(([^)]+)\)", line)
        if found is not None:
            yield found[1], found[2]


def _composer_lock(text: str) -> Pairs:
    data = json.loads(text)
    for package in [*data.get("packages", []), *data.get("packages-dev", [])]:
        yield package["name"], package.get("version", "")


def _package_json(text: str) -> Pairs:
    data = json.loads(text)
    for section in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "require"):
        for name, wanted in (data.get(section) or {}).items():
            yield name, str(wanted)


def _pyproject(text: str) -> Pairs:
    data = tomllib.loads(text)
    project = data.get("project", {})
    groups: list[Any] = [project.get("dependencies", []), *project.get("optional-dependencies", {}).values()]
    groups.extend(data.get("dependency-groups", {}).values())
    for group in groups:
        yield from _requirements("\n".join(item for item in group if isinstance(item, str)))
    for name, wanted in data.get("tool", {}).get("poetry", {}).get("dependencies", {}).items():
        yield name, _table_version(wanted)


def _cargo_toml(text: str) -> Pairs:
    data = tomllib.loads(text)
    tables = [data, data.get("workspace", {})]
    for table in tables:
        for section in ("dependencies", "dev-dependencies", "build-dependencies"):
            for name, wanted in table.get(section, {}).items():
                yield name, _table_version(wanted)


def _table_version(wanted: object) -> str:
    return str(wanted.get("version", "")) if isinstance(wanted, dict) else str(wanted)


def _pom(text: str) -> Pairs:
    for block in re.findall(r"<(?:dependency|plugin|parent)>(.*?)</(?:dependency|plugin|parent)>", text, re.DOTALL):
        group, artifact, version = (_tag(block, tag) for tag in ("groupId", "artifactId", "version"))
        if (held := re.fullmatch(r"\$\{([^}]+)\}", version)) is not None:
            version = _tag(text, re.escape(held[1]))
        if artifact and version:
            yield artifact, version
            yield f"{group}:{artifact}", version


def _tag(text: str, name: str) -> str:
    found = re.search(rf"<{name}>\s*([^<]*?)\s*</{name}>", text)
    return found[1] if found else ""


def _gradle(text: str) -> Pairs:
    for group, artifact, version in re.findall(r"""["']([\w.-]+):([\w.-]+):([\w.+-]+)["']""", text):
        yield artifact, version
        yield f"{group}:{artifact}", version


def _csproj(text: str) -> Pairs:
    yield from re.findall(r'<Package(?:Reference|Version)\s+Include="([^"]+)"[^>]*?Version="([^"]+)"', text)


def _swift_resolved(text: str) -> Pairs:
    data = json.loads(text)
    for pin in data.get("pins") or data.get("object", {}).get("pins", []):
        yield pin.get("identity") or pin.get("package", ""), pin.get("state", {}).get("version") or ""


_READERS: dict[str, tuple[Callable[[str], Pairs], bool]] = {
    "package-lock.json": (_npm_lock, True),
    "npm-shrinkwrap.json": (_npm_lock, True),
    "pnpm-lock.yaml": (_pnpm_lock, True),
    "yarn.lock": (_yarn_lock, True),
    "uv.lock": (_toml_packages, True),
    "poetry.lock": (_toml_packages, True),
    "pdm.lock": (_toml_packages, True),
    "cargo.lock": (_toml_packages, True),
    "pipfile.lock": (_pipfile_lock, True),
    "go.mod": (_go_mod, True),
    "gemfile.lock": (_gemfile_lock, True),
    "composer.lock": (_composer_lock, True),
    "package.resolved": (_swift_resolved, True),
    "package.json": (_package_json, False),
    "composer.json": (_package_json, False),
    "pyproject.toml": (_pyproject, False),
    "cargo.toml": (_cargo_toml, False),
    "pom.xml": (_pom, False),
    "build.gradle": (_gradle, False),
    "build.gradle.kts": (_gradle, False),
    "directory.packages.props": (_csproj, False),
}
_PATTERNS: Sequence[tuple[re.Pattern[str], tuple[Callable[[str], Pairs], bool]]] = (
    (re.compile(r"requirements.*\.(?:txt|in)|constraints.*\.txt"), (_requirements, False)),
    (re.compile(r".*\.csproj"), (_csproj, False)),
)


def _reader_of(path: str) -> tuple[Callable[[str], Pairs], bool] | None:
    name = path.rpartition("/")[2].lower()
    if name in _READERS:
        return _READERS[name]
    if re.fullmatch(r"requirements/.*\.txt", path):
        return _requirements, False
    return next((reader for pattern, reader in _PATTERNS if pattern.fullmatch(name)), None)

"""Which way is the repository's own: of all files that say how something is done, the one to name first.

Owns the order among manifests and the titles that keep the others apart from it, so that "how do I run the tests" has
one answer. What the team's guide names comes first. A file in a folder speaks for that folder; a workflow says what CI
does; what people wrote down as a task (a target, a script) comes before what a manifest only implies; what CI runs too
comes first among them. Must not read files.
"""

from __future__ import annotations

import re
from collections import Counter
from posixpath import basename, dirname

from standfast.learn.procedures.guide import is_guide, is_testing
from standfast.learn.procedures.read import cite, is_aside, is_script, is_whole, is_workflow
from standfast.learn.procedures.way import ACTS, BY_BUILD_SYSTEM, WATCHES, is_one_part
from standfast.model.value import replace
from standfast.recall.way import IN_CI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.capture.importers.finding import Statement

HOW = "How to "
_BUILD = f"{HOW}{ACTS['build']}"
_TASKS = frozenset(
    (
        *("makefile", "gnumakefile", "justfile", ".justfile", "rakefile"),
        *("taskfile.yml", "taskfile.yaml", "taskfile.dist.yml", "melos.yaml"),
    )
)
_SCRIPTS = frozenset(("package.json", "tox.ini", "noxfile.py", "composer.json", "deno.json"))
_IMPLIED = frozenset(
    ("go.mod", "pytest.ini", "setup.cfg", "conftest.py", "meson.build", "makefile.am", "cmakelists.txt")
)
_BAZEL = frozenset(("workspace", "module.bazel"))  # often there for others, beside what the project is built with
_SCRIPT = ("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "vue", "svelte", "astro")
_JVM = ("java", "kt", "kts", "scala", "groovy")
_C = ("c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "mm")
_LANGUAGES = {
    "package.json": _SCRIPT, "deno.json": _SCRIPT, "pyproject.toml": ("py",), "tox.ini": ("py",), "setup.cfg": ("py",),
    "noxfile.py": ("py",), "pytest.ini": ("py",), "conftest.py": ("py",), "cargo.toml": ("rs",), "go.mod": ("go",),
    "mix.exs": ("ex", "exs"), "gemfile": ("rb",), "rakefile": ("rb",), ".rspec": ("rb",), "composer.json": ("php",),
    "phpunit.xml": ("php",), "phpunit.xml.dist": ("php",), "pom.xml": _JVM, "build.gradle": _JVM, "build.sbt": _JVM,
    "build.gradle.kts": _JVM, "package.swift": ("swift",), "pubspec.yaml": ("dart",),
    "meson.build": _C, "makefile.am": _C, "cmakelists.txt": _C, "build.zig": ("zig",),
}  # fmt: skip
_ASIDE = 0.25  # of the files that the manifest with the most files speaks for
_GUIDE = -3  # whatever else is known: the team says what to run
_CI = 5
_CONFIRMED = 2  # steps that a way goes up because CI takes it too
_WATCHED = re.compile(rf"`([^`\n]{{1,200}})`(?:, which runs `[^`\n]{{1,300}}`)? \(`([^`\n]{{1,200}})` {WATCHES}\)")
# A script of the repository's own that builds it.
_BUILDS = re.compile(
    r"(?:(?:releases?|packaging|scripts?|tools?|dev|ci|bin|hack)/(?:build|package)|build|make)\.(?:sh|py)(?<!^build\.py)$"
)
_RUN = re.compile(r"^(npm|pnpm|yarn|bun) run ")
_COMMAND = re.compile(r"`([^`\n]{1,200})`")


def choose_ways(found: Sequence[Statement], paths: Iterable[str] = ()) -> list[Statement]:
    """Return the ways, one of each title: the repository's own. Others say whose they are; equal ones are dropped.

    `paths` are the files of the repository: a manifest of a language that few of them are in speaks for those few.
    """
    versions = {way.title: way for way in reversed(found) if way.kind == "fact"}  # the first file's word on each
    paths = list(paths)
    found = _with_ends([way for way in found if way.kind != "fact"])
    if script := next(filter(_BUILDS.match, paths), ""):
        found = [_with_script(way, script) for way in found]
    aside = _list_aside(found, paths)
    in_ci = {_bare(command) for way in found if is_workflow(way.file) for command in _commands(way)}
    settled: list[Statement] = []
    said: dict[str, set[str]] = {}
    places: dict[str, int] = {}  # of the repository's own way, among the settled
    for way in sorted(found, key=lambda way: (way.file in aside, _order(way, in_ci))):
        commands = set(map(_bare, _commands(way)))
        if dirname(way.file) and not is_whole(way.file):
            settled.append(replace(way, title=f"{way.title} in {dirname(way.file)}"))
        elif commands <= said.get(way.title, set()) | said.get(way.title.partition(": ")[0], set()):
            continue
        elif way.title not in said and way.file not in aside:
            said[way.title], places[way.title] = commands, len(settled)
            settled.append(way)
        elif way.title in places and _adds_to_guide(settled[places[way.title]], way):
            # One answer: what the manifests have besides is said with what the guide names.
            own = settled[places[way.title]]
            more = next(command for command in _commands(way) if _bare(command) not in said[way.title])
            said[way.title] |= commands
            if BY_BUILD_SYSTEM not in way.text:  # that would do anywhere: here the team says how
                settled[places[way.title]] = replace(own, text=f"{own.text} Also `{more}`{cite(way.file)}.")
        else:
            said.setdefault(way.title, set()).update(commands)
            doing = way.title.removeprefix(HOW)
            settled.append(replace(way, title=f"{IN_CI if is_workflow(way.file) else 'Another way'}: {doing}"))
    return [*_promoted(settled, set(said), aside), *versions.values()]


def _with_script(way: Statement, script: str) -> Statement:
    """Return how any project with this build system is built together with the script that this one has for it."""
    if way.title != _BUILD or BY_BUILD_SYSTEM not in way.text:
        return way
    return replace(way, text=f"`{script}` is the repository's own script for it; {way.text}")


def _with_ends(found: list[Statement]) -> list[Statement]:
    """Return the ways; what a manifest knows to watch is said everywhere with what ends it."""
    ends = {watched: ended for way in found for ended, watched in _WATCHED.findall(way.text)}
    if not ends:
        return found

    def ended(command: re.Match[str]) -> str:
        for watched, instead in ends.items():
            if command[1] == watched:
                return f"`{instead}` (`{watched}` {WATCHES})"
            if command[1].startswith(f"{watched} ") and instead.startswith(watched):
                option = instead.removeprefix(watched)
                return command[0] if option.split()[-1] in command[1].split() else f"`{command[1]}{option}`"
        return command[0]

    return [way if _WATCHED.search(way.text) else replace(way, text=_COMMAND.sub(ended, way.text)) for way in found]


def _promoted(settled: list[Statement], said: set[str], aside: frozenset[str]) -> list[Statement]:
    """Return the ways; where only one folder has a way to do something, that is the repository's.

    Not where the folder is of a language that is beside the point here.
    """
    alone = Counter(way.title.partition(" in ")[0] for way in settled if " in " in way.title)
    alone.update(way.title.partition(" in ")[0] for way in settled if is_aside(way.file))  # nobody's own
    titles = [(way, way.title.partition(" in ")[0]) for way in settled]
    return [
        replace(way, title=title) if alone[title] == 1 and title not in said and way.file not in aside else way
        for way, title in titles
    ]


def _adds_to_guide(own: Statement, way: Statement) -> bool:
    """Tell whether a task that people wrote is said with what the guide names; what a manifest implies is not."""
    written = basename(way.file).lower() in _TASKS | _SCRIPTS or is_guide(way.file)
    return written and (is_guide(own.file) or is_script(own.file))


def _list_aside(found: Sequence[Statement], paths: Iterable[str]) -> frozenset[str]:
    """List the manifests that are of a language which is beside the point here: tools, docs, a client."""
    counts = Counter(path.rpartition(".")[2] for path in paths)
    files = {way.file: _LANGUAGES.get(basename(way.file).lower(), ()) for way in found}
    sizes = {file: sum(counts[ending] for ending in endings) for file, endings in files.items() if endings}
    most = max((size for file, size in sizes.items() if not dirname(file)), default=0)
    return frozenset(file for file, size in sizes.items() if size < _ASIDE * most)


def _order(way: Statement, in_ci: set[str]) -> tuple[int, bool, str]:
    name = basename(way.file).lower()
    if is_testing(way.file) or dirname(way.file) in {"test", "tests"}:
        rank = 3
    elif is_guide(way.file):
        rank = 2 if is_one_part(_commands(way)[0]) else _GUIDE
    elif is_workflow(way.file):
        rank = _CI
    elif dirname(way.file) and not is_whole(way.file):
        rank = _CI + 1
    elif name in _TASKS or is_script(way.file):
        rank = 0
    elif name in _SCRIPTS:
        rank = 1
    else:
        rank = 4 if name in _BAZEL else 3 if name in _IMPLIED else 2
    confirmed = 0 <= rank < _CI and any(_bare(command) in in_ci for command in _commands(way)[:2])
    return rank - _CONFIRMED * confirmed, not confirmed, way.file


def _commands(way: Statement) -> list[str]:
    """Return the commands of a way, without what they run in turn."""
    said = re.sub(
        rf", which runs `[^`\n]*`| \(`[^`\n]*` {WATCHES}\)",
        "",
        way.text.partition(": ")[2] if way.text.startswith("In `") else way.text,
    )
    return _COMMAND.findall(said)


def _bare(command: str) -> str:
    """Return a command as it compares: `./gradlew test` is `gradlew test`, `npm run test` `npm test`, `nox -e` `-s`."""
    return _RUN.sub(r"\1 ", command.removeprefix("./")).replace("nox -e ", "nox -s ")

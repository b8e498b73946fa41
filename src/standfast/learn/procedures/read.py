"""Which files say how things are done, and what each says, as findings in the words of a newcomer's question."""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.capture.importers.finding import Statement
from standfast.code.runtimes import FILES, read_runtimes
from standfast.learn.procedures.guide import is_guide, is_readme, is_testing
from standfast.learn.procedures.way import ACTS, BY_BUILD_SYSTEM, WATCHES, Way, first_of_each, part_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path

    from standfast.learn.procedures.forbidden import Forbidden

    _File = tuple[str, Path]

FORM = "ways"
_MANIFESTS = frozenset((
    "package.json", "pyproject.toml", "tox.ini", "setup.cfg", "noxfile.py", "Makefile", "makefile", "GNUmakefile",
    "justfile", "Justfile", ".justfile", "Cargo.toml", "go.mod", "build.gradle", "build.gradle.kts", "pom.xml",
    "mix.exs", "Gemfile", ".rspec", "Rakefile", "composer.json", "phpunit.xml", "phpunit.xml.dist", "deno.json",
    "Package.swift", "build.sbt", "pubspec.yaml", "CMakeLists.txt", "WORKSPACE", "MODULE.bazel", "pytest.ini",
    "build.zig", "meson.build", "Makefile.am", "dune-project", "stack.yaml", "cabal.project", "rebar.config",
    "shard.yml", "gleam.toml", "Makefile.PL", "Build.PL", "dist.ini", "project.clj", "deps.edn", "DESCRIPTION",
    "Project.toml", "dub.json", "dub.sdl", "fpm.toml", "xmake.lua", "foundry.toml", "pants.toml", "galaxy.yml",
    ".busted", "melos.yaml", "conftest.py", "Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml",
    "Taskfile.dist.yml",
))  # fmt: skip
_WORKFLOW = re.compile(
    r"^(?:\.github/workflows/[^/]+|\.gitlab-ci|\.travis|\.circleci/config|\.?(?:azure-pipelines|appveyor)(?:/[^/]+)?"
    r"|\.cirrus|\.builds/[^/]+|\.woodpecker(?:/[^/]+)?)\.ya?ml$"
    r"|^\.(?:ci|azure-pipelines|travis|circleci)/(?:[\w-]+/)*(?:[\w-]*tests?|units?)\.sh$"
)
_NAMED = (".sln", ".slnx", ".csproj", ".cabal", ".nimble")  # files of a build system that bear the project's name
_SOLUTIONS = (".sln", ".slnx")
_CHECKS = re.compile(r"test|ci|check|lint|build|main|push|pull", re.IGNORECASE)
_RELEASE = re.compile(r"/(?:make[-_])?(?:release|publish|goreleaser|deploy)\.ya?ml$", re.IGNORECASE)
_MAIN = re.compile(r"(?:(?:unit[-_]?)?tests?|ci|main|build|checks?)\.ya?ml$", re.IGNORECASE)
# The habit of a folder with one script for each act: `scripts/test`, `script/bootstrap`, `bin/build.sh`.
_SCRIPT = re.compile(
    r"^(?:(?:tests?/|scripts?/|tools/)?(?P<test>run[_-]?(?:all[_-]?)?tests?|test-all)(?:\.(?:sh|py))?"
    r"|(?:scripts?|bin|tools|hack)/(?P<name>[a-z-]+)(?:\.sh)?)$"
)
_SCRIPTS = {
    "test": "test", "tests": "test", "install": "set-up", "setup": "set-up", "bootstrap": "set-up", "build": "build",
    "lint": "lint", "check": "lint", "format": "format", "fmt": "format", "server": "run", "docs": "docs",
    "release": "release", "publish": "release",
}  # fmt: skip
# What says how better than another file: a solution holds its projects.
_BETTER = {
    "conftest.py": ("pyproject.toml", "tox.ini", "setup.cfg"),
    ".csproj": (".sln",),
    ".cabal": ("cabal.project", "stack.yaml"),
}
_ASIDE = re.compile(
    r"(?:^|/)(?:examples?|samples?|demos?|fixtures?|test[-_]?data|templates?|docs?|website|third[-_]?party|vendor)/",
    re.IGNORECASE,
)
_DEEPEST = 2
_WORKFLOWS = 4
_MOST_SOLUTIONS = 8
_MOST_PARTS = 40
_SHOWN = 200


def list_ways(paths: Iterable[str]) -> list[str]:
    """Return the files that say how things are done: manifests at the top, or else the nearest ones, and workflows."""
    found: dict[str, list[str]] = {}
    workflows: list[str] = []
    for path in paths:
        name = basename(path)
        if _WORKFLOW.match(path):
            workflows.append(path)
        elif is_script(path):
            found[path] = [path]
        elif is_readme(path):
            found["README"] = [path]
        elif is_testing(path) or (path in FILES and name not in _MANIFESTS):
            found[path] = [path]
        elif (name in _MANIFESTS or name.endswith(_NAMED)) and path.count("/") <= _DEEPEST:
            ending = next((ending for ending in _NAMED if name.endswith(ending)), name)
            found.setdefault(".sln" if ending in _SOLUTIONS else ending, []).append(path)
    for key, better in _BETTER.items():
        if any(name in found for name in better):
            found.pop(key, None)
    nearest = []
    for every in found.values():
        members = [path for path in every if not is_aside(path)] or every
        depth = min(path.count("/") for path in members)
        at = sorted((path for path in members if path.count("/") == depth), key=lambda path: (len(path), path))
        solutions = at[0].endswith(_SOLUTIONS)  # which of them is the whole is seen in them
        nearest += at[:_MOST_SOLUTIONS] if solutions else at[:1] if depth == 0 else sorted(at)[:2]
    workflows.sort(key=lambda path: (not _MAIN.match(basename(path)), not _CHECKS.search(basename(path)), path))
    releases = [path for path in workflows[_WORKFLOWS:] if is_release(path)]
    return sorted(nearest, key=lambda path: (path.count("/"), path)) + workflows[:_WORKFLOWS] + releases[:1]


def with_one_solution(files: Sequence[_File], size: Callable[[_File], int]) -> list[_File]:
    """Return the files with the longest solution only: it holds the most projects, and the others a part of them."""
    solutions = [file for file in files if file[0].endswith(_SOLUTIONS)]
    whole = max(solutions, key=size, default=None)
    return [file for file in files if file is whole or file not in solutions]


def is_script(path: str) -> bool:
    """Tell whether a file is the repository's own script for an act, by its folder and name."""
    script = _SCRIPT.match(path)
    return bool(script and (script["test"] or script["name"] in _SCRIPTS))


def is_aside(path: str) -> bool:
    """Tell whether a file lies where a project keeps what is not the project itself."""
    return bool(_ASIDE.search(path))


def is_workflow(path: str) -> bool:
    """Tell whether a file says what CI does."""
    return bool(_WORKFLOW.match(path))


def is_release(path: str) -> bool:
    """Tell whether a workflow releases the project, by its name."""
    return bool(_RELEASE.search(path))


def is_whole(path: str) -> bool:
    """Tell whether a file speaks for the whole repository, whatever folder it is in."""
    return is_workflow(path) or is_guide(path) or is_script(path) or path.endswith(_SOLUTIONS)


def read_ways(
    path: str,
    text: str,
    paths: Collection[str],
    *,
    can_run: Callable[[str], bool] | None = None,
    forbidden: Sequence[Forbidden] = (),
) -> list[Statement]:
    """Return one procedure for each act that a file knows a way for, but for what the guides forbid.

    `can_run` tells whether a command that a guide names has what it needs: a makefile, its target, a script.
    """
    folder = dirname(path)
    beside = {basename(item) for item in paths if dirname(item) == folder}
    known = [way for way in _read(path, text, paths, beside) if not any(ban.covers(path, way) for ban in forbidden)]
    ways = first_of_each(way for way in known if can_run is None or can_run(way.command))
    found: list[Statement] = []
    for act, words in ACTS.items():
        mine = [way for way in ways if way.act == act and way.command]
        if mine:
            found.append(_finding(path, folder, words, mine))
    if is_workflow(path) and is_release(path) and not any(way.act == "release" for way in ways):
        from standfast.learn.procedures.workflows import read_release

        if started := read_release(path, text):
            found.append(Statement(path, started, "procedure", title=f"How to {ACTS['release']}", line=1))
    if not folder and not is_whole(path):
        found += _parts(path, [way for way in known if way not in ways])
    return found + _versions(path, text)


def _parts(path: str, ways: Iterable[Way]) -> list[Statement]:
    """Return how one part of an act is done, for whoever asks for that part: `npm run test:fetch`."""
    named = {way.command: way for way in ways if part_of(way.command)}
    return [
        _finding(path, "", f"{ACTS[way.act]}: {part_of(command)}", [way])
        for command, way in list(named.items())[:_MOST_PARTS]
    ]


def _versions(path: str, text: str) -> list[Statement]:
    """Return which versions of languages and package managers a file at the top asks for."""
    found: list[Statement] = []
    for item in read_runtimes(path, text):
        title = f"{item.name} version in use" if item.pinned else f"Supported {item.name} versions"
        says = "is used to work on it" if item.pinned else "is required: the versions that are supported"
        where = f"`{item.key}` in {path}" if item.key else path
        anchors = (f"conf:{path}#{item.key}",) if item.key else ()  # all else in the file has nothing to do with it
        statement = f"{item.name} {item} {says} ({where})."
        found.append(Statement(path, statement, "fact", title=title, line=item.line, anchors=anchors))
    return found


def _finding(path: str, folder: str, words: str, ways: list[Way]) -> Statement:
    own = not folder or is_whole(path)
    where = "" if own else f"In `{folder}`: "
    joint = "; and " if ways[0].act == "lint" else "; or "  # what checks the style leaves the types to another
    said = joint.join(f"`{way.command}`{_what(way)}" for way in ways)
    text = f"{where}{said}{cite(path)}."
    anchors = tuple(f"cmd:{way.command}" for way in ways if _is_plain(way.command)) if not where else ()
    return Statement(path, text, "procedure", title=f"How to {words}", line=ways[0].line, anchors=anchors)


def cite(path: str) -> str:
    """Return where a way is written; a script is what it says."""
    return "" if is_script(path) else f" ({basename(path)})"


def _what(way: Way) -> str:
    does = " ".join(way.does.split())
    watched = f" (`{way.watches}` {WATCHES})" if way.watches else ""
    if not does or does == way.command:
        return watched
    if does == "in CI":
        return " as CI does"
    if does == BY_BUILD_SYSTEM:
        return f", {does}"
    shown = len(does) <= _SHOWN and not any(sign in does for sign in ("`", "\\", "; do", "#!"))
    return f", which runs `{does}`{watched}" if shown else watched


def _is_plain(command: str) -> bool:
    return command.isprintable() and not set(command) & set("@&|;<>`$\"'") and len(command) < 100


def _read(path: str, text: str, paths: Collection[str], beside: Collection[str]) -> list[Way]:
    from standfast.learn.procedures import compiled, guide, makefile, package_json, python_project, taskfile, workflows

    name = basename(path)
    if guide.is_guide(path):
        return guide.read_guide(path, text, paths)
    if is_script(path):
        script = _SCRIPT.match(path)
        command = path if "/" in path else f"./{path}"
        return [Way(_SCRIPTS.get((script and script["name"]) or "", "test"), command, line=1)]
    if is_workflow(path):
        return workflows.read_workflow(text, script=path.endswith(".sh"))
    if name == "package.json":
        return package_json.read_package(text, beside)
    if name == "pyproject.toml":
        return python_project.read_pyproject(text, beside)
    if name == "tox.ini":
        return python_project.read_tox(text)
    if name == "setup.cfg":
        return [Way("test", "pytest")] if "[tool:pytest]" in text else []
    if name == "noxfile.py":
        return python_project.read_nox(text)
    if name.lower() in {"makefile", "gnumakefile"}:
        return makefile.read_make(text)
    if "justfile" in name.lower():
        return makefile.read_just(text)
    if name.lower().startswith("taskfile.") or name == "melos.yaml":
        return taskfile.read_taskfile(text, melos=name == "melos.yaml")
    scripts = package_json.read_composer(text) if name == "composer.json" else []
    return scripts + compiled.read_fixed(path, text, beside, paths)

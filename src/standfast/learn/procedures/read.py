"""Which files say how things are done, and what each says, as findings in the words of a newcomer's question."""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.capture.importers.finding import Statement
from standfast.learn.procedures.guide import is_guide, is_readme, is_testing
from standfast.learn.procedures.way import ACTS, BY_BUILD_SYSTEM, Way, first_of_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

FORM = "ways"
_MANIFESTS = frozenset(
    (
        *(
            "package.json",
            "pyproject.toml",
            "tox.ini",
            "setup.cfg",
            "noxfile.py",
            "Makefile",
            "makefile",
            "GNUmakefile",
        ),
        *("justfile", "Justfile", ".justfile", "Cargo.toml", "go.mod", "build.gradle", "build.gradle.kts", "pom.xml"),
        *("mix.exs", "Gemfile", ".rspec", "Rakefile", "composer.json", "phpunit.xml", "phpunit.xml.dist", "deno.json"),
        *("Package.swift", "build.sbt", "pubspec.yaml", "CMakeLists.txt", "WORKSPACE", "MODULE.bazel", "pytest.ini"),
        *("build.zig", "meson.build", "Makefile.am", "dune-project", "stack.yaml", "cabal.project", "rebar.config"),
        *("shard.yml", "gleam.toml", "Makefile.PL"),
        *("conftest.py", "Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml", "Taskfile.dist.yml"),
    )
)
_WORKFLOW = re.compile(r"^\.github/workflows/[^/]+\.ya?ml$")
_CHECKS = re.compile(r"test|ci|check|lint|build|main|push|pull", re.IGNORECASE)
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
_DEEPEST = 2
_WORKFLOWS = 4
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
        elif is_testing(path):
            found[path] = [path]
        elif (name in _MANIFESTS or name.endswith((".sln", ".csproj"))) and path.count("/") <= _DEEPEST:
            found.setdefault(name if not name.endswith(".csproj") else "*.csproj", []).append(path)
    if any(name in found for name in ("pyproject.toml", "tox.ini", "setup.cfg")):
        found.pop("conftest.py", None)
    nearest = []
    for members in found.values():
        depth = min(path.count("/") for path in members)
        at = sorted(path for path in members if path.count("/") == depth)
        nearest += at[:1] if depth == 0 else at[:2]
    workflows.sort(key=lambda path: (not _MAIN.match(basename(path)), not _CHECKS.search(basename(path)), path))
    return sorted(nearest, key=lambda path: (path.count("/"), path)) + workflows[:_WORKFLOWS]


def is_script(path: str) -> bool:
    """Tell whether a file is the repository's own script for an act, by its folder and name."""
    script = _SCRIPT.match(path)
    return bool(script and (script["test"] or script["name"] in _SCRIPTS))


def read_ways(
    path: str, text: str, paths: Collection[str], *, can_run: Callable[[str], bool] | None = None
) -> list[Statement]:
    """Return one procedure for each act that a file knows a way for.

    `can_run` tells whether a command that a guide names has what it needs: a makefile, its target, a script.
    """
    folder = dirname(path)
    beside = {basename(item) for item in paths if dirname(item) == folder}
    known = _read(path, text, paths, beside)
    ways = first_of_each(way for way in known if can_run is None or not is_guide(path) or can_run(way.command))
    found: list[Statement] = []
    for act, words in ACTS.items():
        mine = [way for way in ways if way.act == act and way.command]
        if mine:
            found.append(_finding(path, folder, words, mine))
    return found


def _finding(path: str, folder: str, words: str, ways: list[Way]) -> Statement:
    own = not folder or folder.startswith(".github") or is_guide(path) or is_script(path)
    where = "" if own else f"In `{folder}`: "
    said = "; or ".join(f"`{way.command}`{_what(way)}" for way in ways)
    text = f"{where}{said}{cite(path)}."
    anchors = tuple(f"cmd:{way.command}" for way in ways if _is_plain(way.command)) if not where else ()
    return Statement(path, text, "procedure", title=f"How to {words}", line=ways[0].line, anchors=anchors)


def cite(path: str) -> str:
    """Return where a way is written; a script is what it says."""
    return "" if is_script(path) else f" ({basename(path)})"


def _what(way: Way) -> str:
    does = " ".join(way.does.split())
    if not does or does == way.command:
        return ""
    if does == "in CI":
        return " as CI does"
    if does == BY_BUILD_SYSTEM:
        return f", {does}"
    shown = len(does) <= _SHOWN and not any(sign in does for sign in ("`", "\\", "; do", "#!"))
    return f", which runs `{does}`" if shown else ""


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
    if _WORKFLOW.match(path):
        return workflows.read_workflow(text)
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
    if name.lower().startswith("taskfile."):
        return taskfile.read_taskfile(text)
    return compiled.read_fixed(path, text, beside)

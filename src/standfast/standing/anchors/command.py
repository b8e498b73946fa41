"""Commands: `cmd:COMMAND`, found in what defines them: a package script, a make target, a file of the repository.

Owns: which word of a command names something the repository defines, and a hash of that definition. Must not: run
anything, or know whether a program is installed. Neighbours: `fingerprint.py`, `judge.py`.
"""

import json
import posixpath
import re
import shlex
import tomllib
from typing import Any, NamedTuple

from standfast.code.hashing import hash_text
from standfast.code.recipes import JUSTFILES, MAKEFILES, TASKFILES, read_targets, read_tasks
from standfast.code.snapshot import Snapshot
from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.standing.anchors.judgement import Judgement

_INCLUDED = re.compile(r"(?:^|\n)(?:taskfile:\s*)?[\"']?(?P<path>[\w./@-]+)[\"']?(?:$|\n)")
_RUNNERS = frozenset(("npm", "yarn", "pnpm", "bun"))
_NPM_WORDS = frozenset(("test", "start", "stop", "restart"))
_RUN = frozenset(("run", "run-script", "exec"))
_INTERPRETERS = frozenset(
    ("python", "python3", "node", "bash", "sh", "zsh", "ruby", "perl", "php", "deno", "tsx", "ts-node", "uv", "poetry")
)
_MANIFESTS = {
    "cargo": ("Cargo.toml",),
    "go": ("go.mod",),
    "mvn": ("pom.xml",),
    "gradle": ("build.gradle", "build.gradle.kts"),
    "tox": ("tox.ini", "pyproject.toml"),
    "nox": ("noxfile.py",),
    "rake": ("Rakefile",),
    "composer": ("composer.json",),
    "cmake": ("CMakeLists.txt",),
    "docker-compose": ("docker-compose.yml", "docker-compose.yaml", "compose.yaml", "compose.yml"),
}


class Definition(NamedTuple):
    """What defines a command: in which file, under which name, with which content (hashed)."""

    path: str
    name: str
    content: str


def take_command(snapshot: Snapshot, anchor: Anchor) -> dict[str, Any] | None:
    """Describe what defines a command; None when the repository does not."""
    found = find_definition(snapshot, anchor.target)
    return {"p": found.path, "n": found.name, "v": found.content} if found else None


def judge_command(snapshot: Snapshot, anchor: Anchor, data: dict[str, Any]) -> Judgement:
    """Say whether the repository still defines a command, the same way."""
    found = find_definition(snapshot, anchor.target)
    if found is None:
        return Judgement(Standing.BROKEN, f"{data['n']} is no longer in {data['p']}")
    if found.path != data["p"]:
        return Judgement(Standing.MOVED, f"now in {found.path}", anchor)
    if found.content != data["v"]:
        return Judgement(Standing.TOUCHED, f"what it runs changed in {found.path}", anchor)
    return Judgement(Standing.HOLDS, now=anchor)


def find_definition(snapshot: Snapshot, command: str) -> Definition | None:
    """Find what in the repository a command refers to."""
    try:
        words = shlex.split(command, comments=True)
    except ValueError:
        words = command.split()
    while words and re.fullmatch(r"\w+=.*|sudo|env|time|exec|npx", words[0]):
        words = words[1:]
    if not words:
        return None
    first = words[0]
    arguments = [word for word in words[1:] if not word.startswith("-")]
    if first in _RUNNERS:
        return _find_package_script(snapshot, arguments)
    if first in {"make", "gmake"}:
        return _find_recipe(snapshot, MAKEFILES, arguments or ["all"])
    if first == "just":
        return _find_recipe(snapshot, JUSTFILES, arguments or ["default"])
    if first == "task":
        return _find_task(snapshot, next((word for word in arguments if "=" not in word), "default"))
    if first in _MANIFESTS:
        return _find_manifest(snapshot, first)
    if first in _INTERPRETERS:
        rest = arguments[1:] if arguments[:1] == ["run"] else arguments
        return next((found for word in rest[:2] if (found := _find_named(snapshot, word))), None)
    return _find_named(snapshot, first)


def _find_named(snapshot: Snapshot, word: str) -> Definition | None:
    return _find_file(snapshot, word) or _find_python_script(snapshot, word)


def _find_file(snapshot: Snapshot, word: str) -> Definition | None:
    path = word.removeprefix("./")
    if path.startswith(("/", "../")):
        return None
    source = snapshot.sources.find(path)
    return Definition(path, path, hash_text(source.text)) if source else None


def _find_package_script(snapshot: Snapshot, arguments: list[str]) -> Definition | None:
    asked = arguments[1:] if arguments[:1] and arguments[0] in _RUN else arguments
    if not asked:
        return None
    source = snapshot.sources.find("package.json")
    try:
        manifest = json.loads(source.text) if source else {}
        scripts = manifest.get("scripts", {})
    except (ValueError, AttributeError):
        return None
    body = scripts.get(asked[0]) if isinstance(scripts, dict) else None
    if body is None and any(asked[0] in (manifest.get(name) or ()) for name in ("devDependencies", "dependencies")):
        return Definition("package.json", asked[0], "")  # a program that a dependency brings
    if body is None:
        wanted = asked[0] not in _NPM_WORDS and arguments[0] not in _RUN and source is not None
        return Definition("package.json", asked[0], "") if wanted and asked[0] in {"install", "ci", "i"} else None
    return Definition("package.json", asked[0], hash_text(str(body)))


def _find_python_script(snapshot: Snapshot, word: str) -> Definition | None:
    source = snapshot.sources.find("pyproject.toml")
    if source is None:
        return None
    try:
        data = tomllib.loads(source.text)
    except (ValueError, RecursionError):
        return None
    for table in (data.get("project", {}).get("scripts"), data.get("tool", {}).get("poetry", {}).get("scripts")):
        if isinstance(table, dict) and word in table:
            return Definition("pyproject.toml", word, hash_text(str(table[word])))
    return None


def _find_manifest(snapshot: Snapshot, program: str) -> Definition | None:
    for path in _MANIFESTS[program]:
        if snapshot.sources.find(path) is not None:
            return Definition(path, program, "")
    return None


def _find_recipe(snapshot: Snapshot, files: tuple[str, ...], asked: list[str]) -> Definition | None:
    for path in files:
        source = snapshot.sources.find(path)
        if source is not None:
            recipes = read_targets(source.text)
            name = next((word for word in asked if "=" not in word), "all")
            return Definition(path, name, hash_text(recipes[name])) if name in recipes else None
    return None


def _find_task(snapshot: Snapshot, asked: str, files: tuple[str, ...] = TASKFILES) -> Definition | None:
    """Find a task in the Taskfile, or `space:task` in the file that it includes under that name."""
    source = next((source for path in files if (source := snapshot.sources.find(path)) is not None), None)
    if source is None:
        return None
    tasks = read_tasks(source.text)
    if asked in tasks:
        return Definition(source.path, asked, hash_text(tasks[asked]))
    space, _, rest = asked.partition(":")
    included = _INCLUDED.search(read_tasks(source.text, "includes").get(space, ""))
    if included is None or files is not TASKFILES:  # what is included by what is included is not followed
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source.path), included["path"]))
    there = (path,) if path.endswith((".yml", ".yaml")) else tuple(f"{path}/{name}" for name in TASKFILES)
    return _find_task(snapshot, rest or "default", there)

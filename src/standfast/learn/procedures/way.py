"""A way: one thing one does in a repository, the command that does it, and where that is written.

Owns the acts and how a name (a script, a target, a command line) tells which act it is.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ACTS = {
    "test": "run the tests",
    "set-up": "set up the project",
    "build": "build it",
    "lint": "lint and check types",
    "format": "format the code",
    "run": "run it",
    "docs": "build the docs",
    "release": "release it",
}
"""The acts, the one asked for most first, and the words for each."""
TITLES = tuple(f"How to {words}" for words in ACTS.values())
"""The titles of the repository's own ways, in that order."""
RUN = f"How to {ACTS['run']}"

_NAMES = (
    (
        "release",
        compile_later(
            r"^(release|publish|deploy|dist|upload|ship|goreleaser)\b|^(npm|yarn|pnpm) publish", re.IGNORECASE
        ),
    ),
    (
        "format",
        compile_later(
            r"^(format|fmt|fix(?!-)|prettier|black|style)\b"
            r"|(--write|(?<![\w:./-])fmt(?![\w:./-])|ruff format|gofmt|black )",
            re.IGNORECASE,
        ),
    ),
    (
        "lint",
        compile_later(
            r"^(lint(?!-staged)|type-?check|typecheck|types?|typing|check-types|mypy|vet|analy[sz]e|static-?(?:checks?|analysis)|verify)\b"
            r"|\b(eslint|ruff check|flake8|pylint|mypy|pyright|clippy|golangci-lint|go vet|tsc\b.* --noEmit"
            r"|cargo (?:\+\S+ )?check|rubocop|phpstan|checkstyle|spotless|ktlint|detekt|pre-commit run)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "test",
        compile_later(
            r"^(tests?|unit|spec|check|e2e|integration|coverage|cov(?!-)|trial)\b"
            r"|\b(pytest|py\.test|unittest|nosetests|twisted\.trial|trial |go test"
            r"|cargo (?:\+\S+ )?(?:nextest run|(?:xtask )?test)"
            r"|vitest|jest|mocha|ava|tap|karma|phpunit|rspec|ctest|busted|bats|ansible-test units|tox|nox"
            r"|gradlew? (?:.*[ :])?(?:test|check)|mvnw? (?:.* )?(?:test|verify)"
            r"|(?:dotnet|mix|meson|swift|dune|stack|cabal|flutter|dart|bazel|zig build"
            r"|lein(?: sub)?|sbt|dub|nimble|forge) test"
            r"|dune runtest|prove (?=-|t/|t\b|x?t/)"
            r"|npm (?:run )?test|(?:yarn|pnpm|bun|deno)(?: run)? test|make (?:tests?|check))\b",
            re.IGNORECASE,
        ),
    ),
    (
        "docs",
        compile_later(r"^(docs?|site|documentation)\b|\b(sphinx-build|mkdocs|typedoc|cargo doc)\b", re.IGNORECASE),
    ),
    (
        "set-up",
        compile_later(
            r"^(set-?up|install|bootstrap|init|deps|dependencies|develop|dev-?(?:env|deps)|requirements|prepare)\b"
            r"|\b(npm (?:ci|install)|yarn install|pnpm install|bun install|pip install|uv sync|poetry install"
            r"|bundle install"
            r"|go mod download|composer install)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "build",
        compile_later(
            r"^(build|compile|all(?![-_ :])|bundle(?! )|package|assemble)\b"
            r"|\b(cargo build|go build|tsc\b|webpack|rollup|vite build"
            r"|esbuild|python -m build|(?:swift|dune|stack|cabal|zig|bazel) build|meson compile"
            r"|mvnw? .*package|gradlew? .*(?:build|assemble)|dotnet build|cmake --build"
            r"|docker build)",
            re.IGNORECASE,
        ),
    ),
    (
        "run",
        compile_later(
            r"^(start|dev|serve|run|server|up)\b|\b(cargo run|go run|flask run|uvicorn|rails s)\b", re.IGNORECASE
        ),
    ),
)

_CHECKS = compile_later(
    r"(?:check|verify)[-_: ](?P<what>[a-z][\w-]*)$", re.IGNORECASE
)  # `check-format` formats nothing
_CHECKED = {"format": "lint", "lint": "lint", "test": "test"}
_PARTS = compile_later(r"[-_:.]+")
_RUN = compile_later(r"(?:run[-_ ]?(?:all[-_ ]?)?|all[-_ ])(?=tests?|spec|unit|checks?|lint)", re.IGNORECASE)
_PROGRAM = compile_later(r"(?:\./)?(?:[\w.-]+/)*(?P<name>[A-Za-z][\w-]*)(?:\.(?:sh|bash|py|pl|rb|js|ps1|bat))?(?= |$)")
_TESTERS = r"(?:pytest|py\.test|nosetests|vitest|jest|mocha|ava|tap|karma|phpunit|rspec|ctest|busted|tox|nox)\b"
_WRAPPERS = r"(?:nyc|c8|cross-env|env-cmd|dotenvx?|lerna|nx|turbo|tsx|ts-node|electron|xvfb-maybe)\b"
_ENVIRONMENT = compile_later(r"\b(?:tox(?: run)?|nox)\b.*?\s-\w?[es][ =](?P<name>[A-Za-z][\w.-]*)")
_TESTED = compile_later(r"(?:py|pypy|cpython)\W?\d?", re.IGNORECASE)  # an environment that bears the name of a language
_ARGUMENT = compile_later(
    rf"(?:(?:npx|bunx|uvx|pipx run|(?:pnpm|yarn) dlx)(?: -\S+)* (?!-|{_WRAPPERS}|\S*\b{_TESTERS})"
    rf"|(?:(?!{_TESTERS})[\w.-]+(?: \S+)? )?(?:install|add|remove|uninstall|upgrade|search|show|list|view|info|clone) )"
    rf"(?!.* -- )[^&|;]*\b{_TESTERS}[^&|;]*$",
    re.IGNORECASE,
)  # a program of tests that another program is told of: `npx issues mocha` and `pip install pytest` test nothing
_ONE_PART = compile_later(
    r"\b(?:test|check|lint|build|fix|format|fmt|compile|docs|release|prepare|install|setup|deps|init)s?[-_:]"
    r"(?!(?:run|fix|all|ci)(?![\w:-]))(?P<part>\w[\w:.-]*)"
)
_SUBCOMMAND = compile_later(r"(?:bundle exec )?(?:\./)?[\w./-]+ tests?(?:_ci)?(?= |$)")  # of a program of its own
# Makes an environment, or brings into one what the work needs.
_BRINGS = compile_later(
    r"\b(?:virtualenv|venv (?!/)|-m venv|pip3? install|uv (?:sync|pip install|venv)|poetry install|pdm install"
    r"|hatch env create|npm (?:ci|install|i)\b|(?:pnpm|yarn|bun|bundle|composer|pre-commit) install"
    r"|go mod download|mix deps\.get)"
    r"|\$[({]\w*PIP3?[)}] install",
    re.IGNORECASE,
)
_ONLY_CHECKS = compile_later(
    r"--(?:check|linter)\b|[-_: ]check$|\bgofmt (?:-\w+ ){0,3}-[dl]\b", re.IGNORECASE
)  # it formats nothing
_STARTS = compile_later(r"(?:(?<!\w)\w+ run|make|just|poe|task|hatch|yarn|pnpm) ")  # a task by its name
_REHEARSES = compile_later(r"\s--(?:dry-run|no-publish|snapshot)\b")
_UPGRADES = compile_later(r"@latest\b|\bgo get -u\b|\b(?:npm|cargo|bundle|poetry|composer) update\b")
_ONLY_TELLS = compile_later(r"\s(?:--version|--help|-[hV])$")
_PREPARES = compile_later(r"(?:cp|ln|mkdir|chmod|install|git config)\s")
SERVES = compile_later(r"\b(?:dev|serve|start|watch|preview)\b", re.IGNORECASE)
"""How a command says that it shows something until it is stopped."""
# Runners that run again at every change unless they are told to end: by themselves, or because a script says so.
_WATCHERS = (
    (compile_later(r"\bvitest(?! (?:run|bench|list|related|init)\b)(?:\s|$)"), "--run"),
    (compile_later(r"\breact-scripts test\b"), "--watchAll=false"),
    (compile_later(r"\bng test\b"), "--watch=false"),
)
_TOLD_TO_WATCH = compile_later(r"\s--watch(?:All)?(?![\w=-]| false)")
_TOLD_TO_END = compile_later(r"\s--(?:run\b|no-watch\b|watch(?:All)?[= ]false)|\bCI=(?:true|1)\b")
_MOST_PARTS = 3  # words in a name: `prepare-next-release-notes` is a step of something, not how a project is prepared
_OF_DOCS = frozenset(("doc", "docs", "documentation", "site", "website"))
_JUDGES = frozenset(("lint", "test", "format"))
BRINGS_ABOUT = frozenset(("set-up", "build"))
"""The acts that something is there after; what only judges what is there does neither."""


BY_BUILD_SYSTEM = "by its build system"
"""What a way does that no file spells out: any project with this build system is done so."""


WATCHES = "watches and does not end"
"""What is said of the command without what ends it."""


class Way(Value):
    """An act, the command, what it runs or is said to do, and the line it is written at.

    `mentioned`: a sentence speaks of it; nobody put it there to be run as it is. `watches`: the command without what
    ends it, which would run again at every change.
    """

    act: str
    command: str
    does: str = ""
    line: int = 0
    mentioned: bool = False
    watches: str = ""


def end_of(script: str) -> str | None:
    """Return what ends a script that watches: an option to add, or nothing where one in it is to be left out.

    None where it ends by itself.
    """
    last = script.rpartition("&&")[2]
    if _TOLD_TO_END.search(f" {last}"):
        return None
    if _TOLD_TO_WATCH.search(last):
        return ""
    return next((option for runner, option in _WATCHERS if runner.search(last)), None)


def without_watching(script: str) -> str:
    """Return a script without the option that makes it watch."""
    return " ".join(_TOLD_TO_WATCH.sub("", script).split())


def act_of(name: str) -> str:
    """Return the act that a name or a command line stands for, or nothing."""
    words = name.strip()
    if run := _RUN.match(words):
        words = words[run.end() :]
    if checked := _CHECKS.match(words):
        words = checked["what"]
        return "" if _CHECKS.match(words) else _CHECKED.get(act_of(words), "")
    act = next((act for act, pattern in _NAMES if pattern.search(words)), "")
    parts = _PARTS.split(words.lower()) if act and " " not in words else []
    of_docs = bool(_OF_DOCS & set(parts))
    if act == "test" and _ARGUMENT.match(words):
        return ""
    if named := _ENVIRONMENT.search(words):
        return "test" if _TESTED.match(named["name"]) else act_of(named["name"])
    if len(parts) > _MOST_PARTS or (of_docs and act == "release") or "clean" in parts:
        return ""
    if act == "set-up" and "release" in parts:
        return ""
    if act != "set-up" and parts[1:] and parts[-1] == "install":
        return ""  # `goreleaser:install` brings a tool
    if act == "format" and _ONLY_CHECKS.search(words):
        return "lint"
    if act == "docs" and {"check", "lint", "test", "tests"} & set(parts):
        return ""  # it says whether they are well written, and builds none
    act = "docs" if of_docs and act in {"build", "run"} else act
    return "" if act == "docs" and SERVES.search(words) else act  # it shows them and never ends


def act_of_command(command: str) -> str:
    """Return the act of a command line: by the programs and tasks in it, or by the name of a script."""
    if tells_only(command):
        return ""
    program = _PROGRAM.match(command)
    named = program["name"].replace("_", "-") if program and "/" in program[0] else ""
    named = "" if named == "all" else named  # all of what, its name does not tell
    return act_of(command) or ("test" if _SUBCOMMAND.match(command) else act_of(named))


def act_done(act: str, does: str) -> str:
    """Return the act of a script that is named after one, by what it does: a rehearsal or an upgrade is none.

    What is named after formatting and only checks the format is a check; so is a set-up that only runs checks. What is
    named after running and only checks is none: it does so at every change, and does not end.
    """
    if (act == "release" and _REHEARSES.search(does)) or (act == "set-up" and _UPGRADES.search(does)):
        return ""
    steps = [step for step in does.split(" && ") if step and not step.startswith("echo ")]
    done = {act_of(_STARTS.sub("", step)) or act_of(step) for step in steps} if act in {*BRINGS_ABOUT, "run"} else set()
    if done and done <= _JUDGES:
        return done.pop() if len(done) == 1 and act != "run" else ""  # whatever its name is, it only checks
    checks = act == "format" and does and all(map(_ONLY_CHECKS.search, does.split(" && ")))
    return "lint" if checks else act


def tells_only(command: str) -> bool:
    """Tell whether a command does nothing but say its version or its options."""
    return bool(_ONLY_TELLS.search(command))


def act_of_target(name: str, recipe: str) -> str:
    """Return the act of a target or recipe: its name tells, or that all it does is to set up."""
    words = name.replace("_", "-")
    does = act_of(recipe)
    if words == "check" and does == "lint":
        return "lint"
    if act := act_done(act_of(words), recipe):
        if words.startswith("install"):  # of the product, onto the machine, unless it brings what the work needs
            onto_it = recipe.startswith("install -") and not _BRINGS.search(recipe)
            return "set-up" if (does == "set-up" and not onto_it) or _BRINGS.search(recipe) else ""
        brings = act == "run" or (act == "build" and _BRINGS.search(recipe))  # a folder to build in is no set-up
        return "set-up" if brings and _sets_up(recipe) else act
    brings = len(_PARTS.split(words)) == 1 and _BRINGS.search(recipe)  # one that copies a hook sets up nothing else
    return "set-up" if brings and _sets_up(recipe) else ""


def _sets_up(recipe: str) -> bool:
    """Tell whether all that a recipe does is to make an environment and to bring what the work needs."""
    steps = [step for step in recipe.split(" && ") if step and not step.startswith("cd ")]
    return bool(steps) and all(_BRINGS.search(step) or _PREPARES.match(step) for step in steps)


def is_one_part(command: str) -> bool:
    """Tell whether a command names one part of an act: `make test-windows`."""
    return bool(part_of(command))


def part_of(command: str) -> str:
    """Return the part of an act that a command names: `windows` of `make test-windows`."""
    found = _ONE_PART.search(command)
    return found["part"] if found else ""


def first_of_each(ways: Iterable[Way]) -> list[Way]:
    """Return the first few ways of each act, in the order of the acts."""
    found: dict[str, list[Way]] = {act: [] for act in ACTS}
    # What is named after the act comes before what only resembles it, and that before one part of it.
    for way in sorted(
        ways,
        key=lambda way: (
            bool(way.watches) or not {word.rstrip("s") for word in way.command.split()} & {way.act, "fmt"},
            is_one_part(way.command),
            "fix" in way.command and way.act == "lint",
        ),
    ):
        others = found.get(way.act)
        if others is None or len(others) == 2 or way.command in [item.command for item in others]:
            continue
        if way.act == "lint" and others and "fix" in way.command:
            continue  # the same check, which also changes what it finds
        if not (is_one_part(way.command) and others and not is_one_part(others[0].command)):
            others.append(way)  # one part is no other way to do the whole
    return [way for ways_of in found.values() for way in ways_of]


def line_with(text: str, wanted: Callable[[str], bool]) -> int:
    """Return the number of the first line that fits, or 0."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if wanted(line)), 0)

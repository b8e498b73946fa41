"""Commands that a team's own guide names for an act: AGENTS.md, CLAUDE.md, CONTRIBUTING, and of a README what it says
to those who work on the project. What people wrote for people and agents to run comes before what a manifest only
suggests.
"""

from __future__ import annotations

import re
from posixpath import basename, dirname

from standfast.capture.importers.commands import is_commands
from standfast.capture.importers.page import own_words, read_page, split_front
from standfast.learn.procedures.way import BRINGS_ABOUT, Way, act_of, act_of_command, tells_only
from standfast.text.sentences import first_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from standfast.capture.importers.page import Part

_GUIDE = re.compile(
    r"^(?:agents?|claude|gemini|contributing|development|developing|hacking)\.(?:md|rst|markdown|mdx)$", re.IGNORECASE
)
_DOCS_GUIDE = re.compile(
    r"^(?:docs?|documentation|www|site|website)/(?:[\w.-]+/){1,2}(?:contributing|hacking)\.(?:md|rst|markdown|mdx)$",
    re.IGNORECASE,
)
# What a project says about testing itself; `docs/testing.md` of a framework speaks to those who use it.
_TESTING = re.compile(
    r"^(?:testing\.|(?:documentation|docs?)/(?:\w+/)?(?:(?:contribut|develop|intern|hack)\w*/(?:\w+/)?|testing/|topics/)"
    r"(?:running[-_])?test(?:s|ing)?\.|(?:documentation|docs?)/(?:unit|running)[-_]?tests?\.)(?:md|rst|markdown|mdx)$",
    re.IGNORECASE,
)
_README = re.compile(r"^readme\.(?:md|rst|markdown|mdx)$", re.IGNORECASE)
# Where a README speaks to those who change the project, and not to those who use it.
_INSIDE = re.compile(
    r"\b(?:develop\w*|contribut\w*|hacking|tests?|testing|build(?:ing)? (?:from|the|it)"
    r"|compil\w+|lint\w*|check\w*)\b",
    re.IGNORECASE,
)
# A heading that says what the commands below it are for, whatever they are called; and those that only prepare it.
_HEADED = (
    (
        "test",
        re.compile(r"(?:(?:run|running|execute|unit) )?(?:the |all )?(?:unit )?test(?:s|ing| suite)", re.IGNORECASE),
    ),
    (
        "lint",
        re.compile(
            r"(?:(?:run|running) )?(?:the )?"
            r"(?:lint(?:s|er|ers|ing)?|type[- ]?check(?:s|ing)?|(?:code|static) (?:checks|analysis))"
            r"(?: (?:and|&) (?:format\w*|type[- ]?check\w*|style))?",
            re.IGNORECASE,
        ),
    ),
    ("format", re.compile(r"(?:code )?(?:format(?:ting)?|style)(?: the code)?", re.IGNORECASE)),
    ("docs", re.compile(r"(?:(?:build|building) )?(?:the )?(?:docs|documentation)", re.IGNORECASE)),
)
_PREPARES = re.compile(
    r"\b(?:install|add|init|sync|update|upgrade|clone|create|config\w*|login|lock|up|start|serve|run|setup|clean|help)\b"
)
_INSIDE_ACTS = frozenset(("test", "lint", "format"))
_FOLDERS = frozenset(("", ".github", "docs"))
_SPAN = re.compile(r"(?<!`)`([^`\n]{3,120})`(?!`)")
_OPTION = re.compile(r" (?:flag|option|argument)\b")
_AGAINST = re.compile(
    r"\b(?:skip|avoid|never|do not|don't|forbidden|prohibited|instead of|rather than)\b"
    r"(?:[^.`\n]|`[^`\n]{1,60}`){0,60}$"
    r"|\b(?:if|when) (?:you(?:'re| are)? )?(?:run|running|use|using|prefer)\b[^.`\n]{0,20}$",
    re.IGNORECASE,
)
_ALL_TESTS = re.compile(r"\b(?:all|every|whole|full|entire)\b[^.`\n]{0,40}\btests?\b[^.`\n]{0,30}$", re.IGNORECASE)
_LABELS = (
    (
        "set-up",
        re.compile(r"(?:^|[.;]\s)\W{0,4}(?:set[- ]?up|setting up|bootstrap)\b[^.:;`\n]{0,40}:\W{0,4}$", re.IGNORECASE),
    ),
    ("test", re.compile(r"(?:^|[.;]\s|\n)\W{0,8}(?:all |run |unit ){0,2}tests?:\W{0,4}$", re.IGNORECASE)),
)
# What a sentence says that a command does, whatever its name: "`nox -e local` formats, lints and runs the tests".
_DOES = (
    ("test", re.compile(r"\b(?:tests|runs (?:[^.`\n]{0,60} )?tests?)\b")),
    ("lint", re.compile(r"\b(?:lints|type-?checks)\b")),
    ("format", re.compile(r"\bformats\b")),
)
_IN_BRACKETS = re.compile(r"\s*\(([^()]{1,200})\)")
_CHECKS = re.compile(r"\b(?:run|runs|all|every)\b.{0,30}\b(?:checks?|tests?|linters?|hooks?)\b", re.IGNORECASE)
_KIND = re.compile(r" (?P<folder>tests?/(?:units?|integrations?|functional|e2e|acceptance)(?:[-_]?tests?)?)/?(?=\s|$)")
_LINTS = re.compile(r"\b(?:lint\w*|format\w*|types?|typing)\b", re.IGNORECASE)
_BEFORE = 80  # characters before a command: what is said against it is no longer
_FOLDER = re.compile(
    r"\b(?:in|from|inside|within) (?:the )?\[?`?(?P<folder>[\w./-]{1,200})`?\]?\S{0,200}"
    r" (?:directory|folder|crate|package)\b",
    re.IGNORECASE,
)
_ENTERED = re.compile(
    r"(?:cd|#.*\b(?:from|in)(?: the)?) `?(?P<folder>[\w.-]+(?:/[\w.-]+)*)/?`?(?: directory| folder)?$"
)
_INSIDE_FOLDER = re.compile(r"^cd \S+ && ")
_GROUPED = re.compile(r"\([^()]*\)$")
_CLONED = re.compile(
    r"\bgit clone [^\n]{0,200}?[/ ]([\w.-]{1,100}?)(?:\.git)?/?(?:`|$)", re.MULTILINE
)  # `cd` to it is to the root
_BESIDE = re.compile(r"\((?P<folder>[\w./-]+)\)$")  # a heading that ends with the folder it is about
_LINE = 300  # characters; what is longer is no command that people type
_WRAPPED = 3  # runners that start one another: `uv run poe test`
_TYPED = re.compile(r"\s*[$%]\s")
_PROMPT = re.compile(r"^(?:[$%>]\s+|\(\w+\)\s+\$\s+)")
_RUNNER = re.compile(
    r"^(?:npm run|pnpm(?: run)?|yarn(?: run)?|bun run|deno task|make|just|task|poe|hatch run|uv run|poetry run|pdm run"
    r"|hatch (?:env run )?(?:--env|-e)"
    r"|mise run|rake|bundle exec(?: rake)?|tox(?: run)? -\w?e|nox -\w?s|cargo|go|dotnet|mix|\./gradlew|\./mvnw|mvn"
    r"|gradle|invoke|inv"
    r"|(?:\./)?(?:bin|scripts?|script)/)\s*(?P<task>.*)$"
)
_PHASES = re.compile(
    r"(?:\./)?(?:mvn|gradle)w?\s|cargo\s"
)  # theirs are told apart: `mvn verify` tests, `cargo check` not
_OWN_TASK = re.compile(r"(?:dev|xtask|run)\s+[a-z]")
_PROGRAM = re.compile(
    r"^(?:npm|pnpm|yarn|bun|npx|deno|make|just|task|poe|hatch|uv|poetry|pdm|mise|tox|nox|pytest|python3?|cargo|go|dotnet|mix"
    r"|\./\S+|gradle|mvn|rake|bundle(?= )|bin/|scripts?/|composer|cmake|ctest|bazel|sbt|invoke|inv|pre-commit|ruff|mypy"
    r"|zig|meson|swift|dune|stack|cabal|rebar3|prove|busted|flutter|dart|vendor/bin/\S+)"
    r"(?:\s|$)|^(?:bin|scripts?|tools|hack)/\S"
)
_BLANKS = re.compile(r"[<>{}\[\]…*]|\.\.\.(?!$)|::|\bpath/to\b|\s\S+\.(?:py|ts|tsx|js|go|rs|java|rb)\b")
# One file, one test, one package, or a blank to be filled in: not how all of it is done.
_PART = re.compile(
    r"[<>{}\[\]…'\"*]|(?<!/)\.\.\.|\.\.\.(?!$| |\b)|::|\s-(?:k|t|run|p|m|g|E)\s"
    r"|--(?:filter|package|grep|doc|lib|testNamePattern|tests|watch|help|target|profile|bin|devenv)\b"
    r"|\s\S*(?:path/to|your|my_|foo|example)\S*|\s\S+\.(?:py|ts|tsx|js|go|rs|java|rb|toml|yml|yaml|json|md)\b"
    r"|\s[A-Z](?:[^\Wa-z]*+[a-z]\w*+)?$|:watch\b|\s-u$|\s--update\w*|\s-Dtest=|\s[a-z_]\w*(?:\.[A-Za-z_]\w*){2,}"
    r"|\s\w+=\S+$|\s-g$|:[\w-]+:\w+|\s(?!\./\.\.\.|tests?/?(?:\s|$)|\./cmd/)[\w.@-]+/\S*|^cargo (?:install|run) "
    r"|^go test\b.*\s-c\b|\b(?:tox|nox)\b.*\s(?:-l|--list\w*)\b|\s--\s(?!-D warnings$)|^go build -tags"
    r"|\b(?:npm|pnpm|yarn|bun) (?:install|i|add) [a-z@]|\bpip install$"
)
_ENVIRONMENT = re.compile(
    r"^(?:(?:uv|hatch|pipx) run |python3? -m )?(?:tox|nox)\b.*\s-\w?[es]\s+"
    r"(?!py\b|tests?\b|lint|style|typing|mypy|docs|format)"
)
# A file of the repository that is spoken of: what is run from its folder is a script of the shell, or has no ending.
_FILE = re.compile(r"\S+/[\w-]+\.(?!sh\b|bash\b|ps1\b|bat\b|cmd\b|py\b)\w+")
_BLANK = re.compile(r"^cd \S*(?:[<>{}*$]|\b[A-Z]{3,}\b)")  # a folder that the reader has to fill in


def is_guide(path: str) -> bool:
    """Tell whether a file is the whole repository's guide, and not that of one folder."""
    own = dirname(path) in _FOLDERS and bool(_GUIDE.match(basename(path)))
    return own or bool(_DOCS_GUIDE.match(path)) or is_readme(path) or is_testing(path)


def is_testing(path: str) -> bool:
    """Tell whether a file is what a project says about testing itself."""
    return bool(_TESTING.match(path))


def is_readme(path: str) -> bool:
    """Tell whether a file is the repository's README."""
    return bool(_README.match(path))


def read_guide(path: str, text: str, paths: Collection[str] = ()) -> list[Way]:
    """Return the commands that a guide names, each with the act it is for, in the order of the guide.

    What it only mentions in a sentence counts where it shows no command for the act. `paths` are the files of the
    repository: what is run in one of its folders says so.
    """
    parts = read_page(path, split_front(own_words(text))[1]).parts
    limited = is_readme(path) or is_testing(path)
    if is_readme(path):
        parts = tuple(part for part in parts if any(map(_INSIDE.search, (*part.headings[1:], part.lead))))
    folders = _folders(paths).difference(_CLONED.findall(text))
    found = (
        Way(act, f"cd {folder} && {command}" if folder else command, line=part.line, mentioned=part.kind == "paragraph")
        for part in parts
        for folder, command in _commands(part, folders)
        if (act := _explained(part, command)) and (not limited or act in _INSIDE_ACTS)
    )
    ways = list(found)
    if not limited:
        ways += _labelled(parts)
    if not any(way.act == "test" for way in ways):
        ways += _of_kinds(parts, folders) or _with_blanks(parts)
    if not is_readme(path):
        for more in (_headed(parts, folders), _described(parts)):
            named = {way.act for way in ways}
            ways += [way for way in more if way.act not in named]
    shown = {way.act for way in ways if not way.mentioned}
    kept = [way for way in ways if not way.mentioned or way.act not in shown]
    return list({(way.act, way.command): way for way in reversed(kept)}.values())[::-1]


def _explained(part: Part, command: str) -> str:
    """Return the act of a command, by what the guide says of it rather than by its name.

    What it explains as checks tests nothing ("`make check` (format, lint)") and sets nothing up ("make prepare # run
    all checks").
    """
    act = _act(command)
    if act in BRINGS_ABOUT and part.kind == "code":
        return "" if _CHECKS.search(part.text.partition(f"{command} ")[2].split("\n")[0].partition("#")[2]) else act
    said = _IN_BRACKETS.match(part.text.partition(f"`{command}`")[2]) if command.endswith("check") else None
    return "lint" if said and _LINTS.search(said[1]) and "test" not in said[1] else act


def _of_kinds(parts: Iterable[Part], folders: Collection[str]) -> list[Way]:
    """Return what a guide shows for the kinds of tests that lie in folders of their own: `pytest tests/unit`."""
    return [
        Way("test", command, line=part.line)
        for part in parts
        for _, command in _commands(part, folders, whole=False)
        if (kind := _KIND.search(command)) and kind["folder"] in folders and _act(command) == "test"
        if not _is_part(command.replace(kind[0], "", 1))
    ]


def _labelled(parts: Iterable[Part]) -> Iterator[Way]:
    """Yield what a label says the project is set up or tested with, whatever its name: "Set up: `make run`"."""
    for part in parts:
        for span in _SPAN.finditer(part.text) if part.kind != "code" else ():
            before = part.text[max(0, span.start() - _BEFORE) : span.start()]
            act = next((act for act, label in _LABELS if label.search(before)), "")
            # "Unit tests:" says that it is all of them, whatever is left out by an option.
            partly = _BLANKS.search(span[1]) if act == "test" else _is_part(span[1])
            if act and _PROGRAM.match(span[1]) and not partly:
                yield Way(act, span[1], line=part.line)


def _headed(parts: Iterable[Part], folders: Collection[str]) -> Iterator[Way]:
    """Yield commands whose names do not tell what they are for, where the heading above them does."""
    for part in parts:
        heading = part.headings[-1].strip(" #:") if part.headings else ""
        act = next((act for act, pattern in _HEADED if pattern.fullmatch(heading)), "")
        for folder, command in _commands(part, folders) if act and part.kind == "code" else ():
            if not (folder or _act(command) or tells_only(command) or _PREPARES.search(command)):
                yield Way(act, command, line=part.line)


def _described(parts: Iterable[Part]) -> Iterator[Way]:
    """Yield commands that a sentence tells several acts of: how each is done here, where nothing else is named."""
    for part in parts:
        for span in _SPAN.finditer(part.text) if part.kind != "code" else ():
            after = first_sentence(part.text[span.end() : span.end() + _LINE].partition("`")[0])
            acts = [act for act, does in _DOES if does.search(after)]
            if len(acts) > 1 and _PROGRAM.match(span[1]) and _is_meant(part.text, span) and not _BLANKS.search(span[1]):
                yield from (Way(act, span[1], line=part.line, mentioned=True) for act in acts)


def _with_blanks(parts: Iterable[Part]) -> Iterator[Way]:
    """Yield what is said to run all the tests of a part that the reader has to fill in: it is better than a guess."""
    for part in parts:
        for span in _SPAN.finditer(part.text):
            before = part.text[max(0, span.start() - _BEFORE) : span.start()]
            if (
                _ALL_TESTS.search(before)
                and _PROGRAM.match(span[1])
                and _act(span[1]) == "test"
                and _is_meant(part.text, span)
            ):
                yield Way("test", span[1], line=part.line, mentioned=True)


def _commands(part: Part, folders: Collection[str], *, whole: bool = True) -> Iterator[tuple[str, str]]:
    """Yield the commands of a block, each with the folder that it is run in where that is said; parts if asked."""
    if part.kind == "code":
        said = part.text.split("\n") if is_commands(part) else []
        typed = [line for line in said if _TYPED.match(line)]
        said = typed or said  # the rest of a recorded session is what was printed
    else:
        said = [span[1] for span in _SPAN.finditer(part.text) if _is_meant(part.text, span)]
    heads = (*part.headings[-1:], part.lead)
    around = [found["folder"] for words in heads if (found := _FOLDER.search(words) or _BESIDE.search(words))]
    folder = next((name for name in around if name in folders), "")
    ran = False
    for line in said:
        ran = ran or not line.startswith("#")
        if len(line) > _LINE:
            continue
        command = " ".join(_PROMPT.sub("", line.strip()).split("  #")[0].split(" # ")[0].split())
        command = command[1:-1] if _GROUPED.match(command) else command
        if entered := _ENTERED.match(command.rstrip(":.")):
            folder, ran = (entered["folder"] if entered["folder"] in folders else folder), False
        elif line.startswith("#") and ran:
            folder = ""  # another matter
        elif _PROGRAM.match(_INSIDE_FOLDER.sub("", command)) and not (whole and _is_part(command)):
            yield folder, command


def _is_part(command: str) -> bool:
    """Tell whether a command does one part, or has a blank to be filled in."""
    inside = _INSIDE_FOLDER.sub("", command)
    return bool(_PART.search(inside) or _ENVIRONMENT.match(command) or _FILE.fullmatch(inside) or _BLANK.match(command))


def _is_meant(text: str, span: re.Match[str]) -> bool:
    """Tell whether a text wants a command to be run: it speaks neither against it nor of one of its options."""
    before = text[max(0, span.start() - _BEFORE) : span.start()]
    return not _AGAINST.search(before) and not _OPTION.match(text, span.end())


def _folders(paths: Collection[str]) -> set[str]:
    """Return every folder that files are in, at whatever depth."""
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def _act(command: str, wrapped: int = _WRAPPED) -> str:
    """Return what a command is for: by the task that it names, else by the programs in it; of a chain, if all agree."""
    if " && " in command:
        acts = {_act(part) for part in command.split(" && ") if not part.startswith("cd ")}
        return acts.pop() if len(acts) == 1 else ""
    runner = _RUNNER.match(command)
    if runner is None or not runner["task"]:
        return act_of_command(command)
    if _PHASES.match(command):
        own = _OWN_TASK.match(runner["task"])  # of the project: `cargo dev generate-all` runs nothing
        return act_of(command) or ("" if own else act_of(runner["task"]))
    if runner["task"] == "all" or (command.startswith("make ") and len({*map(act_of, runner["task"].split())}) > 1):
        return ""  # everything, or several things
    inner = wrapped and _RUNNER.match(runner["task"])
    return (_act(runner["task"], wrapped - 1) if inner else act_of(runner["task"])) or act_of(command)

"""What a line of an instruction names that a repository either has or has not: paths, targets, scripts, extras, names.

Owns: reading names out of Markdown lines. Must not: look anything up; `lookup.py` does. What is only an example, a
placeholder, a web address or a place outside the repository is not a name here.
"""

from __future__ import annotations

import re
from itertools import pairwise

from standfast.model.pattern import compile_later
from standfast.model.value import Value
from standfast.text.runs import list_runs
from standfast.text.shell import program_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PATH, TARGET, SCRIPT, RECIPE, EXTRA, SYMBOL, ENVIRONMENT, MODULE, SESSION, VERSION = (
    "path", "make target", "package script", "just recipe", "extra", "name", "environment name", "module", "session",
    "version",
)  # fmt: skip
_RUN = frozenset((TARGET, SCRIPT, RECIPE))
IN_CODE = frozenset((SYMBOL, ENVIRONMENT))
"""What stands in code itself, and not in the names of files or in what defines commands."""

_LONGEST_LINE = 1_000
_TICKED = compile_later(r"(?<!`)`([^`\n]{1,200})`(?!`)")
_LINK = compile_later(r"\]\((?!https?:|mailto:|#)([^()\s#?]{1,300})[^()]{0,300}\)")
_PATH = compile_later(
    r"(?<![\w/.@~$%{<>*:\]-])(?:\./)?(?:[\w@.+-]{1,200}/)+[\w@.+-]*|(?<![\w/.@~$%{<>*:\]-])\w[\w-]*\.[A-Za-z]{1,5}\b"
    r"|(?<![\w/.@~$%{<>*:\])-])\.[A-Za-z][\w-]{2,40}(?:\.[A-Za-z]{1,5})?(?![\w/(.-])"
)
_BEFORE = 80
_MAKES = compile_later(
    r"(?:-o|--out\w*|--output\S*|>|--branch|checkout|switch|clone|push|pull|install|add|-b)[ =]+$"
)  # an option before a name of what it makes
_DOTFILE = compile_later(r"\.[A-Za-z][\w-]*(?:rc|ignore|config|attributes|version)")
_SUFFIX = compile_later(
    r"\.(?:py|pyi|js|jsx|ts|tsx|mjs|cjs|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|bash|ps1|md|mdx|rst|txt|"
    r"toml|ya?ml|json|jsonc|ini|cfg|sql|proto|html|css|scss|lock|xml|gradle|tf|vue|svelte|ex|exs|erl|zig|lua|nix)$",
    re.IGNORECASE,
)
_PLACEHOLDER = compile_later(
    r"[*<>{}$…|=]|\.\.\.|(?:^|[/_.-])(?:foo|bar|baz|example|my|your|xxx+|name|some|path|to|new)(?=$|[/_.-])|"
    r"(?i:yyyy|nnn|todo|xxx)|(?:^|[/_.-])(?:Foo|Bar|Example|My|Your)(?=$|[A-Z/_.-])|[a-z_]Here(?=$|[/_.-])|(?<!\d)12(?:3|34|345)(?!\d)",
)
_OUTSIDE = compile_later(
    r"^(?:/|~|\.\./|[A-Z]:|https?:|www\.|git@|node_modules/|dist/|build/|target/|out/|\.git/|venv/|\.venv/|tmp/|"
    r"localhost|origin/|upstream/|refs/|[\w-]+\.(?:com|org|io|dev|net|sh|ai|app)(?:/|$))"
)
_ADDRESS = compile_later(r"\w{1,32}://\S+|\]\([^()]{0,500}\)|[^\s@]{1,64}@\S+")
_LANGUAGE_LIKE = frozenset(("node.js", "next.js", "vue.js", "react.js", "three.js", "d3.js", "socket.io", "asp.net"))
_TARGET = compile_later(r"(?!\d+$)[\w./-]+")
_SCRIPT = compile_later(r"[\w@][\w:./-]*")
_RECIPE = compile_later(r"\w[\w-]*")
_ENVIRONMENTS = compile_later(r"[\w.-]+(?:,[\w.-]+)*")
_SHELLS = frozenset(("", "sh", "bash", "shell", "console", "zsh"))
_MANAGERS = frozenset(("npm", "pnpm", "yarn", "bun"))
# What runs another program of the same folder.
_RUNNERS = frozenset(
    (
        *((name, "run") for name in ("uv", "poetry", "pdm", "pipenv", "hatch", "rye")),
        ("python", "-m"),
        ("python3", "-m"),
    )
)
_EXTRA = compile_later(r"(?:^|[\s\"'=])\.\[(?P<names>[\w,\s-]+)\]")
_UV_EXTRA = compile_later(r"\buv\s+sync\b[^`\n]*?--(?:extra|group)[ =](?P<names>[\w-]+)")
_MODULE = compile_later(r"python3?\s+-m\s+(?P<name>[A-Za-z_]\w*(?:\.\w+)+)")
_NAME = compile_later(r"[A-Za-z_]\w*(?:(?:\.|::|#)[A-Za-z_]\w*)*(?:\(\))?")
_SHAPED = compile_later(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|^_+[A-Za-z]|\(\)$|\w(?:\.|::|#)\w")
_TYPE = compile_later(r"[A-Z][a-z]{4,40}")  # one word, and no more than that: only what was defined as a type counts
_ENVIRONMENT = compile_later(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
# Read by a runtime, a tool or a provider's library: the repository's own code need not say it.
_FOREIGN = compile_later(
    r"(?:RUST|CARGO|NODE|NPM|PYTHON|PYTEST|PIP|UV|GO|JAVA|JDK|GRADLE|MAVEN|DOTNET|GITHUB|GITLAB|CI|DOCKER|COMPOSE|AWS|"
    r"AZURE|GOOGLE|GCP|OPENAI|ANTHROPIC|XDG|LC|LD|SSL|HTTPS?|NO|FORCE|CLAUDE)_"
)
_UNSURE = compile_later(
    r"\b(?:e\.g\.|for example|such as|example|creat\w+|generat\w+|output|written to|will (?:be|appear)|like\b|"
    r"rename\w*|instead of|no longer|never|not |don't|do not|avoid|deprecated|removed|legacy|old |optional|"
    r"if (?:it|they|one|there)|\bif\b.{0,160}?\b(?:exists?|present|available|found)\b|(?:when|where|if) present|"
    r"add (?:a|an|the|your|new)|new file|(?:git)?ignored?|copy|cp |mv |mkdir|touch |"
    r"(?:that|another|other|separate|different) repo(?:s|sitory|sitories)?\b|repo(?:sitory)?.s readme|"
    r"(?:good|bad)(?=:))",
    re.IGNORECASE,
)
_ENTERS = compile_later(r"(?:^|[\s`;&|(])(?:cd|pushd)\s+[^-\s]|\s-C\s")  # what is run then is of another folder
# Of a name that stood in the code when the line was written, and stands nowhere now: that it is gone is said already.
_GONE = compile_later(
    r"\b(?:remov\w+|renam\w+|delet\w+|drop\w*|replac\w+|no longer|used to|formerly|previous(?:ly)?|was|were|had|gone|"
    r"instead of|rather than|not|never|without|avoid|don't|don’t|do not|isn't|forbid\w*|obsolete|until|before v?\d|"
    r"migrat\w+|moved|todo|planned|future|will|add (?:a|an|the|your)|creat(?:e|ing) (?:a|an|your)|new file|"
    r"e\.g\.|for example|example|such as|like\b|say,|hypothetical\w*|imagine|suppose|(?:good|bad)(?=:))",
    re.IGNORECASE,
)
# What is not to be edited, moved or deleted is there, or the line means nothing.
_PRESUPPOSED = compile_later(
    r"\b(?:never|do not|don't|not|avoid)\s+(?:\w+ly\s+|to\s+|ever\s+)?"
    r"(?:edit|modify|touch|chang|delet|overwrit|mov|renam|refactor|rewrit|reformat|break)\w*",
    re.IGNORECASE,
)


class Named(Value):
    """One thing that a line names; `sure`: the line says that it is there, not that it might or should be.

    `shown`: it stands in a block of commands, where names are often made up.
    """

    kind: str
    name: str
    line: int
    sure: bool = True
    shown: bool = False


def list_names(text: str, *, path: str = "") -> list[Named]:
    """List what a document names, by line; what is not reStructuredText by its path is Markdown."""
    from standfast.capture.importers.markdown import list_fenced

    found: list[Named] = []
    fenced = {} if path.endswith(".rst") else list_fenced(text)
    entered = False
    for number, line in enumerate(text.split("\n"), start=1):
        language = fenced.get(number)
        if language is not None and language not in _SHELLS:
            continue
        entered = _ENTERS.search(line) is not None or (entered and language is not None)
        bare = _PRESUPPOSED.sub(" ", line)
        sure = _UNSURE.search(bare) is None
        there = sure or _GONE.search(_TICKED.sub(" ", bare)) is None
        for piece in _TICKED.findall(line) if language is None else [line]:
            shown = language is not None or " " in piece.strip()
            for kind, name in _of_piece(piece, fenced=language is not None):
                is_here = there if kind in IN_CODE else sure and not (kind in _RUN and entered)
                found.append(Named(kind, name, number, is_here, shown))
        if language is None:
            found += [Named(PATH, name, number, sure) for name in _of_prose(line)]
            found += [Named(PATH, name, number, sure) for name in _LINK.findall(line) if _is_path(name, linked=True)]
            found += [Named(VERSION, name, number, sure and there) for name in _of_versions(line)]
    return list(dict.fromkeys(found))


def list_tasks(command: str) -> list[Named]:
    """List the targets, recipes, scripts and sessions that a command names."""
    return [Named(kind, name, 1) for kind, name in _of_command(command)]


def _of_prose(line: str) -> Iterator[str]:
    """Yield the paths of files that stand in a line without any mark; what is set in is a block of code."""
    if line.startswith(("    ", "\t")) and not re.match(r"\s*(?:[-*+]|\d+\.)\s", line):
        return
    for match in _PATH.finditer(_ADDRESS.sub(" ", _LINK.sub(" ", _TICKED.sub(" ", line)))):
        path = match[0].rstrip(".")
        if "/" in path and _SUFFIX.search(path) and _is_path(path, linked=False):
            yield path


def _of_versions(line: str) -> list[str]:
    """Return the versions of languages and package managers that a line says are used."""
    if len(line) > _LONGEST_LINE or not any(char.isdigit() for char in line):
        return []
    from standfast.code.runtimes import list_claimed_versions

    return [f"{said.name} {said.version}{'+' * said.least}" for said in list_claimed_versions(line)]


def _of_piece(piece: str, *, fenced: bool) -> Iterator[tuple[str, str]]:
    bare = piece.strip().removeprefix("$ ").removeprefix("> ")
    if fenced:
        bare = re.sub(r"(?:^|\s)#(?s:.*)", "", bare).strip()
        if re.search(r"[├└│─]", bare) or not bare:
            return
    yield from _of_command(bare)
    for match in _PATH.finditer(bare):
        if _is_path(match[0], linked=False) and not _follows_option(bare, match.start()):
            yield PATH, re.sub(r":\d+(?:-\d+)?$", "", match[0]).rstrip(".")
    name = _NAME.fullmatch(bare) if not fenced and "/" not in bare else None
    if name is None or _SUFFIX.search(bare):
        return
    if _ENVIRONMENT.fullmatch(bare):
        if not _FOREIGN.match(bare):
            yield ENVIRONMENT, bare
    elif (_SHAPED.search(bare) or _TYPE.fullmatch(bare)) and not _PLACEHOLDER.search(bare):
        yield SYMBOL, bare.removesuffix("()")


def _of_command(line: str) -> Iterator[tuple[str, str]]:
    for run in list_runs(line):
        words = run.words[2:] if run.words[:2] in _RUNNERS else run.words
        if words:
            yield from _of_program(program_of(words[0]), words[1:])
    for pattern in (_EXTRA, _UV_EXTRA):
        for match in pattern.finditer(line):
            yield from ((EXTRA, name.strip()) for name in match["names"].split(",") if name.strip())
    yield from ((MODULE, match["name"]) for match in _MODULE.finditer(line))


def _of_program(program: str, words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what a program is told to run, where a file of the repository says what that is."""
    first = words[0] if words else ""
    if program in {"make", "gmake"} and "-C" not in words:
        named = next((word for word in words if not word.startswith("-") and "=" not in word), "")
        if _TARGET.fullmatch(named):
            yield TARGET, named.rstrip(".")
    elif program in _MANAGERS and first in {"run", "run-script"} and len(words) > 1 and _SCRIPT.fullmatch(words[1]):
        yield SCRIPT, words[1].rstrip(".")
    elif program == "just" and _RECIPE.fullmatch(first):
        yield RECIPE, first
    elif program in {"nox", "tox"}:
        for option, named in pairwise(words):
            if option in {"-e", "-s", "--session"} and _ENVIRONMENTS.fullmatch(named):
                yield from ((SESSION, name.rstrip(".")) for name in named.split(","))


def _follows_option(text: str, at: int) -> bool:
    """Tell whether a word is the value of an option that names something to be made."""
    return _MAKES.search(text[max(0, at - _BEFORE) : at]) is not None


def _is_path(word: str, *, linked: bool) -> bool:
    if _OUTSIDE.match(word) or _PLACEHOLDER.search(word) or word.lower() in _LANGUAGE_LIKE or len(word) < 4:
        return False
    if linked or _DOTFILE.fullmatch(word) or (_SUFFIX.search(word) and _SUFFIX.match(word) is None):
        return True
    return word.endswith("/") and word.count("/") >= 1 and not word.startswith("@")

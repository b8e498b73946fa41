"""Failures: what makes two failed commands the same break, and what was learned about one.

Owns the fingerprint (the program and the line that tells, with what changes from run to run masked and error codes
kept) and the look-up by it. Failure itself comes from the exit status or the event, never from words. Neighbours:
`retried` and `green` leave the fingerprint as a tag; the moment after a failed command asks here.
"""

from __future__ import annotations

import re

from standfast.learn.session.finding import TAG
from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context.context import Context
    from standfast.model.memory import Memory

_READ = 40_000  # characters of output from its end; the line that tells is rarely further up
_LINE = 300

_CODE = compile_later(r"\b(?:[A-Z]{1,8}\d{3,5}|E[A-Z]{4,}|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+){1,6})\b")
_RAISED = compile_later(
    r"^\s*(?:[EF]\s+)?(?:Uncaught )?(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt)\b"
)
_SAID = compile_later(
    r"(?<![-\w])(?:error|fatal|panic|failed|failure|cannot|can't|could not|couldn't|unable|not found|no such|denied|"
    r"refused|undefined|unknown|invalid|missing|unresolved|unexpected|conflict|rejected|timed? ?out|abort(?:ed)?|"
    r"segfault|exclude all)\b",
    re.IGNORECASE,
)
_SUMMARY = compile_later(
    r"^(?:\W*(?:\d+ (?:failed|errors?|passed)|FAILED \(|npm (?:ERR!|error) (?:A complete log|code \w+$)|make: \*\*\*|"
    r"exit(?:ed)? (?:code|with|status)|(?:fatal |build )?(?:error|failed|failure)\W*$|the user doesn['’]t want|"
    r"found \d+ (?:errors?|problems?|issues?|warnings?)\b)|"
    r".*(?:tool use was rejected|\btask failed\W*$|\b(?:exited with|exit) (?:code|status|error)\b|={6}|-{6}|_{6}))",
    re.IGNORECASE,
)  # that something failed, and nothing of what
_ECHOED = compile_later(
    r"^(?:[$+] \S|>?[\s\d]*\d ?[|│]|\((?:pass|skip|todo)\) |[✓✔√] |ok \d)"
)  # the command line that a runner prints, a line of the code, or a test that passed
_MISSING = compile_later(r"no such file|not found|cannot find|can't (?:open|find)|does not exist", re.IGNORECASE)
_PATH = compile_later(r"(?<![\w/\\])(?:[A-Za-z]:)?(?:[\w.@~-]*[/\\])*?(?P<last>[\w.@+-]+)[/\\]*(?![\w.@+/\\-])")
_MASKS = (
    (compile_later(r"\x1b\[[0-9;]*m"), ""),
    (
        compile_later(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{4,24}\b|\b(?=\w*\d)[0-9a-f]{7,64}\b", re.IGNORECASE),
        "<hash>",
    ),
    (
        compile_later(
            r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d\d:\d\d:\d\d(?:\.\d+)?\b"
        ),
        "<time>",
    ),
    (compile_later(r"(?<![\w/\\])(?:[A-Za-z]:)?(?:[\w.@~-]*[/\\])+[\w.@+-]+"), "<path>"),
    (compile_later(r"(?<=[\w>])(?::\d+){1,2}\b|\(\d+,\d+\)|\bline \d+(?:, col(?:umn)? \d+)?", re.IGNORECASE), "<at>"),
    (compile_later(r"\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds?|min|minutes?|[KMG]i?B|%)(?!\w)"), "<amount>"),
    (compile_later(r"\b0x[0-9a-f]+\b|\bpid \d+\b|\b\d{6,}\b", re.IGNORECASE), "<number>"),
)
# What the code at hand did wrong: a place in it, or an error that only code raises. No other command repairs that.
_IN_CODE = compile_later(
    r"^\W*<path>\W?<at>|<at>\W+(?:error|warning)\b|^\W*error \w{1,4}\d{3,5}\b|"
    r"\b(?:Assertion|Type|Name|Attribute|Key|Value|Index|Syntax|Indentation|Reference|Range)Error\b|"
    r"^\W*FAIL(?:ED)?\b|\bexpected\b.{1,80}\b(?:received|got|but|found)\b",
    re.IGNORECASE,
)
# What lies around the code: something is not there, not reached, not allowed, not set, or not called so.
_AROUND = compile_later(
    r"not found|no such|cannot find|could not (?:find|resolve|connect)|can't (?:open|find)|does(?: not|n't) exist|"
    r"no (?:module|task|target|rule|script)\b|not installed|missing|not recognized|unrecognized|unexpected argument|"
    r"unknown (?:option|flag|command|argument)|"
    r"invalid (?:option|usage|argument)|\bE(?:CONN|ADDR|ACCES|PERM|NOENT)\w*|refused|denied|unauthorized|forbidden|"
    r"permission|not permitted|in use|unreachable|unsupported|incompatible|credential|token|environment variable|"
    r"(?:must|has to|needs to) be (?:set|specified|provided|given|run)|not set\b|specify|requires?\b",
    re.IGNORECASE,
)
# What a client writes where it stopped a command: whatever that had printed, this is why it did not end.
_STOPPED = compile_later(r"^(?:error: )?(?:the )?command (?:timed out|exceeded (?:its|the) time limit)", re.IGNORECASE)
_CHANNEL = compile_later(r"^(?:Stdout|Stderr|Output): ")  # what a client writes before a command's own words
_ASSIGNED = compile_later(r"^\w+=(?:\"[^\"]*\"|'[^']*'|\S*)\s+")
_PARTS = compile_later(r"(?<!\s)\s*(?:&&|\|\||;|\n)\s*")
QUIET = frozenset(
    ("cd", "pushd", "popd", "export", "set", "source", ".", "echo", "true", "sleep", "mkdir", "env", "eval", "unset")
)
_RUNNERS = frozenset(("sudo", "time", "env", "nice", "timeout", "exec", "command", "xvfb-run", "nohup"))
# Programs whose first word says what they do.
_VERBED = (
    ("git", "npm", "pnpm", "yarn", "bun", "npx", "bunx", "uv", "uvx", "poetry", "pip", "pip3", "cargo", "go", "docker"),
    ("kubectl", "make", "just", "task", "rake", "bundle", "mvn", "gradle", "gradlew", "dotnet", "terraform", "helm"),
    ("gh", "aws", "gcloud", "az", "apt", "apt-get", "brew", "python", "python3", "node", "deno", "pdm", "hatch", "tox"),
    ("nox", "mise", "conda", "rustup", "mix", "composer", "php", "artisan", "flutter", "dart", "swift", "xcodebuild"),
    ("ansible-playbook", "chezmoi", "nix"),
)
_WITH_VERB = frozenset(name for row in _VERBED for name in row)


class Failure(Value):
    """One break: its fingerprint, the line that tells, masked, and that line as it was said."""

    fingerprint: str
    line: str
    said: str = ""

    @property
    def tag(self) -> str:
        """The tag that memories about it carry."""
        return TAG + self.fingerprint

    @property
    def lies_in_code(self) -> bool:
        """Whether the code at hand broke, not the way it was run."""
        return bool(_IN_CODE.search(self.line))

    @property
    def lies_around(self) -> bool:
        """Whether it says that something around the code broke: what is there, reached, allowed, set or called."""
        return not self.lies_in_code and bool(_AROUND.search(self.line))


def fingerprint_failure(command: str, output: str) -> Failure:
    """Return what makes this failed command the same break as another."""
    name, said = name_of(command), _telling_line(output)
    line = mask(said)
    from standfast.model.digests import blake2b

    digest = blake2b(f"{name}\x1f{line}".encode("utf-8", "replace"), digest_size=8).hexdigest()
    return Failure(digest, line, " ".join(_MASKS[0][0].sub("", said[: 4 * _LINE]).split())[:_LINE])


def find_remedies(context: Context, failure: Failure, *, limit: int = 3) -> list[Memory]:
    """Return what is known about this very break, newest first: what then worked, what it was."""
    return find_tagged(context, failure.tag, limit=limit)


def find_tagged(context: Context, tag: str, *, limit: int) -> list[Memory]:
    """Return what was learned from the failure that has this tag, newest first."""
    from standfast.context.view import views

    found: list[Memory] = []
    for partition, view in views(context, tags=(tag,)):
        found += partition.memories.select(view, limit=limit)
    return sorted(found, key=lambda memory: memory.at, reverse=True)[:limit]


def name_of(command: str) -> str:
    """Return the program a command line is about, with its verb: `git push`, `pnpm vitest`, `pytest`."""
    parts = [words for part in _PARTS.split(command[:4_000].strip()) if (words := _plain_words(part))]
    chosen = next((words for words in parts if words[0] not in QUIET), parts[0] if parts else [])
    if not chosen:
        return ""
    program = chosen[0].rsplit("/", 1)[-1].rsplit("\\", 1)[-1]
    rest = [word for word in chosen[1:] if not word.startswith("-")]
    if program in ("python", "python3") and "-m" in chosen[:-1]:
        return f"{program} -m {chosen[chosen.index('-m') + 1]}"
    if program in _WITH_VERB and rest:
        verb = rest[1] if rest[0] in ("run", "exec", "x", "dlx") and len(rest) > 1 else rest[0]
        return f"{program} {verb.rsplit('/', 1)[-1]}"
    return program


def _plain_words(part: str) -> list[str]:
    part = part.split("|", 1)[0].strip().lstrip("(").strip()
    while match := _ASSIGNED.match(part):
        part = part[match.end() :]
    words = part.split()
    while len(words) > 1 and (
        words[0] in _RUNNERS or words[0].startswith("-") or words[0].replace(".", "").rstrip("s").isdigit()
    ):
        words = words[1:]
    return words


def salient_line(output: str) -> str:
    """Return the line of an output that says what broke, masked; nothing where none does."""
    return mask(_telling_line(output))


def _telling_line(output: str) -> str:
    lines = [_CHANNEL.sub("", line.strip()) for line in output[-_READ:].split("\n")]
    lines = [line for line in lines if line and not _ECHOED.match(line) and not _SUMMARY.match(line[: 4 * _LINE])]
    stopped = next(filter(_STOPPED.match, lines), "")
    if stopped:
        return stopped
    raised = [line for line in lines if _RAISED.match(line)]
    if raised:
        return raised[-1]
    coded = [line for line in lines if _CODE.search(line) and _SAID.search(line)]
    said = coded or [line for line in lines if _SAID.search(line)]
    return said[0] if said else ""


def mask(line: str) -> str:
    """Return a line without what differs from run to run; error codes and names stay."""
    if _MISSING.search(line):  # which thing is missing is what broke; where it was looked for is not
        line = _PATH.sub(r"\g<last>", line[: 4 * _LINE])
    for expression, word in _MASKS:
        line = expression.sub(word, line[: 4 * _LINE])
    return " ".join(line.split())[:_LINE]

"""Retried: a command failed, another with the same aim then worked, or it worked itself after something was prepared.

The failure is the exit status, and its output says what broke; nothing was edited between, so that the other command
made the difference. Where the code at hand is what broke, no other command made it good, nor is one a way that repairs
code or only asks for help. A program that was not there has the aim of whatever did the same to the same thing; one
that was called wrongly has that of the next call of it; one that worked once its ground was set (`source env &&`,
`PROFILE=test`) needs it at every call.
"""

from __future__ import annotations

import re
from itertools import pairwise

from standfast.learn.session.commands import CHECKS, aim_of, aimed_part, only_handles, only_looks, plain
from standfast.learn.session.failure import fingerprint_failure, name_of
from standfast.learn.session.finding import Lesson
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.learn.session.turns import Step, Turn

_ABSENT = re.compile(
    r"command not found|not recognized as|no such command|no module named|is not installed|missing script|"
    r"executable file not found|unknown command|unable to access jarfile",
    re.IGNORECASE,
)
# What runs on did not fail; but where an option lets it end by itself, it is called so.
_OVER = re.compile(r"timed out|time limit", re.IGNORECASE)
_ENDS = compile_later(
    r"^-{1,2}(?:(?:no-)?watch(?:-?all)?|run|ci|single-?run|(?:force-?)?exit|no-daemon)(?:$|=)", re.IGNORECASE
)
_USAGE = re.compile(
    r"(?:unknown|unrecognized|invalid|unexpected|no such|unsupported) "
    r"(?:option|argument|flag|switch|command|subcommand|parameter)|accepts? (?:at most |between )?\d+ arg|"
    r"(?:must|has to|needs to) be (?:provided|specified|given|set)|missing (?:required|argument|option)|"
    r"requires? (?:an? |at least )?(?:argument|option|value|--?\w)|\busage:|illegal option|"
    r"specify (?:which|the|an?|one)\b",
    re.IGNORECASE,
)
# What tells how a program is called, and what changes the code until a check passes: no way of running anything.
_NO_WAY = compile_later(r"\s(?:--help|-h|help|--version|man)\b|[\s:-](?:fix|write|format|fmt)\b", re.IGNORECASE)
_INLINE = compile_later(r"^\S+ (?:-e|-c|-p|--eval)(?: |$)")  # code typed for the moment: it runs what nobody keeps
_FORMATS = compile_later(r"[\s:-](?:format|fmt)\b", re.IGNORECASE)
_PREPARES = frozenset(("install", "start", "migrate"))
# Something that a build makes was not there.
_NOT_MADE = compile_later(
    r"(?:cannot find|can't (?:find|resolve)|could not (?:find|resolve)|no such file|not found|ENOENT|does not exist)"
    r"[^\n]{0,200}[/\\](?:dist|build|out|target|generated|\.next)[/\\]",
    re.IGNORECASE,
)
_OUTPUT = 4_000  # characters of an output, from its end
_READIES = re.compile(
    r"^(?:(?:task|p)?kill(?:all)?|mkdir|chmod|systemctl|service|corepack|nvm|rm|docker|podman|brew|createdb)\b|"
    r"\b(?:generate|login|init|clean|prune|up -d)\b",
    re.IGNORECASE,
)
_SOON = 3  # steps in which a program that was called wrongly is called rightly
_SAID = 120  # characters of the line that tells, and of the command that failed: the way out must not be cut off
_SHORT = 4  # characters: a shorter word names no thing
_CLOSE = 0.7  # of the letters of two words, one of which is the other misspelt
_SCRIPT = re.compile(r"\w\.(?:py|[cm]?[jt]s|sh|bash|zsh|ps1|rb|php|pl|lua)$")
_RUN_BY = frozenset(
    (
        *("run", "exec", "python", "python3", "py", "uv", "node", "deno", "bun", "npx", "tsx", "ts-node", "bash"),
        *("sh", "zsh", "pwsh", "ruby", "php", "perl", "lua", "sudo", "time", "."),
    )
)
_SENTENCE = re.compile(r"\"[^\"\n]* [^\"\n]*\"|'[^'\n]* [^'\n]*'")  # what is said in quotes is not what it is about
_OPTIONS = 4  # words: more are another command
# Options by which a command does less, takes what is there for right, or says less: what failed is only left out.
_PARTS = "--workspace"  # with the name of one: only that part; alone: all of them
_LESS = compile_later(
    r"^-{1,2}(?:(?:k|m|t|x|u|run|lf|q|s|i|w|n|p|lib|bins?|package)(?:$|[=\d])|workspace=|"
    r"[\w-]*(?:skip|only|filter|exclude|select|grep|quiet|silent|"
    r"maxfail|bail|watch|update|last-failed|failed-first|no-verify|keep-going|continue|no-fail|allow|pass|dry|list|"
    r"collect|ignore(?!-(?:engines|platform|scripts))|deselect|pattern|shard|changed|related|exit|warn|level|retry|"
    r"retries|reruns|rerun|timeout|limit|name|project|force|unsafe))",
    re.IGNORECASE,
)
# Nothing was checked: what is checked was not built, or another part of it.
_UNBUILT = compile_later(
    r"exclude all|undeclared (?:crate|module)|unresolved (?:import|crate|module)|feature|build tag|not enabled|engine",
    re.IGNORECASE,
)
_WITHIN = 8  # steps: what worked much later was about something else
_MOST = 3
_ALIKE = 0.6  # of the words of two commands that do the same
# What sets the ground for the command behind it: an environment, a profile, a version.
_LEAD = re.compile(
    r"^(?:(?:export\s+\w+=\S+|source\s+\S+|\.\s+\S+|conda activate\s+\S+|nvm use(?:\s+\S+)?|\$env:\w+\s*=\s*\S+)"
    r"\s*(?:&&|;)\s*|"
    r"(?:env\s+)?[A-Z_][A-Z0-9_]*=\S+\s+)+"
)


def find(turns: Sequence[Turn]) -> list[Lesson]:
    """Return the pairs of a session, each break once."""
    steps = [step for turn in turns for step in turn.steps]
    found: dict[str, Lesson] = {}
    for place, step in enumerate(steps):
        if not step.failed or not plain(step.command):
            continue
        failure = fingerprint_failure(step.command, step.output)
        if only_handles(step.command) and not _USAGE.search(failure.line):  # that it is missing teaches nothing here
            continue
        if not failure.line or failure.lies_in_code:
            continue
        over = bool(_OVER.search(failure.line))
        later = steps[place + 1 :]
        said = f" ({failure.said[:_SAID]})"
        ran = aim_of(step.command) in CHECKS and not failure.lies_around  # a check that ran says something of the code
        may_differ = over or not ran or _UNBUILT.search(failure.line)
        worked = _with_option(step, later, over=over) if may_differ else None
        if (ran or over) and not worked:
            continue
        if worked or (worked := _worked(step, later, failure.line)):
            told = f"`{_short(step.command)}` fails here{said}; `{plain(worked.command)}` worked."
        elif worked := _prepared(step, later):
            way = _led_by(step, worked) or plain(worked.command)
            told = f"`{_short(step.command)}` fails here{said}; it worked after `{way}`."
        if worked:
            found[failure.tag] = Lesson(
                "retried",
                "found",
                "gotcha",
                told,
                worked.at,
                (step.key, worked.key),
                anchors=_anchors(step.command, plain(worked.command), failure.line),
                tags=(failure.tag,),
                weight=2.0,
            )
    return list(found.values())[:_MOST]


def culprits(failed: str, worked: str, line: str) -> list[str]:
    """Return the words of a command that its error names and the one that worked goes without: what not to write."""
    words = dict.fromkeys(bare_words(failed))
    named = [word for word in words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line)]
    kept = set(bare_words(worked))
    return [word for word in named if word not in kept]


def bare_words(command: str) -> list[str]:
    """Return the words of a command line, options without their values."""
    words = [word.strip("'\"();") for word in command.split()]
    return [word.partition("=")[0] if word.startswith("-") else word for word in words if word]


def _anchors(failed: str, worked: str, line: str) -> tuple[str, ...]:
    """Return the commands that a lesson is about: what worked, and the program with the first word it does not take."""
    wrong = culprits(plain(failed), worked, line)
    program = next(iter(bare_words(plain(failed))), "")
    called = " ".join(dict.fromkeys((program, next((word for word in wrong if word != program), program))))
    return (f"cmd:{worked}", f"cmd:{called}") if wrong else (f"cmd:{worked}",)


def _short(command: str) -> str:
    told = plain(command)
    return told if len(told) <= _SAID else f"{told[:_SAID].rpartition(' ')[0]} …"


def script_of(command: str) -> str:
    """Return the file that a command runs, by whichever program: what is done is its aim, whatever folder it is in."""
    before = ""
    for word in bare_words(aimed_part(command)):
        if _SCRIPT.search(word) and (not before or before in _RUN_BY):
            return word.replace("\\", "/").rpartition("/")[2]
        if word[0] != "-":
            before = word.rpartition("/")[2]
    return ""


def lead_of(command: str) -> str:
    """Return what sets the ground for a command, `export STAGE=test &&`, `source env &&`; nothing where none does."""
    found = _LEAD.match(plain(command))
    return found[0].strip() if found else ""


def _is_led(step: Step, other: Step) -> bool:
    """Tell whether a command is nearly the same one, with the ground set for it that the first went without."""
    if lead_of(step.command) or not lead_of(other.command):
        return False
    words = set(plain(step.command).split())
    told = set(_LEAD.sub("", plain(other.command)).split())
    return bool(words) and len(words & told) >= _ALIKE * len(words | told)


def _worked(step: Step, later: Sequence[Step], line: str) -> Step | None:
    aim, name = aim_of(step.command), name_of(aimed_part(step.command))
    absent = bool(_ABSENT.search(step.output[-_OUTPUT:]))
    handles = only_handles(step.command)
    denied = [word for word in culprits(plain(step.command), "", line) if word.startswith("-")]
    for at, other in enumerate(later[:_WITHIN]):
        if other.writes:
            return None
        if not other.command or other.failed is not False or only_handles(other.command) != handles:
            continue
        if plain(other.command) == plain(step.command):
            return None  # the same worked when it was run again: chance, not a lesson
        if _is_no_way(other.command, step.command) or not set(denied).isdisjoint(bare_words(other.command)):
            continue
        if _is_led(step, other):
            return other
        installs = aim_of(other.command) == "install" != aim  # what was not there was put there: nothing else is a way
        same = script_of(other.command) == script_of(step.command) and (
            _has_aim(other.command, aim, step.command)
            or (absent and not installs and _does_the_same(step.command, other.command))
        )
        another = name_of(aimed_part(other.command)) != name
        led = absent and plain(other.command).split()[:1] != plain(step.command).split()[:1]  # `. env && program`
        if same and (another or led) and plain(other.command):
            return other
        if not another and at < _SOON and _USAGE.search(line) and _is_same_call(step.command, other.command, line):
            return other
    return None


def _is_no_way(command: str, failed: str) -> bool:
    """Tell whether a command only tells or repairs; where the one that failed formats, so does its way out."""
    told = plain(command)
    if _INLINE.match(told) and not _INLINE.match(plain(failed)):
        return True
    return bool(_NO_WAY.search(_FORMATS.sub("", told) if _FORMATS.search(plain(failed)) else told))


def _is_same_call(command: str, other: str, line: str) -> bool:
    """Tell whether a program is told the same thing in two commands, or what its error says was misspelt."""
    told, said = bare_words(plain(command)), bare_words(plain(other))
    if not said:
        return False
    refused = next((word for word in told[1:] if word[0] != "-" and word in line and word not in said), "")
    if not refused:
        return told[1:2] == said[1:2] or not (_is_word(told[1:2]) and _is_word(said[1:2]))
    instead = said[told.index(refused)] if told.index(refused) < len(said) else ""
    if not instead or refused in instead or instead in refused:
        return bool(instead)
    from difflib import SequenceMatcher

    return SequenceMatcher(None, refused, instead).ratio() >= _CLOSE


def _is_word(words: Sequence[str]) -> bool:
    """Tell whether there is a word, and it is no option."""
    return bool(words) and words[0][0] != "-"


def _has_aim(command: str, aim: str, failed: str) -> bool:
    """Tell whether a command has the aim of one that failed; what is started or installed must be the same, besides."""
    if not aim or aim_of(command) != aim:
        return False
    return aim in CHECKS or not set(bare_words(plain(failed))[1:]).isdisjoint(bare_words(plain(command))[1:])


def _prepared(step: Step, later: Sequence[Step]) -> Step | None:
    """Return the one command that was run before the same command worked, where it is of a sort that prepares."""
    between: list[Step] = []
    prepares = _PREPARES | {"build"} if _NOT_MADE.search(step.output[-_OUTPUT:]) else _PREPARES
    for other in later[:_WITHIN]:
        if other.writes:
            return None
        if not other.command or other.failed is not False:
            continue
        if not between and _led_by(step, other):
            return other
        if plain(other.command) == plain(step.command):
            return between[0] if len(between) == 1 else None
        if plain(other.command) and (aim_of(other.command) in prepares or _READIES.search(plain(other.command))):
            between.append(other)
        elif not only_handles(other.command):
            return None  # something else was done
    return None


def _led_by(step: Step, other: Step) -> str:
    """Return what stands before the same command in one line, where it prepares: `build && test`."""
    before, joint, last = plain(other.command).rpartition(" && ")
    if not joint or last.strip() != plain(step.command) or only_looks(before) or _NO_WAY.search(before):
        return ""
    return before if aim_of(before) or _READIES.search(before) else ""


def _with_option(step: Step, later: Sequence[Step], *, over: bool) -> Step | None:
    """Return the same command with options more that worked soon after; not where they leave out what failed.

    Where it was stopped when its time was `over`, an option that lets it end by itself leaves nothing out.
    """
    told = plain(step.command).split()
    for other in later[:_SOON]:
        if other.writes:
            return None
        if not other.command or other.failed is not False or only_handles(other.command):
            continue
        if over and _is_led(step, other):
            return other  # `CI=true`
        words = plain(other.command).split()
        added = _added(told, words)
        if not added or not added[0].startswith(("-", "+")) or len(added) > _OPTIONS:
            return None
        less = [word for word in added if _LESS.search(word) and not (over and _ENDS.search(word))]
        less += [word for word, behind in pairwise((*added, "-")) if word == _PARTS and not behind.startswith("-")]
        return None if less or _is_no_way(other.command, step.command) else other
    return None


def _added(told: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the words that a command line has more than another; nothing where it has not all of them in order."""
    added: list[str] = []
    at = 0
    for word in words:
        if at < len(told) and word == told[at]:
            at += 1
        else:
            added.append(word)
    return added if at == len(told) else []


def _does_the_same(command: str, other: str) -> bool:
    """Tell whether a command runs the same program by another way, or does something to the same thing."""
    words = [word.strip("'\"") for word in _SENTENCE.sub("", plain(command)).split()]
    said = [word.strip("'\"") for word in _SENTENCE.sub("", plain(other)).split()]
    things = [word for word in words[1:] if len(word) > _SHORT and word[0] != "-" and not word.isdigit()]
    return words[:1] != said[:1] and (words[0] in said or any(word in said for word in things))

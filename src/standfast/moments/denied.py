"""What a rule denies of commands: a program, the form of a command, an option, a runner, a dependency, a look.

Owns how a text denies these, and holding a command against it. Must not look anything up. Hook path: light.
Neighbours: `at_command` (which memories are about a command), `heeded` (what it does already), `things` (code).
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later
from standfast.moments.acts import adds_dependency, runners_in
from standfast.moments.heeded import has_options
from standfast.moments.things import Lines, denied_in, is_put_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.moments.acts import Act

AGAINST = r"\b(?:instead of|rather than|never|not|no|don['’]?t|do not|avoid|without|stop using|over|than)"
NO_REMINDER = rf"{AGAINST}(?!\W+(?:forget|hesitate|worry))"
_LIST = r"(?:[\w./`'-]+(?: [\w./-]+){0,2}(?:,| or| and|, or|, and)\s+(?:a |the )?){0,4}"
GOES_ON = (
    r"(?:here|for|in|at|on|to|any\w*|ever|directly|and|or|but|because|since|when|if|we|it|again|please|instead|as)"
)
GAP = r"[\s`'\"*]{1,3}"  # between the words of one clause
AIM = compile_later(rf" `?(?!{GOES_ON}\b|(?:commands?|calls?|runs?|suite|test)\b)([\w./:-]*[\w/])", re.IGNORECASE)
_UNSEEN = compile_later(
    rf"{AGAINST}{GAP}(?:\w+,? (?:or )?){{0,3}}?(?:search|read|look|grep|cat|open|list|scan|print)\w*"
    rf"(?:{GAP}\w+){{0,4}}?"
    rf"{GAP}(?P<spot>\.[\w.-]+|[\w.-]+/[\w./-]*)",
    re.IGNORECASE,
)
_OPTION = compile_later(rf"{AGAINST}(?:{GAP}[\w-]+){{0,3}}?{GAP}(?P<option>--[\w-]{{3,}}|-\w)(?![\w-])", re.IGNORECASE)


def denies_look(text: str, act: Act) -> bool:
    """Tell whether a text denies looking into a folder or file that a command looks into."""
    spots = [at["spot"].rstrip("/") for at in _UNSEEN.finditer(text)]
    return any(f"{word}/".startswith(f"{spot}/") for spot in spots for word in act.words[1:])


def denies_call(text: str, act: Act) -> bool:
    """Tell whether a text denies a program, or the very form of a command: `pip install` is no matter of `pip list`.

    What denies only the whole ("never run the whole suite") is no matter of a part.
    """
    rest = r"(?P<rest>(?: --?[\w-]+| \.(?=\W|$))*)"
    form = rf" {re.escape(act.words[1])}(?![\w:-]){rest}|" if len(act.words) > 1 and not act.runs_script else ""
    program = rf"(?<![/.]){re.escape(act.program)}(?![\w/-])"  # not as a part of a path
    called = rf"{program}(?:{form}(?! `?[\w-])| {GOES_ON}\b| (?:test )?suite\b)"
    ways = [called, rf"{act.spelled}(?![\w:-]){rest}"] if act.telling else [called]
    ways += [re.escape(runner) for runner in runners_in(text) if act.raw.startswith(f"{runner} ")]
    denied = rf"{NO_REMINDER}(?:{GAP}\w+){{0,3}}?{GAP}{_LIST}"  # the last of a list, or its first
    found = (at for way in ways for end in ("", "?") for at in re.finditer(f"{denied}{end}{way}", text))
    return any(_fits(at, act) for at in found)


def _fits(denial: re.Match[str], act: Act) -> bool:
    """Tell whether a command has what stands behind the form that is denied: its options, its aim, all of it."""
    rest = denial.groupdict().get("rest")
    if rest is None:
        return True  # the program itself is denied
    aim = AIM.match(denial.string, denial.end())
    if aim is not None and act.words[2:] and aim[1] not in act.words[2:]:
        return False
    return has_options(rest, act) and ("." not in rest.split() or "." in act.words)


def denies_option(text: str, act: Act) -> bool:
    """Tell whether a text denies an option that a command has."""
    given = {word.partition("=")[0] for word in act.raw.split() if word.startswith("-")}
    named = [at["option"] for at in _OPTION.finditer(text)] if given else []
    return any(option in given for option in named if option.startswith("--"))


def denies_added(text: str, act: Act) -> bool:
    """Tell whether a text denies what a command adds to the dependencies."""
    if not adds_dependency(act):
        return False
    added = Lines(" ".join(act.words[2:]))
    return is_put_in(denied_in(text), added)

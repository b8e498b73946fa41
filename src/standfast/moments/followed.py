"""Whether a command or a file is already as a rule wants it: then nobody needs to be told.

Owns reading the forms that a rule orders and denies, and where it says that files belong, and holding a command or a
path against them. Must not look anything up. Hook path: light. Neighbours: `occasion`, `ban`.
"""

from __future__ import annotations

import re

from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.moments.command import read_acts
from standfast.moments.place import is_narrow, lies_at, spots_in
from standfast.trust.kind_from_words import ORDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.model.memory import Memory
    from standfast.moments.command import Act

GOES_ON = (
    r"(?:here|for|in|at|on|to|any\w*|ever|directly|and|or|but|because|since|when|if|we|it|again|please|instead|as"
    r"|before|after|right|first|once|until|unless|every|each|with|without)"
)
"""Words behind a command that are no part of it."""
AIM = compile_later(rf" `?(?!{GOES_ON}\b|(?:commands?|calls?|runs?|suite|test)\b)([\w./:-]*[\w/])", re.IGNORECASE)
_AROUND = 300  # characters around a command that are read
_PLACING = compile_later(
    r"(?:\b(?:go(?:es)?|lives?|belongs?|resides?|(?:be|is|are) (?:put|placed|stored|kept|written|created))\b"
    r"|(?:^|[.;:!?]\s+)(?:put|place|store|write|create)\b)"
    r"(?:[^.;\n]|\.(?=\S)){0,60}?\b(?:in|into|under|to|inside)\b",
    re.IGNORECASE,
)
_CLAUSE = compile_later(r"[,;]\s|[.!?]\s|\n")
_PLACES_NOT = compile_later(r"\b(?:never|not|no|avoid|out of|only)\b|n['’]t\b", re.IGNORECASE)
_NAMED = 4  # letters of an option that a rule may name as a word
RULES = frozenset((Kind.CONVENTION, Kind.DECISION, Kind.PREFERENCE, Kind.GOTCHA))
_ORDER = compile_later(
    r"\b(?:before|after|first|unless|until|only (?:when|if|after|with)|then|wait|requires?|needs?|otherwise|fails?|"
    r"hangs?)\b",
    re.IGNORECASE,
)  # when a command may run, and what comes of it
_QUOTED = compile_later(r"`([^`\n]{2,120})`")
_DENIED = compile_later(
    r"\b(?:never|not|no|don'?t|avoid|instead of|rather than|stop)\b(?:\W+\w+){0,3}\W*$", re.IGNORECASE
)
_DENIES = compile_later(
    r"\b(?:never|not|no|nobody|cannot|avoid\w*|forbid\w*|prohibit\w*|banned|disallowed|instead|rather than|stop|"
    r"without|refrain|beware|off[- ]limits|only (?:in|on|from|by|through|via|inside)|"
    r"(?:do|does|ca|wo|must|should)nt)\b|n['’]t\b",
    re.IGNORECASE,
)
_DENIED_FORM = compile_later(
    r"\b(?:never|not|no|don['’]?t|avoid|instead of|rather than|stop)\b(?:[ ,]{1,3}[\w'’-]+){0,3} ?`[^`\n]{2,120}`",
    re.IGNORECASE,
)  # a denial, and the one form that it denies
_FIRST = compile_later(
    r"(?:^|(?<=[.;:!?\n] ))(?:always |please )?(?:run|use|execute)\b[^.;!?\n]{0,160}?`[^`\n]{2,120}`[^.;!?\n]{0,160}?"
    r"\b(?:before|prior to)\b(?! running)(?![^.;\n]{0,400}`)",
    re.IGNORECASE,
)
_CALLS = compile_later(
    r"(?:\b(?:use|run|check|always|prefer|call|with|through|via|like|by)\b[^.;,!?\n]*|:\s*)$", re.IGNORECASE
)
_NOT_SO = compile_later(
    r"\b(?:ask|before (?:you|we)|never|not|avoid|only|unless|until|without"
    r"|when(?:ever)? (?:you|we) (?:run|use|call|start))\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)  # what stands so before a command does not order it
_BOUND = compile_later(
    r"\b(?:only (?:when|if|after|with)|unless|until|first|otherwise|wait|requires?|needs?|fails?|hangs?|ask|once)\b"
    r"|\bafter (?!(?:you |we )?(?:every|each|any|chang|add|edit|updat|mov|renam|writ)|\w+ (?:\w+ )?changes?\b)",
    re.IGNORECASE,
)  # what stands so behind it says when it may run
_ORDERS_FIRST = compile_later(ORDER, re.IGNORECASE)
_FEW = 2  # words of a clause that only denies
_WANTED = compile_later(
    r"(?:^|[.;:,!?]\s+)(?:always |please )?(?:pass|give|add|set|use)(?: \w+)? (--?[\w-]+)(?![\w=])", re.IGNORECASE
)
_SENTENCE = compile_later(r"[.;!?](?:\s|$)|\n")
_BEFORE = 400  # signs before a form that may order or deny it
_ORDERS = compile_later(r"\b(?:use|run|always|prefer|call)\b[^.;!?\n]*$", re.IGNORECASE)
_WARNS = compile_later(
    r"\b(?:never|don'?t|do not|must not|mustn'?t|should not|shouldn'?t|cannot|avoid|careful|forbidden|not allowed|lost|"
    r"destroy\w*|wipe[ds]?|deleted|outage|incident|irreversibl\w+|before you|only after|ask first|instead of|beware)\b",
    re.IGNORECASE,
)


def is_followed(memory: Memory, acts: Sequence[Act]) -> bool:
    """Tell whether these commands do what a rule asks for already: the very form it orders, or not the one it forbids.

    A rule that says when, or what comes first, is told all the same, unless the command is what is to come first; so is
    what somebody was warned of, and so is a form that nobody orders or that something in the text may deny: silence
    there would hide what is being broken.
    """
    content = memory.content
    text = f"{content.text} {content.why}"
    if _comes_first(content.text, acts) or any(_is_ordered(content.text, act) for act in acts):
        return True
    if content.kind not in RULES or content.kind is Kind.GOTCHA or _ORDER.search(text):
        return False
    denies = _denies(f"{content.title}\n{text}")
    judged: list[bool] = []
    for quoted in _QUOTED.finditer(text):
        for told in read_acts(quoted[1]):
            for act in acts:
                if told.words[:2] == act.words[:2] and told.program == act.program:
                    before = text[max(0, quoted.start() - _BEFORE) : quoted.start()]
                    if _DENIED.search(before):
                        judged.append(_is_other(told, act))
                    else:
                        judged.append(not denies and bool(_ORDERS.search(before)) and has_options(told.raw, act))
    return bool(judged) and all(judged)


def _is_ordered(text: str, act: Act) -> bool:
    """Tell whether a text orders the very command, spelled without quotes, or what one of its options does.

    "Run make check before you push" is followed by who runs that, "open them as drafts" by `--draft`.
    """
    program = act.raw.split()[0]
    spelled = rf"(?:{act.spelled})(?![\w:-])" if act.telling else r"(?!)"
    if "/" in program:
        spelled = rf"{re.escape(program)}(?![\w/-])|{spelled}"
    found = list(re.finditer(rf"(?<![\w`/.-])(?:{spelled})(?P<rest>(?: --?[\w-]+)*)", text, re.IGNORECASE))
    if found:
        meant = [at for at in found if has_options(at["rest"], act)]
        return bool(meant) and all(_calls_for(at, act) for at in meant)
    if any(has_options(wanted[1], act) for wanted in _WANTED.finditer(text)):
        return True
    options = (word[2:].partition("=")[0] for word in act.raw.split() if word.startswith("--"))
    named = (option for option in options if len(option) >= _NAMED)
    return not _DENIES.search(text) and any(re.search(rf"(?<![\w-]){re.escape(option)}s?\b", text) for option in named)


def _calls_for(form: re.Match[str], act: Act) -> bool:
    """Tell whether the sentence around a form calls for it and does not say when it may run; and it is this command.

    In "never write it by hand, make it with …" what is denied is another clause's.
    """
    text, start, end = form.string, form.start(), form.end()
    before, after = (
        _SENTENCE.split(text[max(0, start - _AROUND) : start])[-1],
        _SENTENCE.split(text[end : end + _AROUND])[0],
    )
    other, _, clause = before.rpartition(", ")
    before = clause if _ORDERS_FIRST.match(clause) and len(other.split()) > _FEW else before
    aim, aims = AIM.match(text, end), act.words[act.telling :]
    if aim is not None and aims and aim[1] not in act.words:
        return False
    return bool(_CALLS.search(before)) and not _NOT_SO.search(before) and not _BOUND.search(after)


def _comes_first(text: str, acts: Sequence[Act]) -> bool:
    """Tell whether a rule only orders to run one of these commands before something else: "run `x` before a commit"."""
    for order in _FIRST.finditer(text):
        forms = [told for quoted in _QUOTED.finditer(order[0]) for told in read_acts(quoted[1])]
        if any(told.words == act.words and has_options(told.raw, act) for told in forms for act in acts):
            return not _DENIES.search(text)
    return False


def is_placed(text: str, path: str) -> bool:
    """Tell whether a text only says where files of a sort belong, and a path lies there."""
    clauses = [clause for clause in _CLAUSE.split(text) if not _PLACES_NOT.search(clause)]
    return any(
        spot != path and is_narrow(spot, top=True) and lies_at(path, spot)
        for clause in clauses
        if _PLACING.search(clause)
        for spot in spots_in(clause)
    )


def has_options(rest: str, act: Act) -> bool:
    """Tell whether a command has every option in the rest of a form that is quoted; `-f` may stand for `--force`."""
    given = [word.lower() for word in act.raw.split() if word.startswith("-")]
    wanted = [
        word.lower().strip("`.,;:)") for word in rest.split() if word.startswith("-") and len(word.strip("`-")) > 0
    ]
    return all(
        any(has.startswith(word) or (len(has) == 2 and word.startswith(f"--{has[1]}")) for has in given)
        for word in wanted
    )


def _denies(text: str) -> bool:
    """Tell whether a text denies or warns of anything but a form that stands right behind the denial."""
    rest = _DENIED_FORM.sub(" ", text)
    return bool(_DENIES.search(rest) or _WARNS.search(rest))


def _is_other(told: Act, act: Act) -> bool:
    """Tell whether a command is aimed at something else than the form that is forbidden, with none of its options."""
    options = [word for word in told.raw.split() if word.startswith("-")]
    aims, given = told.words[2:], act.words[2:]
    return bool(aims) and bool(given) and set(aims).isdisjoint(given) and set(options).isdisjoint(act.raw.split())


def warns(memory: Memory) -> bool:
    """Tell whether a memory warns of something."""
    content = memory.content
    return content.kind in {Kind.GOTCHA, Kind.ATTEMPT} or bool(
        _WARNS.search(f"{content.title} {content.text} {content.why}")
    )

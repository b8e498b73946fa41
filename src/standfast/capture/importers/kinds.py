"""Which kind of memory a block of a rule file or guide is, if it is one at all. Plain words decide.

In files that are written for agents every statement counts: what orders nothing is a fact, to be found. In guides for
people only orders, procedures, decisions and warnings count; how to report, ask and behave is found, not pinned.
"""

from __future__ import annotations

import re

from standfast.capture.importers.commands import TIMED, is_command, is_commands, tells_command
from standfast.capture.importers.leads import (
    STEPS,
    describes,
    is_crossed,
    is_optional,
    leads_to_orders,
    points_against,
)
from standfast.capture.importers.orders import is_imperative, is_order, is_way, obliges, orders, tells_what_is
from standfast.capture.importers.vocabulary import any_of
from standfast.text.sentences import first_sentence, split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.importers.page import Part

_HEADINGS = tuple(
    (kind, re.compile(rf"\b{any_of(f'{kind}_headings')}\b"))
    for kind in ("gotcha", "requirement", "decision", "procedure", "convention")
)
_ASIDE = re.compile(rf"\b{any_of('headings_aside')}\b")
_REPORTS = re.compile(rf"\b{any_of('headings_of_reports')}\b")
_WARNS = re.compile(
    r"^\W*(beware|careful|caution|warning|watch out|gotcha|known (issue|bug)|heads[- ]up|note that)\b", re.IGNORECASE
)
_CHOSE = re.compile(
    r"\b(we (chose|decided|picked|settled on|went with|opted)|decided (to|against)|was chosen|deliberately"
    r"|on purpose|by design|intentionally)\b",
    re.IGNORECASE,
)
# "Before you commit, run:" and the commands below it.
_EVERY_TIME = re.compile(
    r"\bbefore (?:\w+ ){0,3}(?:commit|push|submit|open|send|pull request|pr\b|review)", re.IGNORECASE
)
# "Adding a language", "Implement a lexer": what stands below is how it is done, step by step.
_TASK = re.compile(
    r"^\W*(?:\d+\W+)?(?:add|creat|develop|implement|register|updat|build|install|propos|run|debug|prepar|preview"
    r"|releas|publish|upgrad|deploy|generat|regenerat)(?:e|g?ing)?\s+(?!(?:\w+ )?(?:pull requests?|PRs?|commits?"
    r"|issues?|tests?|docs|documentation)\b)\w|^\W*(?:\d+\W+)?debugging\b",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"^\W*(?:then,? |now,? )?(?:run|install|build|start|launch|set|remove|open|click|copy|download|clone|check ?out|go"
    r"|enable|activate|execute)\b",
    re.IGNORECASE,
)
# What one needs on the machine, and what makes the work easier: only what says that it must be is a rule there.
_NEEDS = re.compile(
    r"^\W*(?:(?:system|build|runtime|software) )?(?:requirements|prerequisites|dependencies)\W*$"
    r"|\b(?:tips?|tricks|cheat ?sheet)\b",
    re.IGNORECASE,
)
# Where a guide says how a machine is prepared: done once, and no rule of the work, unless it says never or always.
_SETS_UP = re.compile(
    r"\b(?:set(?:ting)?[- ]?up|install(?:ing|ation)?|prerequisites|environment|checkout|configur\w+ your)\b",
    re.IGNORECASE,
)
_EVER = re.compile(
    r"\b(?:never|always|must not|mustn['’]t)\b|^\W*(?:please )?(?:do not|don['’]t)\b(?! forget)", re.IGNORECASE
)
# A column of what is to be done or not; one of forms alone is such only below a heading about names or style.
_RULING = re.compile(
    r"(?:(?:naming|code|coding) )?(?:rule|convention|naming|guideline|standard)s?|do|don['’]?ts?|avoid|prefer(?:red)?"
    r"|(?:use )?instead(?: of)?|use",
    re.IGNORECASE,
)
_FORMS = re.compile(r"format|style|case|casing|pattern", re.IGNORECASE)
_NAMING = re.compile(r"\b(?:names?|naming|styles?|conventions?|casing)\b", re.IGNORECASE)
_ROWS = 24
STORY = ("episode", "thread")


def is_aside(headings: Sequence[str]) -> bool:
    """Tell whether a section is about people, places or thanks, not about how the work is done."""
    return any(_ASIDE.search(heading.lower()) for heading in headings[-2:])


def is_forbidden(part: Part) -> bool:
    """Tell whether a block stands in a list of what not to do."""
    under = part.kind == "item" and bool(part.headings) and points_against(part.headings[-1])
    return points_against(part.lead) or (under and not (part.lead and describes(part.lead)))


def is_ruling(part: Part) -> bool:
    """Tell whether a table says in each row what to do or not, or how something is named."""
    head, *rows = part.text.split("\n")
    cells = [cell.strip("*_`: ") for cell in head.split("|")]
    forms = bool(part.headings) and _NAMING.search(part.headings[-1])
    ruled = any(_RULING.fullmatch(cell) or (forms and _FORMS.fullmatch(cell)) for cell in cells)
    return ruled and len(cells) > 1 and 1 < len(rows) <= _ROWS


def kind_of(part: Part, *, usual: str = "", guide: bool = False) -> str:
    """Return the kind of a block, or nothing when it is none; `usual` is what its file is about as a whole."""
    if usual in STORY:
        return usual
    first = part.text.split("\n", 1)[0]
    under = _by_headings((*part.headings, part.lead)) or usual
    if part.kind == "table":
        return "convention" if is_ruling(part) else ""
    if part.kind == "code":
        return "" if not is_commands(part) else "convention" if _EVERY_TIME.search(part.lead) else "procedure"
    if part.kind == "steps" and (_are_steps(part, under) or _CHOSE.search(first) is None):
        return "procedure" if _are_steps(part, under) else "" if guide else "fact"
    if under == "decision" or (_CHOSE.search(first) and not is_order(first)):
        return "decision"
    if _WARNS.match(first) or under == "gotcha" or part.callout in {"warning", "caution", "danger"}:
        return "gotcha"
    if _is_done(part, first, guide=guide):
        return "procedure"
    if _is_ordered(part, first):
        return _ordered(part, under, guide=guide)
    if guide:
        # How something is done may begin with what happens by itself: "A release is automatic. Use the action …".
        does = _heads(part, "procedure") and part.kind == "paragraph"
        return "procedure" if does and any(map(is_imperative, split_sentences(part.text)[1:])) else ""
    headed = _by_headings(part.headings) or usual
    return under if under not in {"", "convention", "procedure"} and under == headed else "fact"


def _is_ordered(part: Part, first: str) -> bool:
    """Tell whether a block is an order, by its own words or by what leads to it."""
    sentence = first_sentence(first)
    if part.headings and _NEEDS.search(part.headings[-1]) and not obliges(sentence):
        return False
    told = tells_what_is(first) and not orders(part.lead)
    led = bool(part.lead) and leads_to_orders(part.lead) and not (is_way(first) or told)
    own = is_order(part.text) and (not describes(part.lead) or obliges(sentence))
    return own or led or is_forbidden(part) or (is_crossed(part.text) and not part.lead)


def _is_done(part: Part, first: str, *, guide: bool) -> bool:
    """Tell whether a block says how something is done: a command, a step, a call."""
    ruled = orders(first) or leads_to_orders(part.lead) or _heads(part, "convention")
    acts = guide and _RUNS.match(first) is not None and not TIMED.search(first_sentence(first))
    return (acts and not ruled) or tells_command(first)


def _are_steps(part: Part, under: str) -> bool:
    """Tell whether numbered items are done one after the other; what is made of several things has numbers too."""
    done = any(is_imperative(item.text) or is_command(item.text.strip("`")) for item in part.items)
    led = bool(part.lead) and (is_order(part.lead) or STEPS.search(part.lead) is not None)
    return done or led or under == "procedure"


def _ordered(part: Part, under: str, *, guide: bool) -> str:
    """Return the kind of what orders something: a rule, unless it is for those who report and ask, or one step."""
    duty = orders(first_sentence(part.text)) or obliges(part.text) or obliges(part.lead)
    if guide and _REPORTS.search(" ".join(part.headings[-2:]).lower()):
        return "fact"
    if guide and part.kind == "paragraph" and not part.lead and not any(map(binds, split_sentences(part.text))):
        return "fact"
    if under == "requirement":
        return "requirement"
    prepares = guide and bool(part.headings) and _SETS_UP.search(part.headings[-1]) is not None
    if prepares and not _EVER.search(first_sentence(part.text)):
        return "procedure"
    task = bool(part.headings) and bool(_TASK.match(part.headings[-1])) and is_imperative(part.text)
    step = guide and under == "procedure" and not _heads(part, "convention")
    return "procedure" if not duty and (task or step or (guide and is_optional(part.lead))) else "convention"


def binds(sentence: str) -> bool:
    """Tell whether a sentence of running text is a rule: by a word of duty, or asked for in some case.

    Of those that only begin with a verb, in 79 repositories every second was a step or a remark.
    """
    return is_order(sentence) and (
        orders(sentence) or sentence.startswith("If you ") or TIMED.search(sentence) is not None
    )


def _heads(part: Part, kind: str) -> bool:
    return bool(part.headings) and _by_heading(part.headings[-1]) == kind


def _by_headings(headings: Sequence[str]) -> str:
    """Return the kind that the nearest heading tells which tells any."""
    return next((kind for heading in reversed(headings) if (kind := _by_heading(heading))), "")


def _by_heading(heading: str) -> str:
    words = heading.lower()
    return next((kind for kind, pattern in _HEADINGS if pattern.search(words)), "")

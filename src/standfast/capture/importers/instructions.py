"""Instruction files of agents and guides of teams: one finding per rule, its headings as title, its folder as scope.

Knows the names of such files, not the agents that read them. Neighbours: `page` (what stands where), `kinds` (what a
block is), `orders`.
"""

from __future__ import annotations

import re
from posixpath import basename

from standfast.capture.importers.commands import TIMED, is_commands
from standfast.capture.importers.finding import Statement
from standfast.capture.importers.kinds import STORY, binds, is_aside, kind_of
from standfast.capture.importers.leads import (
    STEPS,
    describes,
    is_pair,
    is_ruled,
    is_sample,
    is_whole,
    leads_to_orders,
    points_against,
    shows,
)
from standfast.capture.importers.orders import is_order, is_to_do, obliges, orders, tells_what_is
from standfast.capture.importers.page import Part, lead_of, own_words, read_page, split_front
from standfast.capture.importers.scopes import is_guide, scope_of
from standfast.capture.importers.vocabulary import any_of
from standfast.capture.importers.wording import is_empty, is_preamble, shorten, stand_alone, title_of
from standfast.model.value import replace
from standfast.text.sentences import first_sentence, split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 200  # findings of one file
_TEXT = 4_000
_NEAR = 2  # lines from the last of a paragraph to what stands right below it
_LONG = 3  # sentences of a paragraph beyond which only those that order something are its rule
_LONG_LIST = 1_200  # characters of numbered steps beyond which each is looked for, and found, by itself
# One of several steps that binds whoever takes none of the others.
_BINDS = re.compile(
    r"[\W_]*(?:never|always|do not|don['’]?t|avoid)\b|[^.]{0,120}\b(?:(?<!can )(?<!is )never|must not|do \**not\**)\b"
    r"|[^.]{0,120}\b(?:we follow|must|should (?:also )?follow)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\n[^\S\n]{0,24}(?:[-*+]|\d{1,3}[.)])\s")
# "… indented with the code, e.g. like this": what is said before the example.
_SHOWN = re.compile(
    r"[,;–—-]?\s(?:e\.g\.?|for (?:example|instance)|like (?:this|so)|as follows)[\s\w,]{0,30}$", re.IGNORECASE
)
_PLACED = re.compile(r"\W*(?:in|on|at|for|when|if|before|after|inside|under|within)\b", re.IGNORECASE)
# Begins with what only the words before it name ("Run them …", "Otherwise …"); not "It is important to …".
_BACK = re.compile(
    r"\W*(?:(?:this|these|those|that|they) (?!way\b)[a-z]+\b"
    r"|it (?:is|was|will|must|should|can|may|means?|helps?|makes?)\b(?! [^.]{0,60}\b(?:to|that|if|for)\b)"
    rf"|(?:(?:please|always|never|only|also|then) )*(?!keep|make){any_of('verbs')} (?:it|them)\b"
    r"|(?:please )?(?:do|don't|do not) (?:this|so|that)\b|(?:otherwise|likewise|similarly|in (?:that|such a) case)\b)",
    re.IGNORECASE,
)
# "If that happens, …", "Must be set": which of the things said before, no heading tells.
_EVENT = re.compile(
    r"\W*(?:if|when|once|after|since|because|while|unless|for) (?:(?:it|that|they) (?!(?:is|was|are)\b|['’])"
    r"|(?:this|that|these|those) (?!is\b)(?:\w+s\b|command|step|case|rule|file|issue))|\W*(?:must|should|can) be\b",
    re.IGNORECASE,
)
_NAMED = 240  # characters of a sentence that goes before one that refers to it


def read_instructions(
    path: str, text: str, *, usual: str = "", everywhere: bool = False, guide: bool = False
) -> list[Statement]:
    """Return the rules of an instruction file, in its own words and order; `everywhere`: its folder is not a scope.

    A `guide` is written for people, as a name or the folder `docs` tells of others: there only orders count.
    """
    front, body = split_front(own_words(text))
    paths = scope_of("" if everywhere else path, front)
    title = " ".join(front.get("description", ())) if basename(path).endswith((".mdc", ".instructions.md")) else ""
    guide = guide or is_guide(path) or "/docs/" in f"/{path}"
    parts = read_page(path, body).parts
    tops = {part.headings[0] for part in parts if part.headings}
    named = len(tops) == 1 and all(part.headings for part in parts)
    found: dict[tuple[str, str], Statement] = {}
    for part, before in _statements(parts, usual=usual, guide=guide, named=named):
        if is_empty(part):
            continue
        for one, kind in _single(part, kind_of(part, usual=usual, guide=guide)):
            lead = one.lead if not before or leads_to_orders(one.lead) or _PLACED.match(one.lead) else ""
            named_by = replace(one, text=f"{before} {one.text}", lead=lead) if before else one
            said = shorten(stand_alone(named_by), _TEXT)
            head = title_of(one, title, named=named)
            found.setdefault((head, said), Statement(path, said, kind, title=head, paths=paths, line=one.line))
    return list(found.values())[:MOST]


def _statements(parts: tuple[Part, ...], *, usual: str, guide: bool, named: bool = False) -> Iterator[tuple[Part, str]]:
    """Yield the blocks that may say something: steps that are rules one by one, of long paragraphs what orders.

    With each, the sentence before it where it only refers to that; what refers to nothing is none. `named`: the first
    heading is the name of the page, and says of no section that it is beside the point.
    """
    caption = ""
    for place, block in enumerate(parts):
        part = _completed(block, parts[place + 1 : place + 2])
        heads = part.headings[1:] if named and len(part.headings) > 1 else part.headings
        if is_aside(heads) or shows(part.lead) or is_sample(part.headings) or is_pair(part.text):
            continue
        if _is_caption(part, parts[place + 1 : place + 2]):
            caption = part.text.strip("*_`. ")
            continue
        if caption and part.kind == "code":
            yield replace(part, lead=caption), ""
            caption = ""
            continue
        before = _named_by(part, parts[place - 1] if place else None)
        held = part.lead or (part.headings[1:] and not _EVENT.match(part.text))
        if _refers(part) and not (before or held):
            continue
        if part.kind == "steps" and _are_rules(part):
            yield from ((item, "") for item in part.items)
        elif part.kind == "steps":
            lead = "" if STEPS.search(part.lead) else part.lead
            yield from ((replace(item, lead=lead), first) for item, first in map(_binding, part.items) if item)
            yield part, before
        elif part.kind in {"paragraph", "item"} and usual not in STORY:
            text, first = _told(part, usual=usual, guide=guide)
            yield replace(part, text=text), first or before
        else:
            yield part, before


def _completed(part: Part, after: Sequence[Part]) -> Part:
    """Return a block whose last words lead to something without their colon, where they are the rule themselves.

    What is listed below, and commands, are told with the words that lead to them; other code only shows what these say.
    """
    listed = bool(after) and after[0].kind in {"item", "steps"}
    lead = lead_of(part.text, listed=listed) if part.kind in {"paragraph", "item"} else ""
    if not lead:
        return part
    if any(item.lead == lead and (item.kind != "code" or is_commands(item)) for item in after):
        return part if part.text.rstrip("*_` ").endswith(":") else replace(part, text=f"{part.text}:")
    head, _, marks = part.text.rpartition(":")
    shown = _SHOWN.search(head)
    if shown and is_whole(lead[: len(lead) - len(shown[0])]):
        return replace(part, text=head[: shown.start()])
    return replace(part, text=head + marks) if is_whole(lead) else part


def _single(part: Part, kind: str) -> list[tuple[Part, str]]:
    """Return a block with its kind; the steps of a long list each, so that each is found by what it says."""
    if part.kind != "steps" or len(part.text) <= _LONG_LIST or kind != "procedure":
        return [(part, kind)] if kind else []
    steps = [replace(item, lead="") for item in part.items if not _BINDS.match(item.text)]
    return [(step, "convention" if orders(first_sentence(step.text)) else kind) for step in steps]


def _refers(part: Part) -> bool:
    return part.kind in {"paragraph", "item"} and bool(_BACK.match(part.text) or _EVENT.match(part.text))


def _named_by(part: Part, before: Part | None) -> str:
    """Return the sentence before a block that only refers to it, if it can be told."""
    if not _refers(part) or before is None or before.kind not in {"paragraph", "item"}:
        return ""
    said = (split_sentences(before.text) or [""])[-1]
    near = before.headings == part.headings and len(said) <= _NAMED
    return said if near and not said.endswith(":") and not _BACK.match(said) else ""


def _binding(item: Part) -> tuple[Part | None, str]:
    """Return what of a step binds whoever takes none of the others, if anything does, and what it says before that."""
    said = split_sentences(item.text)
    place = next((at for at, words in enumerate(said) if _BINDS.match(words)), -1)
    if place < 0 or (place and (is_to_do(item.text) or not is_order(said[place]))):
        return None, ""
    return replace(item, text=item.text[item.text.index(said[place]) :]), " ".join(said[:place])


def _told(part: Part, *, usual: str, guide: bool) -> tuple[str, str]:
    """Return the words of a block that count, and those before them that say what they are about.

    A rule often comes after a statement: "The files in `dist` are generated. Never edit them." Of a long paragraph in a
    guide only what orders something counts; a last sentence that leads to what stands below is none.
    """
    if is_to_do(part.text) or part.text.startswith("{") or is_preamble(part.text) or tells_what_is(part.text):
        return part.text, ""
    listed = _LISTED.search(part.text)
    said = split_sentences(part.text[: listed.start()] if listed else part.text)
    text = part.text
    if not listed and len(said) > 1 and said[-1].rstrip("*_` ").endswith(":"):
        text = " ".join(said[:-1])
        del said[-1]
    if guide and part.kind == "paragraph" and len(said) > _LONG:
        places = [place for place, sentence in enumerate(said) if is_order(sentence)]
        first = places[0] if places else 0
        named = said[first - 1] if first and _BACK.match(said[first]) else ""
        return " ".join(said[place] for place in places) or text, named
    place = next((place for place, sentence in enumerate(said) if binds(sentence)), 0)
    if (
        not place
        or is_order(said[0])
        or kind_of(replace(part, text=text), usual=usual, guide=guide) not in {"", "fact"}
    ):
        return text, ""
    before = " ".join(said[:place])
    if guide and len(before) > _NAMED:
        before = said[place - 1] if len(said[place - 1]) <= _NAMED else ""
    return text[text.index(said[place]) :], before


def _is_caption(part: Part, after: Sequence[Part]) -> bool:
    """Tell whether a line only says what the commands right below it do."""
    below = after[0] if after else part
    near = below.kind == "code" and below.line - part.line - part.text.count("\n") <= _NEAR
    plain = part.kind in {"paragraph", "item"} and len(split_sentences(part.text)) == 1 and not part.text.endswith(":")
    return near and plain and is_commands(below) and not orders(part.text) and not TIMED.search(part.text)


def _are_rules(part: Part) -> bool:
    """Tell whether numbered items are a list of rules and not one way to do something."""
    if len(part.items) < 2 or describes(part.lead) or STEPS.search(part.lead):
        return False
    strict = sum(any(map(orders, split_sentences(item.text))) for item in part.items)
    head = " ".join(part.headings[-1:])
    against = points_against(part.lead or head)
    return 2 * strict > len(part.items) or against or obliges(part.lead) or is_ruled(head)

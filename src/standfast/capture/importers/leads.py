"""Leads: what the words before a list, and the heading above it, make of what follows them.

Neighbours: `orders` (one sentence), `kinds` (a block with its lead and headings).
"""

from __future__ import annotations

import re

from standfast.capture.importers.orders import (
    after_offer,
    is_offered,
    is_order,
    is_way,
    names_part,
    orders,
    points_elsewhere,
)
from standfast.capture.importers.vocabulary import any_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = re.compile(r"\b(?:these|following) steps\b", re.IGNORECASE)
_ENCOURAGED = re.compile(r"\b(?:is|are) (?:\w+ )?encouraged to$", re.IGNORECASE)
# "Commit history during review", "Test helpers": the first word may be no order.
_TITLE = re.compile(rf"^\W*{any_of('verbs_or_nouns')}\s+(?!{any_of('goes_with_verbs')}\b)", re.IGNORECASE)
_LISTS = re.compile(
    r"\b(?:includ(?:es?|ing)|contains?|provides?|available|supported|exists?|comes? in|is|are)$", re.IGNORECASE
)
_EXPLAINS = (" will", " does", " means", " because")  # how a lead ends that says what something does, or why
_AGAINST = re.compile(rf"^\W*{any_of('against')}\b|\b(?:avoid|not|don['’]t|never|not allowed)$", re.IGNORECASE)
_CROSS = re.compile(r"^[\s*_]*(?:❌|✗|✘|🚫|👎|⛔|:x:|\[x\]\s(?=bad))")
_NEGATED = re.compile(r"^\W*(?:please,? )?(?:avoid|never|no|not|don['’]?t|do not|without|must not)\b", re.IGNORECASE)
_QUOTED = re.compile(r":\**\s*[\"“][^\"”]+[\"”](?:,\s*[\"“][^\"”]+[\"”])*(?:\s*\([^)]*\))?\s*$")
_PAIR = re.compile(r"^[\"“'][^\"”']{2,120}[\"”']\s*(?:→|->|=>|⇒)")
_RULED = re.compile(rf"\b{any_of('ruled')}\b", re.IGNORECASE)
_EXAMPLE = re.compile(
    rf"\b{any_of('examples')}\s*$|^\W*(?:for )?{any_of('examples')}\b(?!.{{40}})|\bexamples? of\b"
    r"|^\W*(?:before|after|good|bad|(?:in)?correct|right|wrong)\W*$",
    re.IGNORECASE,
)
_CHOICE = re.compile(rf"\b{any_of('choices')}\b", re.IGNORECASE)
_SAMPLE = re.compile(rf"\b{any_of('samples')}\b", re.IGNORECASE)
_BEGINS = re.compile(
    r"(?:\bthat|,\s*(?:run|type|execute|enter)\.?|\bfollowing(?: \w+){0,2}(?: (?:is|are) \w+)?)[\s:]*$", re.IGNORECASE
)
# What a lead says only together with what stands below it: "Use the following", "Run the tests with".
_FORWARD = re.compile(
    r"^\W*(?:run|set|fix|start|install|open)\b|\b(?:following|below|these|this|such|here|like|steps?|commands?|format)\b"
    r"|\b(?:use|using|with|via|by|to|in|of|for|from|on|at|that|is|are|be|and|or|as|add|do|when|if)\W*$",
    re.IGNORECASE,
)
_WHOLE = 4  # words of a lead that says something by itself


def leads_to_orders(lead: str) -> bool:
    """Tell whether a lead makes orders of what follows it."""
    if _ENCOURAGED.search(lead):
        return True
    if not is_order(lead) or STEPS.search(lead) or lead.endswith(_EXPLAINS):
        return False
    return orders(lead) or not _TITLE.match(lead)


def is_whole(lead: str) -> bool:
    """Tell whether a lead is an order by itself, which what stands below it only shows."""
    return len(lead.split()) >= _WHOLE and not (_FORWARD.search(lead) or shows(lead)) and leads_to_orders(lead)


def describes(lead: str) -> bool:
    """Tell whether a lead says that what follows is how something is: its parts, conditions, results."""
    plain = lead.strip().strip(":*_ ")
    told = names_part(plain) or points_elsewhere(plain) or plain.endswith(_EXPLAINS)
    return told or bool(_LISTS.search(plain) and not (is_order(plain) or is_ruled(plain)))


def is_ruled(words: str) -> bool:
    """Tell whether a lead or a heading says that what follows are rules."""
    return bool(_RULED.search(words))


def is_optional(lead: str) -> bool:
    """Tell whether a lead says that what follows is for whoever wants it, or wants to do something."""
    return is_offered(after_offer(lead)) or is_way(f"{lead.rstrip(': ')},")


def shows(lead: str) -> bool:
    """Tell whether a lead introduces an example, an offer or a choice, not a rule."""
    plain = lead.strip().strip(":*_ ")
    asked = is_ruled(plain) and is_order(plain)
    return bool((_EXAMPLE.search(plain) and not asked) or (_CHOICE.search(plain) and not is_ruled(plain)))


def is_sample(headings: Sequence[str]) -> bool:
    """Tell whether what stands under these headings shows how something looks, and rules nothing."""
    return bool(headings) and bool(_SAMPLE.search(headings[-1]))


def is_unfinished(text: str) -> bool:
    """Tell whether a text only leads to what follows it, without a colon."""
    return bool(_BEGINS.search(text))


def points_against(words: str) -> bool:
    """Tell whether what a lead or a heading introduces is what not to do."""
    plain = words.strip().strip(":*_ ")
    return bool(_AGAINST.search(plain) or _CROSS.match(plain))


def is_negated(text: str) -> bool:
    """Tell whether a text says itself that it is what not to do."""
    return bool(_NEGATED.match(text))


def is_crossed(text: str) -> bool:
    """Tell whether an item is marked as what not to do by a sign alone; a bad example in quotes is not one."""
    return bool(_CROSS.match(text)) and not _QUOTED.search(text) and not is_negated(_CROSS.sub("", text, count=1))


def is_pair(text: str) -> bool:
    """Tell whether a text only shows what becomes of what: "this" → "that"."""
    return bool(_PAIR.match(text.strip()))

"""Wording: the words a block of a document is told with, away from its list and its page. Its title, and its length.

Neighbours: `instructions`, `designs`, `policies` and others (which blocks are told).
"""

from __future__ import annotations

import re

from standfast.capture.importers.kinds import is_forbidden
from standfast.capture.importers.leads import STEPS, is_crossed, is_negated, is_unfinished
from standfast.capture.importers.orders import is_order, orders
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.importers.page import Part

_TITLE = 160
_WORDS = 3  # fewer name something, or say it only together with their list
_SHORT = 8  # characters
_LINK = re.compile(
    r"!?\[[^\]\[]{0,300}\]\([^)(]{0,500}\)|!?\[[^\]\[]{0,300}\]\[[^\]\[]{0,300}\]|`[^`<]{0,300}<[^>]{0,500}>`_{1,2}"
    r"|https?://\S{1,2000}|<[^>\s<]{0,300}>|:\w{1,40}:`[^`]{0,300}`"
)
_MARK = re.compile(r"(?<!\s)\s*\{[#.:][^{}\n]{1,80}\}\s*$")  # the name that a heading is linked by
_WORD = re.compile(r"[^\W\d_]{2,}")
_BOLD = re.compile(r"\*\*[^*]+\*\*\W*")
_GOES_ON = re.compile(r"(?:and|or|but|nor|so|than|then|that|which|who|whose|where|because|it|they|is|are)\b")
_MODULE = re.compile(r"(?:import|export)\s[^\n]{0,200}\bfrom\s+['\"]")  # a page may take its text from another file
_PREAMBLE = re.compile(
    r"this (?:file|document|guide|page|section|chapter) (?:provides|contains|gives|is|describes|will|covers|explains)\b"
    r"|there (?:is|are) (?:\w+ ){0,4}(?:conventions?|rules?|guidelines?|steps?|things?)\b(?!.{80})|the (?:goal|purpose"
    r"|aim) of (?:this|these)\b|these (?:instructions|guidelines|rules) (?:should|are)\b|use this (?:file|document"
    r"|guide|page) (?:as|for|to)\b|see (?:also )?@?\S+\.?$|@\S+$"
    r"|\W*and (?:so on|(?:\w+ )?more)\W*$|\W*(?:thanks|thank you|welcome|hi|hello|first off"
    r"|we(?:['’]re| are|['’]d love| would love))\b",
    re.IGNORECASE,
)
# "Please follow these guidelines:" says nothing of what follows, where that is an order by itself.
_ANNOUNCES = re.compile(
    r"\b(?:these|(?:the )?(?:following|next)|few|some) (?:\w+ ){0,2}(?:rules|guidelines|conventions|principles"
    r"|practices)\b",
    re.IGNORECASE,
)


def is_preamble(text: str) -> bool:
    """Tell whether a text says what its page is for, or greets."""
    return bool(_PREAMBLE.match(text))


def is_empty(part: Part) -> bool:
    """Tell whether a block says nothing by itself: a greeting, a link, a badge, a lead, a word."""
    text = part.text.strip()
    if part.kind == "code":
        return False
    left = _LINK.sub(" ", text)
    words = len(_WORD.findall(left))
    if words < _WORDS - 1 or (len(left.strip()) < _SHORT and not part.lead):
        return True
    plain = text.rstrip("*_` ")
    asks = plain.endswith("?") and len(split_sentences(plain)) == 1
    if is_unfinished(plain) or plain.endswith(":") or asks or _MODULE.match(text):
        return True
    torn = part.kind == "paragraph" and text[:1].islower() and (_GOES_ON.match(text) or not is_order(text))
    caption = _BOLD.fullmatch(text) and not part.lead and (part.kind == "paragraph" or words < _WORDS)
    if torn or (caption and not orders(text)):
        return True
    return is_preamble(text) or bool(STEPS.search(plain)) or words < _WORDS <= len(_LINK.findall(text))


def stand_alone(part: Part) -> str:
    """Return the words of a block as they read without their list: what introduces an item goes with it."""
    text = part.text
    if part.kind == "code":
        return f"{part.lead}:\n{text}" if part.lead else text
    told = _ANNOUNCES.search(part.lead) and part.headings and is_order(text)
    inside = part.kind in {"item", "steps", "paragraph"} and not text.lower().startswith(part.lead.lower())
    if part.lead and inside and not told:
        joint = "\n" if part.kind == "steps" else " "
        return f"{part.lead}:{joint}{text}"
    if is_forbidden(part) and not is_negated(text):
        return f"{part.headings[-1].strip('*_#: ')}: {text}"
    return f"Don't: {text}" if is_crossed(text) else text


def title_of(part: Part, title: str, *, named: bool) -> str:
    """Return the headings a block stands under; the first is left out where it is the name of the whole file."""
    trail = list(part.headings[1:] if named else part.headings) or [title]
    heads = [words for words in map(_plain_heading, trail) if words]
    while len(heads) > 1 and len(" › ".join(heads)) > _TITLE:
        del heads[0]
    return cut_words(" › ".join(heads), _TITLE)


def _plain_heading(head: str) -> str:
    """Return a heading without the marks around it; a mark of code that has its other half within stays."""
    words = _MARK.sub("", head).strip("*_#: ")
    bare = words.strip("`")
    return words if bare.count("`") % 2 else bare.strip("*_#: ")


def cut_words(text: str, most: int) -> str:
    """Return a text that is not longer than `most`, never cut inside a word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip() + " …"


def shorten(text: str, most: int) -> str:
    """Return a text cut at the end of a line or sentence when it is too long."""
    plain = text.strip()
    if len(plain) <= most:
        return plain
    cut = plain[:most]
    end = max(cut.rfind("\n"), cut.rfind(". ") + 1)
    return (cut[:end] if end > most // 2 else cut.rsplit(" ", 1)[0]).rstrip() + " …"

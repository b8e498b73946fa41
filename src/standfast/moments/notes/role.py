"""What a note does with a thing that it names: forbids it, takes it for its occasion, sends one to it, or speaks of it.

Owns this one question, which every moment at an action asks: who is about to do what a note *forbids*, what is its
*occasion*, or what it *speaks* of, is told; who is *sent* there does as it says already. The last word before the thing
that governs it decides, in the clause that it stands in; of a list ("never npm or npx") all have the same role. Must
not look anything up. Hook path: light, read once.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FORBIDDEN, OCCASION, SENT, SPOKEN = "forbidden", "occasion", "sent", "spoken"

DENIES = (
    r"never|not|no|nor|nothing|nobody|cannot|avoid|without|instead of|rather than|stop|stay out of|out of"
    r"|free of|forbidden|over|(?:do|does|is|are|must|should|ca|wo)nt"
)
_TIMES = r"before|after|when(?:ever)?|while|once|if|unless|until|upon|prior to|every|each|(?<!under )any|per|during"
_SENDS = (
    r"forget to|run|use|call|execute|invoke|start|see|read|check|consult|follow|put|place|store|add|move|open|write"
    r"|create|change|edit|update|adjust|regenerate|generate|prefer|let|needs?|requires?"
    r"|go(?:es)? (?:in|to|into|under)|lives? in|belongs?|must|should|shall|ha(?:s|ve) to|is to|are to|make sure|ensure"
)
_REMINDS = r"(?!\W+(?:forget|hesitate|worry)\b)"  # "do not forget to" forbids nothing
_GOVERNS = compile_later(
    rf"(?<![\w/.-])(?:(?P<forbidden>(?:{DENIES})(?:\b{_REMINDS}))|(?P<occasion>{_TIMES})|(?P<sent>{_SENDS})|(?P<weak>with|via|through|by))"
    rf"(?![\w/-]|\.\w)|(?P<contracted>n['’]t)\b{_REMINDS}"
)
_BETWEEN = compile_later(
    r"[\s`'\"*]*(?:(?:ever )?(?:under|in|at|by) (?:any|no|all) \w+ )?(?:\w+,? (?:or|and|nor) )?"
    r"(?:(?:ever|just|only|directly|manually|again|to|be|you|we|i|even|please|always)[\s`'\"*]+)*"
)
_OF = compile_later(r"\b(?:of|about|for|from)\s+(?:the\s+)?[`'\"]?$")
_ALONE = compile_later(
    r"\bonly (?:(?:the|a|an|be|ever|change|edit|touch|modify|update|add|write) )*[`'\"]?$"
    r"|\bonly (?:be )?\w+(?:ed|en) (?:in|into|under|inside|through|via|by|with|from) (?:the )?[`'\"]?$"
    r"|\b(?:other than|except(?: for| in)?|apart from|outside(?: of)?|comes? out of) (?:the )?[`'\"]?$"
)
_IS = compile_later(
    r"[\w.*@{}/-]*\w[`'\"]? (?:folder |files? )?(?:is|are|was|were|has|have|must|may|should|can|cannot|will|needs?"
    r"|does|do|gets?|stays?)(?:(?P<not>n['’]t|not)| )"
)  # it is what a clause is about
_IS_NOT = compile_later(r"(?:not|never|no longer|off limits|gone|banned|deprecated)\b")
_BEGINS = compile_later(
    r"(?:^|[.;:!?,(\n]|\b(?:and|but|so|because|since|as))[^\S\n]*(?:the |a |an |our |all |every )?[`'\"]?\Z",
    re.IGNORECASE,
)
_HEEDS = compile_later(
    r"\b(?:attention|be aware|beware|careful|caution|danger|gotcha|important|incident|mind|note|warning)[^\w\n]*:$",
    re.IGNORECASE,
)  # what stands behind it is spoken of, not asked for
_LISTED = compile_later(
    r"[^\s,;.]{1,60}+(?: [\w.-]{1,60}+)?(?:,| (?:or|and|nor)\b|\W{0,8}$)"
)  # an item of a list that goes on or ends
_EACH = compile_later(r"\bboth (?:the )?[`'\"]?(?:[^\s,]+ and (?:the )?[`'\"]?)?$")
_LINKS = frozenset(("or", "and", "nor"))
_ENDS = compile_later(r"[.;:!?](?=\s)|[\n(]|\s[–—-]\s|, but\b|\bbut\b|\bbecause\b")
_BEFORE = 240  # characters before a thing that are read
_ITEM = 2  # words of an item of a list
_DEEPEST = 4  # commas of a list that are followed back


def role_of(text: str, start: int) -> str:
    """Return the role of what begins at a place of a text."""
    said = _clause_before(text, start)
    if _ALONE.search(said):
        return SENT  # "only en.json may be changed", "columns are only removed in there", "it comes out of make"
    if (subject := _IS.match(text, start)) and _BEGINS.search(text, 0, start):
        if text.startswith("the only", subject.end()):
            return SENT  # "en.json is the only one that we edit"
        return FORBIDDEN if subject["not"] or _IS_NOT.match(text, subject.end()) else SPOKEN
    found = list(_GOVERNS.finditer(said))
    before = text[:start].rstrip(" `'\"\n")
    if not said.strip(" `'\"") and before.endswith(":") and not _HEEDS.search(before):
        return SENT  # "before a push: make check"
    if before.endswith("("):  # "it needs the till (make till)", "never open it (make open)"
        return FORBIDDEN if role_of(text, len(before) - 1) == FORBIDDEN else SENT
    if _EACH.search(said) or _OF.search(said, found[-1].end() if found else 0):
        return SPOKEN  # "never guess flags of it": not it is what is forbidden
    strong = [at for at in found if at.lastgroup != "weak"]
    for place in range(len(strong) - 1, -1, -1):
        at = strong[place]
        if at.lastgroup != SENT:
            return FORBIDDEN if at.lastgroup == "contracted" else str(at.lastgroup)
        if not place or not _BETWEEN.fullmatch(said, strong[place - 1].end(), at.start()):
            return SENT
    return SENT if found else SPOKEN


def _clause_before(text: str, start: int) -> str:
    """Return what stands before a thing in its clause; of a list all have what stands before the first."""
    said = text[max(0, start - _BEFORE) : start].lower()
    said = said[max((at.end() for at in _ENDS.finditer(said)), default=0) :]
    linked = False
    for _ in range(_DEEPEST):
        head, comma, tail = said.rpartition(", ")
        if not comma:
            return said
        is_item = linked and len(tail.split()) <= _ITEM
        if not (is_item or _is_link(tail)) or _GOVERNS.search(tail):
            return tail
        if not (linked or tail.strip() or _LISTED.match(text, start)):
            return tail  # "use yarn, npm breaks it": no list
        said, linked = head, True
    return said


def _is_link(tail: str) -> bool:
    """Tell whether what stands behind a comma goes on with its list: nothing, "or the", "yarn or"."""
    words = [word for word in tail.replace("`", " ").split() if word not in {"the", "a", "an"}]
    return not words or (len(words) <= _ITEM + 1 and words[-1] in _LINKS)


def words_before(text: str, start: int) -> list[str]:
    """Return the words that stand between a thing and what governs it, or the beginning of its clause."""
    said = _clause_before(text, start)
    return said[max((at.end() for at in _GOVERNS.finditer(said)), default=0) :].replace("`", " ").split()


def strongest(roles: Iterable[str]) -> str:
    """Return which of the roles of one thing counts: what forbids it, then its occasion, then what speaks of it."""
    found = set(roles)
    return next((role for role in (FORBIDDEN, OCCASION, SPOKEN, SENT) if role in found), "")

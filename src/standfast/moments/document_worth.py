"""Which rules of documents are worth a line unasked: what one needs who is about to change the code.

Owns telling rules for the work (bans, how code, tests and docs are written here) from manners (issues, pull requests,
reviews, votes), from advice that would be right anywhere, and from what is for whoever makes a release. All of it is
found when asked for. Plain words decide. Hook path: light. Neighbours: `sections` (orders and leaves out).
"""

from __future__ import annotations

import re

from standfast.model.pattern import Folded, compile_later
from standfast.text.sentences import first_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Memory

FIRST, NAMED, PLAIN, LATER, ASKED = range(5)
"""Bans; what names something of the code; the rest; commits and single occasions; only when asked for."""

_AGENTS = compile_later(
    r"\b(?:AI|LLMs?|[Aa]rtificial [Ii]ntelligence|agents?)[- ](?:generated|assisted|tools?|use|usage"
    r"|policy|contributions?)\b|\buse of (?:AI|LLMs?)\b"
    r"|\bAI (?:should|must|may|can)\b|\blarge language models?\b|\bCopilot\b|\bChatGPT\b|\b(?:using|with"
    r"|by) (?:AI|LLMs?)\b|\b(?:[Aa]utonomous|[Cc]oding) [Aa]gents?\b"
)
_DUTY = compile_later(
    r"\b(?:must|should|never|do not|not (?:allowed|accepted|permitted|include)|permitted|forbidden|be (?:closed"
    r"|rejected))\b"
    r"|\bdon['’]t\b",
    re.IGNORECASE,
)
_OCCASION = compile_later(
    r"(?:^|› )\W*(?:\d+\W+)?(?:step \d|(?:add|creat|build|implement|writ|port|propos)ing (?:an?|new|your) )"
    r"|\bnew \w+s?$",
    re.IGNORECASE,
)
_RELEASING = compile_later(r"\b(?:releas(?:es?|ing)|publish\w*)\b(?! notes?\b)", re.IGNORECASE)
_EVERYWHERE = compile_later(
    r"(?:^|[:.;,] |\byou )(?:please )?(?:ensure|make sure|be sure|add|write|include|update|submit|provide|run"
    r"|consider)\b"
    r"[^.]{0,60}?\b(?:tests?|documentation|docs|test suite)\b",
    re.IGNORECASE,
)
_OFFICES = compile_later(
    r"(?:^|/)(?:governance|maint\w+|triag\w*|security|support|code[-_]of[-_]conduct|sponsor\w*|release?\w*"
    r"|issue[-_]\w+|pull[-_]request\w*)[^/]*$",
    re.IGNORECASE,
)
_MANNERED = Folded(
    r"\b(?:pull requests?|prs?|patches|submit\w*|issues?|bugs?|bug reports?|report\w*|review\w*|reproduction|governance"
    r"|decisions?|decision (?:making|process)|discuss\w*|triag\w*|maintainers?|maintenance|paid|conduct|merg\w*|fork\w*"
    r"|before contributing|ways to contribute|licen[cs]\w*|cla|dco|communicat\w*|questions?|backport\w*"
    r"|getting help)\b"
)
_MANNERS = Folded(
    r"\b(?:pull[- ]requests?|prs?|issues?|tickets?|maintainers?|reviewers?|reviews?|forks?|discussions?|merg(?:ed?|ing)"
    r"|cla|licen[cs]e agreement|dco|sign(?:ed)?-?off|approv\w+|feedback|bounty|contributors?|contributions?"
    r"|collaborators?|after pushing"
    r"|feature requests?|comment on|leave a comment|squash\w*|rebas\w+|branch(?:es)?|consensus|bdfl|labels?"
    r"|assign\w*)\b"
)
_WORK = Folded(
    r"\b(?:tests?|tested|testing|mock\w*|fixtures?|snapshots?|change ?logs?|news fragments?|docs|documentation"
    r"|documented"
    r"|doc ?strings?|\w*lint\w*|format(?:ted|ting)?|indent\w*|columns|type (?:hints?|annotations?)|typed|imports?"
    r"|naming|named"
    r"|functions?|class(?:es)?|methods?|variables?|modules?|api|dependenc(?:y|ies)|exceptions?|logg(?:er|ing)"
    r"|backwards?|compatib\w+|benchmark\w*|generated|compil\w+|syntax|migrations?|schema|macros?|allocat\w*|threads?"
    r"|async|unsafe|headers?|constants?|strings?|code style|coding style|style guide|translations?)\b"
)
_BAN = (
    r"\b(?:never|avoid|forbidden|not allowed)\b|(?<!you )(?<!they )\b(?:do|must|should)(?: ?not|n['’]?t)\b"
    r"(?! (?:forget|need|require|hesitate|worry)\b)"
)
_BANS = Folded(_BAN)
_COMMITS = compile_later(r"\bcommit(?:s|ted|ting| messages?)?\b", re.IGNORECASE)
# What every commit must have: whoever changes the code makes one.
_MESSAGES = Folded(
    r"\bconventional commits?\b|\bsigned-off-by\b|\bsign(?:ed)?[- ]off\b|\b(?:commits?|commit messages?) (?:must"
    r"|should|need)"
    r"|\bwe follow [^.]{0,40}\bcommits?\b"
)
# How somebody set up his own machine is no concern of the project's.
_PERSONAL = compile_later(
    r"\bif you (?:keep|have|use|want|prefer|like)\b|\byour (?:local|personal|own) \w", re.IGNORECASE
)
# A bare "only" or "not" tells what is so: of 20 such rules six were worth a line.
_FORBIDS = Folded(
    rf"{_BAN}|\b(?:always|no|nor|forbid\w*|prohibit\w*|instead of|rather than|not (?:to|accepted|permitted)"
    r"|(?:may|can)(?: ?not|n['’]t))\b"
)
_HARD = compile_later(
    r"\b(?:all|every|each|any)\b[^.]{0,80}\bmust\b|\b(?:mandatory|forbidden|not allowed)\b", re.IGNORECASE
)
_NESTED = compile_later(r"\n[^\S\n]{0,24}(?:[-*+]|\d{1,3}[.)])\s")  # a list below a rule
_SPAN = compile_later(r"(`{1,2})(?!(?:closes?|fix(?:es)?|refs?) ?\(?#)[^`\n]{2,}\1|:\w+:`[^`]+`", re.IGNORECASE)
_PLACE = compile_later(r"`[\w.@*-]+/[\w./@*-]*`|`[\w.@*/-]+\.\w{1,5}`")  # a file or a folder
_WORD = compile_later(r"[^\W\d_]{2,}")
_SOME = 30
_FEW = 8
# What would be right anywhere, in a few words.
_ANYWHERE = compile_later(
    r"\b(?:nice|kind|respectful|polite|patient|constructive|(?:clean|clear|good|readable|simple) code|readable"
    r"|high quality"
    r"|intelligently|wisely|best practices|it simple|common sense|have fun|pass(?:es)?|well[- ](?:written|tested)"
    r"|creative)\b",
    re.IGNORECASE,
)


def rank(memory: Memory) -> int:
    """Return how early a rule that a document gives is told unasked; `ASKED`: only to who asks."""
    content = memory.content
    return rank_words(memory.source.name, content.title, content.text)


def rank_words(path: str, title: str, text: str) -> int:
    """Return the same for a rule that stands in a file, under headings, in these words, without a list below it."""
    text = _NESTED.split(text, maxsplit=1)[0]
    if _AGENTS.search(text) and _DUTY.search(text) and not _OFFICES.search(path):
        return FIRST  # who reads this is one
    if _RELEASING.search(title or path):
        return ASKED
    heads = " › ".join(title.split(" › ")[-2:])
    if _MESSAGES.search(text) and not _OFFICES.search(path):
        return LATER
    if _PERSONAL.search(text):
        return ASKED
    named = bool(_SPAN.search(text))
    if _BANS.search(text) and (_PLACE.search(text) or (named and _WORK.search(f"{heads}\n{text}"))):
        return FIRST
    if _OFFICES.search(path) or _is_anywhere(text, named=named):
        return ASKED
    if _MANNERED.search(heads) or _MANNERS.search(text):
        if not _WORK.search(text) and not (named and not _MANNERS.search(text)):
            return LATER if _COMMITS.search(text) and not _MANNERS.search(text) else ASKED
    elif _COMMITS.search(heads) or (_COMMITS.search(text) and not _WORK.search(text)):
        return LATER
    if _OCCASION.search(heads):
        return LATER
    if not named and len(_WORD.findall(text)) <= _SOME and _EVERYWHERE.search(text):
        return ASKED
    return NAMED if named else PLAIN


def _is_anywhere(text: str, *, named: bool) -> bool:
    first = first_sentence(text)
    return not named and len(_WORD.findall(first)) <= _FEW and bool(_ANYWHERE.search(first))


def is_bound(memory: Memory) -> bool:
    """Tell whether a rule must be known before the work: a ban, a must for all, what agents may do."""
    text = memory.content.text
    order = rank(memory)
    if order in {FIRST, ASKED}:
        return order == FIRST
    return bool(_FORBIDS.search(text) or _HARD.search(text) or _MESSAGES.search(text))

"""The kind of a memory that nobody gave one, by its words: a rule, a warning, a choice, a way to do it, or a fact.

Owns how hasty notes are worded ("never …", "use X, not Y", "… fails because …, do …", "we chose …", "to release: run
…") and labelled ("Gotcha: …"); the words are in `kind_words.json`. `admission` asks at the write; moments ask about
facts of older stores. What is in doubt is a fact. Must not look anything up. Hook path: light. Neighbour:
`capture/importers/kinds.py`, which knows blocks of documents by their headings.
"""

from __future__ import annotations

import re

from standfast.model.kind import Kind
from standfast.model.pattern import compile_later
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Memory

DIRECTING = frozenset(
    (Kind.CONVENTION, Kind.DECISION, Kind.GOTCHA, Kind.PREFERENCE, Kind.PROCEDURE, Kind.REQUIREMENT, Kind.FACT)
)
"""Kinds that may say what is to be done or left: facts by their words, the others always."""
_LONGEST = 2_000  # characters that are read
_WORDS = {name: "|".join(words) for name, words in read_lists(__file__, "kind_words").items()}
_IS_SO = (
    r"(?:is|are|was|were|has|have|takes?|stays?|lives?|remains?|exists?|matters?|lags?|goes|go|uses|runs|needs|comes"
    r"|means|costs|contains|holds|returns|sits|lies|happens|works|will|can|may|should|must)\b"
)
# A noun with its verb, as in "Build takes five minutes" and "Log files are rotated": nothing is ordered.
_STATES = (
    r"(?:\s+(?!(?:the|an?|all|any|every|each|your|our|its|that|this|these|those|whether|if|which|who|when|where|what|how"
    rf"|as|and|or|not|only|before|after)\b)[\w-]{{1,30}}){{0,3}}\s+{_IS_SO}|\s+of\b"
)
ORDER = rf"(?:{_WORDS['orders']})\b(?!\s*(?:does|\()|[/.:=-]\w|$|{_STATES})"
"""An expression for a verb that begins an order."""
_GUESSES = (
    r" (?:have \w{1,30}(?:ed|en|own|ne)|be (?:ready|done|out|over)|land|arrive)\b"  # what must have been, or will be
)
_CASE = r"(?:when(?:ever)?|before|after|if|once|while)"
_CHOSEN = compile_later(rf"\b(?:{_WORDS['chosen']})\b|\b(?:{_WORDS['changed']})\b.*\b(?:{_WORDS['reasons']})\b")
_ORDERS = (
    rf"(?:^|[.;:,!?]\s+|\b(?:then|so|please|just)\s+){ORDER}",
    rf"^{_CASE} [^.;!?]*?['\"`] {ORDER}",
    rf"^(?:in|for|to|on|with|from|{_CASE})\b[^.;!?]*?\s(?:run|use)\s(?!and\b)",
    rf"^{_CASE} (?:(?:you|we)\b|\w+ing\b)",
    rf"\b(?:{_WORDS['obliges']})\b(?!,|{_GUESSES})",
    r"\b(?:do|must|should)n['’]?t\b",
    r"(?:^|[.;:!?]\s+)(?:never|always)\b|\b(?:never|always) (?!(?:the|an?|in|on|\w*[^su\W]s)\b)",  # no "it never waits"
    r"(?:^|[.;:!?]\s+|, so |\bso )no \w",
    rf"^(?!(?:{_WORDS['this']})\b)(?:(?!\b{_IS_SO})[^.;:,!?])*?\bonly (?:at|by|from|in|inside|on|through|via|with)\b",
    r"[.;!?]\s+only (?:at|by|from|in|inside|on|through|via|with)\b",
    rf"^(?:only {ORDER}|one .*\b(?:in|per) (?:each|every)\b)",
    r",? (?:and )?not (?:the |with |in |by )?[\w`@#./-]+(?:\s+[\w`@#./()-]+)?(?=$|[:(])|, no [\w`-]+",
    rf"^(?!(?:{_WORDS['this']})\b)[^.;:,]{{1,60}}?s (?:(?:start|begin|end) with|(?:are not|aren['’]t) \w+(?:ed|en))\b",
    rf", {_CASE} \w+ing\b[^.;]*? {ORDER}",
    r"^(?:an?|\w+ing) [^.;:,]{1,80}?\b(?:needs|requires)\b",
    r"^(?:any|every|each|all) [^.;:,]{1,80}?\b(?:needs?|requires?|gets?)\b",
    r"^new [^.;:,]{1,80}?\b(?:needs?|requires?|gets?|ha(?:s|ve)|carr(?:y|ies))\b",
    rf"^(?!(?:{_WORDS['this']})\b)[^.;:,]{{1,80}}?(?:s (?:need|require|use)|\b(?:{_WORDS['belongs']}))\b",
    rf"^(?!(?:{_WORDS['this']})\b)[^.;:,]{{1,80}}?s get an? [^.;:,]{{1,40}}? in [\w/]*\w\.\w",
    rf"^(?!(?:{_WORDS['this']})\b)[^.;:,]{{1,60}}?s (?:have|are|stay) (?:at (?:most|least)|no more|below|under)\b",
    r"\bonly\b[^.;]{0,40}, (?:no|not|never)\b",
    r"\b(?:is|are) (?:needed|required) (?:after|before|when|(?:in|for|with) (?:every|each|all))\b",
)
_ORDERED_FIRST = compile_later("|".join(way for way in _ORDERS if way.startswith("^")))  # tried at one place only
_ORDERED = compile_later("|".join(way for way in _ORDERS if not way.startswith("^")))
_BEGINS = compile_later(
    rf"(?:please )?(?:{ORDER}|(?:{_WORDS['obliges']}|never|always|no|only|before|after|{_CASE} (?:you|we))\b)",
)
_TROUBLE = compile_later(rf"\b(?<!see )(?<!it )(?<!not )(?<!to )(?:{_WORDS['troubles']})\b")
_GROUND = compile_later(rf"\b(?:{_WORDS['reasons']}|unless|without|until|when(?:ever)?|if|so)\b")
_SILENT = compile_later(r"\bsilently [\w-]+s\b")
_WARNS = compile_later(rf"(?:note[:,]? )?(?:{_WORDS['warns']})\b")
_PREFERS = compile_later(rf"(?:i ?(?:{_WORDS['prefers']})|my preference|(?:the )?user prefers)\b")
_LABELS = "|".join(
    f"(?P<{name.removeprefix('labels_')}>{words})" for name, words in _WORDS.items() if name.startswith("labels_")
)
_LABEL = compile_later(rf"\W{{0,4}}(?:{_LABELS})\W{{0,3}}?(?::\W{{0,3}}| [-–—]) ")
_WAY = compile_later(
    rf"(?:how )?to \w+[^.;!?\n]{{0,120}}?[\s:,]{ORDER}|(?:{_WORDS['deeds']})\b[^.;:!?\n]{{0,60}}: {ORDER}"
    rf"|(?:to )?\w[^.;:!?\n]{{0,80}}: \w[^!?\n]{{0,300}}[,;] (?:and )?then\b|first,? {ORDER}[^!?\n]{{0,300}}\bthen\b",
)
_STEPS = compile_later(r"^[ \t]*1[.)] \S[^\n]*\n(?:[^\n]*\n){0,20}?[ \t]*2[.)] \S", re.MULTILINE)
_DENIES = compile_later(r"\b(?:not|never|no)\b|n['’]t\b")


def kind_from_words(text: str) -> Kind:
    """Return the kind that words make by themselves; a fact where nothing says otherwise."""
    said = text.strip()[:_LONGEST].lower()
    if (label := _LABEL.match(said)) and label.lastgroup:
        return Kind(label.lastgroup)
    if _PREFERS.match(said):
        return Kind.PREFERENCE
    ordered = bool(_ORDERED_FIRST.match(said) or _ORDERED.search(said))
    if _CHOSEN.search(said):
        return Kind.DECISION
    troubled = _SILENT.search(said) or (_TROUBLE.search(said) and (ordered or _GROUND.search(said)))
    if _WARNS.match(said) or (troubled and not _BEGINS.match(said)):
        return Kind.GOTCHA
    if _STEPS.search(said) or (_WAY.match(said) and not _DENIES.search(said)):
        return Kind.PROCEDURE
    return Kind.CONVENTION if ordered else Kind.FACT


def says_what_to_do(memory: Memory) -> bool:
    """Tell whether a memory says what is to be done or left, and not only how something is or what happened."""
    content = memory.content
    if content.kind is Kind.FACT:  # of an older store, or given by who did not think of the kind
        return kind_from_words(content.text) is not Kind.FACT
    return content.kind in DIRECTING

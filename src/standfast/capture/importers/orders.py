"""Orders: whether a sentence of a document tells somebody what to do or not to do.

Plain words decide, listed in `vocabulary.json`. Owns the difference between a rule and what only sounds like one: an
offer, what one will see, where to read on. Must not: know where the sentence stands (`kinds` does) or what it
introduces (`leads`).
"""

from __future__ import annotations

import re

from standfast.capture.importers.vocabulary import any_of
from standfast.text.sentences import first_sentence

# Where a clause begins: what stands there is said to the reader, not told of somebody.
_CLAUSE = rf"(?:^|[,;:.!(—–-]\s*|\b{any_of('starts_of_clauses')}\s+)[*_]*"
_DUTY = re.compile(
    rf"\b{any_of('duties')}\b|(?<!we )\bonly {any_of('verbs')}\b"
    rf"|{_CLAUSE}do(?:n['’]?t| \**not)\b(?! (?:already |yet )?(?:want|know|need|have|like|assume|think|believe)\b)",
    re.IGNORECASE,
)
_REQUEST = re.compile(rf"{_CLAUSE}{any_of('requests')}\b|\bplease,? (?!do\b){any_of('verbs')}\b", re.IGNORECASE)
# What is so, or does so by itself: "is never empty", "always returns", "should have worked".
_STATED = re.compile(
    r"(?:\b(?:is|are|was|were|am|not|will|would|can|does)|['’](?:re|m|s|ll)) (?:almost |nearly )?(?:always|never)\b"
    r"|\b(?:always|never) (?:available|present|there)\b|(?<=[\w`] )(?:never|always) \w+(?:ed|[^su\W]s)\b"
    r"|\bshould(?:n['’]t| not)? (?:have|need) to\b|\bshould have \w+(?:ed|en)\b|\busers (?:should|must)\b",
    re.IGNORECASE,
)
# A duty in there is part of what is told: "files that must be kept", "this means it should …".
_RELATIVE = re.compile(
    r"\b(?:that|which|who|where|because|means?|shows?|know|think)\s+(?:[\w`-]+\s+){0,3}?(?:don['’]?t|do not|should"
    r"|must)\b",
    re.IGNORECASE,
)
# What is said in code, in brackets and in quotes is not said here.
_ASIDE = re.compile(r"(`{1,3})(?=\S)[^`]{1,300}(?<=\S)\1|(?<!\])\([^()]*\)|[\"“][^\"“”]{1,200}[\"”]")
_IMPERATIVE = re.compile(
    rf"^(?:(?:please|also|then|and),?\s+)?{any_of('verbs')}\b(?!/[\w-]+[/.`]|[.:=-]\w)(?!\s*(?:[:,=(–—-]|$)|\s+[&/]|\.\w|`)",
    re.IGNORECASE,
)
_CASE = re.compile(rf"^{any_of('cases')}\b[^,]{{2,160}},\s*(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
# "Test matrix", "Review focus", "Format of names", "Tests and checks": words that name a thing as often as they order.
_NAMES = re.compile(
    rf"^{any_of('verbs_or_nouns')}(?:(?:\s+(?!{any_of('goes_with_verbs')}\b)[\w/-]+){{0,2}}(?:\W*$|:\s+`)"
    r"|\s+[\w/-]+\s+(?:and|or)\s+[\w/-]+(?:\W*$|\s+\w+ed\b)"
    r"|(?:\s+[\w/-]+){0,2}\s+(?:do|does|is|are|will|can|may|have|has|follow|live|use)"
    r"(?:n['’]t)?\b|\s+(?:of|returns|uses|contains|provides"
    r"|requires|supports|handles)\s)",
    re.IGNORECASE,
)
_OFFER = re.compile(rf"\b{any_of('offers')}\b", re.IGNORECASE)
# "Feel free to …, but make sure to …": what is offered comes first, what is asked for after it.
_BUT = re.compile(r"(?:,|;|\.) (?:but|however),? (?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_NOTED = re.compile(
    r"^\W*(?:please,? )?(?:note|be aware|keep in mind|bear in mind|remember)(?: that\b|[:,])\s*", re.IGNORECASE
)
_FORESEEN = re.compile(
    r"\b(?:you|this|it|that|there|which|they|everything)\s+(?:should|must|will|would|might|may)\s+(?:now |also |then )*"
    rf"{any_of('foreseen')}\b|\b(?:should|will) (?:now\b|(?:then )?be available\b|be (?:\w+ ){{1,7}}automatically\b)",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"^\W*(?:(?:(?:consider|take) )?(?:for|as an) (?:example|instance)|(?:in|by) contrast|imagine|suppose"
    r"|use (?:when|if))\b"
    r"|^\W*(?:(?:in)?correct|good|bad|wrong|right)\b[^:]{0,30}:",
    re.IGNORECASE,
)
_OURSELVES = re.compile(
    r"^\W*(?:it['’]s likely|maybe|perhaps)\b"
    r"|^\W*(?:\w+, )?we(?:['’]ll| will| hope| aim| strive| try| recommend| provide)\b"
    r"|^\W*note:? (?:the|this|it|we)\b|\byou(?:['’]ll| will) (?:\w+ )?need\b",
    re.IGNORECASE,
)
# "To debug it, you must …" is a way to do something; "To keep the history readable, never …" is a rule with its reason.
_WAY = re.compile(
    r"^\W*(?:in order )?to (?!keep|avoid|ensure|make sure|prevent|maintain|preserve|reduce|help|facilitate)\w+\b"
    r"[^,]{2,120},(?!.*\b(?:never|not|don['’]t)\b)",
    re.IGNORECASE,
)
# What one needs before one begins: "Make sure you have an account", "Ensure that you have Node installed".
_HAVE = re.compile(
    r"\b(?:make sure|ensure|be sure)(?: that)? you(?:['’]ve| (?:already )?have)\b.{0,80}\b(?:accounts?|installed"
    r"|installation|access|available|set[- ]?up|configured|running)\b",
    re.IGNORECASE | re.DOTALL,
)
_POINTS = re.compile(
    r"^\W*(?:(?:in addition|(?:for|before|if|when) [^,.]{3,90}), )?(?:(?:please|also|always|take a moment to"
    rf"|(?:make|be) sure to|you should),? )*{any_of('pointers')}\b(?P<rest>.{{0,160}})",
    re.IGNORECASE | re.DOTALL,
)
_PLACE = re.compile(
    r"\]\(|\]\[|`_|https?://|:\w+:`|\.(?:mdc?|mdx|rst|txt|adoc)\b|\b(?:README|wiki|documentation|docs|guidelines)\b"
    r"|\b(?:following|below|above|next|this|that|these|our) (?:\w+ ){0,2}(?:guide|section|document|page|instructions"
    r"|guidelines|link|site)s?\b|\bto (?:see|understand|learn|find)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(r"^(?:\[[ xX]\]\s*)?[\s>*_`\"'“(\[]*(?:✅|✔️?|☑️?|👍|⚠️|🔴|🟢|❗|‼️|:[a-z_]+:)?[\s*_]*")
_TO_DO = re.compile(r"^\[[ xX]\]\s")  # a list that is ticked off tells what is done and what is left to do
_LABEL = re.compile(
    r"^\*\*(?P<label>[^*\n]{2,80}?)(?:[:.!]\*\*|\*\*\s*(?:[:.–—-]|\([^()]*\):?|$)|\*\*(?P<on>))\s*(?P<rest>.*)",
    re.DOTALL,
)  # "**Names**: …", and `on` where the sentence goes on: "**Names** are …"
# "`Store` - keeps …", "**`Store`** (`_store.py`): …", "`mono test` to run …": a name in code, and what is behind it.
_TELLS = re.compile(
    r"[*_\[]{0,3}`{1,2}[^`\n]{1,120}`{1,2}[*_]{0,3}(?:\s?(?:[,/|]|or|and)\s?[*_]{0,3}`{1,2}[^`\n]{1,120}`{1,2}[*_]{0,3}){0,4}"
    r"(?:\s?\([^()\n]{0,120}\))?[*_]{0,3}\s?(?:[:–—-]|to|for)[*_]{0,3}\s"
)
_DESCRIBED = re.compile(rf"^\W*{any_of('descriptions')}\b(?!.{{30}})", re.IGNORECASE)


def is_order(text: str) -> bool:
    """Tell whether a sentence, or the first of a text, says what to do or not to do."""
    plain = text.strip()
    match = _LABEL.match(plain)
    label = match["label"] if match else ""
    if plain.startswith("(") or is_to_do(plain) or names_part(label) or points_elsewhere(label):
        return False
    goes_on = match is not None and match["on"] is not None
    said = (match["rest"] or label) if match and not goes_on else _MARKS.sub("", plain, count=1)
    whole = after_offer(_NOTED.sub("", " ".join(first_sentence(said).split())))
    if label.startswith(("[", "`")):
        return orders(whole)  # a link or a name, and what is behind it
    if (
        not whole
        or whole.lower().endswith(("?", " should", " must"))
        or is_offered(_ASIDE.sub("``", whole))
        or points_elsewhere(whole)
    ):
        return False
    if any(seen.search(whole) for seen in (_FORESEEN, _SHOWN, _OURSELVES, _WAY, _HAVE)):
        return False
    return orders(whole) or orders(label) or is_imperative(label) or (not goes_on and is_imperative(whole))


def orders(sentence: str) -> bool:
    """Tell whether a word of duty or a request stands in the sentence itself, not in a clause about other things."""
    own = _own_clause(sentence)
    return bool(_DUTY.search(own) or _REQUEST.search(own))


def obliges(sentence: str) -> bool:
    """Tell whether a sentence says by itself that something must be or must not be, wherever it stands."""
    return bool(_DUTY.search(_own_clause(sentence)))


def _own_clause(sentence: str) -> str:
    return _STATED.sub(" ", _RELATIVE.sub(" ", _ASIDE.sub("``", sentence)))


def is_imperative(sentence: str) -> bool:
    """Tell whether a sentence begins with what to do, also after the case it is for."""
    plain = _MARKS.sub("", sentence, count=1)
    if _NAMES.match(plain) or sentence.lstrip("*_ ").startswith("`"):
        return False
    case = _CASE.match(plain)
    return bool(_IMPERATIVE.match(plain)) or (bool(case) and is_imperative(case["rest"]) if case else False)


def after_offer(words: str) -> str:
    """Return what is asked for after an offer, or the words as they are."""
    but = _BUT.search(words)
    return but["rest"] if but and is_offered(words[: but.start()]) else words


def is_offered(words: str) -> bool:
    """Tell whether words leave something to whoever wants it."""
    return bool(_OFFER.search(words))


def points_elsewhere(words: str) -> bool:
    """Tell whether words only say where to read on."""
    match = _POINTS.match(words)
    return match is not None and _PLACE.search(match["rest"]) is not None


def names_part(words: str) -> bool:
    """Tell whether a label or a lead names what a description is made of: its purpose, its parts, an example."""
    return bool(_DESCRIBED.match(words))


def tells_what_is(text: str) -> bool:
    """Tell whether a text says of something that is named in code what it is or does."""
    return bool(_TELLS.match(text.strip()))


def is_way(text: str) -> bool:
    """Tell whether a text says how something is done by whoever wants that: "To stop it, run …"."""
    return bool(_WAY.match(text))


def is_to_do(text: str) -> bool:
    """Tell whether an item is one of a list that is ticked off."""
    return bool(_TO_DO.match(text.strip()))

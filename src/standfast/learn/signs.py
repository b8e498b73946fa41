"""Signs in a commit message that something was learned: a revert with its reason, a fix that names what it repairs, a
choice and its reason, a break with what was. The words stay those of the message.

Owns: recognising. Must not: choose among what was recognised (`proposals.py`).
"""

from __future__ import annotations

import re

from standfast.learn.message import TURNS, first_of, paragraphs, sentences
from standfast.learn.reverts import is_revert_like
from standfast.learn.telling import BECAUSE, CHOSE, DOES, POINTS_AWAY, is_supposed, is_trivial
from standfast.model.value import Value
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.code.history import Commit
    from standfast.learn.message import Message

_SHA = r"(?P<sha>[0-9a-f]{7,64})\b"
_REVERTS = re.compile(rf"\bthis reverts commit {_SHA}[^.\n]*\.?", re.IGNORECASE)
_REVERT_SUBJECT = re.compile(r"^revert(?:\s*+:|\s)[\s\"'“`]*+(?P<what>.*[^\s\"'”.]|.)[\s\"'”.]*$", re.IGNORECASE)
_TWICE = re.compile(
    r"\brevert\b\W{1,20}(?:\w{1,40}(?:\([^)]{0,80}\))?!?:\s{0,20})?\W{0,20}(?:re-?)?revert\b", re.IGNORECASE
)
_REPAIRS = re.compile(
    r"\b(?:fixes|fix(?:es|ed)? (?:a )?regressions? (?:from|in|of|introduced (?:by|in))|regression (?:from|in|of|since)"
    r"|introduced (?:by|in|with)|broken (?:by|since|in|with)|broke(?:n)? (?:by|in)|caused by"
    rf"|follow[- ]?up (?:to|for|of|on)|amends|fixup for|since)[\s:]{{0,20}}(?:commit\s{{1,20}})?{_SHA}",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(r"\bfollow[- ]?up\b", re.IGNORECASE)
_BREAKING = re.compile(r"^BREAKING[ -]CHANGE\s*:\s*(?P<what>.*)", re.IGNORECASE)
_BANG = re.compile(r"^[a-z]+(\([^)]*\))?!:\s+\S", re.IGNORECASE)
_FIX = re.compile(r"\b(fix(es|ed)?|bug|regress(ion|ed)?|hot-?fix|crash|broken)\b", re.IGNORECASE)
_MINDS = re.compile(
    r"\b(must(?: not)?|never|always|do not|don't|careful|be aware|keep in mind|note that|on purpose|deliberate\w*"
    r"|cannot rely|relies on|only works|depends on)\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:i|since|it|that|they|these|those|thus|hence|also|but|and|or|so|then|otherwise|e\.g)\b", re.IGNORECASE
)
_PREFIX = re.compile(r"^\[?[a-z]+\]?(?:\([^)]*\))?!?:\s+(?=\S)")
_NUMBERED = re.compile(r"(?<!\s)\s*\((?:#|gh-|GH-|!)\d+\)\s*$")
_WIDEST = 15
_SOME = 40
_WORDS = 9
_DECIDED = re.compile(
    r"\b(we (?:decided|chose|opted|prefer|do not want|don't want|want to avoid)|on purpose|deliberately|intentionally"
    r"|by design|must not|should never|the (?:downside|drawback|trade-?off))\b",
    re.IGNORECASE,
)
_SAID = 1_200
_EARLY = 4  # sentences of a body in which the reason for the whole stands
_PLAIN = 400  # characters of a sentence that is the claim
_WORD = re.compile(r"[a-z_]{4,}")
# What brings something new, or moves it, is no choice to keep to.
_MAKES = re.compile(
    r"(?:add|introduc|implement|support|allow|enabl|improv|mov|renam|updat|upgrad|refactor|extract|clean|speed|bump|document"
    r"|test|port|expos|creat|provid|reword|reorgani|split|reintroduc|re-?add|simplif|optimi)\w*\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:tests?|testing|test suite|documentation|docs|changelog|doc ?strings?|this (?:PR|pull request|patch|branch)"
    r"|(?:in|with) this commit|for now|follow-?up|todo|benchmarks? show|upgraded|version \d|CI|lint\w*|workflow"
    r"|for development"
    r"|not sure|don't know|do not know|unsure)\b",
    re.IGNORECASE,
)
# What says what was done, how it was before, what went wrong, or what holds nevertheless is not why.
_NO_REASON = re.compile(
    r"^(?:this|it|we|i) (?:(?:now|also|commit|change|patch|will) )*"
    r"(?:chang|mak|add|remov|updat|fix|introduc|mov|replac|clamp|turn)\w*\b"
    r"|^(?:even though|although|while|note|now|instead of|previous(?:ly)?|prior to|before"
    r"|by \w+ing|(?:mov|us|add|mak|remov|chang|renam)ing)\b"
    r"|^avoid\b"
    r"|\bpreviously\b|\bused to\b|\w(?:Error|Exception)\b|\bNaN\b|\b(?:bugs?|crash\w*|panick?\w*|regress\w*"
    r"|accident\w*|by mistake|mistakenly|somehow|oops|without reali[sz]ing|new attempt|(?:we|I)(?:'ll| will))\b",
)
_UNMEANT = re.compile(
    r"\b(?:accident\w*|by mistake|mistakenly|somehow|oops|without reali[sz]ing|new attempt|wrong branch|not sure"
    r"|don't know|(?:more|further) work|not ready|(?:change|commit|patch) was (?:incorrect|wrong|bad|broken))\b",
    re.IGNORECASE,
)
_NEW = re.compile(r"\[?feat(?:ure)?\b", re.IGNORECASE)
# What binds whoever comes later: an order, or a ban.
_BINDS = re.compile(
    r"(?:don['’]?t|do not|never|always|only|avoid|stop|disable|disallow|forbid|require|must|prefer|no longer|limit"
    r"|ignore)\b",
    re.IGNORECASE,
)
_CAUSAL = re.compile(
    r"\b(?:because|since|due to|so that|in order to|the reason|turns out"
    r"|would (?:be|mean|break|cause|require))\b|^otherwise\b",
    re.IGNORECASE,
)
_LEANING = re.compile(r"(?:this|it|that|these|as a result|thusly|with this)\b", re.IGNORECASE)
_POINTS = re.compile(r"(?:because|this|it|that|otherwise|we|the reason|doing)\b", re.IGNORECASE)


class Sign(Value):
    """What one commit teaches. `others` are commits it names; `weight` says how plainly it teaches it."""

    reason: str
    kind: str
    sha: str
    at: int
    title: str
    text: str
    why: str = ""
    files: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    weight: float = 0.0


def is_fix(message: Message) -> bool:
    """Tell whether a commit repairs something, by its subject."""
    return bool(_FIX.search(message.subject)) and not _REVERT_SUBJECT.match(message.subject)


def named_commits(message: Message) -> tuple[str, ...]:
    """Return the commits a message says it reverts, repairs or follows."""
    text = "\n".join((message.whole, *message.trailers))
    return tuple(dict.fromkeys(match["sha"] for item in (_REVERTS, _REPAIRS) for match in item.finditer(text)))


def read_sign(commit: Commit, message: Message, files: tuple[str, ...]) -> Sign | None:
    """Return the plainest thing a commit teaches, or None; a sweep over many files teaches nothing about any."""
    if len(commit.files) > _WIDEST or is_trivial(message.subject):
        return None
    sign = _breaking(message) or _revert(message) or _repair(message) or _choice(message)
    if sign is None:
        return None
    reason, kind, text, why, weight = sign
    others = tuple(item for item in named_commits(message) if not commit.sha.startswith(item))
    title = text if reason == "revert" else message.subject  # what was tried, not that it was taken back
    return Sign(reason, kind, commit.sha, commit.committed, title[:300], text, why, files, others, weight)


_Found = tuple[str, str, str, str, float] | None


def _breaking(message: Message) -> _Found:
    lines = message.body.split("\n")
    for place, line in enumerate(lines):
        match = _BREAKING.match(line)
        if match:
            rest = "\n".join([match["what"], *lines[place + 1 :]])
            said = first_of(paragraphs(rest)[:3], _SAID)
            whole = [sentence for sentence in sentences(said) if is_sentence(sentence)]
            claim = plain_subject(message.subject)
            return ("breaking", "decision", first_of(whole, _SAID), claim, 2.4) if whole else None
    if _BANG.match(message.subject):
        said = first_of(paragraphs(message.body), _SAID)
        why = first_of([sentence for sentence in sentences(said) if is_sentence(sentence)], _SAID)
        return ("breaking", "decision", plain_subject(message.subject), why, 2.6) if why else None
    return None


def _revert(message: Message) -> _Found:
    """A revert teaches when it says why; the words about the act itself do not count as a reason."""
    # A message that only speaks of a revert, or lands again what was reverted, takes nothing back itself.
    itself = _REVERTS.match(message.body) or _REVERT_SUBJECT.match(_PREFIX.sub("", message.subject))
    itself = itself or _REVERT_SUBJECT.match(message.subject)
    if not itself or not is_revert_like(message.whole) or _TWICE.search(message.subject):
        return None
    body = _REVERTS.sub("", message.body)
    whole = [sentence for sentence in sentences(body) if is_sentence(sentence) and not _is_aside(sentence)]
    whole = [] if any(_UNMEANT.search(sentence) for sentence in sentences(body)) else whole
    reason = first_of(whole, _SAID)
    if len(reason) < _SOME:
        return None
    named = _REVERT_SUBJECT.match(plain_subject(message.subject))
    if named is None or not (_REVERTS.search(message.body) or '"' in message.subject):
        # It does not say what was tried: "revert the check to a timer" and "drop the cache" are what was chosen.
        return "choice", "decision", plain_subject(message.subject), reason, 2.4
    return "revert", "attempt", named["what"], reason, 2.8


def _repair(message: Message) -> _Found:
    named = _REPAIRS.search("\n".join((message.body, *message.trailers)))
    if not named and not (_FOLLOWS.search(message.subject) and BECAUSE.search(message.body)):
        return None
    said = [paragraph for paragraph in paragraphs(message.body) if not _only_names(paragraph)]
    text = first_of(said, _SAID)
    if len(text) < _SOME:
        return None
    # What is repaired is repaired; what is left to remember is what to mind from now on.
    return ("repair", "gotcha", text, "", 2.2) if _MINDS.search(text) else None


def _only_names(paragraph: str) -> bool:
    return len(_REPAIRS.sub("", paragraph)) < _SOME


def _choice(message: Message) -> _Found:
    """A choice is an order that a subject gives, or names what was not chosen, and has a reason that is about it."""
    claim = plain_subject(message.subject)
    if is_fix(message) or _MAKES.match(claim) or (_NEW.match(message.subject) and not _BINDS.match(claim)):
        return None
    said = [sentence for sentence in sentences(message.body) if is_sentence(sentence) and sentence.rstrip(".") != claim]
    early = [item for item in said[:_EARLY] if _is_meant(item)]
    reasons = [item for item in early if BECAUSE.search(item) and (item == said[0] or _bears_on(item, claim))]
    plain = [item for item in early if _DECIDED.search(item) and len(item) <= _PLAIN]
    reasons = reasons or [item for item in early if plain and BECAUSE.search(item)]
    if not reasons:
        return None
    firm = bool(CHOSE.search(message.subject)) + bool(_BINDS.match(claim))
    if firm and any(_CAUSAL.search(item) and not _LEANING.match(item) for item in reasons):
        return "choice", "decision", claim, first_of(reasons, _SAID), 2.0 + 0.2 * firm + min(len(reasons), 3) * 0.1
    because = first_of([reason for reason in reasons if reason not in plain[:1]], _SAID)
    return ("choice", "decision", plain[0], because or claim, 1.6 + 0.4 * bool(because)) if plain else None


def _is_meant(reason: str) -> bool:
    """Tell whether a sentence is about why, not about how it was tested or told, nor what is left for later."""
    return not (_is_aside(reason) or _NO_REASON.search(reason[:1].lower() + reason[1:]) or is_supposed(reason))


def _is_aside(sentence: str) -> bool:
    """Tell whether a sentence says what was done, where more stands, or how it was tested: not why."""
    return bool(_ASIDE.search(sentence) or DOES.match(sentence) or POINTS_AWAY.match(sentence))


def _bears_on(reason: str, claim: str) -> bool:
    """Tell whether a reason is one for the claim: it points to it, or speaks of the same."""
    words = {stem(word) for word in _WORD.findall(claim.lower())}
    return bool(_POINTS.match(reason)) or any(stem(word) in words for word in _WORD.findall(reason.lower()))


def is_sentence(text: str) -> bool:
    """Tell whether words stand by themselves: not an item of a list, nor the rest of another sentence."""
    whole = text.rstrip().endswith((".", "!")) and text[:1].isupper() and len(text.split()) >= _WORDS
    return whole and len(text) >= _SOME and not _LEANS.match(text) and not TURNS.match(text)


def plain_subject(subject: str) -> str:
    """Return a subject as a claim: without the marks of a convention and the number of a request."""
    plain = _NUMBERED.sub("", _PREFIX.sub("", subject)).strip()
    return plain[:1].upper() + plain[1:]

"""What a commit tells in one line: its subject, and the sentences that give the reason. Whole sentences, never a cut.

Owns: whether a message explains anything (`explains`), what sort of word it is, and which of its sentences say why.
Light: the moment a file is touched comes through here. Must not: read the store or Git. Neighbours: `signs`, `message`.
"""

from __future__ import annotations

import re

from standfast.learn.message import TURNS, join_turns, parts_of, says_again, without_squashed
from standfast.model.pattern import Folded, compile_later
from standfast.model.value import Value
from standfast.text.sentences import split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from standfast.learn.message import Message

TAG = "why"
"""The tag of an episode whose message explains; a stop word, so that ranking by words does not see it."""

_ITEM = compile_later(r"^\s{0,6}(?:[-*•]|\d{1,2}[.)]) \S", re.MULTILINE)
_MANY = 12  # items of a list from which a message tells of a whole branch
_LEAST = 40  # characters of prose below which nothing is explained
_LONG = 360  # characters of prose that explain whatever words they use
_REVERT = compile_later(r"^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:revert|back out|roll(?:ed)? ?back)\b", re.IGNORECASE)
_REVERTED = compile_later(r"\bthis reverts commit (?P<sha>[0-9a-f]{7,64})\b", re.IGNORECASE)
_BREAKS = Folded(r"^[a-z]+(\([^)]*\))?!:|^breaking[ -]change|\bbackwards?[- ]incompatible\b", re.MULTILINE)
_FIX = Folded(r"\b(fix(es|ed|ing)?|bug|regress\w*|hot-?fix|crash\w*|leak\w*|deadlock|race|panic\w*|broken)\b")
_STRONG = Folded(
    r"\b(because|instead of|rather than|turns? out|the reason|in favou?r of|on purpose|deliberate\w*|intentional\w*"
    r"|must not|trade-?offs?|(?:we|i) (?:decided|chose|opted|prefer)|root cause|caused by|no longer|would otherwise"
    r"|previously|was (?:only )?(?:added|introduced)|to avoid|to prevent|to keep|which means|drawback|downside)\b"
)
_WEAK = Folded(
    r"\b(so that|in order to|otherwise|since|due to|avoids?|prevents?|therefore|thus|however|although|ensures?|allows?"
    r"|but|as a result|needs? to|not (?:be )?(?:needed|necessary|possible|safe)|deprecat\w*|always|never|only)\b"
)
CHOSE = Folded(
    r"\b(instead of|rather than|in favou?r of|over using|(?:we|i) (?:decided|chose|opted|prefer)|on purpose"
    r"|deliberate\w*|intentional\w*|must not|should never|by design|no longer (?:use|support|rely|depend)\w*)\b"
)
"""What was not chosen is named, or that something was meant."""
BECAUSE = Folded(
    r"\b(because|so that|in order to|otherwise|turns out|the reason|to avoid|to prevent|since|due to"
    r"|which (?:means|makes|causes|leads)|as a result|the problem|too (?:slow|many|much|easy|hard)"
    r"|would (?:be|mean|break|cause|require))\b"
)
"""A reason is given."""
DOES = compile_later(
    r"(?:add|allow|chang|clean|convert|copy|creat|delet|disabl|drop|enabl|expos|extend|extract|handl|ignor|implement"
    r"|improv|introduc|keep|let|mak|merg|mov|pass|port|refactor|remov|renam|reorgani[sz]|replac|restor|rewrit|rework|set"
    r"|simplif|skip|split|switch|turn|updat|us|wrap)(?:e|es|ed|ing|s|y|ies|ied)?\s",
    re.IGNORECASE,
)
"""What begins so says what was done."""
POINTS_AWAY = compile_later(
    r"(?:please )?see\b[^.\n]{0,60}(?:#\d|https?://)|for more (?:info\w*|details)\b", re.IGNORECASE
)
"""What begins so only says where the reason stands."""
_RESOLVES = compile_later(
    r"^(?:[\w/, ]{1,40}(?:\([^)]*\))?!?:\s*)?(?:don['’]?t|do not|never|always|only|avoid|stop|prefer|disable|disallow"
    r"|forbid|require|switch|replace|keep|use|limit|ignore)\b",
    re.IGNORECASE,
)
_TOOL = (
    r"(?:ruff|flake8|isort|autoflake|pyupgrade|mypy|black|prettier|eslint|rustfmt|clippy|gofmt|golangci\S*|pre-?commit"
    r"|clang-(?:format|tidy)|spotless|biome|oxlint|ktlint|checkstyle|detekt|rubocop)"
)
_TRIVIAL = Folded(
    r"\b(typos?|spelling|grammar|reformat|lint(?:s|ing|er)?|pragma|nits?|bump\w*"
    rf"|(?:run|apply|appease|satisfy|fix|with|by|for|pass\w*) {_TOOL}"
    rf"|{_TOOL} (?:fix\w*|warn\w*|errors?|format\w*|issues?|lints?|config\w*|version|v?\d\S*)"
    r"|(?:code )?formatt(?:ing|er) (?:only|changes?|fix\w*)|(?:fix|trailing) (?:formatting|whitespace)"
    r"|upgrade (?:to )?\S+ (?:to|from)|changelog|release notes?|copyright|license headers?|code ?style|pep ?8"
    rf"|(?:migrate|switch|move|convert) to {_TOOL}|(?:compil\w+|deprecation|ide|analy\w+) warnings?"
    r"|missing \W*(?:nullable|annotations?|overrides?|imports?)|(?:outdated|stale|obsolete) (?:todos?|comments?)"
    r"|javadocs?|doclint|jsdoc|update\w* (?:the )?(?:docs|documentation|dependenc\w+|copyright)"
    r"|unused (?:[\w.`]+:? )?(?:imports?|param\w*|arg\w*|kwarg\w*|variables?|macros?|code|functions?|methods?|fields?)"
    r"|type hints?|readme"
    r"|(?:remov|drop|add|delet)\w* (?:[\w+.`-]+ ){0,4}log (?:entr(?:y|ies)|lines?|messages?|statements?)"
    r"|(?:add|fix|updat|improv|correct|clean|mov|tweak|expand|missing|more|better)\w* (?:[\w.`-]+ ){0,3}"
    r"(?:docstrings?|translations?)(?= (?:for|of|in|to|on)\b|\W*(?:\(#\d+\))?\W*$)"
    r"|(?:broken|dead) links?|wip|merge conflicts?)\b"
    r"|^(?:chore|style|docs?|ci|build|test|tests)(?:\([^)]*\))?!?:|^(?:prepare|release|version)\b|^v?\d+\.\d+"
    r"|^(?:update|upgrade|use)(?: to)? [\w@/.-]+(?: [\w@/.-]+){0,2} v?\d+\.\d+\S*\W*$"
    r"|^(?:(?:some|more|minor|small|tiny|simple|quick|slight|code|cs|general|misc\w*|various|further|test) )*"
    r"(?:clean-?ups?|tidy(?:ing)?(?:-?up)?|tweaks|fixes|refactor(?:ings?|ed)?|improvements|changes|imports?)"
    r"(?: \([\w ]+\))?\W*(?:\(#\d+\))?\W*$"
    r"|^use imports?\b|full stop|punctuation|grammatical|\boffen[cs]es\b|\bminified\b|^\W*(?:ci skip|skip ci)\b"
    r"|^squashed commit of the following"
    r"|^(?:\[\w+\] )?(?:fix|remove|silence|suppress|avoid|resolve|address)\w* (?:[\w./`-]+ ){0,4}"
    r"(?:warnings?|suppressions?|lints?)\W*(?:\(#\d+\))?\W*$"
    r"|^\W*(?:docs?|documentation)\]|\b(?:reword|touch(?:ing)?[- ]up|rephrase)\b|\bmutants?\b"
    r"|\bflak(?:y|iness|es)\b|\b(?:typ(?:e|ing)|missing) annotations?\b|^annotate\b|\bupdat\w* (?:the )?ci\b"
    r"|^(?:apply|address)(?:ing)? (?:\w+ )?(?:suggest\w+|reviews?|review comments?|feedback|comments?)\b"
)
_NOT_PROSE = compile_later(
    r"^(#{1,6}\s|this reverts commit\b|\W*$|- ?\[[ x]\]|<!--|<\w|!\[|@\w+|"
    r"(?:fix(?:es|ed)?|close[sd]?|refs?|see|resolves?|related(?: to)?)\b[^\w#]*+(?:[\w./-]*+#+\d|https?://)"
    r"|https?://\S+$|[\w-]+: \S+$|commit [0-9a-f]{7,64}\b|co-authored|\d{4}-\d\d-\d\d$|\(?cherry picked)",
    re.IGNORECASE,
)
_LEANS = compile_later(
    r"(?:this|it|that|they|these|those|thus|hence|however|also|but|and|or|so|in effect|instead|then"
    r"|otherwise|similarly|for (?:example|instance)|i\.e|e\.g|another|said|annotate)\b",
    re.IGNORECASE,
)
_ITSELF = compile_later(r"this (?:change|commit|patch|pr|fix|refactoring)\b", re.IGNORECASE)
_SUPPOSES = compile_later(
    r"(?:in principle|in theory|theoretically|ideally|alternatively|another (?:option|approach|way|possibility"
    r"|alternative)"
    r"|an(?: obvious)? alternative|(?:one|we|you|i|it) (?:could|might)\b|it (?:would|could) (?:be|have been) possible"
    r"|(?:one|the other) (?:option|alternative|approach|possibility))\b",
    re.IGNORECASE,
)
# What was left for later, and how the author tried it: no reason for what is there.
_BESIDE = Folded(
    r"\b(?:(?:this|the) (?:diff|pr|pull request|changeset) (?:is|looks|has|got|was|mostly)\b|different (?:patch|pr)\b"
    r"|(?:you (?:can|may|should)|please|feel free to) (?:\w+ )?(?:ignore|skip|review|merge)\b"
    r"|out of scope\b|follow-?up (?:pr|pull request|change|commit|issue|ticket)s?\b"
    r"|separate(?:ly)? (?:pr|issue|ticket)|change ?log\b|news fragment|release notes?\b|unit tests?\b)"
    r"|^(?:also|confirmed|verified|tested|manually|ran|checked)\b"
    r"|^(?:\w+, )?(?:add|move|simplify|update|adjust|remove|fix|no)\w* (?:[\w`-]+ ){0,3}tests?\b"
)
_REPAIRS = compile_later(r"(?:\[?[\w./-]+\]?:\s+)?(?:hot|bug)?-?\s?fix(?:e[sd]|ing)?\b", re.IGNORECASE)
_VERSIONED = compile_later(
    r"\bbump\w* (?:the |to )*(?:version|v?\d+\.\d)|\bversion bump\b|^\W*(?:\w+\W )?(?:prepare |cut |tag )?(?:the )?"
    r"(?:release|version)(?: of)?:?\W{0,3}v?\d+(?:\.\w+)+\W*(?:\(#\d+\))?$|^v?\d+(?:\.\d+)+[\w.-]*\W*(?:\(#\d+\))?$",
    re.IGNORECASE,
)
_CODE = compile_later(r"`[^`\n]*`")
_FACE = compile_later(r"(?<!\w)[:;]-?[()](?!\w)|(?:^|(?<=\s))(?:\d{1,2}|[a-z])\)")  # and the mark of an item
_CORRECTS = compile_later(
    r"\b(?:typos?|(?:mis)?spell\w*|grammar|wording)\b|\b(?P<twice>[a-z]{2,12}) (?P=twice)\b", re.IGNORECASE
)  # words of a text, where what was meant rather than what stood there is no choice
_ENOUGH = 1.5
_DONE = 2.0  # nor is what it did
_PIECE = 1.5  # one of several things a commit did is not why it was made
_SHORT = 2  # words of a subject that says nothing by itself
_JUDGED = 300  # characters of a subject by which it is judged
_LONGEST = 360  # characters of a sentence that is said where no shorter one gives the reason


class Telling(Value):
    """A sort of word (`reverted`, `breaking`, `fix`, `decision`, `change`), the claim, its reason, and how plainly.

    The weight is negative for what nobody needs to be told: a typo, a formatter, a version.
    """

    word: str
    claim: str
    reason: str
    weight: float


def explains(message: Message) -> bool:
    """Tell whether a message says more than what was done: a reason, a cause, a break, a revert with its why."""
    if _BREAKS.search(message.whole):
        return True
    prose = _prose(message.body)
    length = sum(len(part) for part, _ in prose)
    if length < _LEAST:
        return bool(_STRONG.search(message.subject))
    if length >= _LONG or _REVERT.match(message.subject):
        return True
    return bool(_STRONG.search(message.subject)) or any(_STRONG.search(part) or _WEAK.search(part) for part, _ in prose)


def decides(subject: str, body: str) -> bool:
    """Tell whether a message says what is to be so, or names what was not chosen, and gives a reason."""
    own = without_squashed(body)
    if not BECAUSE.search(own):  # looked for first: that is quicker, and fewer have it
        return False
    return bool(CHOSE.search(subject) or _RESOLVES.match(subject) or CHOSE.search(own))


def gives_reason(said: str) -> bool:
    """Tell whether words say plainly that they are a reason."""
    return any(sign.search(said) for sign in (BECAUSE, CHOSE, _STRONG, _WEAK))


def is_trivial(subject: str) -> bool:
    """Tell whether a subject speaks of what nobody needs to be told: a typo, a formatter, a version."""
    return bool(_TRIVIAL.search(subject[:_JUDGED]))


def is_repair(subject: str) -> bool:
    """Tell whether a subject begins by saying that it repairs something."""
    return bool(_REPAIRS.match(subject))


def is_release(subject: str) -> bool:
    """Tell whether a subject only says that a version was raised."""
    return bool(_VERSIONED.search(subject[:_JUDGED]))


def reverted_by(text: str) -> list[str]:
    """Return the commits that a message says it takes back."""
    if text.isascii() and "reverts commit" not in text.lower():
        return []  # few do: looking costs a tenth of matching
    return [match["sha"] for match in _REVERTED.finditer(text)]


def gathers(text: str) -> bool:
    """Tell whether a message lists what many commits did, as a squashed branch does: it is about no one thing."""
    return text.count("\n") >= _MANY - 1 and len(_ITEM.findall(text)) >= _MANY


def tell(title: str, text: str, most: int, about: Collection[str] = frozenset()) -> Telling:
    """Return what an episode tells: as many of its telling sentences as `most` characters hold, in their order.

    `about` are the words (as they are looked up) of what is asked: a sentence that speaks of it comes first.
    """
    subject, body = (title, text) if title else (" ".join(text.split()), "")
    body = without_squashed(body)
    said = [
        (sentence, item, paragraph)
        for paragraph, (part, item) in enumerate(_prose(body))
        for sentence in _with_ground(part)
        if _is_whole(sentence) and not (item and is_trivial(sentence))
    ]
    parts = [sentence for sentence, *_ in said]
    worth = [_worth(part, about, item=item) - 0.04 * min(at, 20) for at, (part, item, _) in enumerate(said)]
    chosen: list[int] = []
    room = most - min(len(subject), most // 4)  # a long subject leaves room for a reason all the same
    for place in sorted(range(len(parts)), key=lambda place: -worth[place]):
        if worth[place] < (_ENOUGH if chosen else 0.0):
            break
        beside = all(said[other][2] == said[place][2] and parts[place] not in parts[other] for other in chosen)
        if beside and len(parts[place]) < room and not _repeats(parts[place], subject):
            chosen = [other for other in chosen if parts[other] not in parts[place]]
            chosen.append(place)
            room -= len(parts[place]) + 1
    if not chosen:  # one long sentence is said whole rather than nothing
        best = max(range(len(parts)), key=lambda place: worth[place], default=-1)
        if best >= 0 and worth[best] >= 0 and len(parts[best]) < _LONGEST and not _repeats(parts[best], subject):
            chosen.append(best)
    reason = " ".join(parts[place] for place in sorted(chosen))
    strong = sum(bool(_STRONG.search(parts[place])) for place in chosen)
    whole = any(_STRONG.search(parts[place]) and not said[place][1] for place in chosen)  # no item of a list
    word = _word(subject, body, "\n".join(part for part in parts if not _BESIDE.search(part)))
    if _CORRECTS.search(subject[:_JUDGED]) and not any(BECAUSE.search(parts[place]) for place in chosen):
        return Telling("change", subject, "", -1.0)
    if is_release(subject) or (is_trivial(subject) and not (whole or (reason and word == "breaking"))):
        return Telling("change", subject, "", -1.0)
    if not reason and len(subject.split()) <= _SHORT:
        return Telling("change", subject, "", -1.0)
    weight = {"reverted": 2.0 if reason else 0.6, "breaking": 1.6, "fix": 0.4, "change": 0.0}.get(word, 0.0)
    if word == "decision":
        weight = 1.6 if reason else 0.4
    weight += 0.8 * bool(reason and word != "change" and (CHOSE.search(subject) or CHOSE.search(reason)))
    return Telling(word, subject, reason, weight + min(strong, 3) * 0.5 + min(len(reason), 300) / 400)


def _with_ground(part: str) -> list[str]:
    """Return the sentences of a paragraph, each that leans on the one before it together with that one."""
    found: list[str] = []
    for sentence in join_turns(split_sentences(part)):
        leans = found and _LEANS.match(sentence) and not _ITSELF.match(sentence)
        found.append(f"{found[-1]} {sentence}" if leans else sentence)
    return found


def _is_whole(sentence: str) -> bool:
    """Tell whether a sentence stands by itself: it asks nothing, leads to nothing, and no bracket is open or alone."""
    if sentence.endswith((":", ",", "?")) or "? " in sentence or POINTS_AWAY.match(sentence):
        return False
    prose = _CODE.sub("", _FACE.sub("", sentence))
    return all(_is_balanced(prose, *pair) for pair in ("()", "[]"))


def _is_balanced(words: str, opening: str, closing: str) -> bool:
    depth = 0
    for sign in words:
        depth += (sign == opening) - (sign == closing)
        if depth < 0:
            return False
    return depth == 0


def _word(subject: str, body: str, said: str) -> str:
    """Return what sort of word a message is; only what it has `said` in whole sentences about the change decides."""
    if _REVERT.match(subject) or (_REVERTED.search(body[:400]) and len(body) < 2_000):
        return "reverted"
    if _BREAKS.search(subject) or _BREAKS.search(body):
        return "breaking"
    if decides(subject, said):  # also where it repairs something: what is to be minded is the choice
        return "decision"
    if _FIX.search(subject):
        return "fix"
    return "decision" if CHOSE.search(subject) else "change"


def _telling(sentence: str) -> float:
    """Return how much of a reason a sentence gives; one that leans on the sentence before it says little alone."""
    return (
        0.6 * bool(CHOSE.search(sentence))
        + 2.0 * bool(_STRONG.search(sentence))
        + 0.7 * bool(_WEAK.search(sentence))
        + 0.6 * bool(BECAUSE.search(sentence))
        - 0.8 * bool(_LEANS.match(sentence))
        - 4.0 * bool(TURNS.match(sentence) or is_supposed(sentence))
        - 3.5 * bool(_BESIDE.search(sentence))
    )


def is_supposed(sentence: str) -> bool:
    """Tell whether a sentence only says what might have been done, and not why it was not."""
    return bool(_SUPPOSES.match(sentence)) and not any(TURNS.match(part) for part in split_sentences(sentence)[1:])


def _worth(sentence: str, about: Collection[str], *, item: bool) -> float:
    """Return what a sentence is worth: the reason it gives, and how near it is to what is asked."""
    near = _near(sentence, about)
    if near or BECAUSE.search(sentence):
        return _telling(sentence) + near
    return _telling(sentence) - _PIECE * item - _DONE * bool(DOES.match(sentence))


def _near(sentence: str, about: Collection[str]) -> float:
    """Return how much a sentence speaks of what is asked."""
    if not about:
        return 0.0
    from standfast.recall.terms import query_terms

    return 1.2 * min(sum(term in about for term in set(query_terms(sentence))), 3)


def _repeats(part: str, subject: str) -> bool:
    return " ".join(part.lower().split()).rstrip(".") in subject.lower() or says_again(part, subject)


def _prose(body: str) -> list[tuple[str, bool]]:
    """Return paragraphs and items that people wrote in words (no headings, boxes, references or templates).

    Of each, whether it is an item of a list.
    """
    found = parts_of(without_squashed(body))
    return [(part, item) for part, item in found if len(part.split()) > 2 and not _NOT_PROSE.match(part)]

"""A question as one partition can answer it: which terms are telling there, which only re-score, what was misspelt.

Owns the choice of terms by rarity and the repair of unknown ones. Uses statistics of that partition alone.
Neighbours: `terms` reads the words, `lexicon` knows abbreviations, `rank` scores with what is returned here.
"""

from functools import cache, lru_cache
from math import log

from standfast.model.pattern import compile_later
from standfast.recall import weights
from standfast.recall.terms import MAX_TERM, identifiers, query_terms, read
from standfast.recall.when import plain_words
from standfast.text.lexicon import ABBREVIATIONS, COMMON, FILLERS, FRAMES, SETTLED, STOP
from standfast.text.lines import shared_ends
from standfast.text.stem import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from standfast.store.contract import Index
    from standfast.store.values import Statistics

Groups = tuple[tuple[str, ...], ...]
Concept = tuple[tuple[str, float], ...]  # terms that answer for one thing asked, each with its weight
MAX_TERMS = 160  # of a question; a stack trace has more, and its beginning says which error it was
SHORT = 16  # questions of up to so many terms are worth repairing and widening word by word
VOCABULARY_LIMIT = 5_000
LEAST_PROSE = 8  # words; fewer may be a name written apart
VOWELS = "aeiou"
SMALL_WORD = 4  # letters
REPAIRS = 3  # words of a question that are repaired
CORRECTIONS = 3
BESIDES = 3  # groups
EVERYWHERE = 0.6  # of all documents: what is in more of them tells nothing
# The machine at hand, as `terms` reads its addresses: whether anybody here wrote them says nothing about a subject.
OWN_MACHINE = frozenset(("127_0_0_1", "127_0", "127", "0_0_0_0", "0_0", "localhost"))
OPENING = 5  # words of a question that say what sort of answer it asks for
ENDING = 5  # letters an ending has at most, such as `ation`
# A question about a talk as a whole, and the words in it that say how it is to be answered, not about what.
_TALK = (
    r"(?:our|my|these) (?:\w{1,20} )?(?:conversations?|chats?|sessions?|discussions?|talks?)\b"
    # A noun after it makes it a part of a program: `our session store`.
    r"(?! (?!(?:so|about|on|with|in|and|or|from|to|of|over|across|regarding|as|at|when|where|which|that|this|last"
    r"|today|yesterday|until|before|after|since|i|we|you|how|what|did|do|have|has|was|were|is|are)\b)[a-z])"
)
_ABOUT_TALK = compile_later(
    rf"(?i)\b(?:throughout|across|over|during|based on) (?:all (?:of )?)?{_TALK}|\border in which (?:i|we)\b"
    r"|\b(?:in|from) (?:all (?:of )?)?(?:our|my|these) (?:\w{1,20} )?(?:conversations?|chats?|discussions?)\b"
    r"|\b(?:(?:summary|overview|recap|timeline) (?:of|on|about)|summari[sz]e) (?:\w{1,20} ){0,4}(?:i|we|my|our)\b"
)
_MANNER = compile_later(
    r"(?i)^\W{0,3}(?:(?:can|could|would|will) you (?:please )?|please )?(?:give|provide|write|show|tell|list|walk|take"
    r"|summari[sz]e|describe|outline|recap|explain|create|prepare)\b(?: (?:me|us))?(?: through)?(?=\W)"
    r"|\b(?:an?|the|my|your)? ?(?:\w{1,20},? (?:and )?){0,3}(?:summary|overview|recap|timeline|list) (?:of|about|on)\b"
    r"|\b(?:the|what) order (?:in which )?(?:(?:i|we|you) (?:\w{2,20}ed|brought|spoke|said)(?: (?:up|about|on))?)?"
    r"|\b(?:different|various|several|all the|key|main) (?:aspects?|parts?|points?|topics?|things?|details?)"
    r" (?:of|about|related to)\b"
    rf"|\b(?:throughout|across|over|during|from|based on|in) (?:all (?:of )?)?{_TALK}(?: so far)?"
    r"|\bfrom (?:the )?(?:start|beginning) to (?:the )?(?:finish|end)\b|\bin (?:chronological )?order\b"
    r"|\(?\bmention (?:only )?(?:and only )?\w{1,20} items?(?: in order)?\)?"
)
_TALKED = (
    "conversation", "chat", "session", "discussion", "talk", "in which", "summar", "overview", "recap", "timeline",
)  # fmt: skip
_WHAT = frozenset(("what", "which"))
_HAPPENED = frozenset(("changed", "change", "changes", "happened", "done", "new", "fixed", "added"))
LEAST_SUBJECT = 3  # words that must be left of it
MOST_ASKED = 600  # characters; what is longer is a text, and no question


class Question:
    """What to look for in one partition.

    `concepts` holds, for each thing asked, its terms with their weights: a document scores the best of them.
    `telling` are the terms worth looking up, each on its own; `joint` are groups of common ones, looked up only where
    all groups meet, and better where one of `besides` does too. All other terms only re-score. `asked` are the first
    terms as they stand, rarest first. `sought` is what everything asked for weighs, what nobody here knows included.
    """

    def __init__(
        self,
        concepts: "Sequence[Concept]",
        *,
        average_length: float = 1.0,
        corrected: "Mapping[str, tuple[str, ...]] | None" = None,
        frequency: "Mapping[str, int] | None" = None,
        documents: int = 0,
        asked: "Sequence[str]" = (),
        unknown: float = 0.0,
        rare: "frozenset[str]" = frozenset(),
    ) -> None:
        self.concepts = tuple(concepts)
        self.documents = documents
        self.asked = tuple(sorted(asked[:SHORT], key=lambda term: ((frequency or {}).get(term, 0), term)))
        self.words = frozenset(asked)
        self.average_length = max(average_length, 1.0)
        self.corrected = corrected or {}
        self.telling, self.joint, self.besides = _telling(self.concepts, frequency or {}, documents)
        self.places: dict[str, list[tuple[int, float]]] = {}
        for number, concept in enumerate(self.concepts):
            for term, weight in concept:
                self.places.setdefault(term, []).append((number, weight))
        self.terms = frozenset(self.places)
        self.plain = self._plain()
        self.heaviest = [max(weight for _, weight in concept) for concept in self.concepts]
        self.weight = sum(self.heaviest)
        self.sought = self.weight + unknown
        self.rare = {term: self._names(term) for term in rare if term in self.places}

    def _names(self, term: str) -> float:
        """Return how far a term is the subject of the question."""
        weight = max(weight for _, weight in self.places[term])
        return min(1.0, weight / (weights.NAMES * self.sought)) ** 2

    def _plain(self) -> "Mapping[str, tuple[int, float]]":
        """Return the place and weight of each term, where each answers for one thing and each thing has one term."""
        single = {term: found[0] for term, found in self.places.items() if len(found) == 1}
        return single if len(single) == len(self.places) == len(self.concepts) else {}


def subject_of(text: str) -> str:
    """Return a question about a talk as a whole without the words that say how to answer; any other as it is."""
    if len(text) > MOST_ASKED or not any(word in text.lower() for word in _TALKED) or not _ABOUT_TALK.search(text):
        return text
    left = " ".join(_MANNER.sub(" ", text).split())
    return left if len(query_terms(left)) >= LEAST_SUBJECT else text


def asks_now(text: str) -> bool:
    """Tell whether a question is about what holds now: it opens with a rule or a decision, or asks for the latest.

    Further on such a word belongs to the subject ("… the quiz about derivative rules"), and so it does after "how".
    """
    opening = plain_words(text)[:OPENING]
    if not opening or opening[0] == "how" or len(query_terms(text)) > SHORT:
        return False
    return not _settled().isdisjoint(query_terms(" ".join(opening)))


def happening_words(text: str) -> tuple[str, ...]:
    """Return the words by which a question only asks what happened: they are of no subject."""
    words = plain_words(text)[:OPENING]
    return tuple(word for word in words[1:] if word in _HAPPENED) if words and words[0] in _WHAT else ()


def read_question(
    text: str, index: "Index", *, aside: bool = False, timed: "Sequence[str]" = (), before: "datetime | None" = None
) -> Question:
    """Choose terms for a text by what is rare in this partition, or was by the moment that is asked about.

    `aside`: more is looked at than what is current there, so that a term may be known to none of it and still be found.
    `timed`: the words that say when: they are counted by the calendar, and hardly as words.
    """
    asked = query_terms(text)[:MAX_TERMS]
    times = frozenset(read(" ".join(timed))) if timed else frozenset[str]()
    options = {term: {term: weights.FRAME} if term in times else _options(term) for term in asked}
    options.update({term: {term: 1.0} for term in _joined(text[: MAX_TERM * LEAST_PROSE]) if term not in options})
    statistics = index.statistics(list({other: None for found in options.values() for other in found}), before)
    known = dict(statistics.frequency)
    corrected: dict[str, tuple[str, ...]] = {}
    repairable = {term for term in asked if _is_repairable(term)} if len(asked) <= SHORT else set()
    first, _, rest = text.strip().partition("\n")
    headed = frozenset(read(first)) if rest.strip() else frozenset[str]()
    concepts: list[Concept] = []
    unknown = 0.0
    for term, found in options.items():
        kept = {other: share for other, share in found.items() if other in known}
        if not kept and len(corrected) < REPAIRS and term in repairable:
            for other, frequency in _similar(term, index):
                kept[other] = weights.ALTERNATIVE
                known[other] = frequency
                corrected[term] = (*corrected.get(term, ()), other)
            unknown += weights.GUESSED * _idf(term, 0, statistics) if kept else 0.0
        if not kept and aside and term in asked:
            kept, known[term] = {term: 1.0}, 0
        if kept:
            more = weights.FIRST_LINE if term in headed else 1.0
            concepts.append(tuple((other, more * weight) for other, weight in _weigh(term, kept, known, statistics)))
        elif (
            term in asked
            and term not in times
            and term not in _frames()
            and term not in OWN_MACHINE
            and not _is_small_slip(term)
        ):
            unknown += found[term] * _idf(term, 0, statistics)
    average = statistics.length / statistics.documents if statistics.documents else 1.0
    return Question(
        concepts,
        average_length=average,
        corrected=corrected,
        frequency=known,
        documents=statistics.documents,
        asked=asked,
        unknown=unknown,
        rare=frozenset(term for term in identifiers(text) if 0 < known.get(term, 0) <= weights.RARE),
    )


def _options(term: str) -> dict[str, float]:
    """Return the terms that may answer for one that was asked, with their shares."""
    if term in _fillers():
        return {term: weights.FILLER}
    found = {term: 1.0}
    if term in _frames():
        return dict.fromkeys(_frames()[term], weights.FRAME)
    for other in _abbreviated(term):
        found.setdefault(other, weights.ALTERNATIVE)
    return found


def _weigh(term: str, shares: dict[str, float], known: dict[str, int], statistics: "Statistics") -> "Concept":
    if term in _frames():  # one class: as common as all of its words together
        weight = weights.FRAME * _idf(term, sum(known[other] for other in shares), statistics)
        return tuple((other, weight) for other in shares)
    return tuple((other, share * _idf(other, known[other], statistics)) for other, share in shares.items())


def _idf(term: str, frequency: int, statistics: "Statistics") -> float:
    """Return how telling a term is: rare here, and not common in anybody's text, which counts as a few documents."""
    documents = max(statistics.documents, frequency) + weights.PRIOR
    count = frequency + weights.PRIOR * _common(term)
    return log(1 + (documents - count + 0.5) / (count + 0.5))


def _telling(
    concepts: "Sequence[Concept]", frequency: "Mapping[str, int]", documents: int
) -> "tuple[tuple[str, ...], Groups, Groups]":
    """Return the weightiest terms, as many as may be read, then groups of common ones that must meet, and others.

    A long question is looked up by a few words and re-scored by all; and what has only one of the common words of a
    question does not answer it, so that in a large store those are worth reading only together.
    """
    heaviest = sorted((-weight, term, number) for number, concept in enumerate(concepts) for term, weight in concept)
    alone: dict[str, None] = {}
    common: dict[int, dict[str, None]] = {}
    postings = 0
    for _, term, number in heaviest:
        if term in alone:
            continue
        if postings + frequency.get(term, 0) <= weights.POSTINGS:
            alone[term] = None
            postings += frequency.get(term, 0)
        else:
            common.setdefault(number, {})[term] = None
        if len(alone) + len(common) >= weights.TELLING:
            break
    if postings >= weights.LEXICAL_LIMIT:
        return tuple(alone), (), ()
    return tuple(alone), *_meeting(common, frequency, documents)


def _meeting(
    common: "Mapping[int, Mapping[str, None]]", frequency: "Mapping[str, int]", documents: int
) -> "tuple[Groups, Groups]":
    """Return as many groups, weightiest first, as are expected to meet in enough documents; and the next few."""
    shares = [
        (tuple(item), sum(frequency.get(term, 0) for term in item) / max(1, documents)) for item in common.values()
    ]
    telling = [(group, share) for group, share in shares if share <= EVERYWHERE] or shares[:1]
    taken = 0
    expected = float(documents)
    for _, share in telling:
        expected *= min(1.0, share)
        if taken and expected < weights.LEXICAL_LIMIT:
            break
        taken += 1
    groups = [group for group, _ in telling]
    return tuple(groups[:taken]), tuple(groups[taken : taken + BESIDES])


def _joined(text: str) -> list[str]:
    """Return neighbouring words of a short question written as one: `web socket` also means `websocket`.

    Words that only hold a sentence together make no name: `do I` is not a `doi`.
    """
    words = [word for word in text.lower().split() if word.isalpha()]
    if len(words) > LEAST_PROSE:
        return []
    spans = [words[start : start + length] for length in (2, 3, 4) for start in range(len(words) - length + 1)]
    return [stem("".join(span)) for span in spans if not STOP.issuperset(span)]


# A hook is a fresh process: of the lists only words are stemmed that begin as the term does, as their stems do.
def _by_beginning(words: "Iterable[str]") -> dict[str, list[str]]:
    """Return words by their first two letters."""
    found: dict[str, list[str]] = {}
    for word in words:
        found.setdefault(word[:2], []).append(word)
    return found


@cache
def _shortened() -> dict[str, list[str]]:
    return _by_beginning(ABBREVIATIONS)


@cache
def _everyday() -> dict[str, list[str]]:
    return _by_beginning(COMMON)


@lru_cache(4096)
def _abbreviated(term: str) -> tuple[str, ...]:
    """Return the terms of what a term is short for, or of its short forms."""
    meant = [ABBREVIATIONS[word] for word in _shortened().get(term[:2], ()) if stem(word) == term]
    return tuple(stem(item) for others in meant for item in others)


@cache
def _settled() -> frozenset[str]:
    return frozenset(map(stem, SETTLED))


@lru_cache(4096)
def _common(term: str) -> float:
    """Return the share of texts that a term stands in anywhere; the last word of the list with that stem counts."""
    shares = [COMMON[word] for word in _everyday().get(term[:2], ()) if stem(word) == term]
    return shares[-1] if shares else 0.0


@cache
def _fillers() -> frozenset[str]:
    return frozenset(map(stem, FILLERS))


@cache
def _frames() -> dict[str, tuple[str, ...]]:
    return {term: frame for frame in (tuple(map(stem, words)) for words in FRAMES) for term in frame}


def _is_small_slip(term: str) -> bool:
    """Tell whether a term is a small word with two letters swapped: `teh`, `adn`."""
    swapped = (term[:at] + term[at + 1] + term[at] + term[at + 2 :] for at in range(len(term) - 1))
    return 2 <= len(term) <= SMALL_WORD and any(word in STOP for word in swapped)


def _is_repairable(term: str) -> bool:
    return len(term) >= 4 and term.isalpha()


def _similar(term: str, index: "Index") -> list[tuple[str, int]]:
    """Return the most used terms that an unknown one may have meant: a longer form of it, or a slip or two away.

    Terms are stems, and a slip keeps an ending from being taken off: what is left over at the end is forgiven.
    """
    allowed = 1 if len(term) < 8 else 2
    letters = set(term)
    found: set[tuple[int, int, str]] = set()
    for prefix in _beginnings(term):
        for other, frequency in index.vocabulary(prefix, VOCABULARY_LIMIT):
            longer = len(term) - len(other)
            if other.startswith(term):
                found.add((1 if longer >= -ENDING else 3, -frequency, other))
                continue
            if not -allowed <= longer <= ENDING:
                continue
            apart = len(letters.symmetric_difference(other))  # a slip brings a letter, and takes one
            if apart <= 2 * allowed and longer <= allowed and (distance := slips(term, other, allowed)) <= allowed:
                found.add((distance, -frequency, other))
            elif apart <= 2 + max(1, longer) and len(other) >= 4 and _is_slip_with_ending(term, other):
                found.add((2, -frequency, other))
    return [(other, -frequency) for _, frequency, other in sorted(found)[:CORRECTIONS]]


def _is_slip_with_ending(term: str, other: str) -> bool:
    """Tell whether a term is another one with an ending that the slip kept on: `tsts` of `test`."""
    plural = term.endswith("s") and slips(term[:-1], other, 1) <= 1
    return plural or (len(term) > len(other) and slips(term[: len(other)], other, 1) <= (len(term) >= 8))


def _beginnings(term: str) -> list[str]:
    """Return how the word meant may begin: as typed, with a first letter wrong, extra or swapped, or a vowel left out.

    Two letters, because the whole vocabulary under one letter takes 30 ms to read at 100,000 memories.
    """
    first, second, third = term[0], term[1], term[2]
    left_out = [] if second in VOWELS else [first + vowel for vowel in VOWELS]
    return list(dict.fromkeys((first + second, first + third, second + first, second + third, *left_out)))


def slips(left: str, right: str, limit: int) -> int:
    """Count insertions, deletions, replacements and swaps between two words, up to a little more than `limit`."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    start, end = shared_ends(left, right)
    left, right = left[start : len(left) - end], right[start : len(right) - end]
    if not left or not right:
        return len(left) + len(right)
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        following = [i]
        for j, b in enumerate(right, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a != b))
            if before and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > limit:
            return limit + 1
        before, row = row, following
    return row[-1]

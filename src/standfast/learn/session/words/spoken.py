"""Spoken: which of a person's sentences carry a sign, and how plainly.

Owns the judgement on one sentence in its turn: what it was said in answer to, whether it is a rule of working, a wish
about the product, a question, a limit of one task. Words stay as typed. Must not compare sessions (`belief`) or read
the journal (`turns`). Loaded when a prompt is reported, so it imports nothing but the markers.
"""

from __future__ import annotations

import re
from functools import lru_cache

from standfast.learn.session.markers import pattern, word_set
from standfast.learn.session.words.orders import find_order_in, is_reported, without_quoted
from standfast.learn.session.words.own_words import is_document, lead_of, own_words, points_below
from standfast.learn.session.words.sentences import LONGEST, SHORT, sentences
from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

_WORD = compile_later(r"[^\W\d_][\w'’-]*(?:[./:@-][\w-]+)*|\d+[\w.]*")
_APOSTROPHES = str.maketrans("", "", "'’`")
_EITHER = compile_later(r"(?<=[a-z]{3})/(?=[a-z]{3,}[.,!?;]?(?:\s|$))(?<![./@][a-z]{3}/)")
_THING = compile_later(r"[`@/\\_.#-]|[a-z][A-Z]|\d")
_PART = compile_later(
    r"(?<=[.!?])\s+|,\s+(?=(?:and|but|so|please|don['’]?t|do not|never|always|just|you|we|i)\b)|;\s+", re.IGNORECASE
)
_LONG_TURN = 500  # characters: in a longer turn only plain words are taken
_SPECIFIED = 1_200  # characters: a turn this long is a specification, of which only orders are taken
_ANNOUNCED = 600  # characters of an order with the list it announces: a longer one belongs in a document
_POINTS = 5  # words: a shorter sentence that points needs what it points to
_DOUBLED = "bgmnpt"  # letters that an ending doubles: "formatted", "running"
_RARE = 6  # of so many words at least one is a plain one, in a sentence of this language
_FEWEST = 2  # words with a meaning of their own: fewer name nothing

ORDER, HARD, SOFT = 4.0, 3.0, 2.5


class Spoken(Value):
    """One sentence or short turn of a person, as typed, with its sign and how plain that is."""

    sign: str
    text: str
    weight: float
    passing: bool = False  # about what was just done or the task at hand: it counts only where another session says it


def find_spoken(prompt: str, *, answers: bool, passing: bool = False) -> list[Spoken]:
    """Return what a prompt says that may outlive it; `answers` tells that the agent had said or done something.

    With `passing`, also what is about the work just done, of a turn that says nothing else.
    """
    words = own_words(prompt)
    if is_document(words) and lead_of(words).endswith(":"):
        return _announced(words, answers=answers)
    parts = _parts(words)
    found: list[Spoken] = []
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else ""
        spoken = _judge(part, answers=answers, turn=len(words), before=before)
        if spoken is not None:
            found.append(spoken)
    lasting = [item for item in found if not item.passing]
    found = lasting if lasting or not passing else found
    alone = [item for item in found if item.weight >= ORDER or names_something(item.text)]
    whole = " ".join(words.split())
    if alone or not found or len(whole) > SHORT or not names_something(whole):
        return alone
    return [replace(max(found, key=lambda item: item.weight), text=whole)]


def _announced(words: str, *, answers: bool) -> list[Spoken]:
    """Return the order that announces the list below it, with that list: it says nothing without."""
    whole = " ".join(words.split())
    orders = [part for part in sentences(lead_of(words)) if find_order_in(part)]
    judged = [_judge(part.rstrip(":"), answers=answers, turn=len(words)) for part in orders if len(whole) <= _ANNOUNCED]
    return [replace(spoken, text=whole) for spoken in judged[:1] if spoken is not None]


def _parts(words: str) -> list[str]:
    """Return the sentences of a turn; of one written like a document, only the whole orders above its list."""
    if not is_document(words):
        return sentences(words)
    above = sentences(lead_of(words))
    return [part for part in above if find_order_in(part) and not points_below(part)]


def weight_of(sentence: str) -> float:
    """Return how plainly a sentence that was taken carries its sign."""
    if find_order_in(sentence):
        return ORDER
    if not pattern("hard").search(sentence):
        return SOFT
    return HARD + 0.5 if pattern("ruled").search(sentence) else HARD


def content_words(text: str) -> frozenset[str]:
    """Return the words of a text that mean something by themselves, in their simplest form."""
    return frozenset(content_sequence(text))


def content_sequence(text: str) -> list[str]:
    """Return the words of a text that mean something by themselves, in their simplest form, in their order."""
    stop = word_set("stop")
    spaced = _EITHER.sub(" ", plain_letters(text))
    plain = (simple_form(word) for word in _WORD.findall(spaced))
    return [word for word in plain if word and word not in stop]


def plain_letters(text: str) -> str:
    """Return a text in small letters and without apostrophes: words are found in it however they are typed."""
    return text.lower().translate(_APOSTROPHES)


@lru_cache(maxsize=512)  # a brief asks for each sentence several times
def core_of(text: str, fewest: int = _FEWEST) -> str:
    """Return the part of what was said that carries the sign: without the task it was said with, and why.

    Only for comparing: "Talk me through it, don't write code yet" says again what "don't write any code" said. A
    condition stays: without "when naming tables" a rule is about something else.
    """
    parts = [part for part in _PART.split(text) if part.strip()]
    marked = [any(pattern(name).search(part) for name in ("order", "hard", "soft")) for part in parts]
    for place, part in enumerate(parts[:-1]):
        marked[place] |= marked[place + 1] and bool(pattern("condition").match(part))
    core = ", ".join(part for part, kept in zip(parts, marked, strict=True) if kept)
    return core if len(parts) > 1 and len(content_words(core)) >= fewest else text


def names_something(text: str) -> bool:
    """Tell whether a sentence says what it is about, without the turn it stood in."""
    words = content_words(text) - word_set("vague")
    named = any(_THING.search(word) for word in _WORD.findall(text) if len(word) > 3)
    if len(words) >= _FEWEST or named or any(pattern(name).search(text) for name in ("programs", "acts", "tools")):
        return True
    return bool(words and pattern("one_thing").search(text))


def leans_outside(sentence: str) -> bool:
    """Tell whether a sentence says how to deal with what only other sentences name: "do it that way"."""
    order = find_order_in(sentence)
    claim = order.claim if order else sentence
    if (order and order.points) or not any(pattern(name).search(claim) for name in ("pointing", "pronoun", "refers")):
        return False
    words = content_words(pattern("refers").sub(" ", claim)) - word_set("vague")
    return len(words - frozenset(map(simple_form, word_set("stop")))) < _FEWEST


def is_addressed_to_work(sentence: str) -> bool:
    """Tell whether a sentence tells the agent how to work: it asks nothing, sets no task, and wishes for no product."""
    begins = pattern("tasked").match(sentence) and not pattern("forbids").search(sentence)
    others = is_reported(sentence) or begins or is_foreign(sentence)
    return not (others or _is_asked(sentence) or _is_task(sentence) or _is_product(sentence))


def is_foreign(sentence: str) -> bool:
    """Tell whether a sentence is in a language without markers: letters of another, and hardly a word of this one."""
    if sentence.isascii():
        return False
    words = [word for word in _WORD.findall(sentence.lower()) if len(word) > 1]
    known = sum(plain_letters(word) in word_set("stop") for word in words)
    return any(letter.isalpha() and not letter.isascii() for letter in sentence) and known * _RARE < len(words)


def simple_form(word: str) -> str:
    """Return a word without the ending that only its place in the sentence asks for."""
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            if ending != "s" and word[-1] == word[-2] and word[-1] in _DOUBLED:
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _judge(sentence: str, *, answers: bool, turn: int, before: str = "") -> Spoken | None:
    if not 8 <= len(sentence) <= LONGEST:
        return None
    order = find_order_in(sentence, before)
    own = without_quoted(sentence)
    if order is None and (is_reported(own) or is_foreign(own)):
        return None
    hard = bool(pattern("hard").search(own))
    soft = turn <= _LONG_TURN and bool(pattern("soft").search(own))
    put_right = answers and turn <= SHORT and _is_put_right(sentence, before)
    if not (order or hard or soft or put_right) or (turn > _SPECIFIED and not order):
        return None
    if any(pattern(name).search(sentence) for name in ("fine", "pep")) or sentence.endswith(":"):
        return None
    if sentence.count("(") != sentence.count(")"):
        return None
    if order and (leans_outside(sentence) or (order.points and len(content_words(sentence)) <= _FEWEST)):
        return None  # "make a note of that": what is meant stands elsewhere
    if not order and (_is_asked(sentence) or _is_task(sentence) or (_is_product(sentence) and not put_right)):
        return None
    sign = "corrected" if answers and (hard or put_right) and not order else "told"
    passing = not (order or put_right) and (
        any(pattern(name).search(own) for name in ("habit", "step_limit", "scolds")) or _is_passing(sentence)
    )
    return Spoken(sign, sentence, weight_of(sentence), passing)


def _is_put_right(sentence: str, before: str) -> bool:
    """Tell whether a sentence says how it is, and how it is not, to an agent whose work was just rejected."""
    rejection = pattern("rejects").match(sentence)
    if rejection is None and not (before and pattern("rejects").match(before)):
        return False
    return bool(pattern("contrasts").match(sentence[rejection.end() if rejection else 0 :]))


def _is_passing(sentence: str) -> bool:
    """Tell whether a sentence is about what was just done, or next to do; which program to use holds for every task."""
    if pattern("programs").search(sentence):
        return False
    rest = pattern("passing").sub(" ", sentence).strip()  # what stood behind a plain "no" begins a clause now
    return rest != sentence and not any(pattern(name).search(rest) for name in ("hard", "soft", "lasting"))


def _is_asked(sentence: str) -> bool:
    """Tell whether a sentence asks; reproach in the form of a question is an answer to what was done."""
    if pattern("blame").search(sentence):
        return False
    return "?" in sentence or bool(pattern("asking").match(sentence))


def _is_task(sentence: str) -> bool:
    """Tell whether a sentence is about the task at hand only: what to do next, or what it merely points to."""
    if pattern("pointing").search(sentence) and len(content_words(sentence)) <= _POINTS:
        return True
    task = pattern("tasked").match(sentence)
    if task is not None and ": " in sentence:
        return True  # it specifies what is to be made
    if task is None or pattern("forbids").search(sentence):
        return False
    rest = sentence[task.end() :]
    named = pattern("instructed").sub(" ", rest)
    return named == rest or not content_words(named)


def _is_product(sentence: str) -> bool:
    """Tell whether a sentence is about what the program shall do, not about how to work on it."""
    match = pattern("product").match(sentence)
    if match is None or pattern("worked").search(sentence):
        return False
    return not pattern("addressed").search(sentence[: match.end()])

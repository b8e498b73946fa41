"""What a session is about: the words of its task that tell it from others, and how much of them a text speaks of.

Owns which words tell something (no everyday words, no names of the files at hand), what each weighs here, and the part
that a document shares. Must not choose or word anything. Hook path: one look at the index.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log

from standfast.model.pattern import compile_later
from standfast.recall.terms import query_terms
from standfast.text.lexicon import ABBREVIATIONS, COMMON
from standfast.text.stem import stem
from standfast.text.word_lists import read_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from standfast.context.context import Context
    from standfast.store.contract import Partition
    from standfast.store.values import Document

ASKS = 4  # words of a task from which it says what the session is about
_PROMPTS = 6
_SAYS = 4  # telling words from which the latest prompts say what a session is about
_TASK = 4_000  # characters of what was asked that are looked at
_WORDS = 80
_TERMS = 160
_FEWEST = 2  # telling words in common from which a commit is near the task
_ALONE = 0.3  # of the weight of a task's words: then one word is enough
_EVERYDAY = 0.5
_UNKNOWN = 0.25  # of a word's weight, where no commit has it: much that is unknown means that the task is a new one
# What every task and many a commit speak of: how work is done, not what it is about.
_WORK = read_lists(__file__, "words")["of_work"]
_PART = compile_later(r"[a-z]{3,40}")
_TITLE = 1.3  # times the weight of a word of the task that stands in a title
_BODY = 120  # words of a body from which each says less


def asked_in(context: Context) -> str:
    """Return what the session is asked now: its latest prompt, with those before it until they say what it is about."""
    session = context.who.session
    asked: list[str] = []
    for prompt in context.partition(context.scope).journal.prompts(session, limit=_PROMPTS) if session else ():
        asked.insert(0, prompt.body[:1_000])
        if len(telling_words("\n".join(asked))) >= _SAYS:
            break
    return "\n".join(asked)


def telling_words(text: str, most: int = _TERMS) -> set[str]:
    """Return the words of a text that are not everyday words, as they are looked up."""
    return {term for term in query_terms(text)[:most] if not is_everyday(term)}


# A hook is a fresh process: of the lists only words are stemmed that begin as the term does, as their stems do.
@lru_cache(4096)
def is_everyday(term: str) -> bool:
    """Tell whether a term is the stem of a word that anybody's text has."""
    return any(stem(word) == term for word in _beginning(term[:2]))


@lru_cache(4096)
def _beginning(letters: str) -> tuple[str, ...]:
    """Return the everyday words that begin so."""
    return tuple(word for word in COMMON if word.startswith(letters))


@cache
def words_of_work() -> frozenset[str]:
    """Return the words of how work is done, as they are looked up: they say nothing of what it is about."""
    return frozenset(map(stem, _WORK))


def words_of_task(task: str, paths: Sequence[str]) -> frozenset[str]:
    """Return the words of a task that may tell it from others; the names of the files at hand do not."""
    named = {stem(part) for path in paths for part in _PART.findall(path.lower())}
    return frozenset(query_terms(task[:_TASK])[:_WORDS]) - named


def weigh(partition: Partition, words: frozenset[str]) -> dict[str, float]:
    """Return how telling each word of a task is here: what every commit has tells nothing.

    Everyday words tell half of what others do that are as rare, and a word that nobody here used a little: a task with
    many of these is a new one.
    """
    if not words:
        return {}
    forms = {word: (word, *_short_for(word)) for word in words}
    known = partition.index.statistics(sorted({form for group in forms.values() for form in group}))
    counts = {word: max(known.frequency.get(form, 0) for form in group) for word, group in forms.items()}
    work = words_of_work()
    weights = {
        word: log(1 + known.documents / (1 + count)) * (_EVERYDAY if is_everyday(word) else 1.0)
        for word, count in counts.items()
    }
    return {word: weight * (1.0 if counts[word] else _UNKNOWN) for word, weight in weights.items() if word not in work}


def shared_part(document: Document, weights: Mapping[str, float]) -> float:
    """Return the part of what the session is about that a commit speaks of: a few of its words, or one that says much.

    What its title says counts for more; of a long body less, because a long one has many words by chance.
    """
    if not weights:
        return 0.0
    title, body = set(document.title.split()), document.body.split()
    have = title.union(body)
    common = [word for word in weights if _has(have, word)]
    if not common:
        return 0.0
    beneath = min(1.0, _BODY / max(1, len(body))) ** 0.5
    said = sum(weights[word] * (_TITLE if _has(title, word) else beneath) for word in common)
    part = min(1.0, said / sum(weights.values()))
    return part if len(common) >= _FEWEST or part >= _ALONE else 0.0


def count_shared(document: Document, weights: Mapping[str, float]) -> int:
    """Return how many words that tell something a commit has of a task: a name and its parts are one word."""
    have = {*document.title.split(), *document.body.split()}
    common = [word for word in weights if not is_everyday(word) and _has(have, word)]
    return sum(not any(word in other for other in common if other != word) for word in common)


def _has(words: set[str], word: str) -> bool:
    return word in words or not words.isdisjoint(_short_for(word))


@lru_cache(4096)
def _short_for(term: str) -> tuple[str, ...]:
    """Return, for a word as it is looked up, the other forms in which messages write it: `conn`, `cfg`."""
    meant = [others for word, others in ABBREVIATIONS.items() if word.startswith(term[:2]) and stem(word) == term]
    return tuple(map(stem, meant[-1])) if meant else ()

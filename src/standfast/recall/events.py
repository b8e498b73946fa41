"""Time by what happened: "before the migration", "since 2.0", "what changed in 1.4", "after the Redis outage".

Owns the reading of such words and the moment they mean: a version by its tag, where the caller can look one up; a
happening, and a version without a tag, by the memory that tells of it. A thing that merely comes before another
("before the request is sent") names no happening and is not read. Neighbours: `when` reads the calendar, `search` asks
both.
"""

from datetime import timedelta

from standfast.model.kind import HAPPENED
from standfast.model.moment import read_time
from standfast.model.value import Value
from standfast.recall.terms import query_terms
from standfast.recall.when import MOST_WORDS, When, plain_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from standfast.store.values import Document

_UNTIL = ("before", "until", "till")
_SINCE = ("since", "after")
_WITHIN = ("in", "during", "with")
_CALLED = ("the", "our", "that", "version", "release", "v")
# What happens to a project once: a question may place itself before or after it.
_HAPPENINGS = frozenset(
    query_terms(
        """migration release rewrite outage incident refactoring upgrade switch launch redesign cutover rollout rollback
        split merge port fork freeze audit acquisition reorganisation relaunch overhaul cleanup breach postmortem hotfix
        revert rename removal deprecation introduction conversion"""
    )
)
_RELEASED = frozenset(query_terms("release version bump prepare tag changelog cut"))
_FORMER = 3  # words before the happening that may say which one it was: "the old postgres migration"
_JOINS = frozenset({"to", "of", "from", "in"})
_BEGINNING = 12  # terms of a text that say what it is about
_DAY = timedelta(days=1)
_LED_UP = timedelta(days=30)  # to a version whose predecessor nobody knows


class Occasion(Value):
    """A happening that a question places itself by: the words that say so, the side of it, and what it is called."""

    words: tuple[str, ...]
    side: str
    name: tuple[str, ...]
    is_version: bool = False


def read_event(text: str) -> Occasion | None:
    """Return the happening a question places itself by, or None."""
    words = plain_words(text)
    if len(words) > MOST_WORDS:
        return None
    for at, word in enumerate(words[:-1]):
        if word in _UNTIL or word in _SINCE or word in _WITHIN:
            found = _named(words, at)
            if found is not None:
                return found
    return None


def _named(words: "Sequence[str]", cue: int) -> Occasion | None:
    first = cue + 1
    while first < len(words) and words[first] in _CALLED:
        first += 1
    if first >= len(words):
        return None
    if _is_version(words[first], plain=words[cue] not in _WITHIN or first > cue + 1):
        return Occasion(tuple(words[cue : first + 1]), words[cue], (words[first].removeprefix("v"),), is_version=True)
    if first == cue + 1:  # "in production", "with retries": a happening has an article
        return None
    for at in range(first, min(first + _FORMER, len(words))):
        if not _HAPPENINGS.isdisjoint(query_terms(words[at])):
            last = at + 1
            if last < len(words) and words[last] in _JOINS:
                last = min(last + 2, len(words))
            return Occasion(tuple(words[cue:last]), words[cue], tuple(words[first:last]))
    return None


def _is_version(word: str, *, plain: bool) -> bool:
    """Tell whether a word is a version; `plain`: a cue such as "since" lets even "v2" be one."""
    numbers = word.removeprefix("v")
    pieces = numbers.split(".")
    if not numbers or not all(piece.isdigit() for piece in pieces) or len(pieces) > 4:
        return False
    return len(pieces) > 1 or (plain and word[0] == "v" and len(numbers) < 4)


def time_of(
    event: Occasion,
    tagged: "Callable[[str], tuple[datetime | None, datetime] | None] | None",
    find: "Callable[[Sequence[str]], Iterable[Document]]",
) -> When | None:
    """Return when that was: `tagged` dates a version and the one before it, `find` brings what holds all terms."""
    known = tagged(event.name[0]) if tagged and event.is_version else None
    if known is None:
        told = _told(event, find)
        if told is None:
            return None
        known = (None, told)
    before, moment = known
    if event.side in _UNTIL:
        return When(event.words, None, moment)
    if event.side in _SINCE:
        return When(event.words, moment, None)
    return When(event.words, before or moment - _LED_UP, moment + _DAY)


def _told(event: Occasion, find: "Callable[[Sequence[str]], Iterable[Document]]") -> "datetime | None":
    """Return the moment of the first memory that begins with telling of the happening."""
    wanted = query_terms(" ".join(event.name))
    moments = []
    for document in find(wanted):
        begun = {*document.title.split(), *document.body.split()[:_BEGINNING]}
        told = not _RELEASED.isdisjoint(begun) if event.is_version else document.kind in HAPPENED or len(wanted) > 1
        if told and begun.issuperset(wanted):
            moments.append(read_time(document.at))
    return min(moments, default=None)

"""Read one session: every sign that is switched on, over its turns; what is known already is left out.

Owns the order of the signs and how many findings a session may leave. Must not store (`verbs.learn`).
"""

from __future__ import annotations

from standfast.learn.session import episode
from standfast.learn.session.belief.grouping import overlap
from standfast.learn.session.belief.known import SAME
from standfast.learn.session.ending import ended_badly
from standfast.learn.session.signs import asked_again, corrected, decided, green, retried, routine, undone, unsure
from standfast.learn.session.turns import read_turns
from standfast.learn.session.words.spoken import content_words
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from standfast.learn.session.belief.known import Known
    from standfast.learn.session.finding import Lesson
    from standfast.model.memory import Memory
    from standfast.model.session import Event

MOST = 5  # what one session leaves at most, besides its episode


class Read(Value):
    """What a session teaches: its findings, the plainest first, and what is known that it said again."""

    findings: tuple[Lesson, ...]
    again: tuple[tuple[Memory, str], ...]  # with the turn that did, where its sentence carries a sign
    heard: tuple[Lesson, ...] = ()  # every sentence with a sign, known or not: what an agent claims may rest on it


def read_session(
    events: Iterable[Event],
    known: Known,
    on: Collection[str],
    *,
    inside: Callable[[str], str],
    episodes: Sequence[tuple[str, str]] = (),
    ended: bool = True,
    stored: Sequence[tuple[str, str]] = (),
    repeated: Callable[[Sequence[Lesson]], list[Lesson]] | None = None,
    against: Sequence[Lesson] = (),
) -> Read:
    """Return what a session teaches; `inside` names files of the repository.

    `episodes` are those of earlier sessions, each with a turn of it.
    A session that goes on still teaches what was said in it; what it did is judged when it ended, and how. What is
    `stored` from a turn already, as (turn, words), is not found in it again. `repeated` tells which of the sentences
    heard that are doubted were said in an earlier session, too: those are taken, and so is what was said `against`
    what memory had told.
    """
    turns = read_turns(events)
    if not turns:
        return Read((), ())
    heard = corrected.hear(turns, on)
    found = repeated(heard) if repeated else []
    taken = {(item.turns, item.text) for item in found}
    found += [item for item in corrected.undoubted(heard) if (item.turns, item.text) not in taken]
    if "corrected" in on:
        found += [item for item in against if not any(_is_part(item, other) for other in found)]
    bad = ended_badly(turns)
    if "decided" in on and not bad:
        found += decided.find(turns)
    if ended:
        found += retried.find(turns) if "retried" in on else []
        found += green.find(turns, inside) if "green" in on else []
        found += undone.find(turns, inside) if "undone" in on else []
        found += routine.find(turns, episodes) if "routine" in on and not bad else []

    def is_new(item: Lesson) -> bool:
        return not _is_stored(item, stored) and not known.covers(item.text)

    fresh = sorted(filter(is_new, found), key=lambda item: -item.weight)
    plain = [item for item in heard if not item.doubted]  # what says the same as one that was taken is not told, either
    beside = list(filter(is_new, unsure.find(turns, on, [*found, *plain])))
    findings = [*fresh, *beside][:MOST] + (episode.find(turns, inside, fresh) if ended else [])
    again = asked_again.find(turns, known) if "asked_again" in on else []
    repeats = ((known.repeated_by(item.text), item.turns[0]) for item in heard) if again else ()
    turn_of = {memory.id: turn for memory, turn in repeats if memory is not None}
    return Read(tuple(findings), tuple((item, turn_of.get(item.id, "")) for item in again), (*heard, *beside))


def _is_part(item: Lesson, other: Lesson) -> bool:
    """Tell whether one of two findings of a turn holds the words of the other."""
    return item.turns == other.turns and (item.text in other.text or other.text in item.text)


def _is_stored(found: Lesson, stored: Sequence[tuple[str, str]]) -> bool:
    """Tell whether what was found in a turn was taken from that turn before."""
    words = content_words(found.text)
    return any(turn in found.turns and overlap(words, content_words(text), {}) >= SAME for turn, text in stored)

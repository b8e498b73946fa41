"""Repeated: a sentence that too much speaks against is taken after all where an earlier session's user said it, too.

Owns finding that earlier sentence: like it by `belief`, with no other value. Neighbours: `corrected` hears sentences,
`verbs.learn` reads the sessions before and stores both, so that they count as said in two.
"""

from __future__ import annotations

from standfast.learn.session.address import address_of
from standfast.learn.session.belief import ALIKE, PASTED, likeness
from standfast.learn.session.spoken import content_words, core_of
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from standfast.learn.session.finding import Lesson

_MOST = 20  # doubted sentences of one session that are looked for in those before
_NEAREST = 200  # earlier sentences a doubted one is compared with


class Repeated(Value):
    """A doubted sentence, the earlier one that says the same, and the session in which that was said."""

    lesson: Lesson
    before: Lesson
    session: str


class Earlier:
    """The sentences with a sign that users said in sessions before; `read` brings them when the first is asked for."""

    def __init__(self, read: Callable[[], Iterable[tuple[str, Sequence[Lesson]]]]) -> None:
        self._read = read
        self._is_read = False
        self._holding: dict[str, list[tuple[str, Lesson, frozenset[str]]]] = {}

    def repeated(self, session: str, heard: Sequence[Lesson]) -> list[Repeated]:
        """Return what of a session's doubted sentences an earlier session said, too; then count it among those."""
        doubted = [item for item in heard if item.doubted][:_MOST]
        if doubted and not self._is_read:
            self._is_read = True
            for name, lessons in self._read():
                self._add(name, lessons)
        found = [(item, self._before(item)) for item in doubted]
        self._add(session, heard)
        return [Repeated(item, before[1], before[0]) for item, before in found if before is not None]

    def _add(self, session: str, heard: Sequence[Lesson]) -> None:
        for lesson in heard:
            words = content_words(core_of(lesson.text))
            for word in words:
                self._holding.setdefault(word, []).append((session, lesson, words))

    def _before(self, lesson: Lesson) -> tuple[str, Lesson] | None:
        core = core_of(lesson.text)
        words, address = content_words(core), address_of(core)
        near = [item for word in sorted(words) for item in self._holding.get(word, ())[-_NEAREST:]]
        for session, other, its in near:
            pasted = other.text == lesson.text and len(lesson.text) >= PASTED
            if pasted or other.kind != lesson.kind or other.at >= lesson.at or likeness(words, its, {}) < ALIKE:
                continue
            if address.agrees(address_of(core_of(other.text))):
                return session, other
        return None

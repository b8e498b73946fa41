"""Repeated: a sentence that too much speaks against is taken after all where an earlier session's user said it, too.

Owns finding that earlier sentence: like it by `belief`, with no other value. The earlier one is not stored afterwards:
who takes back the session that said it again takes back all of it. Neighbours: `corrected` hears sentences,
`verbs.learn` reads the sessions before.
"""

from __future__ import annotations

from standfast.learn.session.belief import ALIKE, PASTED, likeness
from standfast.learn.session.spoken import content_words, core_of
from standfast.learn.session.subject import subject_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from standfast.learn.session.finding import Lesson

_MOST = 20  # doubted sentences of one session that are looked for in those before
_NEAREST = 200  # earlier sentences a doubted one is compared with


class Earlier:
    """The sentences with a sign that users said in sessions before; `read` brings them when the first is asked for."""

    def __init__(self, read: Callable[[], Iterable[Sequence[Lesson]]]) -> None:
        self._read = read
        self._is_read = False
        self._holding: dict[str, list[tuple[Lesson, frozenset[str]]]] = {}

    def repeated(self, heard: Sequence[Lesson]) -> list[Lesson]:
        """Return what of a session's doubted sentences an earlier session said, too; then count it among those."""
        doubted = [item for item in heard if item.doubted][:_MOST]
        if doubted and not self._is_read:
            self._is_read = True
            for lessons in self._read():
                self._add(lessons)
        found = [item for item in doubted if self._was_said(item)]
        self._add(heard)
        return found

    def _add(self, heard: Sequence[Lesson]) -> None:
        for lesson in heard:
            words = content_words(core_of(lesson.text))
            for word in words:
                self._holding.setdefault(word, []).append((lesson, words))

    def _was_said(self, lesson: Lesson) -> bool:
        core = core_of(lesson.text)
        words, subject = content_words(core), subject_of(core)
        near = [item for word in sorted(words) for item in self._holding.get(word, ())[-_NEAREST:]]
        for other, its in near:
            pasted = other.text == lesson.text and len(lesson.text) >= PASTED
            if pasted or other.kind != lesson.kind or other.at >= lesson.at or likeness(words, its, {}) < ALIKE:
                continue
            if subject.agrees(subject_of(core_of(other.text))):
                return True
        return False

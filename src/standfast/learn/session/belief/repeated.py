"""Repeated: a sentence that too much speaks against is taken after all where an earlier session's user said it, too.

Owns finding that earlier sentence: like it by `belief`, with no other value. The earlier
turn becomes evidence of what is taken: who takes back either session takes it back. An earlier prompt is heard only
when it holds enough of the words that are looked for. Neighbours: `corrected` hears
sentences, `verbs.learn` reads the sessions before.
"""

from __future__ import annotations

from standfast.learn.session.belief.grouping import ALIKE, PASTED, likeness
from standfast.learn.session.turns import turn_ref
from standfast.learn.session.words.spoken import content_words, core_of, plain_letters
from standfast.learn.session.words.subject import subject_of
from standfast.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from standfast.learn.session.finding import Lesson

    Hear = Callable[[], Sequence[Lesson]]

_MOST = 20  # doubted sentences of one session that are looked for in those before
_NEAREST = 200  # earlier sentences a doubted one is compared with


class Earlier:
    """The sentences with a sign that users said in sessions before.

    `read` brings their prompts when the first is asked for, each with its session and what hears the sentences in it.
    """

    def __init__(self, read: Callable[[], Iterable[tuple[str, str, Hear]]]) -> None:
        self._read: Callable[[], Iterable[tuple[str, str, Hear]]] | None = read
        self._unheard: list[tuple[str, str, Hear]] = []
        self._holding: dict[str, list[tuple[str, Lesson, frozenset[str]]]] = {}

    def repeated(self, heard: Sequence[Lesson], session: str = "") -> list[Lesson]:
        """Return what of a session's doubted sentences an earlier session said, too; then count it among those."""
        doubted = [item for item in heard if item.doubted][:_MOST]
        if doubted and self._read is not None:
            self._unheard = [(name, plain_letters(prompt), hear) for name, prompt, hear in self._read()]
            self._read = None
        self._hear_those_with([_words_of(item) for item in doubted])
        found = [replace(item, earlier=(turn,)) for item in doubted if (turn := self._find_turn(item))]
        self._add(session, heard)
        return found

    def _hear_those_with(self, wanted: Sequence[frozenset[str]]) -> None:
        """Hear the prompts that may hold a sentence like one of these: half of its words stand in them."""
        waiting, self._unheard = self._unheard, []
        for session, prompt, hear in waiting:
            if any(sum(word in prompt for word in words) >= ALIKE * len(words) for words in wanted):
                self._add(session, hear())
            else:
                self._unheard.append((session, prompt, hear))

    def _add(self, session: str, heard: Sequence[Lesson]) -> None:
        for lesson in heard:
            words = _words_of(lesson)
            for word in words:
                self._holding.setdefault(word, []).append((session, lesson, words))

    def _find_turn(self, lesson: Lesson) -> str:
        """Return the latest turn of an earlier session that said the same; nothing where none did."""
        words, subject = _words_of(lesson), subject_of(core_of(lesson.text))
        near = [item for word in sorted(words) for item in self._holding.get(word, ())[-_NEAREST:]]
        for session, other, its in sorted(near, key=lambda item: item[1].at, reverse=True):
            pasted = other.text == lesson.text and len(lesson.text) >= PASTED
            if pasted or other.kind != lesson.kind:
                continue
            if other.at >= lesson.at or likeness(words, its, {}) < ALIKE:
                continue
            if subject.agrees(subject_of(core_of(other.text))):
                return turn_ref(session, other.turns[0])
        return ""


def _words_of(lesson: Lesson) -> frozenset[str]:
    return content_words(core_of(lesson.text))

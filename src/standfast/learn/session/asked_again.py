"""Asked again: a correction, question or request that comes back in a later session.

Owns two things. What is known already and said again is raised: `verbs.learn` adds the session to its sources. And what
a person asks for along with their tasks (a tool to work with, a document to keep up, a check, a commit) belongs to its
task when asked once; asked in a second session, it is how this person works and would be asked a third time. `repeated`
tells which requests came back.
"""

from __future__ import annotations

from standfast.learn.session.belief import ALIKE, likeness
from standfast.learn.session.finding import Lesson
from standfast.learn.session.markers import pattern, word_set
from standfast.learn.session.own_words import is_document
from standfast.learn.session.sentences import sentences
from standfast.learn.session.spoken import content_sequence, simple_form
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.learn.session.known import Known
    from standfast.learn.session.turns import Turn
    from standfast.model.memory import Memory

_LONG_TURN = 800
_FEWEST = 12  # characters of a sentence that can repeat anything
_SHORTEST, _LONGEST = 8, 60  # characters of a request that is taken with all that is said with it
_NAMED = 3  # words that name a tool or a document; what follows belongs to the task
_WEIGHT = 2.0  # below what carries a plainer sign
_TOKEN = compile_later(r"\S+")
_SIGNS = compile_later(r"^[\[(@`\"'<]+|[\])`\"'>.,:;!?]+$")
_TOOLS = ("asked_tool", "asked_with")
FORMS = (*_TOOLS, "asked_upkeep", "asked_check", "asked_act")


def find(turns: Sequence[Turn], requests: Sequence[Lesson], known: Known) -> list[Memory]:
    """Return what is known already and was said, or asked for again by these requests."""
    again: dict[str, Memory] = {}
    for turn in turns:
        if 0 < len(turn.words) <= _LONG_TURN:
            for part in sentences(turn.words):
                if len(part) >= _FEWEST and (memory := known.repeated_by(part)) is not None:
                    again[memory.id] = memory
    for lesson in requests:
        if (memory := known.repeated_by(lesson.text, lesson.about)) is not None:
            again[memory.id] = memory
    return list(again.values())


def hear(turns: Sequence[Turn]) -> list[Lesson]:
    """Return what was asked for along with the tasks of a session, each once; all doubted: they may not come back."""
    heard: list[Lesson] = []
    for turn in turns:
        for text, about in _requests(turn.words):
            if all(likeness(about, other.about, {}) < ALIKE for other in heard):
                heard.append(
                    Lesson(
                        "asked_again",
                        "said",
                        "convention",
                        text,
                        turn.at,
                        (turn.key,),
                        weight=_WEIGHT,
                        doubted=True,
                        about=about,
                    )
                )
    return heard


def _requests(words: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the requests in a person's words, each with what it is about."""
    if not words or len(words) > _LONG_TURN or is_document(words):
        return
    for sentence in sentences(words):
        for clause in pattern("asked_parts").split(sentence):
            text = " ".join(clause.split()).strip(" ,;")
            if len(text) >= _SHORTEST:
                yield from _request(text)


def _request(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield a clause that asks for something, and what that is; of a long one, only the words that ask."""
    for form in FORMS:
        match = pattern(form).search(text)
        if match is None or pattern("asked_not").search(text[: match.start()]):
            continue
        end, about = _named(text, match.end()) if form in _TOOLS else (match.end(), _framed(form, match.group()))
        if about:
            asked = text[match.start() :]
            yield asked if len(asked) <= _LONGEST else text[match.start() : end], about
            return


def _framed(form: str, words: str) -> frozenset[str]:
    """Return what a request for an act, a check or a document is about, without the words that ask for it."""
    if form == "asked_act":
        return frozenset(act for act in word_set("asked_acts") if act in words.lower())
    framing = frozenset(map(simple_form, word_set("stop") | word_set("asked_frame")))
    return frozenset(content_sequence(words)) - framing


def _named(text: str, start: int) -> tuple[int, frozenset[str]]:
    """Return where the words that name a tool end, and these words; none where they name no particular one."""
    ends, names, end = word_set("stop") | word_set("asked_ends"), list[str](), start
    for match in _TOKEN.finditer(text, start):
        plain = _SIGNS.sub("", match.group()).lower()
        if plain in word_set("asked_articles"):
            continue
        if plain in ends or len(names) >= _NAMED:
            break
        names += content_sequence(plain)
        end = match.end()
        if match.group()[-1] in ",.;:!?":
            break
    return end, frozenset(names if set(names) - word_set("asked_generic") else ())

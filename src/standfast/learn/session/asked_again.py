"""Asked again: a correction, question or request that comes back in a later session.

Owns two things. What is known already and said again is raised: `verbs.learn` adds the session to its sources. And what
a person asks for along with their tasks (a tool to work with, a document to keep up) belongs to its task when asked
once; asked in a second session, it is how this person works and would be asked a third time. That tests are to be run
and work committed nobody needs to be told. `repeated` tells which requests came back.
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
    import re
    from collections.abc import Iterator, Sequence

    from standfast.learn.session.known import Known
    from standfast.learn.session.turns import Turn
    from standfast.model.memory import Memory

_LONG_TURN = 800
_FEWEST = 12  # characters of a sentence that can repeat anything
_SHORTEST = 8  # characters of a clause that can ask for anything
_NAMED = 3  # words that name a tool
_SERVED = "mcp"  # what is called so is a tool whatever its name
_COMMAS = (",", ";")
_POINTING = ("it", "this", "that", "them", "all", "everything")
_WEIGHT = 2.0  # below what carries a plainer sign
_TOKEN = compile_later(r"\S+")
_TOOLS = ("asked_tool", "asked_with")
FORMS = (*_TOOLS, "asked_upkeep")


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
        start = 0
        for part in (*pattern("asked_parts").finditer(sentence), None):
            text = " ".join(sentence[start : part.start() if part else None].split()).strip(" ,;")
            start = part.end() if part else 0
            explained = part is not None and part.group().strip() in _COMMAS
            if len(text) >= _SHORTEST:
                yield from _request(text, sentence[start:] if explained else "")


def _request(text: str, then: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what a clause asks for in the words that ask, without the task around them, and what that is.

    What destroys something is asked for once. `then` is what follows behind a comma: it may tell what in a document.
    """
    text = pattern("asked_lead").sub("", text)
    if pattern("asked_wreck").search(f"{text} "):
        return
    for form in FORMS:
        match = pattern(form).search(text)
        if match is None or pattern("asked_not").search(text[: match.start()]):
            continue
        if form in _TOOLS:
            asked, about = _tool(text, match, form)
        else:
            rest = text[match.end() :].strip(" .,:;!?)")
            told = pattern("asked_told").match(then)
            whole = not told and (not rest or rest[0] in "`(" or pattern("asked_done").match(rest))
            asked, about = match.group(), _framed(match.group()) if whole else frozenset()
        if about:
            yield asked, about
            return


def is_one_off(text: str) -> bool:
    """Tell whether a sentence asks for something that reaches others or cannot be taken back, and states no rule."""
    clause = pattern("asked_parts").split(text)[0]
    asked = pattern("asked_lead").sub("", clause)
    wrecks = pattern("asked_wreck").search(f"{asked} ") and pattern("asked_tool").match(asked)
    return bool(wrecks) and not pattern("asked_rule").search(text)


def _framed(words: str) -> frozenset[str]:
    """Return the document that is to be kept up, without the words that ask for it."""
    framing = frozenset(map(simple_form, word_set("stop") | word_set("asked_frame")))
    return frozenset(content_sequence(words.partition(" before ")[0])) - framing


def _tool(text: str, match: re.Match[str], form: str) -> tuple[str, frozenset[str]]:
    """Return the words that ask for a tool, and what names it; nothing where it is part of the product.

    What is tested with the tool is left out of the words, as it is another thing in the next session.
    """
    end, about = _named(text, match.end())
    rest = text[end:].lstrip(" ,.;:!?`")
    if form == "asked_tool":
        for_product = rest.partition(" ")[0].lower() in word_set("asked_objects")
        used = not for_product or pattern("asked_purpose").match(rest)
        return text[match.start() : end], about if used else frozenset()
    if match.start() and not pattern("asked_led").search(text[: match.start()]):
        return "", frozenset()
    verb, thing, link = match.groups()
    told = f" {thing}" if thing and thing.lower() in _POINTING else " …" if thing else ""
    return f"{verb}{told} {link}{text[match.end() : end]}", about


def _named(text: str, start: int) -> tuple[int, frozenset[str]]:
    """Return where the words that name a program, an agent or a skill end, and these words; none where they do not."""
    ends, names, end, last = word_set("stop") | word_set("asked_ends"), list[str](), start, ""
    for match in _TOKEN.finditer(text, start):
        plain = match.group().lstrip("[(@`\"'<").rstrip("])`\"'>.,:;!?").lower()
        if plain in word_set("asked_articles"):
            last = _SERVED if plain == _SERVED else last
            continue
        if plain in ends:
            break
        if len(names) >= _NAMED:
            return end, frozenset()
        names += content_sequence(plain)
        last = last if last == _SERVED else plain
        end = match.end()
        if match.group()[-1] in ",.;:!?":
            break
    works = last == _SERVED or last in word_set("asked_programs")
    return end, frozenset(names if works and set(names) - word_set("asked_generic") else ())

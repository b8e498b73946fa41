"""Agreed: what a talk settled: a person's choices, and the agent's answers that the person then took up.

Owns which answer had the person's consent and what of an answer is told: its own lines, abridged, without long code and
without what it asks. Must not store or judge whether it lasts: an episode tells it as what happened.
"""

from __future__ import annotations

import re
from itertools import pairwise

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import content_words
from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.learn.session.turns import Turn

_FENCE = compile_later(r"^[ \t]*(```|~~~)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_MARKS = compile_later(r"^\s*(?:#{1,6} |[-*+•–] |\(?\d{1,2}[.)] |> )|\*\*|__|\|")
_SHORT_CODE = 3  # lines: a command or two; more is in the files
_SAYS = 5  # words with a meaning of their own: "Committed." settles nothing
_WORDS = 300  # characters of what a person said in one turn
_ANSWER = 700  # characters of one answer
_MOST = 2_400  # characters of a whole talk


class Settled(Value):
    """One line of what a talk came to, and the turn it rests on."""

    turn: str
    line: str


def find(turns: Sequence[Turn]) -> list[Settled]:
    """Return the agent's answers that the person took up, oldest first; each rests on the turn that did."""
    taken = ((turn.answer, later.key) for turn, later in pairwise(turns) if turn.answer and takes_up(later.words))
    told = ((gist(answer, _ANSWER), key) for answer, key in taken if len(content_words(answer)) >= _SAYS)
    return [Settled(key, f"Decided: {line}") for line, key in told if line]


def outline(turns: Sequence[Turn]) -> list[Settled]:
    """Return a talk in short, where it settled something: what was asked, what was decided, what was answered last."""
    agreed = {item.turn: item for item in find(turns)}
    if not agreed and not any(map(_settles, turns)):
        return []
    found: list[Settled] = []
    before: Turn | None = None
    for turn in turns:
        if turn.key in agreed:
            found.append(agreed[turn.key])
        elif before is not None and before.answer:
            found.append(Settled(before.key, f"Answered: {gist(before.answer, _ANSWER)}"))
        if before is not None and (said := _statements(turn.words)):
            found.append(Settled(turn.key, f"Asked: {said}"))
        before = turn
    if before is not None and before.answer:
        found.append(Settled(before.key, f"Answered: {gist(before.answer, _ANSWER)}"))
    return _within(found, _MOST)


def _settles(turn: Turn) -> bool:
    """Tell whether a person chose something in a turn, or went on from what was answered."""
    chose = pattern("settles").search(turn.words)
    return bool(chose or (turn.answers and pattern("goes_on").match(turn.words)))


def takes_up(words: str) -> bool:
    """Tell whether a person's next words consent to what was answered, and neither ask, refuse nor object.

    The sentence after the consenting one is looked at as well: "Sure. But that is dangerous."
    """
    first, after = (*sentences(words)[:2], "", "")[:2]
    if not pattern("consent").match(first) or first.endswith("?") or pattern("refuses").search(first):
        return False
    objects = pattern("objects").search(first) or pattern("objects").search(after)
    return not (objects or pattern("takes_back").match(after))


def gist(answer: str, most: int) -> str:
    """Return the lines of an answer that say something, abridged, in one line."""
    lines = list(_lines(_FENCE.sub(_code, answer)))
    told = ""
    for line in lines:
        longer = f"{told}; {line}" if told else line
        if len(longer) > most:
            break
        told = longer
    return told or " ".join(lines)[:most].rpartition(" ")[0]


def _lines(answer: str) -> Iterator[str]:
    for typed in answer.split("\n"):
        line = " ".join(_MARKS.sub("", typed).split())
        if line.endswith("?"):  # what it asks at the end does not take along what it says before
            line = " ".join(part for part in sentences(line) if not part.endswith("?"))
        if line and any(char.isalpha() for char in line):
            yield line.rstrip(".;")


def _code(match: re.Match[str]) -> str:
    code = [line for line in match[2].split("\n") if line.strip()]
    return "\n".join(code) if len(code) <= _SHORT_CODE else ""


def _statements(words: str) -> str:
    """Return what a person said in a turn besides asking and agreeing."""
    told = ""
    for part in sentences(words):
        if not part.endswith("?") and len(part) > len("That fixed it.") and len(told) + len(part) <= _WORDS:
            told = f"{told} {part}".strip()
    return told


def _within(found: Sequence[Settled], most: int) -> list[Settled]:
    """Return the first lines that fit, and always the last one: a talk comes to something at its end."""
    kept: list[Settled] = []
    left = most - (len(found[-1].line) if found else 0)
    for item in found[:-1]:
        if len(item.line) <= left:
            kept.append(item)
            left -= len(item.line)
    return [*kept, *found[-1:]]

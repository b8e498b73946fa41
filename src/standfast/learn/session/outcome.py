"""Outcome: what came after a memory was given: the person said otherwise, the command it names failed, or worked.

Owns joining what a session was given with what was said and done in it afterwards. A person who repeats what a memory
says was not misled by it. Must not store (`verbs.learn` does) or judge a memory that was not given before.
"""

from __future__ import annotations

import re

from standfast.learn.session.commands import plain, ran
from standfast.learn.session.finding import is_of_failure
from standfast.learn.session.sentences import sentences
from standfast.learn.session.spoken import find_spoken
from standfast.learn.session.subject import subject_of
from standfast.model.value import Value
from standfast.trust.claims import read_claims
from standfast.trust.clash import find_clash
from standfast.trust.use import CORRECTED, FAILED, NEEDLESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from standfast.learn.session.turns import Turn
    from standfast.model.memory import Memory

_COMMAND = re.compile(r"`([a-z][\w./-]* [^`\n]{1,100})`")
_SHARED, _MOSTLY = 2, 0.6  # words a correction and a memory must share to be about the same thing, and their share
_SENTENCES = 20  # of one turn; who says more writes a specification


class Outcome(Value):
    """A memory that a session contradicted after it was given, in which turn, and how."""

    memory: Memory
    turn: str
    how: str


def find_contradicted(turns: Sequence[Turn], given: Sequence[tuple[Memory, datetime]]) -> list[Outcome]:
    """Return which of the memories given to a session were contradicted in it afterwards, each once."""
    found: dict[str, Outcome] = {}
    for memory, at in given:
        later = [turn for turn in turns if turn.at >= at]
        turn = next((turn for turn in later if turn.words and _says_otherwise(turn, memory)), None)
        if turn is not None:
            found[memory.id] = Outcome(memory, turn.key, CORRECTED)
        elif (key := _failed(later, memory)) and memory.id not in found:
            found[memory.id] = Outcome(memory, key, FAILED)
    return list(found.values())


def find_needless(turns: Sequence[Turn], warned: Sequence[tuple[Memory, datetime]]) -> list[Outcome]:
    """Return which lessons from failures, told right before a command, were told for nothing: it worked as it stood.

    The last run of the very command that is said to fail decides. A session that ran what is said to work followed the
    lesson, and behind a pipe nobody sees a command fail.
    """
    steps = [step for step in ran(turns) if step.failed is not None]
    found: dict[str, Outcome] = {}
    for memory, at in warned:
        failing, worked = _quoted(memory)
        same = [step for step in steps if step.at >= at and failing and plain(step.command) == failing]
        others = (step.command for step in steps if plain(step.command) != failing)
        followed = any(worked in " ".join(command.split()) for command in others)
        if same and not same[-1].failed and not followed and "|" not in same[-1].command:
            found[memory.id] = Outcome(memory, same[-1].key, NEEDLESS)
    return list(found.values())


def _quoted(memory: Memory) -> tuple[str, str]:
    """Return the command that a lesson from a failure says fails, and the one it says works; nothing if it is none."""
    quoted = [" ".join(command.split()) for command in memory.content.text.split("`")[1::2]]
    return (quoted[0], quoted[-1]) if len(quoted) > 1 and is_of_failure(memory) else ("", "")


def _says_otherwise(turn: Turn, memory: Memory) -> bool:
    """Tell whether a person's correction gives another value to the subject of a memory."""
    text = memory.content.text
    mine = subject_of(text)
    stated = read_claims(text)
    for sentence in sentences(turn.words)[:_SENTENCES]:
        if any(find_clash(claim, other) for claim in read_claims(sentence) for other in stated):
            return True
    for spoken in find_spoken(turn.prompt, answers=turn.answers):
        said = subject_of(spoken.text)
        both = said.words & mine.words
        near = len(both) >= _SHARED and len(both) >= _MOSTLY * min(len(said.words), len(mine.words))
        if near and said.differs(mine):
            return True
    return False


def _failed(turns: Sequence[Turn], memory: Memory) -> str:
    """Return where a command that a memory names failed and did not work again in the session.

    One that was learned from a failure says itself that the first command fails: only what it says works is held to.
    """
    quoted = [] if is_of_failure(memory) else _COMMAND.findall(memory.content.text)
    named = {" ".join(command.split()) for command in quoted}
    named |= {item.anchor.target for item in memory.content.anchors if item.anchor.kind == "cmd"}
    if not named:
        return ""
    last = ""
    for step in ran(turns):
        if plain(step.command) in named and step.failed is not None:
            last = step.key if step.failed else ""
    return last

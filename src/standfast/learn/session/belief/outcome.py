"""Outcome: what came after a memory was given: the person said otherwise, the command it names failed, or worked.

Owns joining what a session was given with what was said and done in it afterwards. A person who repeats what a memory
says was not misled by it. Must not store (`verbs.learn` does) or judge a memory that was not given before.
"""

from __future__ import annotations

import re

from standfast.learn.session.commands import CHECKS, aim_of, plain, ran
from standfast.learn.session.failure import fingerprint_failure
from standfast.learn.session.finding import Lesson, is_of_failure
from standfast.learn.session.signs.told import kind_of
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import find_spoken, names_something
from standfast.learn.session.words.subject import subject_of
from standfast.model.value import Value
from standfast.trust.conflicts.conflict import why_against
from standfast.trust.use import CORRECTED, FAILED, NEEDLESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from standfast.learn.session.turns import Step, Turn
    from standfast.model.memory import Memory

_COMMAND = re.compile(r"`([a-z][\w./-]* [^`\n]{1,100})`")
_SHARED, _MOSTLY = 2, 0.6  # words a correction and a memory must share to be about the same thing, and their share
_LONG_TURN = 500  # characters: a longer turn specifies
_WEIGHT = 3.0  # of a correction by what it answers: as plain as a word like "never"
_SENTENCES = 20  # of one turn; who says more writes a specification


class Outcome(Value):
    """A memory that a session contradicted after it was given, in which turn, and how."""

    memory: Memory
    turn: str
    how: str
    said: Lesson | None = None  # of what a person said against it after the agent had answered: their sentence


def find_contradicted(turns: Sequence[Turn], given: Sequence[tuple[Memory, datetime]]) -> list[Outcome]:
    """Return which of the memories given to a session were contradicted in it afterwards, each once."""
    found: dict[str, Outcome] = {}
    for memory, at in given:
        later = [turn for turn in turns if turn.at >= at]
        spoken = ((turn, _says_otherwise(turn, memory)) for turn in later if turn.words)
        turn, sentence = next(((turn, sentence) for turn, sentence in spoken if sentence), (None, ""))
        if turn is not None:
            found[memory.id] = Outcome(memory, turn.key, CORRECTED, _lesson(turn, sentence))
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


def corrections_in(outcomes: Sequence[Outcome]) -> list[Lesson]:
    """Return the sentences by which persons corrected what their sessions had been given."""
    return [outcome.said for outcome in outcomes if outcome.said is not None]


def _lesson(turn: Turn, sentence: str) -> Lesson | None:
    """Return a correction as what was said: nobody says otherwise than memory by chance, once the agent followed it."""
    if not turn.answers or len(turn.words) > _LONG_TURN or not names_something(sentence) or sentence.endswith("?"):
        return None
    return Lesson("corrected", "said", kind_of(sentence), sentence, turn.at, (turn.key,), weight=_WEIGHT)


def _says_otherwise(turn: Turn, memory: Memory) -> str:
    """Return the sentence of a person's turn that stands against a memory, or gives its subject another value."""
    text = memory.content.text
    mine = subject_of(text)
    for sentence in sentences(turn.words)[:_SENTENCES]:
        if why_against(sentence, text):
            return sentence
    for spoken in find_spoken(turn.prompt, answers=turn.answers):
        said = subject_of(spoken.text)
        both = said.words & mine.words
        near = len(both) >= _SHARED and len(both) >= _MOSTLY * min(len(said.words), len(mine.words))
        if near and said.differs(mine):
            return spoken.text
    return ""


def _found_a_fault(step: Step) -> bool:
    """Tell whether a check failed that ran: it says something of the code at hand, and nothing of how it is called."""
    if not step.failed or aim_of(step.command) not in CHECKS:
        return False
    return not fingerprint_failure(step.command, step.output).lies_around


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
        if plain(step.command) in named and step.failed is not None and not _found_a_fault(step):
            last = step.key if step.failed else ""
    return last

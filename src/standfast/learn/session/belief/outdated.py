"""Outdated: which words of sessions among the answers to a question a later answer gives another value for.

An episode keeps what its session settled, and nothing takes a sentence out of it when the rule changes; what was said
and never confirmed nobody supersedes. Owns finding the sentences that speak of what is asked, and comparing them with
what was said later. Must not change a memory, nor take away what a person decided.
"""

from __future__ import annotations

from standfast.learn.session.finding import tells_session
from standfast.learn.session.words.sentences import sentences
from standfast.learn.session.words.spoken import content_words
from standfast.learn.session.words.subject import Subject, subject_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from standfast.model.memory import Memory
    from standfast.recall.receipts import Result

_ASKED = 0.5  # share of the question's words that a sentence about it holds


def leave_out_outdated(results: Sequence[Result], query: str, besides: Sequence[Memory] = ()) -> list[Result]:
    """Return the answers without words of sessions about the question that were replaced later, there or `besides`."""
    if not any(_is_of_session(result.memory) for result in results):
        return list(results)
    asked = content_words(query)
    about = [(result.memory, _about(result.memory, asked)) for result in results]
    later = about + [(memory, [subject_of(memory.content.text)]) for memory in besides]
    voices = [(memory.at, subjects) for memory, subjects in later if _may_outdate(memory)]
    return [
        result
        for result, (memory, mine) in zip(results, about, strict=True)
        if not (_is_of_session(memory) and _is_replaced(memory.at, mine, voices))
    ]


def _about(memory: Memory, asked: frozenset[str]) -> list[Subject]:
    """Return what the sentences of an answer that speak of the question are about, where they give a value."""
    lines = sentences(memory.content.text)
    near = (line for line in lines if len(content_words(line) & asked) >= _ASKED * len(asked))
    return [subject for subject in map(subject_of, near) if subject.values]


def _is_replaced(at: datetime, mine: Sequence[Subject], voices: Sequence[tuple[datetime, Sequence[Subject]]]) -> bool:
    later = [subject for said, subjects in voices if said > at for subject in subjects]
    return any(new.replaces(old) for new in later for old in mine)


def _is_of_session(memory: Memory) -> bool:
    """Tell whether a memory is what was heard in a session, and no person decided it since."""
    return tells_session(memory) or (memory.source.kind == "session" and not memory.is_decided)


def _may_outdate(memory: Memory) -> bool:
    """Tell whether a person's word may stand behind a memory: what only an agent noted takes nothing away."""
    return memory.is_decided or memory.source.kind == "session"

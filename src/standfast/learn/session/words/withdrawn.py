"""Withdrawn: what a person, in their own live prompt, no longer wants remembered.

Owns recognising the words ("forget that", "forget what I said about X") and taking apart what they name from what is
said besides. Which memory is meant is `verbs.unremember`'s to find. Loaded only where a hint fires.
"""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.own_words import is_document, lead_of, own_words
from standfast.model.pattern import compile_later
from standfast.model.value import Value

_LONGEST = 400  # characters of a prompt: a longer one is about something else
_SUBJECT_ENDS = compile_later(r"[,;:!?–—]|\.(?=\s|$)|\s-\s")


class Withdrawal(Value):
    """What a prompt takes back: the words that name it, what is said besides, and whether it speaks of memory."""

    about: str
    rest: str
    of_memory: bool
    restated: bool = False  # it is named by its own words ("forget that releases happen on Tuesdays")
    leads: bool = True  # it stands in the prompt's first line: what stands below may have been pasted


def find_withdrawal(prompt: str) -> Withdrawal | None:
    """Return what a person takes back in their own words; None where they take nothing back, or only ask."""
    words = own_words(prompt)
    if not 0 < len(words) <= _LONGEST or is_document(words):
        return None
    from standfast.learn.session.words.sentences import sentences

    parts = sentences(words)
    first = lead_of(prompt)
    for place, part in enumerate(parts):
        told = pattern("withdraws_told").match(part)
        match = told or pattern("withdraws").match(part)
        if match is None or part.endswith("?"):
            continue
        behind = part[match.end() :].strip()
        end = _SUBJECT_ENDS.search(behind)
        subject = pattern("polite").sub("", behind[: end.start()] if end else behind).strip()
        besides = behind[end.end() :] if end else ""
        rest = " ".join((besides.strip(), *parts[place + 1 :])).strip()
        lead = pattern("withdrawn_about").match(subject)
        about = subject[lead.end() if lead else 0 :].strip()
        return Withdrawal(about, rest, told is not None, lead is None, part in first)
    return None

"""Approved: how a person's sentence reads once they approved it: without what only opened it in the talk.

"ugh. stop writing essays" was said to an agent; "Stop writing essays" is the rule. Every other word stays.
"""

from __future__ import annotations

from standfast.learn.session.markers import pattern
from standfast.learn.session.words.spoken import names_something


def as_rule(text: str) -> str:
    """Return a sentence without its openers, where what follows stands by itself."""
    rest = text.strip()
    while (opener := pattern("opener").match(rest)) and opener.end() < len(rest):
        rest = rest[opener.end() :].lstrip()
    if rest == text.strip() or not names_something(rest):
        return text
    return rest[0].upper() + rest[1:]

"""The words that say what a sentence, a lead or a heading is, as alternations: lists of plain phrases in a file beside.

In a phrase `*` stands for the rest of a word, and every apostrophe for any of its forms.
"""

from __future__ import annotations

import re

from standfast.text.word_lists import read_lists


def any_of(name: str) -> str:
    """Return an expression for any phrase of a list; whoever asks adds what stands around it."""
    phrases = read_lists(__file__, "vocabulary")[name]
    plain = (re.escape(phrase).replace("'", "['’]").replace(r"\*", r"\w*") for phrase in phrases)
    return f"(?:{'|'.join(plain)})"

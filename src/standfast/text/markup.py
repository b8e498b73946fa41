"""Markup around words: what Markdown and reStructuredText write beside the words that a reader of a page sees.

Owns one function. For what is shown, never for what is kept: a memory keeps the words of its document as they stand.
"""

from __future__ import annotations

from standfast.model.pattern import compile_later

_ROLE = compile_later(r"(?<![\w`]):(?:[\w+-]+:){1,3}`[~!]?([^`<\n]*?)(?:\s{0,9}<[^<>`]{0,400}>)?`")
_LINK = compile_later(r"(?<![\w`])`([^`<]+?)(?:\s{0,9}<[^<>`]{0,400}>)?`__?(?!\w)")
_LITERAL = compile_later(r"(?<!`)``([^`\n]+)``(?!`)")
_POINTER = compile_later(r"(?<![\w\]`!])\[([^\[\]]{1,200})\]\(\s{0,9}[^()\s/.#]{0,400}[/.#][^()\s]{0,400}\)")
_BOLD = compile_later(r"\*\*(?=[\w\"“(`\[<@])([^*\n]{1,400}?)\*\*")


def as_read(text: str) -> str:
    """Return a text without roles, link targets, marks of bold and doubled back-ticks: the words as the page shows."""
    if "`" in text:
        text = _ROLE.sub(r"`\1`", text) if ":`" in text else text
        text = _LINK.sub(r"\1", text) if "`_" in text else text
        text = _LITERAL.sub(r"`\1`", text) if "``" in text else text
    text = _POINTER.sub(r"\1", text) if "](" in text else text
    return _BOLD.sub(r"\1", text) if "**" in text else text

"""Strings, numbers and other leaves, spelled one way.

Owns: what a formatter may change inside a literal (quotes, escapes of quotes, prefixes, digit case) and the text kinds
whose layout means nothing. Must not: see the syntax tree; `tokens.py` calls it with kinds and texts.
"""

import re

_OPENING = re.compile(r"(?P<prefix>[A-Za-z@$]*)(?P<hash>#*)(?P<quote>\"\"\"|'''|\"|'|`)")
_ESCAPED_QUOTE = re.compile(r"\\(['\"`])")
_SPACE = re.compile(r"\s+")
_INDENT = re.compile(r"\n[ \t]*")
_C_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_CONTENT = ("content", "fragment", "text", "escape", "start", "end", "quote", "_str_", "delimiter")
# Their languages take the common indentation away before the program sees the text.
_DEDENTED = frozenset(("heredoc_content", "multiline_string_fragment", "multi_line_str_text"))


def is_content(kind: str) -> bool:
    """Tell whether a named part of a string is text, and not an expression inside it."""
    return any(word in kind for word in _CONTENT)


def plain_string(text: str, raw_quotes: str, *, bare: bool = False, dedent: bool = False) -> str:
    """Spell a string literal without its quotes; `raw_quotes` are those that leave escapes alone in this language."""
    found = None if bare else _OPENING.match(text)
    if found is None:
        return "s:" + _ESCAPED_QUOTE.sub(r"\1", text)
    prefix = "".join(sorted(set(found["prefix"].lower()) - {"u"}))
    quote, body = found["quote"], text[found.end() :]
    closing = quote + found["hash"]
    body = body.removesuffix(closing)
    if quote in raw_quotes and ("\\" in body or "#{" in body or "$" in body):
        return f"s{prefix}raw:{body}"
    if "r" not in prefix:
        body = _ESCAPED_QUOTE.sub(r"\1", body)
    if dedent and quote == '"""':
        body = _INDENT.sub("\n", body)
    return f"s{prefix}:{body}"


def normalise_number(text: str) -> str:
    """Spell a number without digit separators and with lower-case letters."""
    number = text.lower().replace("_", "").replace("'", "")
    if "." in number and number.replace(".", "", 1).isdigit():
        whole, _, part = number.partition(".")
        return f"{whole or '0'}.{part.rstrip('0') or '0'}"
    return number


def tidy_leaf(kind: str, text: str) -> str:
    """Take away layout that means nothing from the text of a leaf; empty when nothing is left."""
    if kind == "jsx_text":
        return _SPACE.sub(" ", text).strip()
    if kind.startswith("preproc_arg"):
        return _SPACE.sub(" ", _C_COMMENT.sub("", text.replace("\\\n", " "))).strip()
    if kind in _DEDENTED:
        return _INDENT.sub("\n", text)
    return text

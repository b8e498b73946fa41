"""Weigh a name's promise against what the value looks like: the one place that decides about an assignment.

Owns the thresholds. Prose must win when in doubt: "password: required" and "the token expires" are not secrets, while a
password that a person chose has no randomness to show. Neighbours: names.py, values.py; assignments.py asks.
"""

from __future__ import annotations

from standfast.capture.redact.names import PASSWORD, TOKEN
from standfast.capture.redact.values import (
    entropy,
    holds_basic,
    is_hex,
    is_placeholder,
    is_reference,
    is_scrambled,
    is_strongly_random,
    is_uuid,
    looks_random,
)

_JUDGED = 96  # as much of a value is enough to judge it by, and keeps endless ones cheap
_SELF_NAMED = ("pass", "pwd", "secret", "token")


def is_secret(value: str, level: int, *, quoted: bool, firm: bool) -> bool:
    """Tell whether a value assigned to a name of this level is a secret.

    `firm` says that the syntax leaves no doubt that this is the value: a quoted string after `=`, a flag's argument.
    """
    value = value[:_JUDGED]
    if len(value) < 4 or is_placeholder(value):
        return False
    reference = is_reference(value, quoted=quoted)
    if level == PASSWORD and not reference and _is_password(value, quoted=quoted, firm=firm):
        return True
    if reference and not (value[0] not in "./~" and "://" not in value and is_strongly_random(value)):
        return False
    if level >= TOKEN:
        least, share = (8 if quoted else 10), (0.05 if firm else 0.15)
        if looks_random(value, least=least, share=share) or holds_basic(value):
            return True
        return quoted and (firm or len(value) >= 60) and is_scrambled(value)
    if is_hex(value) or is_uuid(value):  # "key" alone also names rows and objects, which code and JSON quote
        return not quoted and len(value) >= 32 and looks_random(value)
    return len(value) >= 16 and looks_random(value) and entropy(value) >= 3.5


def is_empty(value: str) -> bool:
    """Tell whether the value only holds the place of one, or names where it comes from."""
    return is_placeholder(value) or is_reference(value) or " " in value


def _is_password(value: str, *, quoted: bool, firm: bool) -> bool:
    """Tell whether a person could have chosen this as a password, rather than written a word in its place."""
    if " " in value or not value.isprintable():
        return False
    letters = sum(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    others = len(value) - letters - digits - sum(map(value.count, "_-./"))
    if value[-1] in ":?" and not digits:  # "Password:" as a label
        return False
    if digits or others:
        enough = 5 if firm else 8
        return len(value) >= enough and (letters > 0 or others > 0 or (firm and digits >= 6))
    if not firm or any(stem in value.lower() for stem in _SELF_NAMED):
        return False
    return len(value) >= (6 if quoted else 8) and value.isalpha() and value.isascii()

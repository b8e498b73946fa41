"""Weigh a name's promise against what the value looks like: the one place that decides about an assignment.

Owns the thresholds. Prose must win when in doubt: "password: required" and "the token expires" are not secrets, while a
password that a person chose has no randomness to show. Neighbours: names.py, values.py; assignments.py asks.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled
from standfast.capture.redact.names import PASSWORD, TOKEN
from standfast.capture.redact.values import (
    holds_basic,
    is_hex,
    is_humped,
    is_jumbled,
    is_named,
    is_phrase,
    is_placeholder,
    is_random,
    is_reference,
    is_scrambled,
    is_uuid,
    is_varied,
    looks_random,
    share_of_words,
    strangeness,
)

_JUDGED = 96  # as much of a value is enough to judge it by, and keeps endless ones cheap
_WEAK = 14  # a shorter value of a name that promises little is not looked at
_SEPARATORS = {ord(sign): None for sign in "-_+/=%."}
_NAMELIKE = r"[a-z]_[a-z]|[A-Z]_[A-Z]|[a-z]-[a-z]|[a-z]\.[a-z]{3}|//|^/"
_MARKED = ("xxxx", "your", "example", "placeholder", "change", "insert", "dummy", "redacted", "sample", "replace")
_NAMED = r"/|[a-z]_[A-Za-z]|[A-Z]_[A-Z]|://|[()\[\]{}<>\\|]|[A-Za-z][.:][A-Za-z]|^(?:[A-Z][a-z]*\d{0,3})+$"
_SIGNED = r"[A-Za-z0-9_-]{2,40}[!@#$^*?~][A-Za-z0-9_!@#$^*?~-]{2,60}"
_LABEL = (
    r"(?i:(?:new|old|current|confirm\w{0,6}|repeat|reset|forgot(?:ten)?|change|user|admin|login|enter|your|set|get|show|hide"
    r"|invalid|wrong|bad|no|root|db|default|verify|retype|again|update|create|save|has|is|with|without|sign|in|account|email"
    r"|name|input|field|hash|hashed|encrypted|plain|text|temp|one|time|access|refresh|auth|api|client|session|the|a|and"
    r"|pass(?:word|wd|phrase|code)?s?|pwd|secrets?|tokens?|keys?)+)"
)
_PREFIXED = r"[A-Za-z][A-Za-z0-9]{0,15}[_-](?P<rest>[A-Za-z0-9]{14,96})"
_SELF_NAMED = ("pass", "pwd", "secret", "token")


def is_secret(value: str, level: int, *, quoted: bool, firm: bool) -> bool:
    """Tell whether a value assigned to a name of this level is a secret.

    `firm` says that the syntax leaves no doubt that this is the value: a quoted string after `=`, a flag's argument.
    """
    value = value[:_JUDGED]
    if len(value) < (4 if level >= TOKEN else _WEAK):
        return False
    if is_placeholder(value):
        return level >= TOKEN and is_made_up(value)
    reference = is_reference(value, quoted=quoted)
    if level == PASSWORD and firm and quoted and not reference and not _is_label(value):
        return True  # what a program is given between quotes is the password, however poor
    if level == PASSWORD and (not reference or value.isdigit()) and _is_password(value, firm=firm):
        return True
    if reference and not (value[0] not in "./~" and "://" not in value and is_random(value)):
        return level >= TOKEN and is_made_up(value)
    if level >= TOKEN:
        if value.isdigit():
            return len(value) >= 16 and len(set(value)) > 3
        least, share = (8 if quoted else 10), (0.05 if firm else 0.15)
        if looks_random(value, least=least, share=share) or holds_basic(value) or is_uuid(value) or _is_mixed(value):
            return True
        if is_made_up(value) or is_jumbled(value) or _is_drawn_behind(value) or (firm and _is_opaque(value)):
            return True
        if not quoted:
            return firm and is_scrambled(value)
        return ((firm or len(value) >= 40) and is_scrambled(value)) or (firm and _is_signed(value))
    if is_hex(value) or is_uuid(value):  # "key" alone also names rows and objects, which code and JSON quote
        return not quoted and len(value) >= 32 and looks_random(value)
    return looks_random(value) and is_varied(value, 3.3)


def is_made_up(value: str) -> bool:
    """Tell whether letters and digits stand in a row that no name or word has, be it the alphabet itself."""
    if not len(value) >= 20 or not value.isascii() or compiled(_NAMELIKE).search(value):
        return False
    plain = value.translate(_SEPARATORS)
    lower = value.lower()
    if not plain.isalnum() or plain.isdigit() or lower.endswith("here") or any(map(lower.__contains__, _MARKED)):
        return False
    return share_of_words(value) < 0.15 or "abcdef" in lower or "ghijkl" in lower


def _is_opaque(value: str) -> bool:
    """Tell whether a short value is neither words nor a name, nor a row of digits: `4D35385D9F24`, `EJjDgTkTl`."""
    core = value.rstrip("=")
    if len(core) < 8 or not core.isascii() or not core.translate(_SEPARATORS).isalnum() or core.isdigit():
        return False
    mixed = any(map(str.isdigit, core)) or not (core.islower() or core.isupper())
    return mixed and share_of_words(core) <= 0.4 and strangeness(core) >= 0.35 * len(core)


def _is_drawn_behind(value: str) -> bool:
    """Tell whether something drawn at random stands behind a word, as vendors write ids: `user_9fK…`.

    Elsewhere that is the name of an object; where a name promises a secret, it is one, and the word says nothing of it.
    Names written in humps (`user_sha256Checksum`) are at -0.3 a letter and mostly words, what is drawn above zero.
    """
    prefixed = compiled(_PREFIXED).fullmatch(value)
    if prefixed is None:
        return False
    rest = prefixed["rest"]
    mixed = not rest.isalpha() or not (rest.islower() or rest.isupper())
    return is_hex(rest) or (strangeness(rest) >= (-0.1 if mixed else 0.25) * len(rest) and share_of_words(rest) < 0.6)


def is_empty(value: str) -> bool:
    """Tell whether the value only holds the place of one, or names where it comes from."""
    return is_placeholder(value) or is_reference(value) or " " in value


def _is_mixed(value: str) -> bool:
    """Tell whether digits stand among letters of both cases, or beside a sign, as in what a person chose."""
    digits = sum(map(str.isdigit, value))
    if len(value) < 10 or not digits or not value.isascii() or " " in value or compiled(_NAMED).search(value):
        return False
    cased = any(map(str.isupper, value)) and any(map(str.islower, value))
    signs = sum(map(value.count, "!@#$^*?~"))
    return (cased or signs > 0) and share_of_words(value) < 0.87


def _is_signed(value: str) -> bool:
    """Tell whether signs stand inside a word as people put them into passwords, and as names and addresses do not."""
    return len(value) >= 10 and compiled(_SIGNED).fullmatch(value) is not None


def _is_label(value: str) -> bool:
    """Tell whether this is a sentence, a caption, or the name of a part of a page: `forgot-password-link`."""
    if " " in value or not value.isprintable() or value[-1] in ":?":
        return True
    if value.isalpha():
        return compiled(_LABEL).fullmatch(value) is not None
    return "-" in value and is_named(value)


def _is_sentence(value: str) -> bool:
    """Tell whether a word that holds "password" says more than a label would: `thisismypassword`."""
    return len(value) >= 10 and value.isalpha() and compiled(_LABEL).fullmatch(value) is None


def _is_password(value: str, *, firm: bool) -> bool:
    """Tell whether a person could have chosen this as a password, rather than written a word in its place."""
    if " " in value or not value.isprintable():
        return False
    letters = sum(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    others = len(value) - letters - digits - sum(map(value.count, "_-./"))
    if not digits and (
        value[-1] in ":?" or (letters > 8 and not value.isascii())
    ):  # a label, a sentence without blanks
        return False
    if digits or others:
        enough = 5 if firm else 8
        return len(value) >= enough and (letters > 0 or others > 0 or (firm and digits >= 6))
    if is_jumbled(value) or is_humped(value) or is_phrase(value):
        return True
    if not firm or (any(stem in value.lower() for stem in _SELF_NAMED) and not _is_sentence(value)):
        return False
    return len(value) >= 6 and value.isalpha() and value.isascii()

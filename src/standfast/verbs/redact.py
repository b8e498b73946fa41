"""Redact: what redaction makes of a text, with this home's key and words, without opening the store."""

import os
from collections.abc import Callable

from standfast.capture.redact import Known, Redaction, redact
from standfast.config import Settings
from standfast.context.home import load_own_rules


def open_redactor(settings: Settings) -> Callable[[str], Redaction]:
    """Return the redaction that every write of this home goes through; where there is no home yet, none is made."""
    try:
        key = (settings.home / "key").read_bytes()
    except OSError:
        key = os.urandom(32)
    rules = load_own_rules(settings)
    known = Known(settings.home / "known", key, frozen=True)
    return lambda text: redact(text, key=key, words=settings.private_words, rules=rules, known=known)

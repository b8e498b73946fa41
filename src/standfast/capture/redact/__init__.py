"""Take secrets out of text before the first byte of it is written or sent.

Owns the boundary's redaction: what counts as a secret and what stands in its place. It must not do anything else to a
text, and it must stay light: hooks import it on every call. Neighbours: capture's screen and journal come after it.
"""

from __future__ import annotations

from standfast.capture.redact.engine import Redaction, SecretSpan, redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.capture.redact.custom import CustomRule, load_rules
    from standfast.capture.redact.identifiers import is_id
    from standfast.capture.redact.known import Known
    from standfast.capture.redact.payload import ValueRedaction, redact_value

__all__ = [
    "CustomRule",
    "Known",
    "Redaction",
    "SecretSpan",
    "ValueRedaction",
    "is_id",
    "load_rules",
    "redact",
    "redact_value",
]


def __getattr__(name: str) -> object:
    """Load the rest when it is asked for: a hook that redacts one text needs neither."""
    if name in ("CustomRule", "load_rules"):
        from standfast.capture.redact import custom

        return getattr(custom, name)
    if name in ("ValueRedaction", "redact_value"):
        from standfast.capture.redact import payload

        return getattr(payload, name)
    if name == "is_id":
        from standfast.capture.redact import identifiers

        return identifiers.is_id
    if name == "Known":
        from standfast.capture.redact import known

        return known.Known
    raise AttributeError(name)

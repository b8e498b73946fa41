"""Take secrets out of text before the first byte of it is written or sent.

Owns the boundary's redaction: what counts as a secret and what stands in its place. It must not do anything else to a
text, and it must stay light: hooks import it on every call. Neighbours: capture's screen and journal come after it.
"""

from __future__ import annotations

from holdfast.capture.redact.engine import Finding, Redaction, redact

__all__ = ["Finding", "Redaction", "redact"]

"""Screening: is this text data, or does it try to become an instruction?

`screen(text)` is what every write goes through. It is deterministic, needs the standard library only, never raises, and
costs time linear in the text. Neighbours: `capture` calls it after redaction, `recall.fence` quotes what was let in.
"""

from __future__ import annotations

from standfast.capture.screen.verdict import Verdict, screen

__all__ = ["Verdict", "screen"]

"""The rule tables: the wording and the syntax by which text tries to become an instruction.

One module a theme, one row a shape. Patterns read lower-cased, folded text and hold no unbounded repetition. How rows
are matched stands in `rules`; what matches mean together, in `verdict`.
"""

from __future__ import annotations

from standfast.capture.screen.phrases.deeds import DEEDS
from standfast.capture.screen.phrases.forgery import FORGERY
from standfast.capture.screen.phrases.orders import ORDERS
from standfast.capture.screen.phrases.planting import PLANTING
from standfast.capture.screen.phrases.rule import HINT, HOSTILE, SUSPECT, Rule
from standfast.capture.screen.phrases.steering import STEERING
from standfast.capture.screen.phrases.theft import THEFT

RULES: tuple[Rule, ...] = ORDERS + FORGERY + THEFT + STEERING + PLANTING + DEEDS

__all__ = ["HINT", "HOSTILE", "RULES", "SUSPECT", "Rule"]

"""At the prompt: what answers it, and under the floor nothing.

Owns which prompts are looked up at all and which of what was found is clearly the answer. Must not rank (`recall` does)
or choose by session (`known` does). Hook path: words only, nothing scanned.
"""

from __future__ import annotations

import re

from standfast.learn.session.said import find_said
from standfast.model.kind import Kind
from standfast.recall.answer import recall_light
from standfast.recall.floor import stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.moments.table import Moment
    from standfast.recall.receipts import Result

_SHORTEST = 8
_LONGEST = 4_000  # characters of a prompt that are looked up: its beginning says what it is about
_CONSIDERED = 9
_SAID = 2  # unconfirmed words from sessions, only where nothing in force answers
_WORD = re.compile(r"[^\W\d_]{3,}")
# How much further the best must be ahead of the next where it does not hold most of the prompt by itself.
_AHEAD = 1.25
_WHOLE = 0.5


def at_prompt(context: Context, moment: Moment, prompt: str) -> tuple[list[Result], int]:
    """Return what answers a prompt, and how much of what was found stays below the floor."""
    asked = prompt.strip()[:_LONGEST]
    if len(asked) < _SHORTEST or len(_WORD.findall(asked)) < 2:
        return [], 0
    found = recall_light(context, asked, limit=_CONSIDERED)
    told = [result for result in found if result.memory.content.kind is not Kind.EPISODE]
    clear = over_floor(told, moment.floor) or over_floor(find_said(context, asked, limit=_SAID), moment.floor)
    return clear, len(found) - len(clear)


def over_floor(found: Sequence[Result], floor: float) -> list[Result]:
    """Return what is clearly relevant: enough of the prompt stands together in it, and it is ahead of the crowd."""
    strong = [result for result in found if stretch(result.scores) >= floor]
    if not strong:
        return []
    best = strong[0]
    behind = next((result.score for result in found if result is not best), 0.0)
    if stretch(best.scores) < _WHOLE and best.score < _AHEAD * behind:
        return []
    return [result for result in strong if result.score >= 0.8 * best.score]

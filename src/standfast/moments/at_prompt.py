"""At the prompt: what answers it, and under the floor nothing.

Owns which prompts are looked up at all and which of what was found clearly answers. A memory answers when enough of
what the prompt is about stands in it: its words count by how seldom anybody uses them, so that "implement the next
steps" is about nothing and words this store has never seen count against everything in it. Must not rank (`recall`
does) or choose by session (`known` does). Hook path: words only, nothing scanned.
"""

from __future__ import annotations

import re
from math import log

from standfast.model.kind import Kind
from standfast.recall.answer import recall_light
from standfast.recall.related import look_up
from standfast.recall.terms import query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.context.context import Context
    from standfast.model.memory import Memory
    from standfast.moments.table import Moment
    from standfast.recall.receipts import Result

_SHORTEST = 8
_LONGEST = 4_000  # characters of a prompt that are looked up: its beginning says what it is about
_TERMS = 160
_CONSIDERED = 9
_QUESTION = re.compile(r"\?|^\W*(?:what|which|how|why|where|when|who|whose|is there|do we|remind me)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
# Set on 175 questions that memories answer and 325 prompts of six other projects (docs/explanation/ranking.md).
SHARE = 0.4  # of the weight of a prompt's words, that must stand in a memory
WEIGHT = 8.0  # of the words in common: about two that few texts have
ASKED = 5.0  # of them, where the prompt is a question and most of it is answered
MOST = 0.6
NEAR = 0.6  # of the best score: what is further behind is not said beside it
_PRIOR = 200.0


def at_prompt(context: Context, moment: Moment, prompt: str) -> tuple[list[Result], int]:
    """Return what answers a prompt, and how much of what was found stays below the floor."""
    asked = prompt.strip()[:_LONGEST]
    if len(asked) < _SHORTEST or len(_WORD.findall(asked)) < 2:
        return [], 0
    found = recall_light(context, asked, limit=_CONSIDERED)
    told = [result for result in found if result.memory.content.kind is not Kind.EPISODE]
    clear = over_floor(asked, told, moment.floor)
    return clear, len(found) - len(clear)


def over_floor(prompt: str, found: Sequence[Result], floor: float) -> list[Result]:
    """Return what clearly answers a prompt: `floor` is how much of it must stand together in one stretch."""
    terms = list(dict.fromkeys(query_terms(prompt)))[:_TERMS]
    weights = {term: rarity(term) for term in terms}
    total = sum(weights.values()) or 1.0
    asks = bool(_QUESTION.search(prompt))
    clear: list[Result] = []
    for result in found:
        if result.scores.get("together", 0.0) < floor:
            continue
        have = _terms_of(result.memory)
        common = sum(weight for term, weight in weights.items() if term in have)
        answered = asks and common >= ASKED and common >= MOST * total
        if answered or (common >= WEIGHT and common >= SHARE * total):
            clear.append(result)
    return [result for result in clear if result.score >= NEAR * clear[0].score]


def rarity(term: str) -> float:
    """Return how much a term tells: by the share of anybody's texts that have it, whatever this store holds."""
    return log(1 + (_PRIOR + 0.5) / (_PRIOR * look_up(term)[0] + 0.5))


def _terms_of(memory: Memory) -> set[str]:
    content = memory.content
    return set(query_terms(f"{content.title}\n{content.text}\n{content.why}"))

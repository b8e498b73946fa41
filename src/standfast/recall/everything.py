"""Questions that ask for no one thing: "anything I should know?", "what should I know before I start here?".

Owns how such a question reads. Nothing in it can be looked up; a brief answers it. Neighbour: `question`.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 160  # characters
_ASKED = frozenset(("know", "knowing", "aware"))
_AROUND = frozenset(
    _WORD.findall(
        "a about all am an and any anything are as at be before begin beginning can change changing code codebase could"
        " day do does editing else everything first for get getting have here i important in is it just let ll me most"
        " must need new newcomer now of on one or ought please project re repo repository right s should so someone"
        " something start started starting tell that the there thing things this to today touch touching up us we"
        " what when while with work working worth would you your"
    )
)


def asks_for_everything(query: str) -> bool:
    """Tell whether a question asks what one should know here, and of nothing in particular."""
    words = set(_WORD.findall(query.lower())) if len(query) <= _LONGEST else set()
    return bool(words & _ASKED) and words <= _ASKED | _AROUND

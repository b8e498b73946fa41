"""A rule that the code breaks: then the code is to be fixed, or else the rule to be revised.

Owns: which memories are rules (a kind that says what shall be, in words that forbid or demand), and saying where the
code breaks one. Must not: judge; `memories.py` does. Light: every moment that tells a memory comes through here.
"""

from __future__ import annotations

import re

from standfast.model.kind import NORMS
from standfast.model.pattern import compile_later
from standfast.model.trust import Standing
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Content
    from standfast.standing.judged import Judged

_RULES = compile_later(
    r"\b(?:must|shall|should|need(?:s|ed)? to|ha(?:s|ve) to|never|always|do not|don['’]t|may not|cannot|only|forbid\w*"
    r"|forbidden|banned|required?|not allowed|prohibited|avoid|prefer|no longer)\b"
    r"|^\W*(?:use|no|keep|put|write|call|pass|return|raise|import|add|set|run|name|wrap|stop|ban|disallow)\b",
    re.IGNORECASE,
)
_CLAUSE = compile_later(r"[,;:.]\s|[,;:.]$|\n")
REMEDY = "fix the code, or revise the rule"


class Breach(Value):
    """Where the code breaks a rule, and a mark of how: another breach has another one."""

    place: str
    mark: str


def demands_of_code(content: Content) -> bool:
    """Tell whether words forbid or demand something of the code."""
    return content.kind in NORMS and bool(_RULES.search(content.text) or _RULES.search(content.title))


def _demands(content: Content, reason: str) -> bool:
    """Tell whether words demand the value that the code no longer has: "X is 5, never Y" only says it, of X.

    Of anything else than a value, and of a value that nothing there says, the whole text is asked.
    """
    value = reason.removesuffix(" (it never matched)").rpartition(", not ")[2]
    clauses = [clause for clause in _CLAUSE.split(f"{content.title}\n{content.text}") if value in clause.split()]
    return ", not " not in reason or not clauses or any(_RULES.search(clause) for clause in clauses)


def find_breach(content: Content, judged: Judged) -> str:
    """Return where the code breaks a rule, as FILE:LINE as far as that is known; nothing where it breaks none.

    That the code around a rule was written anew breaks nothing: the code has to say otherwise.
    """
    found = describe_breach(content, judged)
    return found.place if found is not None else ""


def describe_breach(content: Content, judged: Judged) -> Breach | None:
    """Return where the code breaks a rule, and a mark of how; None where it breaks none."""
    if judged.standing is not Standing.DRIFTED or not demands_of_code(content):
        return None
    for item in judged.detail:
        is_said = item["standing"] == Standing.DRIFTED.value and (item.get("says") or "`" in item["reason"])
        if is_said and _demands(content, item["reason"]):
            from standfast.code.hashing import hash_text

            place = str(item.get("place") or item.get("anchor", ""))
            return Breach(place, hash_text(f"{item.get('anchor', '')} {item['reason']}")[:16])
    return None

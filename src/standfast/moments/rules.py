"""Whether a memory rules on the work: by its kind, or because its words order, forbid or say when.

Owns telling a rule from what only describes. Who notes something in a hurry names no kind, and it is kept as a fact: a
sentence such as "run the linter before you push" is a rule all the same. Must not look anything up. Hook path: light.
"""

from __future__ import annotations

import re

from standfast.model.kind import Kind
from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.model.memory import Memory

KINDS = frozenset(
    (Kind.CONVENTION, Kind.DECISION, Kind.GOTCHA, Kind.PREFERENCE, Kind.PROCEDURE, Kind.REQUIREMENT, Kind.FACT)
)
"""Kinds that may rule: facts by their words, the others always."""

_MODAL = compile_later(
    r"\b(?:never|always|must|should|do not|avoid|instead of|rather than|prefer\w*|make sure|be sure|not allowed"
    r"|forbidden|ha(?:ve|s) to|needs?|required?|requires|ask (?:before|first)|only (?:after|by|for|from|in|on|use|with"
    r"|when)|belongs?|go(?:es)? (?:behind|in|into|through|to|under))\b|\b(?:do|must|should)n['’]?t\b"
    r"|^(?:no|ask|only|every|each|one)\b|\bin (?:each|every)\b|\b(?:before|when(?:ever)?|after) (?:you|we)\b"
    r"|^(?:when(?:ever)?|before|after|if|once|while) (?:(?:you|we)\b|\w+ing\b)",
    re.IGNORECASE,
)
# Verbs that begin an order; what is described begins with its subject.
_ORDERS = compile_later(
    r"(?:^|[.;:,!?]\s+|\b(?:then|and|so)\s+|\w+\s+(?=(?:run|use)\s))(?:please\s+)?(?:add|build|bump|call|check|commit|copy"
    r"|create|declare|define|delete|deprecate|document|export|fix|format|import|init|install|keep|lint|measure|mock|move|name|open|pin|place|push"
    r"|put|raise|read|rebuild|regenerate|register|reinstall|remove|rename|restart|return|run|seed|set|sign|split|squash|stage|stop|store"
    r"|style|tag|test|throw|translate|update|use|validate|verify|wait|wrap|write)\b(?!\s*(?:is|are|was|has|does|goes|\())",
    re.IGNORECASE,
)


def is_rule(memory: Memory) -> bool:
    """Tell whether a memory says what is to be done or left, and not only how something is."""
    content = memory.content
    if content.kind is Kind.FACT:
        return is_worded_as_rule(content.text)
    return content.kind in KINDS


def is_worded_as_rule(text: str) -> bool:
    """Tell whether a text orders, forbids or obliges."""
    return bool(_MODAL.search(text) or _ORDERS.search(text))

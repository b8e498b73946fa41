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
    r"|forbidden|ha(?:ve|s) to|needs?|required?|requires|ask (?:before|first)|or else|otherwise"
    r"|only (?:after|by|for|from|in|on|use|with"
    r"|when)|belongs?|go(?:es)? (?:behind|in|into|through|to|under))\b|\b(?:do|must|should)n['’]?t\b"
    r"|^(?:no|ask|only|every|each|one)\b|\bin (?:each|every)\b|\b(?:before|when(?:ever)?|after) (?:you|we)\b"
    r"|^(?:when(?:ever)?|before|after|if|once|while) (?:(?:you|we)\b|\w+ing\b)",
    re.IGNORECASE,
)
# Verbs that begin an order; what is described begins with its subject.
_ORDERS = compile_later(
    r"(?:^|[.;:,!?]\s+|\b(?:then|and|so)\s+|(?<=\w)\s(?=(?:run|use)\s))(?:please\s+)?(?:"
    r"add|back|build|bump|call|check|choose|clear|close|commit|compare|copy|create|declare|define|delete"
    r"|deprecate|disable|document|drop|empty|enable|export|fix|flush|follow|format|give|hand|ignore|import"
    r"|init|install|invalidate|keep|leave|limit|lint|list|load|lock|log|look|measure|merge|migrate|mock"
    r"|move|name|notify|open|pass|pause|pick|pin|place|prefix|purge|push|put|quote|raise|read|rebase"
    r"|rebuild|refresh|regenerate|register|reinstall|release|remove|rename|replace|report|reset|respect"
    r"|restart|return|review|rotate|round|run|seed|send|set|share|ship|show|sign|skip|sort|split|squash"
    r"|stage|start|stop|store|style|switch|sync|tag|take|tell|test|throw|translate|treat|turn|update"
    r"|upgrade|use|validate|verify|wait|warm|wipe|wrap|write)\b(?!\s*(?:is|are|was|has|does|goes|\())",
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
